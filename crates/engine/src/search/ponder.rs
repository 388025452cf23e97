//! Thinking in the opponent's time: a search of the position in which the opponent is to move. Its result is nobody's
//! answer; what it leaves in the tables serves the search of our next move.

use super::Searcher;
use std::time::Duration;
use tengen_common::clock::Instant;
use tengen_common::{Limits, Supervisor, Verdict};
use tengen_core::board::Position;
use tengen_core::rules::Rule;

impl Searcher {
    /// Thinks about a position until something has come in, or it is decided. `has_come` is asked at least every few
    /// hundred microseconds.
    pub fn ponder(&mut self, position: &Position, rule: Rule, has_come: &mut dyn FnMut() -> bool) {
        let mut listener = Listener {
            start: Instant::now(),
            has_come,
        };
        self.search(position, rule, &Limits::default(), &mut listener);
    }
}

/// Ends a search as soon as something has come in.
struct Listener<'a> {
    start: Instant,
    has_come: &'a mut dyn FnMut() -> bool,
}

impl Supervisor for Listener<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Verdict {
        match (self.has_come)() {
            true => Verdict::Abandon,
            false => Verdict::GoOn,
        }
    }
}
