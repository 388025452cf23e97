//! Input during a search, and output of its progress.

use crate::Report;

pub use tengen_core::sau::Place;

/// An `INFO` from the manager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Info {
    /// Milliseconds for one move; 0 asks for a move as fast as possible.
    TimeoutTurn(i64),
    /// Milliseconds for the whole match; 0 is no limit.
    TimeoutMatch(i64),
    /// Milliseconds left in the match; may be negative.
    TimeLeft(i64),
    /// Bytes the process may use; 0 is no limit.
    MaxMemory(i64),
    /// The rule as a bit mask.
    Rule(u32),
    /// Whether the first player has renju's forbidden moves under any rule.
    ForbiddenCheck(bool),
    /// The maximum number of nodes per search; 0 is no limit. (Yixin and c-gomoku-cli.)
    MaxNodes(u64),
    /// The maximum depth of a search; 0 is no limit. (Yixin and c-gomoku-cli.)
    MaxDepth(u32),
    /// The hash size in KiB; 0 is the default. (Yixin.)
    HashSize(i64),
    /// The number of search threads; 0 is the default. (Yixin.)
    ThreadNum(i64),
    /// Whether to ponder. (Yixin.)
    Pondering(bool),
    /// Whether the database is used. (Yixin.)
    UseDatabase(bool),
    /// The playing strength, 0 to 100; larger numbers are ignored. (Rapfi and c-gomoku-cli.)
    Strength(u8),
    /// What to show of a search: 1 the best point, 2 figures, 3 both. (Yixin.)
    ShowDetail(i64),
}

/// What to show of a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Show {
    /// The lines, in human-readable form.
    pub lines: bool,
    /// The best point, for marking on a board.
    pub points: bool,
    /// All data of the lines, in machine-readable form.
    pub figures: bool,
}

/// Input that arrives during a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupt {
    /// An `INFO`, possibly a changed limit.
    Info(Info),
    /// Stop and play the best move found so far.
    MoveNow,
    /// Abandon the move; its result is no longer needed. Earlier input remains in effect.
    Leave,
}

/// The input that a search polls (all other input is queued behind it), and the output of its progress.
pub trait Inbox {
    /// The next interrupt, if any; does not block.
    fn poll(&mut self) -> Option<Interrupt>;
    /// Called after each iteration and at the end if the manager asked for it. `_lines` is never empty; the best line
    /// comes first.
    fn show(&mut self, _what: Show, _lines: &[Report]) {}
}

/// An inbox that is always empty.
impl Inbox for () {
    fn poll(&mut self) -> Option<Interrupt> {
        None
    }
}
