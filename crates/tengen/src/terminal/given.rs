//! Positions that people give: as moves, as a drawing, or as a game in a file.

use crate::terminal::wording;
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use tengen_core::board::{Colour, Point, Position, Shape, notation};
use tengen_core::judged::Board;
use tengen_core::records::content;
use tengen_core::records::defaults::{Assumed, Defaults};
use tengen_core::records::drawings::next_side;
use tengen_core::records::moves::game_by;
use tengen_core::records::opened::{Unopened, open};
use tengen_core::records::{Game, files, links};
use tengen_core::rules::{Rule, five_through};

/// Which position.
#[derive(Args, Debug)]
pub struct Given {
    /// A link with a game, or a file with one (SGF, .psq, .lib, a link, or moves like h8i9g7) or with a
    /// drawing (X black, O white, # dead, . empty); - reads from standard input
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

impl Setting {
    /// The position after these moves, `h8i9g7`.
    ///
    /// # Errors
    /// When there is no such position, or somebody has won there already.
    pub fn after(moves: &str, defaults: Defaults) -> Result<Setting> {
        let game = game_by(moves, defaults).map_err(anyhow::Error::msg)?;
        let board = Board::of_game(&game).map_err(anyhow::Error::msg)?;
        let position = board.position().clone();
        check_open(&position, game.rule)?;
        let rule = game.rule;
        Ok(Setting { position, rule })
    }
}

/// What was given, whoever may have won there.
#[derive(Clone, Debug)]
pub enum Found {
    /// A game up to the move that was asked for, and the letters upon points that its file has there.
    Game(Game, Vec<(Point, String)>),
    /// A position.
    Drawing(Box<Position>),
}

impl Given {
    /// Whether no position was given.
    pub fn is_nothing(&self) -> bool {
        self.file.is_none() && self.position.is_none() && self.board.is_none()
    }

    /// The position. A rule that is asked for is stronger than the one that a file names; without
    /// either it is freestyle.
    ///
    /// # Errors
    /// When there is no such position, or somebody has won already.
    pub fn read(&self, rule: Option<Rule>, shape: Option<Shape>) -> Result<Setting> {
        let defaults = Defaults { rule, shape };
        let (mut position, rule) = match self.found(rule, shape)? {
            Found::Game(game, _) => {
                let board = Board::of_game(&game).map_err(anyhow::Error::msg)?;
                (board.position().clone(), game.rule)
            }
            Found::Drawing(position) => (*position, defaults.rule()),
        };
        if let Some(side) = self.side {
            position.set_to_move(side.into());
        }
        check_open(&position, rule)?;
        Ok(Setting { position, rule })
    }

    /// What was given: a game up to the move that was asked for and by the rule that was asked for, or a position.
    ///
    /// # Errors
    /// When there is no such thing.
    pub fn found(&self, rule: Option<Rule>, shape: Option<Shape>) -> Result<Found> {
        let defaults = Defaults { rule, shape };
        let found = match (&self.position, self.file.as_ref().or(self.board.as_ref())) {
            (Some(moves), _) => {
                let game = game_by(moves, defaults).map_err(anyhow::Error::msg)?;
                Found::Game(self.cut(game, None)?, Vec::new())
            }
            (None, Some(file)) => self
                .understand(&read_file(file)?, defaults)
                .with_context(|| file.display().to_string())?,
            (None, None) => bail!("give a position: a file, or --position MOVES"),
        };
        Ok(match found {
            Found::Game(game, labels) => {
                let rule = rule.unwrap_or(game.rule);
                Found::Game(Game { rule, ..game }, labels)
            }
            drawing => drawing,
        })
    }

    /// Who is to move, if somebody says so.
    pub fn side(&self) -> Option<Colour> {
        self.side.map(Colour::from)
    }

    fn understand(&self, bytes: &[u8], defaults: Defaults) -> Result<Found> {
        let drawn = match content::of(bytes) {
            Err(why) => bail!("{why}; {}, or a drawing of X, O and .", content::GAMES),
            Ok(content) => content.position(defaults.rule()),
        };
        if let Some(mut position) = drawn {
            ensure!(
                self.after.is_none(),
                "--after is for games, not for drawings"
            );
            position.set_to_move(next_side(position.stones()));
            return Ok(Found::Drawing(position));
        }
        match open(bytes, defaults, self.as_five) {
            Ok(opened) => {
                for doubt in &opened.doubts {
                    log::warn!("{doubt}");
                }
                if let Some(assumed) = assumption(opened.assumed, &opened.game) {
                    log::warn!("{assumed}; --rule and --size choose others");
                }
                let text = std::str::from_utf8(bytes).ok();
                let place = text
                    .filter(|text| links::is_link(text))
                    .and_then(links::place);
                let place = place.filter(|&place| place <= opened.game.moves.len());
                let game = self.cut(opened.game, place)?;
                let source = opened.source.as_ref();
                let labels = source.map_or_else(Vec::new, |file| file.labels(game.moves.len()));
                Ok(Found::Game(game, labels))
            }
            Err(Unopened::OtherGame(why)) => bail!("{why} (--as-five reads it as five in a row)"),
            Err(Unopened::Wrong(why)) => bail!(why),
        }
    }

    /// The game up to the move that was asked for, or up to where its link opens it.
    fn cut(&self, mut game: Game, place: Option<usize>) -> Result<Game> {
        if let Some(after) = self.after.or(place) {
            let moves = game.moves.len();
            ensure!(
                after <= moves,
                "--after {after}: the game has {}",
                wording::moves(moves)
            );
            game.moves.truncate(after);
        }
        Ok(game)
    }
}

/// What was assumed about a game that does not name it: `no rule or board is named; assumed: freestyle, 15x15`.
pub fn assumption(assumed: Assumed, game: &Game) -> Option<String> {
    let (rule, shape) = (game.rule, game.shape);
    match (assumed.rule, assumed.board) {
        (false, false) => None,
        (true, false) => Some(format!("no rule is named; assumed: {rule}")),
        (false, true) => Some(format!("no board is named; assumed: {shape}")),
        (true, true) => Some(format!(
            "no rule or board is named; assumed: {rule}, {shape}"
        )),
    }
}

/// What a file holds; `-` is standard input, and a link is what it says itself.
///
/// # Errors
/// When it cannot be read, or is longer than any record of games.
pub fn read_file(file: &Path) -> Result<Vec<u8>> {
    if file == Path::new("-") {
        let read = files::read_all(std::io::stdin(), files::LONGEST_RECORD);
        return read.context("standard input");
    }
    if let Some(link) = file.to_str().filter(|name| links::is_link(name)) {
        return Ok(link.into());
    }
    let read = files::read(file, files::LONGEST_RECORD);
    read.with_context(|| file.display().to_string())
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
