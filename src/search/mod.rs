//! Floor 4: the search.
//!
//! A [`Searcher`] is handed a position and limits and gives back a move. It never looks at the clock
//! or the input by itself: it asks its [`Supervisor`], so that tests can run it on a fake clock.

mod score;
pub mod time;

pub use score::Score;

use crate::board::{Point, Position};
use crate::rules::Rule;
use std::time::Duration;
use time::TimePlan;

/// Bounds of one search. All may be absent at once only if the supervisor stops the search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// How long to think; `None` without a clock.
    pub time: Option<TimePlan>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop after the iteration of this depth.
    pub depth: Option<u32>,
}

/// What a search is told when it asks whether to go on.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Think on.
    GoOn,
    /// Think on with another time plan (limits were changed in the middle of the move).
    Replan(TimePlan),
    /// Stop and play the best move found so far.
    MoveNow,
    /// Stop; nobody waits for the move any more.
    Abandon,
}

/// Whoever watches over a search: clock and input.
pub trait Supervisor {
    /// Time since the move was asked for.
    fn elapsed(&self) -> Duration;
    /// Asked at least every few hundred microseconds.
    fn check(&mut self) -> Verdict;
    /// Told after each iteration.
    fn report(&mut self, _report: &Report) {}
}

/// The state of a search after an iteration.
#[derive(Clone, Debug)]
pub struct Report {
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Value for the side to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// Principal variation, the best move first; never empty.
    pub line: Vec<Point>,
}

/// Finds moves. Keeps its hash table from move to move of one game.
pub struct Searcher {
    memory: usize,
}

impl Searcher {
    /// The smallest working set, in bytes, with which a searcher can work.
    pub const MIN_MEMORY: usize = 1 << 20;

    /// A searcher whose tables together use at most `memory` bytes (at least [`Self::MIN_MEMORY`]).
    /// The memory is taken when the first search starts.
    pub fn new(memory: usize) -> Searcher {
        Searcher { memory }
    }

    /// Changes the memory limit; the table is made anew when it differs.
    pub fn set_memory(&mut self, memory: usize) {
        self.memory = memory;
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {}

    /// Finds a legal move for the side to move. `None` when there is no empty point, or no legal one.
    pub fn search(
        &mut self,
        position: &Position,
        rule: Rule,
        _limits: &Limits,
        supervisor: &mut dyn Supervisor,
    ) -> Option<Report> {
        let best = position
            .empty_points()
            .find(|&p| crate::rules::foul_at(position, p, rule).is_none())?;
        Some(Report {
            depth: 1,
            selective_depth: 1,
            score: Score::DRAW,
            nodes: 1,
            elapsed: supervisor.elapsed(),
            line: vec![best],
        })
    }
}
