//! How a game ended.

use crate::board::Colour;
use crate::rules::Forbidden;
use std::fmt;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Colour>,
    /// The reason.
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
    /// The loser made a forbidden move.
    Forbidden(Forbidden),
    /// All lines are drawn; the side with more boxes won.
    Boxes,
    /// The continuous game is over; the side with more rows won.
    Rows,
    /// The board is full.
    FullBoard,
    /// Both sides passed, which is a draw under renju.
    Passes,
    /// The move limit was reached.
    MoveLimit,
    /// The loser resigned.
    Resignation,
    /// The loser exceeded its time limit.
    Time,
    /// The loser's program exited during the game.
    Crash,
    /// The loser played on a point that is taken or off the board.
    Illegal,
    /// The loser's reply was not a move.
    Garbage,
    /// The loser's program printed too much.
    Flood,
    /// The loser's program did not start the game.
    NoStart,
    /// The record does not name the reason.
    Unknown,
}

/// All reasons except forbidden moves, with their names in records.
const REASONS: [(Reason, &str); 16] = [
    (Reason::Five, "five"),
    (Reason::Overline, "overline"),
    (Reason::Six, "six"),
    (Reason::Boxes, "boxes"),
    (Reason::Rows, "rows"),
    (Reason::FullBoard, "full board"),
    (Reason::Passes, "passes"),
    (Reason::MoveLimit, "move limit"),
    (Reason::Resignation, "resignation"),
    (Reason::Time, "time"),
    (Reason::Crash, "crash"),
    (Reason::Illegal, "illegal move"),
    (Reason::Garbage, "garbage"),
    (Reason::Flood, "too much output"),
    (Reason::NoStart, "no start"),
    (Reason::Unknown, "unknown"),
];

/// The prefix of a forbidden move's name.
const FORBIDDEN: &str = "foul: ";

impl Reason {
    /// Whether the program failed: a loss without a loss on the board.
    pub fn is_fault(self) -> bool {
        use Reason::*;
        matches!(self, Time | Crash | Illegal | Garbage | Flood | NoStart)
    }

    /// Whether the moves do not show it: the result has to be recorded.
    pub fn is_beside_the_board(self) -> bool {
        use Reason::*;
        self.is_fault() || matches!(self, Resignation | Passes | MoveLimit | Unknown)
    }

    /// The reason with this name in records.
    pub fn from_words(words: &str) -> Option<Reason> {
        if let Some(name) = words.strip_prefix(FORBIDDEN) {
            let forbidden = Forbidden::ALL.into_iter().find(|forbidden| forbidden.name() == name);
            return forbidden.map(Reason::Forbidden);
        }
        let found = REASONS.iter().find(|(_, known)| *known == words);
        found.map(|(reason, _)| *reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Reason::Forbidden(forbidden) = self {
            return f.pad(&format!("{FORBIDDEN}{}", forbidden.name()));
        }
        let found = REASONS.iter().find(|(reason, _)| reason == self);
        f.pad(found.expect("every reason is listed").1)
    }
}

impl Ending {
    /// A win for `winner`.
    pub fn won(winner: Colour, reason: Reason) -> Ending {
        Ending { winner: Some(winner), reason }
    }

    /// A draw.
    pub fn drawn(reason: Reason) -> Ending {
        Ending { winner: None, reason }
    }
}
