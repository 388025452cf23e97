//! Floor 4: the search.
//!
//! A [`Searcher`] is handed a position and limits and gives back a move. It never looks at the clock
//! or the input by itself: it asks its [`Supervisor`], so that tests can run it on a fake clock.
//!
//! - `alpha_beta`: the search of a node, step by step; [`node`]: what a search keeps, and its leaves;
//! - `root`: iterative deepening around it; `lines`: the same for several lines at once; `balance`:
//!   the most even moves; `threats`: wins that are proven beside it; [`watch`]: that they are stopped in time;
//! - `searcher`: what is kept from move to move, and how a search begins;
//! - [`moves`], [`history`], [`table`]: which moves, in what order, and what is remembered (in `pages`);
//! - [`ending`]: a won line told up to its five, for people;
//! - [`params`]: every number that a tuner may turn;
//! - [`time`]: how long to think.

mod alpha_beta;
mod balance;
pub mod ending;
pub mod history;
mod lines;
pub mod moves;
pub mod node;
mod pages;
pub mod params;
mod root;
mod score;
mod searcher;
pub mod table;
mod threats;
pub mod time;
pub mod watch;

pub use score::Score;
pub use searcher::Searcher;

use crate::board::{Point, PointSet, Position};
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
    /// Points that are not played as the move itself; later in a line they may be.
    pub blocked: PointSet,
}

/// A wish for an even position, or for one that is so much better for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// Both sides lay a stone; else only the side to move does.
    pub pair: bool,
    /// The value wished for, for the side that lays the first stone.
    pub value: i32,
}

impl Balance {
    /// Wishes lie between this and its opposite.
    pub const LARGEST: i32 = 20_000;
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
    /// Told where the search is whenever it asks: now and then a position of its tree.
    fn visit(&mut self, _position: &Position) {}
    /// Told after each iteration.
    fn report(&mut self, _report: &Report) {}
    /// Told instead when several lines are searched: all of them, the best first.
    fn report_lines(&mut self, _lines: &[Report]) {}
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
