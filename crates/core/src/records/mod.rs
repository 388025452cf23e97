//! Records of games, and the files they are kept in.
//!
//! A record is what a referee writes and a player reads back: who played, where the stones went, how
//! it ended. It stands this low because it speaks of points and rules alone, so that everything that
//! plays, judges or studies games can use it.
//!
//! - [`content`]: what a file holds at all; [`opened`]: the game in it; [`defaults`]: rule and board of games that
//!   name none;
//! - [`psq`]: Piskvork's own format;
//! - [`sgf`]: Smart Game Format, which nearly every viewer reads, as a tree and as a flat game;
//! - [`source`]: a loaded file that is kept whole while its game is played on; [`files`]: how it is
//!   written;
//! - [`openings`]: lines of points that games begin with;
//! - [`training`]: games with what a search thought of each position, for the laboratory;
//! - [`links`]: games in links; [`commands`]: in what a manager says to a brain; [`positions`]: `.pos` files;
//!   [`drawings`]: boards drawn as text; [`ccgc`]: records of a contest;
//!   [`renlib`]: libraries of RenLib; [`heads`]: what sites write above lists of moves;
//! - [`moves`]: rows and lists of moves, as RenLib, sites and people write them; [`Game::moves_text`] writes one.

pub mod ccgc;
pub mod commands;
pub mod content;
pub mod defaults;
pub mod drawings;
pub mod files;
pub mod heads;
pub mod links;
pub mod moves;
pub mod opened;
pub mod openings;
pub mod positions;
pub mod psq;
pub mod renlib;
pub mod sgf;
pub mod source;
pub mod training;

use crate::board::{Colour, PlayError, Point, PointSet, Shape, Stone, notation};
use crate::rules::{Foul, Rule, connect6, dots};
use defaults::Defaults;
use std::fmt;
use std::path::Path;

/// Which game was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Five in a row, by some [`Rule`]: the sides move in turn.
    Five,
    /// Connect6: black lays one stone, then each side two a turn.
    Connect6,
    /// Dots and Boxes: lines, each on its point of the board that [`dots`] has.
    Dots,
}

impl Kind {
    /// What records call Connect6.
    pub const CONNECT6: &str = "connect6";
    /// What records call Dots and Boxes.
    pub const DOTS: &str = "dots-and-boxes";

    /// What records call the game, where it has but one rule.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Kind::Five => None,
            Kind::Connect6 => Some(Kind::CONNECT6),
            Kind::Dots => Some(Kind::DOTS),
        }
    }

    /// The game that records call so.
    pub fn named(name: &str) -> Option<Kind> {
        let games = [Kind::Connect6, Kind::Dots];
        games.into_iter().find(|game| {
            game.name()
                .is_some_and(|known| known.eq_ignore_ascii_case(name))
        })
    }

    /// Whose stone the one of this number is, counted from 0, where this side made the first move; these are
    /// the stones, on this board.
    pub fn side(
        self,
        number: usize,
        first: Colour,
        shape: Shape,
        stones: impl Iterator<Item = Point>,
    ) -> Colour {
        let side = match self {
            Kind::Five => Colour::BOTH[number % 2],
            Kind::Connect6 => connect6::side(number),
            Kind::Dots => dots::side_after(shape, stones.take(number)),
        };
        if first == Colour::Black { side } else { !side }
    }
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The board.
    pub shape: Shape,
    /// Which game.
    pub kind: Kind,
    /// The rule of five in a row. Other games have but one, of which this says nothing.
    pub rule: Rule,
    /// Black's name and white's.
    pub players: [String; 2],
    /// Stones that lay there before the first move, row by row.
    pub setup: Vec<Stone>,
    /// Who makes the first move: black, unless stones were set up and somebody says otherwise.
    pub first: Colour,
    /// The moves, stone by stone or line by line; no point comes twice.
    pub moves: Vec<Move>,
    /// How it ended, if it has and if that is known.
    pub ending: Option<Ending>,
}

/// A move and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Where.
    pub point: Point,
    /// Milliseconds that it took.
    pub time: Option<u64>,
    /// What is said about it: often depth and score, as the player saw them. Empty for nothing.
    pub comment: String,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won; `None` for a draw.
    pub winner: Option<Colour>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The winner made a row of five.
    Five,
    /// The winner made a row of more than five, where that wins.
    Overline,
    /// The winner made a row of six or more in Connect6.
    Six,
    /// The loser made a foul.
    Foul(Foul),
    /// All lines are drawn, and who has more boxes has won.
    Boxes,
    /// The continuous game is over, and who made more rows has won.
    Rows,
    /// No empty point is left.
    FullBoard,
    /// As many moves were made as had been agreed on.
    MoveLimit,
    /// The loser used more time than it had.
    Time,
    /// The loser's program ended in the middle of the game.
    Crash,
    /// The loser named a point that was taken or not on the board.
    Illegal,
    /// The loser answered something that is no move.
    Garbage,
    /// The loser's program did not get ready for the game.
    NoStart,
    /// The record does not say.
    Unknown,
}

/// Every reason but fouls with its words; records are written and read by this list.
const REASONS: [(Reason, &str); 13] = [
    (Reason::Five, "five"),
    (Reason::Overline, "overline"),
    (Reason::Six, "six"),
    (Reason::Boxes, "boxes"),
    (Reason::Rows, "rows"),
    (Reason::FullBoard, "full board"),
    (Reason::MoveLimit, "move limit"),
    (Reason::Time, "time"),
    (Reason::Crash, "crash"),
    (Reason::Illegal, "illegal move"),
    (Reason::Garbage, "garbage"),
    (Reason::NoStart, "no start"),
    (Reason::Unknown, "unknown"),
];

/// Stands before the name of a foul.
const FOUL: &str = "foul: ";

impl Reason {
    /// The program, not the player, lost the game.
    pub fn is_fault(self) -> bool {
        use Reason::*;
        matches!(self, Time | Crash | Illegal | Garbage | NoStart)
    }

    fn from_words(words: &str) -> Option<Reason> {
        if let Some(name) = words.strip_prefix(FOUL) {
            let foul = Foul::ALL.into_iter().find(|foul| foul.name() == name);
            return foul.map(Reason::Foul);
        }
        let found = REASONS.iter().find(|(_, known)| *known == words);
        found.map(|(reason, _)| *reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Reason::Foul(foul) = self {
            return f.pad(&format!("{FOUL}{}", foul.name()));
        }
        let found = REASONS.iter().find(|(reason, _)| reason == self);
        f.pad(found.expect("every reason is listed").1)
    }
}

impl Ending {
    /// `winner` has won.
    pub fn won(winner: Colour, reason: Reason) -> Ending {
        Ending {
            winner: Some(winner),
            reason,
        }
    }

    /// Nobody has.
    pub fn drawn(reason: Reason) -> Ending {
        Ending {
            winner: None,
            reason,
        }
    }
}

impl Move {
    /// A move of which nothing else is known.
    pub fn new(point: Point) -> Move {
        Move {
            point,
            time: None,
            comment: String::new(),
        }
    }
}

impl Game {
    /// A game before its first move.
    pub fn new(shape: Shape, rule: Rule, players: [String; 2]) -> Game {
        Game {
            shape,
            kind: Kind::Five,
            rule,
            players,
            setup: Vec::new(),
            first: Colour::Black,
            moves: Vec::new(),
            ending: None,
        }
    }

    /// Lays stones before the first move; all that lie there stand row by row then.
    pub(in crate::records) fn set_up(&mut self, stones: impl IntoIterator<Item = Stone>) {
        self.setup.extend(stones);
        self.setup
            .sort_by_key(|stone| (stone.point.y(), stone.point.x()));
    }

    /// Whose stone the move of this number is, counted from 0.
    pub fn side(&self, number: usize) -> Colour {
        let kind = self.kind;
        kind.side(number, self.first, self.shape, self.points())
    }

    /// Whose turn it is after the moves.
    pub fn to_move(&self) -> Colour {
        self.side(self.moves.len())
    }

    /// The points of the moves.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.moves.iter().map(|made| made.point)
    }

    /// The moves in a row, as RenLib and people write them: `h8i9g7`. [`notation::read`] reads it.
    pub fn moves_text(&self) -> String {
        let written = self.points().map(|p| notation::write(p, self.shape));
        written.collect()
    }
}

/// Collects points of a record and refuses those that cannot be played.
struct Taken {
    shape: Shape,
    points: PointSet,
}

impl Taken {
    fn new(shape: Shape) -> Taken {
        Taken {
            shape,
            points: PointSet::EMPTY,
        }
    }

    /// The point in column `x` and row `y`, which is taken from now on.
    fn take(&mut self, x: i32, y: i32) -> Result<Point, PlayError> {
        let point = self.shape.point(x, y).ok_or(PlayError::OffBoard)?;
        if self.points.contains(point) {
            return Err(PlayError::Taken);
        }
        self.points.insert(point);
        Ok(point)
    }
}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// A sentence.
    pub message: String,
}

impl ReadError {
    fn at(line: usize, message: impl Into<String>) -> ReadError {
        ReadError {
            line,
            message: message.into(),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// The files that a game is kept in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Smart Game Format.
    Sgf,
    /// Piskvork's; it cannot tell the rule.
    Psq,
}

impl Format {
    /// The format that the ending of a file's name asks for.
    pub fn of_name(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "sgf" => Some(Format::Sgf),
            "psq" => Some(Format::Psq),
            _ => None,
        }
    }

    /// The format that a text is written in.
    pub fn of_text(text: &str) -> Option<Format> {
        match text.trim_start_matches('\u{feff}').trim_start() {
            text if psq::begins(text) => Some(Format::Psq),
            text => sgf::begins_at(text.as_bytes()).map(|_| Format::Sgf),
        }
    }

    /// Writes a game.
    pub fn write(self, game: &Game) -> String {
        match self {
            Format::Sgf => sgf::write(game),
            Format::Psq => psq::write(game),
        }
    }

    /// Reads a game, of several the first.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn read(self, text: &str, defaults: impl Into<Defaults>) -> Result<Game, ReadError> {
        let defaults = defaults.into();
        match self {
            Format::Psq => psq::read(text, defaults.rule()),
            Format::Sgf => Ok(sgf::read(text, defaults)?.remove(0)),
        }
    }
}

/// The board of a file, or why there is none.
fn shape(width: u32, height: u32, line: usize) -> Result<Shape, ReadError> {
    Shape::new(width, height).ok_or_else(|| {
        let message = format!("a board of {width}x{height}: sides go from 5 to 32");
        ReadError::at(line, message)
    })
}
