//! The search.
//!
//! A [`Searcher`] is handed a position and limits and gives back a move. It never looks at the clock
//! or the input by itself: it asks its [`Supervisor`](tengen_common::Supervisor), so that tests can run it on a
//! fake clock.
//!
//! - `root`: what needs no search, and the choice of what follows; `fours` and `threats`: wins that are proven
//!   beside the search; `deepen`: one line, deeper and deeper; `lines`: several at once; `balance`: the most even
//!   moves; `iterate`: one iteration of all of these;
//! - `alpha_beta`: the search of a node, step by step; `leaf`: its leaves;
//! - `workers`: several threads that search the same root at once; `shared_state`: what they tell each other;
//!   `vote`: the choice between what they found;
//! - `state`: a search in progress, its stack, what is known of the root; `guard`: the end in time;
//!   `thread_data`: what a thread keeps from search to search; `hash_entry`: what the table keeps of a position;
//! - `searcher`: what is kept from move to move, and how a search begins; `ponder`: thinking in the opponent's time;
//! - [`move_picker`], [`history`]: which moves, and in what order;
//! - [`ending`]: a won line told up to its five, for people;
//! - [`params`]: every number that a tuner may turn.

mod alpha_beta;
mod balance;
mod deepen;
pub mod ending;
mod forecast;
mod fours;
mod guard;
mod hash_entry;
pub mod history;
mod iterate;
mod leaf;
mod lines;
pub mod move_picker;
pub mod params;
mod policy;
mod ponder;
mod root;
mod searcher;
mod shared_state;
mod state;
mod thread_data;
mod threats;
mod vote;
mod workers;

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
