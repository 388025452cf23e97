//! Puzzles: positions with one correct move.
//!
//! ```text
//!   games ─▶ make ─▶ file, a puzzle a line ─▶ check
//!             │ kind: is there a win by fours, by threats, or one to be stopped?
//!             │ only move: every other one is tried
//!             └ rating: length, width of the proof, and when a quick search sees it
//! ```
//!
//! - [`puzzle`]: a puzzle and its line in a file; [`shipped`]: the built-in puzzles;
//! - [`make`]: makes puzzles from the positions of games;
//! - [`look`]: queries of solvers and searches; [`prove`]: proofs of wins; [`only`]: tests whether a move is the only
//!   one;
//! - [`verify`]: checks a puzzle with solvers whose wins are replayed by the rules;
//! - [`deep`]: the same with much larger budgets, proving every claim; [`journal`]: the results of such a run;
//! - [`proofs`]: proofs of all claims, to be kept in a file and replayed by the rules;
//! - [`step`]: the steps for beginners, decided by the rules alone; [`weak`]: makes them from games of weak players;
//! - [`rating`]: the difficulty; [`strength`]: updates ratings of players and puzzles from attempts; [`counts`]:
//!   statistics; [`error`]: why puzzles are refused.

pub mod counts;
pub mod deep;
pub mod error;
pub mod journal;
pub mod look;
pub mod make;
pub mod only;
pub mod proofs;
pub mod prove;
pub mod puzzle;
pub mod rating;
pub mod step;
pub mod strength;
pub mod verify;
pub mod weak;

pub use counts::Counts;
pub use proofs::{Proofs, read_proofs, shipped_proofs, write_proofs};
pub use puzzle::{Kind, Puzzle, read, shipped, shipped_steps};
