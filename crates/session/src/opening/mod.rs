//! Decisions in tournament openings: which stones to place, which colour to take, how many fifth stones to declare,
//! which to offer and which to keep. Every decision is made by search.
//!
//! An [`Opening`] knows the next question and the player to decide, so the decisions of all opening rules are one
//! small minimax over it: each player maximizes their own value. Where the opening is over, or Black has offered
//! fifth stones, searches evaluate the position.
//!
//! ```text
//!   asked for        tries                                   and gets
//!   stones           some openings; the best and some        the best of what follows
//!                    random fourth stones
//!   a colour         both, and the alternative               the better, so never a disadvantage
//!   a number         all                                     the best of what follows
//!   n fifth stones   the n best for Black, all different     the n-th best: White keeps the worst for Black
//! ```
//!
//! White's choice improves with the number of candidates, so once four stones are on the board, every fifth stone is
//! searched on its own before its value is used.
//!
//! As a result, a player who places stones looks for an even position, and a player who chooses takes the better
//! side.

mod chooser;
pub(crate) mod loose;

use chooser::Chooser;
use tengen_common::Report;
use tengen_common::random::Random;
use tengen_core::board::{PointSet, Position};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::{Answer, Opening};

/// Values this close to zero count as even (70 points: 55 % wins after three stones).
pub(crate) const EVEN: i32 = 70;

/// What a search of a position should return.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub lines: usize,
    /// Effort relative to a standard search: several lines share one search, and the decision that comes next
    /// deserves more.
    pub share: u32,
}

impl Wanted {
    /// Upper bound (approximate) on the sum of the shares of one decision.
    pub const SHARES: u32 = 128;
}

/// Searches a position for lines whose first moves are not among these points, best first. Returns `None` if the
/// decision is no longer wanted.
pub type Look<'a> = dyn FnMut(&Position, PointSet, Wanted) -> Option<Vec<Report>> + 'a;

/// The answers of the player to decide, until the other player is to decide or the opening is over; at least one.
/// Returns `None` if the opening is over or the decision is no longer wanted.
pub fn choose(opening: &Opening, rule: Rule, random: &mut Random, look: &mut Look) -> Option<Vec<Answer>> {
    Chooser::new(rule, random, look).turn(opening)
}
