//! What comes in while a search runs, and what is shown of the search meanwhile.

use crate::Report;

/// A column and a row as a manager names them: any two numbers.
pub type Place = (i32, i32);

/// One fact that the manager has told.
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
    /// Whether renju fouls bind the first player under any rule.
    FoulCheck(bool),
    /// Nodes a search may visit; 0 is no limit. (Yixin and c-gomoku-cli.)
    MaxNodes(u64),
    /// Depth a search may reach; 0 is no limit. (Yixin and c-gomoku-cli.)
    MaxDepth(u32),
    /// KiB for the search tables; 0 is the default. (Yixin.)
    HashSize(i64),
    /// Threads that search; 0 is the default. (Yixin.)
    ThreadNum(i64),
    /// Whether to think in the opponent's time. (Yixin.)
    Pondering(bool),
    /// Whether the database is used. (Yixin.)
    UseDatabase(bool),
    /// What is shown of a search: 1 the best point, 2 figures, 3 both. (Yixin.)
    ShowDetail(i64),
}

/// What the manager wants to see of a search while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Show {
    /// The lines, for people to read.
    pub lines: bool,
    /// The best point, to be marked on a board.
    pub points: bool,
    /// Everything that is known of the lines, for programs.
    pub figures: bool,
}

/// Something that comes in while a search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupt {
    /// A fact, maybe a changed limit.
    Info(Info),
    /// Stop, and play the best move found so far.
    MoveNow,
    /// Leave this move: nobody waits for it any more. What was told before it stays on the board.
    Leave,
}

/// Where a search looks for news (everything else that comes in waits behind it), and where it shows
/// what it has found so far.
pub trait Inbox {
    /// The next interrupt, if one has come; never waits.
    fn poll(&mut self) -> Option<Interrupt>;
    /// Told after each iteration and at the end, if the manager asked for it: at least one line, the
    /// best first.
    fn show(&mut self, _what: Show, _lines: &[Report]) {}
}

/// Nothing ever comes in.
impl Inbox for () {
    fn poll(&mut self) -> Option<Interrupt> {
        None
    }
}
