//! Floor 4: the search.
//!
//! A [`Searcher`] is handed a position and limits and gives back a move. It never looks at the clock
//! or the input by itself: it asks its [`Supervisor`](crate::kit::Supervisor), so that tests can run it on a
//! fake clock.
//!
//! - `alpha_beta`: the search of a node, step by step; [`node`]: what a search keeps, and its leaves;
//! - `root`: iterative deepening around it; `lines`: the same for several lines at once; `balance`:
//!   the most even moves; `threats`: wins that are proven beside it;
//! - `searcher`: what is kept from move to move, and how a search begins;
//! - [`moves`], [`history`]: which moves, and in what order;
//! - [`ending`]: a won line told up to its five, for people;
//! - [`params`]: every number that a tuner may turn.

mod alpha_beta;
mod balance;
pub mod ending;
pub mod history;
mod lines;
pub mod moves;
pub mod node;
mod note;
pub mod params;
mod root;
mod searcher;
mod threats;

pub use searcher::Searcher;

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
