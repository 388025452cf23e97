//! The search.
//!
//! A [`Searcher`] is handed a position and limits and gives back a move. It never looks at the clock
//! or the input by itself: it asks its [`Supervisor`](tengen_common::Supervisor), so that tests can run it on a
//! fake clock.
//!
//! - `searcher`: what is kept from move to move, how a search begins, thinking in the opponent's time; `forecast`: what
//!   it says of the next position;
//! - `root`: what needs no search, and the choice of what follows; `threats`: wins that are proven beside the search;
//!   `iterative_deepening`: one line or several; `balance`: the most even moves;
//! - `library`: the move that a database recommends at the root; `lookups`: what the search keeps of it;
//! - `alpha_beta`: the search of a node, step by step; `node`: what the steps share; `pruning`: moves pruned, extended and
//!   reduced; `quiescence`: fours at nodes without remaining depth;
//! - [`move_picker`], [`history`]: which moves, and in what order;
//! - `workers`: several threads that search the same root at once, and the choice between what they found;
//! - `state`: a search in progress, its stack, what is known of the root; `control`: the end in time;
//!   `thread_data`: what outlives a search: the table of positions, what each thread has learned;
//! - [`params`]: every number that a tuner may turn.

mod alpha_beta;
mod balance;
mod control;
mod forecast;
pub mod history;
mod iterative_deepening;
mod library;
mod lookups;
pub mod move_picker;
mod node;
pub mod params;
mod pruning;
mod quiescence;
mod root;
mod searcher;
mod state;
mod thread_data;
mod threats;
mod workers;

pub use library::record_of;
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
