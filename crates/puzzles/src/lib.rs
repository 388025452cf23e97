//! Puzzles: positions in which one move alone is right.
//!
//! ```text
//!   games ─▶ make ─▶ file, a puzzle a line ─▶ check
//!             │ kind: is there a win by fours, by threats, or one to be stopped?
//!             │ only move: every other one is tried
//!             └ rating: length, width of the proof, and when a quick search sees it
//! ```
//!
//! - [`puzzle`]: what a puzzle is, and its line in a file; [`shipped`]: those that come along;
//! - [`make`]: puzzles from the positions of games;
//! - [`look`]: what solvers and a search see; [`prove`]: proofs of wins; [`only`]: whether a move is the only one;
//! - [`verify`]: whether a puzzle is what it says, by solvers whose wins the rules replay;
//! - [`deep`]: the same with much larger budgets, every claim being proven; [`journal`]: what such a run has found;
//! - [`rating`]: how hard it is; [`strength`]: what a player's attempts say about both; [`counts`]: how many there are.

pub mod counts;
pub mod deep;
pub mod journal;
pub mod look;
pub mod make;
pub mod only;
pub mod prove;
pub mod puzzle;
pub mod rating;
pub mod strength;
pub mod verify;

pub use counts::Counts;
pub use puzzle::{Kind, Puzzle, read, shipped};
