//! Positions that people give: as moves, as a drawing, or as a game in a file.

use crate::board::{Colour, Position, Shape, diagram, notation};
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
    /// Who is to move [default: black when both sides have as many stones, else white]
    #[arg(long, value_enum)]
    side: Option<Side>,
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

impl Given {
    /// The position. A rule that is asked for is stronger than the one that a file names; without
    /// either it is freestyle.
    ///
    /// # Errors
    /// When there is no such position, or somebody has won already.
    pub fn read(&self, rule: Option<Rule>, shape: Shape) -> Result<Setting> {
        let otherwise = rule.unwrap_or(Rule::new(Variant::Freestyle));
        let found = match (&self.position, self.file.as_ref().or(self.board.as_ref())) {
            (Some(moves), _) => Found::Game(game_of_moves(moves, otherwise, shape)?),
            (None, Some(file)) => understand(&read_file(file)?, otherwise, shape)
                .with_context(|| file.display().to_string())?,
            (None, None) => bail!("give a position: a file, or --position MOVES"),
        };
        let (mut position, rule) = match found {
            Found::Game(game) => {
                let rule = rule.unwrap_or(game.rule);
                (self.replayed(game, rule)?, rule)
            }
            Found::Drawing(position) => {
                ensure!(
                    self.after.is_none(),
                    "--after is for games, not for drawings"
                );
                (*position, otherwise)
            }
        };
        let side = self.side.map(Colour::from);
        position.set_to_move(side.unwrap_or_else(|| next_side(&position)));
        check_open(&position, rule)?;
        Ok(Setting { position, rule })
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

/// The text of a file; `-` is standard input.
///
/// # Errors
/// When it cannot be read, or is no text.
pub fn read_file(file: &Path) -> Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    // Names of players may be in any old encoding.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A game in a text: SGF, psq, or moves (on a board of `shape`, which the others name themselves).
///
/// # Errors
/// Where the text is no such thing.
pub fn read_game(text: &str, otherwise: Rule, shape: Shape) -> Result<Game> {
    match Format::of_text(text) {
        None => game_of_moves(text, otherwise, shape),
        Some(format) => {
            let game = format.read(text, otherwise)?;
            ensure!(
                game.kind == Kind::Five,
                "this is a game of Connect6, not of five in a row"
            );
            Ok(game)
        }
    }
}

fn understand(text: &str, otherwise: Rule, shape: Shape) -> Result<Found> {
    let looks_drawn = Format::of_text(text).is_none() && !begins_with_point(text);
    if looks_drawn {
        let drawing = diagram::read(text).map_err(anyhow::Error::msg)?;
        return Ok(Found::Drawing(Box::new(drawing.position)));
    }
    read_game(text, otherwise, shape).map(Found::Game)
}

/// `h8`, as no drawing begins.
fn begins_with_point(text: &str) -> bool {
    let text = text.trim_start();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    (1..=2).contains(&(text.len() - rest.len())) && rest.starts_with(|c: char| c.is_ascii_digit())
}

fn game_of_moves(text: &str, rule: Rule, shape: Shape) -> Result<Game> {
    let points = notation::read(text, shape).map_err(anyhow::Error::msg)?;
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
