//! A position looked at for somebody who wants to know more than a move.
//!
//! - [`best_lines`]: the best moves with their lines, however many are wanted;
//! - [`ending`]: a won line told up to its five, for people;
//! - [`solve`]: a win by fours or by threats, replayed by the rules before it is believed.
//!
//! Terminal and page show the same studies, each in its own way.

pub mod ending;
mod lines;
mod solve;

pub use lines::{best_lines, plies_to_the_five};
pub use solve::{Finding, Puzzle, Solution, solve};
