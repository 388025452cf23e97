//! What comes in while a search runs, and what is shown of the search meanwhile.

use super::{Info, Show};
use crate::kit::Report;

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
