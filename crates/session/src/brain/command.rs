//! Commands of a manager and the engine's replies.

use super::{Field, Info, Place};
use std::fmt;
use tengen_common::Report;
use tengen_core::board::{PlayError, Point, PointSet};
use tengen_database::Explored;
use tengen_engine::eval::chances::Chances;
use tengen_engine::search::Balance;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Starts a new game on a board of this size.
    Start {
        width: i32,
        height: i32,
    },
    /// Starts a new game on the same board.
    Restart,
    /// It is the engine's turn; usually the first move of the game.
    Begin,
    /// The opponent has moved; the engine moves.
    Turn(Place),
    /// Sets up a position; the engine moves.
    Board(Vec<(Place, Field)>),
    /// Opening rule Swap2: with zero, three or five stones on the board, make a decision.
    Swap2(Vec<Place>),
    /// A step of swap2 with the stones on the board: none (1), three (2) or five (3). From a board program.
    Swap2Step(u8),
    /// A step of Soosõrv's opening rule. From a board program.
    Soosyrv(Soosyrv),
    TakeBack(Place),
    /// Plays this move instead of the suggested one.
    Play(Place),
    /// Requests Black's forbidden points.
    ShowForbidden,
    /// The manager is a board program: it wants search lines, and numbers the rules differently.
    Graphical,
    /// Sets up a position without a move. From a board program.
    SetUp(Vec<(Place, Field)>),
    /// Moves, and shows this many lines. From a board program.
    Best(usize),
    /// Finds a stone, or two stones, that give a position this value. Nothing is played. From a board program.
    Balance(Balance),
    /// Blocks these points for the engine until they are unblocked.
    Block(Vec<Place>),
    Unblock(Vec<Place>),
    UnblockAll,
    ClearHash,
    HashUsage,
    /// Requests the database's record of the position after these moves.
    LookUp(Vec<Place>, Lookup),
    /// Edits the database's record of the position after these moves.
    Edit(Vec<Place>, Vec<Edit>),
    Info(Info),
}

#[derive(Clone, Debug)]
pub enum Reply {
    Ok,
    /// The engine's move, which is on the board now; with the search report if there was a search.
    Move(Point, Option<Report>),
    /// A suggested move; it is not on the board.
    Suggestion(Point, Option<Report>),
    /// Stones after which the value is closest to the target; they are not on the board.
    Even(Vec<Point>, Report),
    /// The decision in a Swap2 opening.
    Opening(OpeningChoice),
    /// The decision in a step of swap2.
    Swap2Step(Swap2Step),
    /// The decision in a step of Soosõrv's opening rule.
    Soosyrv(Decision),
    /// Black's forbidden points.
    Forbidden(PointSet),
    HashCleared,
    /// The usage of the transposition table, in thousandths.
    HashUsage(u32),
    /// Acknowledges that the manager is a board program.
    Graphical,
    /// The database's records of a position and its moves.
    Known {
        lookup: Lookup,
        explored: Explored,
        /// The chances of the side to move there, or after the moves if these are looked up.
        chances: Chances,
    },
    Silence,
    /// The search was cancelled; there is no move.
    Abandoned,
}

/// What a board program requests from the database about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lookup {
    Moves,
    MovesAndComment,
    Value,
    Comment,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// The result for the side that has just moved; `None` removes it.
    Result(Option<Verdict>),
    /// The value for the side to move.
    Score(i32),
    Depth(u16),
    Comment(String),
    /// The label of the position, or of a move.
    Label(Option<Place>, String),
    Forget,
}

/// The result of a position for the side that has just moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Won,
    Lost,
    Drawn,
}

/// A step of Soosõrv's rule and its stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Soosyrv {
    /// The number of the step, from 1 to 6.
    pub step: u8,
    /// The number of fifth stones, in steps 4 and 5.
    pub fifths: usize,
    pub stones: Vec<Place>,
}

/// A decision in a step of Soosõrv's rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The first three stones.
    Three(Vec<Point>),
    /// Whether to swap, and after how many stones.
    Swap(bool, usize),
    /// The fourth stone and the number of fifth stones.
    Fourth(Point, usize),
    /// The fifth stones to offer.
    Offer(Vec<Point>),
    /// The fifth stone to keep.
    Keep(Point),
}

/// The decision of a step of swap2: its number of stones, and the engine's choice.
pub type Swap2Step = (usize, OpeningChoice);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningChoice {
    Swap,
    /// Plays these stones: one (and keeps the colour), two (and leaves the choice to the opponent) or three (the
    /// opening).
    Stones(Vec<Point>),
}

/// Why a command cannot be executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no board yet.
    NoGame,
    /// The last board was refused, so the manager's board is unknown.
    BoardRefused,
    /// Board sides must be from 5 to 32.
    Size,
    Point(Place, PlayError),
    /// PLAY without a previous suggestion.
    NoSuggestion,
    Full,
    /// Every empty point is forbidden or makes a five.
    Uneven,
    /// All legal points are blocked.
    Blocked,
    /// Swap2 is defined for boards with zero, three or five stones, not this many.
    Swap2Stones(usize),
    /// The stones do not belong to the step of the opening rule, with the reason.
    Opening(String),
    /// `max_memory` is below the minimum; both in bytes.
    LittleMemory {
        limit: usize,
        /// The smallest limit that works.
        needed: usize,
    },
    NoDatabase,
    /// The database cannot be read or written, with the reason.
    Database(String),
    /// A bug in the program; the log has details.
    Failure,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::NoGame => f.write_str("no START yet"),
            Refusal::BoardRefused => f.write_str("the last board was refused; send BOARD, RESTART or START"),
            Refusal::Size => f.write_str("unsupported size, sides go from 5 to 32 (20 works)"),
            Refusal::Point((x, y), error) => write!(f, "{x},{y}: {error}"),
            Refusal::NoSuggestion => f.write_str("nothing was suggested"),
            Refusal::Full => f.write_str("the board is full"),
            Refusal::Blocked => f.write_str("no legal point is left that is not blocked"),
            Refusal::Uneven => f.write_str("no even move exists: every move decides the game"),
            Refusal::Swap2Stones(count) => {
                write!(f, "swap2 has 0, 3 or 5 stones, not {count}")
            }
            Refusal::LittleMemory { limit, needed } => {
                write!(f, "max_memory {limit} is too small, {needed} bytes are needed")
            }
            Refusal::NoDatabase => f.write_str("there is no database; --database FILE names one"),
            Refusal::Database(why) | Refusal::Opening(why) => f.write_str(why),
            Refusal::Failure => f.write_str("internal error; --log FILE records details"),
        }
    }
}

impl std::error::Error for Refusal {}
