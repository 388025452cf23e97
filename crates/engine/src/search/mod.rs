//! The search.
//!
//! A [`Searcher`] takes a position and limits and returns a move. It never accesses the clock or the input itself: it
//! polls a search callback ([`SearchCallback`](tengen_common::SearchCallback)), so tests can use a fake clock.
//!
//! - `searcher`: the state kept from move to move, starting a search, pondering; `forecast`: the expected score of
//!   the position two plies later;
//! - `root`: moves that need no search, and the moves of the root; `threats`: VCF and VCT at the root and
//!   along the principal variation; `iterative_deepening`: one line or several; `balance`: balanced moves;
//! - `settle`: the length of a proven win or loss;
//! - `advice`: moves that a database recommends at the root; `recommendation`: their confirmation;
//! - `alpha_beta`: the search of a node, step by step; `node`: data shared by the steps; `pruning`: move pruning,
//!   extensions and reductions; `quiescence`: fours at nodes without remaining depth;
//! - `moves`: the moves of a node; [`move_picker`], [`history`]: their generation and order;
//! - `workers`: parallel search, and the choice among the threads' results;
//! - `state`: a running search, its stack and its root data; `control`: stop conditions; `thread_data`: data that
//!   outlives a search: the transposition table and what each thread has learned;
//! - [`params`]: all tunable parameters.

mod advice;
mod alpha_beta;
mod balance;
mod control;
mod forecast;
pub mod history;
mod iterative_deepening;
pub mod move_picker;
mod moves;
mod node;
pub mod params;
mod pruning;
mod quiescence;
mod recommendation;
mod root;
mod searcher;
mod settle;
mod state;
mod thread_data;
mod threats;
mod workers;

pub use advice::{Adviser, Recommendation};
pub(crate) use iterative_deepening::best_first;
pub use searcher::Searcher;

/// What a search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The best lines, at most this many, best first, each with a different first move. There are fewer if fewer
    /// moves are worth searching (the others are forbidden or do not stop a threat). There is only one for a static
    /// win and, outside analysis, for a single reply to a four or an empty board. There is none if all legal moves
    /// are blocked.
    Lines(usize),
    /// The move, or the pair of moves, after which the value is closest to the target. The moves start the line, and
    /// the score is for the side to move now. There is no line without a candidate: every empty point is forbidden or
    /// makes a five.
    Balance(Balance),
    /// The best line, with no more memory than there is already: allocating the full limit may take hundreds of
    /// megabytes, and the thread cannot react meanwhile.
    Ponder,
}

/// The goal of a balance search: a target value, usually 0 for an even position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Balance {
    /// Both sides play a stone; otherwise only the side to move does.
    pub pair: bool,
    /// The target value, for the side that plays the first stone.
    pub value: i32,
}

impl Balance {
    /// The largest absolute target value.
    pub const LARGEST: i32 = 20_000;
}
