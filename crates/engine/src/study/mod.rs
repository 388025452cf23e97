//! A position looked at for somebody who wants to know more than a move.
//!
//! - [`best_lines`]: the best moves with their lines, however many are wanted;
//! - [`ending`]: a won line told up to its five, for people;
//! - [`solve`]: a win by fours or by threats, replayed by the rules before it is believed;
//! - [`threatened`]: such a win that the opponent would have if we passed, and what might spoil it;
//! - [`resist`]: what a defender answers to such a win, to hold out as long as possible.
//!
//! Terminal and page show the same studies, each in its own way.

pub mod ending;
mod lines;
mod resist;
mod solve;
mod threatened;

pub use lines::{best_lines, plies_to_the_five};
pub use resist::{Resistance, resist};
pub use solve::{Finding, Problem, Solution, solve, solve_without};
pub use threatened::{Threatened, threatened};
