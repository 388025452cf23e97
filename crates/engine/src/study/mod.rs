//! Position analysis.
//!
//! - [`best_lines`]: the best moves with their lines (multi-PV);
//! - [`ending`]: extends a won line up to the five, for people;
//! - [`solve`]: VCF and VCT, confirmed by a replay with the rules;
//! - [`easy_win`]: the first move of one that is easy to find;
//! - [`prove`]: the proof of such a win, to be kept;
//! - [`threatened`]: a win that the opponent would have after a pass, and the moves that may stop it;
//! - [`resist`]: the defender's reply to such a win that resists longest;
//! - [`evaluate`]: the network alone, for many positions; [`policy`]: the move that it expects;
//! - [`review`]: grades of the moves of a game, with reasons.
//!
//! Terminal and web page use the same functions.

mod branches;
mod easy;
pub mod ending;
mod evaluate;
mod lines;
mod problem;
mod prover;
mod resist;
pub mod review;
mod solve;
mod threatened;

pub use easy::easy_win;
pub use evaluate::{Evaluation, evaluate, policy};
pub use lines::best_lines;
pub use problem::Problem;
pub use resist::{Resistance, resist};
pub use solve::{Finding, Means, Solution, prove, solve, solve_and_list, solve_without};
pub use threatened::{Threatened, threatened};
