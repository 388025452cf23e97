//! Positions that people give: as moves, as a drawing, or as a game in a file.

use crate::board::{Colour, Position, Shape, diagram, notation};
use crate::records::content::{self, Content};
use crate::records::sgf::source::Unread;
use crate::records::source::Source;
use crate::records::{Format, Game, Kind, Move};
use crate::referee::board::Board;
use crate::rules::{Rule, Variant, five_through};
use crate::terminal::wording;
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Which position.
#[derive(Args, Debug)]
pub struct Given {
    /// A file with a game (SGF, .psq, or moves like h8i9g7) or a drawing (X black, O white, # dead, .
    /// empty); - reads from standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The moves that led to the position, black first: h8i9g7
    #[arg(long, value_name = "MOVES", conflicts_with = "file")]
    position: Option<String>,
    /// The same as FILE
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "file"])]
    board: Option<PathBuf>,
    /// The position after so many moves of the game [default: after all]
    #[arg(long, value_name = "N")]
    after: Option<usize>,
    /// Who is to move [default: whose turn the game says it is; in a drawing black when both sides have
    /// as many stones, else white]
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// Read an SGF file as five in a row although it says that it holds another game
    #[arg(long)]
    as_five: bool,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Side {
    Black,
    White,
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::Black => Colour::Black,
            Side::White => Colour::White,
        }
    }
}

/// A position with the rule that it is played by.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The stones; nobody has won yet.
    pub position: Position,
    /// The rule.
    pub rule: Rule,
}

/// What a text may hold.
enum Found {
    Game(Game),
    Drawing(Box<Position>),
}

/// A game, and the file that it was read from if that can hold more than its moves.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The game.
    pub game: Game,
    /// The file.
    pub source: Option<Source>,
    /// What its reader should know.
    pub doubt: Option<String>,
}

/// Why a text was not read as a game.
#[derive(Debug)]
pub enum Unopened {
    /// It says that it holds another game; it can be read as five in a row all the same.
    OtherGame(String),
    /// A sentence.
    Wrong(String),
}

impl Given {
    /// The position. A rule that is asked for is stronger than the one that a file names; without
    /// either it is freestyle.
    ///
    /// # Errors
    /// When there is no such position, or somebody has won already.
    pub fn read(&self, rule: Option<Rule>, shape: Shape) -> Result<Setting> {
        let otherwise = rule.unwrap_or(Rule::new(Variant::Freestyle));
        let found = match (&self.position, self.file.as_ref().or(self.board.as_ref())) {
            (Some(moves), _) => {
                let game = game_of_moves(moves, otherwise, shape);
                Found::Game(game.map_err(anyhow::Error::msg)?)
            }
            (None, Some(file)) => self
                .understand(&read_file(file)?, otherwise, shape)
                .with_context(|| file.display().to_string())?,
            (None, None) => bail!("give a position: a file, or --position MOVES"),
        };
        let (mut position, rule, next) = match found {
            Found::Game(game) => {
                let rule = rule.unwrap_or(game.rule);
                let position = self.replayed(game, rule)?;
                let next = position.to_move();
                (position, rule, next)
            }
            Found::Drawing(position) => {
                ensure!(
                    self.after.is_none(),
                    "--after is for games, not for drawings"
                );
                let next = next_side(&position);
                (*position, otherwise, next)
            }
        };
        position.set_to_move(self.side.map_or(next, Colour::from));
        check_open(&position, rule)?;
        Ok(Setting { position, rule })
    }

    fn understand(&self, bytes: &[u8], otherwise: Rule, shape: Shape) -> Result<Found> {
        match content::of(bytes) {
            Err(why) => bail!("{why}; {}, or a drawing of X, O and .", content::GAMES),
            Ok(Content::Drawing(text)) => {
                let drawing = diagram::read(&text).map_err(anyhow::Error::msg);
                let drawing = drawing.context("read as a drawing")?;
                Ok(Found::Drawing(Box::new(drawing.position)))
            }
            Ok(_) => match open(bytes, otherwise, shape, self.as_five) {
                Ok(opened) => {
                    if let Some(doubt) = opened.doubt {
                        log::warn!("{doubt}");
                    }
                    Ok(Found::Game(opened.game))
                }
                Err(Unopened::OtherGame(why)) => {
                    bail!("{why} (--as-five reads it as five in a row)")
                }
                Err(Unopened::Wrong(why)) => bail!(why),
            },
        }
    }

    /// The game up to the move that was asked for.
    fn replayed(&self, mut game: Game, rule: Rule) -> Result<Position> {
        if let Some(after) = self.after {
            let moves = game.moves.len();
            ensure!(
                after <= moves,
                "--after {after}: the game has {}",
                wording::moves(moves)
            );
            game.moves.truncate(after);
        }
        game.rule = rule;
        let board = Board::of_game(&game).map_err(anyhow::Error::msg)?;
        Ok(board.position().clone())
    }
}

/// What a file holds; `-` is standard input.
///
/// # Errors
/// When it cannot be read.
pub fn read_file(file: &Path) -> Result<Vec<u8>> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(file).with_context(|| file.display().to_string())
}

/// A game in a file: SGF, psq, or moves (on a board of `shape`, which the others name themselves). Who
/// insists may have an SGF file read that says that it holds another game.
///
/// # Errors
/// Where the file is no such thing.
pub fn open(bytes: &[u8], otherwise: Rule, shape: Shape, insist: bool) -> Result<Opened, Unopened> {
    let known = |why: String| Unopened::Wrong(format!("{why}; {}", content::GAMES));
    match content::of(bytes).map_err(known)? {
        Content::Record(format) => open_record(format, bytes, otherwise, insist),
        Content::Moves(text) => {
            let game = game_of_moves(&text, otherwise, shape).map_err(Unopened::Wrong)?;
            Ok(Opened {
                game,
                source: None,
                doubt: None,
            })
        }
        Content::Drawing(_) => Err(known("a drawing of a board, not a game".into())),
    }
}

fn open_record(
    format: Format,
    bytes: &[u8],
    otherwise: Rule,
    insist: bool,
) -> Result<Opened, Unopened> {
    let (source, doubt) =
        Source::read(format, bytes, otherwise, insist).map_err(|error| match error {
            Unread::OtherGame(error) => Unopened::OtherGame(error.to_string()),
            Unread::Wrong(error) => Unopened::Wrong(error.to_string()),
        })?;
    let game = source.game().clone();
    match game.kind {
        Kind::Connect6 | Kind::Dots => {
            let name = if game.kind == Kind::Dots {
                "Dots and Boxes"
            } else {
                "Connect6"
            };
            let why = format!("this is a game of {name}, not of five in a row");
            Err(Unopened::Wrong(why))
        }
        Kind::Five => Ok(Opened {
            game,
            source: Some(source),
            doubt,
        }),
    }
}

fn game_of_moves(text: &str, rule: Rule, shape: Shape) -> Result<Game, String> {
    let points = notation::read(text, shape)?;
    let mut game = Game::new(shape, rule, Default::default());
    game.moves = points.into_iter().map(Move::new).collect();
    Ok(game)
}

/// Black begins, so it is black's turn when both have as many stones.
fn next_side(position: &Position) -> Colour {
    let count = |colour| {
        let stones = position.stones().iter();
        stones.filter(|stone| stone.colour == colour).count()
    };
    match count(Colour::Black) <= count(Colour::White) {
        true => Colour::Black,
        false => Colour::White,
    }
}

/// Nobody may have won already.
fn check_open(position: &Position, rule: Rule) -> Result<()> {
    let shape = position.shape();
    for stone in position.stones() {
        let won = five_through(position, stone.point, stone.colour, rule);
        let name = notation::write(stone.point, shape);
        ensure!(
            won.is_none(),
            "the game is over: there is a five through {name} (--after N takes an earlier position)"
        );
    }
    Ok(())
}
