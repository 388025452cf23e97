//! What a manager can ask for, and what it is given back.

use super::{Field, Info, Place};
use crate::search::Balance;
use std::fmt;
use tengen_common::Report;
use tengen_core::board::{PlayError, Point, PointSet};
use tengen_database::Explored;

/// What a manager can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A new game on a board of this width and height.
    Start {
        /// Columns.
        width: i32,
        /// Rows.
        height: i32,
    },
    /// A new game on the same board.
    Restart,
    /// Open the game (or simply: it is your move).
    Begin,
    /// The opponent has moved; move.
    Turn(Place),
    /// The board looks like this; move.
    Board(Vec<(Place, Field)>),
    /// Opening rule swap2: none, three or five stones lie; choose.
    Swap2(Vec<Place>),
    /// Take this stone off.
    TakeBack(Place),
    /// Play this instead of what you suggested.
    Play(Place),
    /// Which points are fouls of black?
    ShowFouls,
    /// The manager is a graphical board: it wants to see the lines of a search, and counts the rules
    /// in its own way.
    Graphical,
    /// The board looks like this; do not move yet. From a graphical board.
    SetUp(Vec<(Place, Field)>),
    /// Move, and show this many lines. From a graphical board.
    Best(usize),
    /// Which stone, or which two, make a position of this value? Nothing is played. From a graphical
    /// board.
    Balance(Balance),
    /// Do not move to these points, until they are unblocked.
    Block(Vec<Place>),
    /// These points are free again.
    Unblock(Vec<Place>),
    /// All points are free again.
    UnblockAll,
    /// Forget what was learned in searches.
    ClearHash,
    /// How full is the memory of searches?
    HashUsage,
    /// What does the database know of the position after these moves?
    LookUp(Vec<Place>, Lookup),
    /// Change what the database knows of the position after these moves.
    Edit(Vec<Place>, Vec<Edit>),
    /// Take note.
    Info(Info),
}

/// What the engine gives back.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Done.
    Ok,
    /// Our move, which is on the board; the report of the search if there was one.
    Move(Point, Option<Report>),
    /// A move proposed; it is not on the board.
    Suggestion(Point, Option<Report>),
    /// Stones after which the value is nearest to a wish; they are not on the board.
    Even(Vec<Point>, Report),
    /// What we do in the swap2 opening.
    Opening(Choice),
    /// The foul points of black.
    Fouls(PointSet),
    /// What was learned in searches is forgotten.
    HashCleared,
    /// How full the memory of searches is, in thousandths.
    HashUsage(u32),
    /// We know that the manager is a graphical board.
    Graphical,
    /// What the database knows of a position and of its moves.
    Known(Lookup, Explored),
    /// Nothing is to be said.
    Silence,
    /// The search was broken off because nobody waits for the move any more.
    Abandoned,
}

/// What a graphical board wants to know of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// Its moves.
    Moves,
    /// Its moves, and its comment.
    MovesAndComment,
    /// Its value.
    Value,
    /// Its comment.
    Comment,
}

/// What a graphical board wants to change of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// How it ends for whoever has just moved, if somebody knows it.
    Result(Option<Verdict>),
    /// Its value for the side to move.
    Score(i32),
    /// How deep that looked.
    Depth(u16),
    /// Its comment.
    Comment(String),
    /// Its label, or that of a move.
    Label(Option<Place>, String),
    /// Nothing is known of it any more.
    Forget,
}

/// How a position ends for whoever has just moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
}

/// What to do in the opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Take the other colour.
    Swap,
    /// Lay these stones: one (and keep the colour), two (and leave the choice) or three (the start).
    Stones(Vec<Point>),
}

/// Why a command cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no board yet.
    NoGame,
    /// The last board that was sent was refused, and nobody knows what the manager has on its own.
    BoardRefused,
    /// Boards have sides from 5 to 32.
    Size,
    /// The point cannot be used.
    Point(Place, PlayError),
    /// PLAY without a suggestion of ours.
    NoSuggestion,
    /// No empty point is left to play on.
    Full,
    /// Nothing can be laid without a five or a foul.
    Uneven,
    /// All legal points are blocked.
    Blocked,
    /// Swap2 knows boards with none, three or five stones, not with this many.
    Swap2Stones(usize),
    /// `max_memory` is below what the engine needs; both in bytes.
    LittleMemory {
        /// What the manager allows.
        limit: usize,
        /// The smallest limit that works.
        needed: usize,
    },
    /// There is no database.
    NoDatabase,
    /// The database cannot be read or written, and why.
    Database(String),
    /// The program has a mistake; the log tells where.
    Failure,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::NoGame => f.write_str("no START yet"),
            Refusal::BoardRefused => {
                f.write_str("the last board was refused; send BOARD, RESTART or START")
            }
            Refusal::Size => f.write_str("unsupported size, sides go from 5 to 32 (20 works)"),
            Refusal::Point((x, y), error) => write!(f, "{x},{y}: {error}"),
            Refusal::NoSuggestion => f.write_str("nothing was suggested"),
            Refusal::Full => f.write_str("the board is full"),
            Refusal::Blocked => f.write_str("no legal point is left that is not blocked"),
            Refusal::Uneven => f.write_str("nothing can be laid that would not decide the game"),
            Refusal::Swap2Stones(count) => {
                write!(f, "swap2 has 0, 3 or 5 stones, not {count}")
            }
            Refusal::LittleMemory { limit, needed } => {
                write!(
                    f,
                    "max_memory {limit} is too small, {needed} bytes are needed"
                )
            }
            Refusal::NoDatabase => f.write_str("there is no database; --database FILE names one"),
            Refusal::Database(why) => f.write_str(why),
            Refusal::Failure => f.write_str("a mistake in the program; --log FILE would tell more"),
        }
    }
}

impl std::error::Error for Refusal {}
