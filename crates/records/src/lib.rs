//! Game records of Gomoku and Renju and their file formats.
//!
//! Convert a game:
//!
//! ```
//! use tengen_core::rules::{Rule, Variant};
//! use tengen_records::Format;
//!
//! let freestyle = Rule::new(Variant::Freestyle); // for files that name no rule
//! let game = Format::Sgf.read("(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[gi])", freestyle)?;
//! assert_eq!((game.moves_text().as_str(), game.rule.variant), ("h8i9g7", Variant::Renju));
//! let text = Format::Psq.write(&game);
//! assert!(text.starts_with("Piskvorky 15x15"));
//! # Ok::<(), tengen_records::ReadError>(())
//! ```
//!
//! Open a file of any format, and let a referee play its moves:
//!
//! ```
//! use tengen_records::games::open;
//!
//! let opened = open(b"1. h8 a1 2. i8 a2 3. j8 a3 4. k8 a4 5. l8", Default::default(), false);
//! let Ok(opened) = opened else {
//!     panic!("it is a list of moves");
//! };
//! let board = opened.game.played()?;
//! assert_eq!(board.ending().expect("black has five").reason.to_string(), "five");
//! assert!(open(b"hello", Default::default(), false).is_err());
//! # Ok::<(), tengen_records::ReadError>(())
//! ```
//!
//! A record is written by a referee and read by a player: the players, the moves and the result. It depends only on
//! points and rules, so that everything that plays, referees or analyses games can use it.
//!
//! - [`mod@games`]: what a file is, and its games one after the other; [`opened`]: a game with its file; [`defaults`]: rule and
//!   board size of games that name none;
//! - [`psq`]: Piskvork's format;
//! - [`sgf`]: Smart Game Format, which nearly every viewer reads, as a tree and as a flat game;
//! - [`source`]: a loaded file that is preserved while its game is continued; [`save`]: formats by names of files;
//! - [`Game::played`]: a record played by a referee, move by move; [`turns`]: set-up boards, passes, and moves of sides that do not
//!   alternate;
//! - [`openings`]: opening lists;
//! - [`training`]: games with search results for each position, as training data;
//! - [`links`]: games in links; [`renlib`]: RenLib libraries; [`yixin`]: Yixin's databases.
//!   Also read are diagrams as text, RIF (renju.net's collection), web pages of RenLib's applet, records of PlayOK and of the Chinese
//!   championship (CCGC), protocol transcripts and `.pos` files;
//! - [`moves`]: move lists as written by RenLib, sites and people; [`Game::moves_text`] writes one.

mod applet;
mod ccgc;
mod commands;
mod content;
pub mod defaults;
mod drawings;
mod error;
pub mod games;
mod heads;
mod lines;
pub mod links;
pub mod moves;
pub mod opened;
pub mod openings;
mod playok;
mod positions;
pub mod psq;
pub mod renlib;
mod replay;
mod rif;
pub mod save;
pub mod sgf;
pub mod source;
pub mod training;
pub mod turns;
pub mod yixin;

pub use error::{Note, ReadError, TrainingError, WriteError};
pub use games::games;
pub use tengen_core::game::{Ending, OtherGame, Reason};

use defaults::Defaults;
use std::path::Path;
use tengen_core::board::{BoardSize, Colour, PlayError, Point, PointSet, Position, Stone, notation};
use tengen_core::rules::Rule;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    pub size: BoardSize,
    pub other: Option<&'static dyn OtherGame>,
    /// The rule of five in a row; not used by other games.
    pub rule: Rule,
    /// Black's name and white's.
    pub players: [String; 2],
    /// Setup stones, on the board before the first move, row by row.
    pub setup: Vec<Stone>,
    /// The side that makes the first move: black, unless the record has setup stones or names the other side.
    pub first: Colour,
    /// The moves, stone by stone or line by line; each point occurs at most once.
    pub moves: Vec<Move>,
    /// The result, if the game is over and the result is known.
    pub ending: Option<Ending>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    pub point: Point,
    /// The time used, in milliseconds.
    pub time: Option<u64>,
    /// The comment, often depth and score from the player's search; may be empty.
    pub comment: String,
}

impl Move {
    /// A move without time or comment.
    pub fn new(point: Point) -> Move {
        Move { point, time: None, comment: String::new() }
    }
}

impl Game {
    pub fn new(size: BoardSize, rule: Rule, players: [String; 2]) -> Game {
        Game {
            size,
            other: None,
            rule,
            players,
            setup: Vec::new(),
            first: Colour::Black,
            moves: Vec::new(),
            ending: None,
        }
    }

    /// A game without moves that begins with this position.
    pub fn from_position(position: &Position, rule: Rule) -> Game {
        Game {
            setup: position.stones().to_vec(),
            first: position.to_move(),
            ..Game::new(position.size(), rule, Default::default())
        }
    }

    /// Adds setup stones and keeps all of them sorted row by row.
    pub(crate) fn set_up(&mut self, stones: impl IntoIterator<Item = Stone>) {
        self.setup.extend(stones);
        self.setup.sort_by_key(|stone| (stone.point.y(), stone.point.x()));
    }

    /// The side of the move with this number, counted from 0.
    pub fn side(&self, number: usize) -> Colour {
        match self.other {
            Some(game) => game.side_after(self.size, self.points().take(number)),
            None if number.is_multiple_of(2) => self.first,
            None => !self.first,
        }
    }

    /// The side to move after the last move.
    pub fn to_move(&self) -> Colour {
        self.side(self.moves.len())
    }

    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.moves.iter().map(|made| made.point)
    }

    /// The moves as RenLib and people write them: `h8i9g7`. [`notation::read`] parses it.
    pub fn moves_text(&self) -> String {
        notation::list(self.points(), self.size)
    }
}

/// Collects the points of a record and rejects those that cannot be played.
struct Taken {
    size: BoardSize,
    points: PointSet,
}

impl Taken {
    fn new(size: BoardSize) -> Taken {
        Taken { size, points: PointSet::EMPTY }
    }

    /// Marks the point in column `x` and row `y` as taken and returns it.
    fn take(&mut self, x: i32, y: i32) -> Result<Point, PlayError> {
        let point = self.size.point(x, y).ok_or(PlayError::OffBoard)?;
        if self.points.contains(point) {
            return Err(PlayError::Taken);
        }
        self.points.insert(point);
        Ok(point)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Smart Game Format.
    Sgf,
    /// Piskvork's format; it does not store the rule.
    Psq,
}

impl Format {
    pub fn of_name(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "sgf" => Some(Format::Sgf),
            "psq" => Some(Format::Psq),
            _ => None,
        }
    }

    fn of_text(text: &str) -> Option<Format> {
        match text.trim_start_matches('\u{feff}').trim_start() {
            text if psq::begins(text) => Some(Format::Psq),
            text => sgf::begins_at(text.as_bytes()).map(|_| Format::Sgf),
        }
    }

    pub fn write(self, game: &Game) -> String {
        match self {
            Format::Sgf => sgf::write(game),
            Format::Psq => psq::write(game),
        }
    }

    /// Reads a game, the first if there are several.
    pub fn read(self, text: &str, defaults: impl Into<Defaults>) -> Result<Game, ReadError> {
        let defaults = defaults.into();
        match self {
            Format::Psq => psq::read(text, defaults.rule()),
            Format::Sgf => Ok(sgf::read(text, defaults)?.remove(0)),
        }
    }
}

/// Tests the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
