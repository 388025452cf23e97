//! What to do in the opening of a tournament: which stones to lay, which colour to take, how many fifth
//! stones to declare, which to offer and which to keep. Every choice is made by search.
//!
//! An [`Opening`] says itself who is asked next for what, so the choices of all rules are one small
//! minimax over it: both players in turn do what is best for them, and where the opening is over, or
//! Black has offered fifth stones, searches say what the position is worth.
//!
//! ```text
//!   asked for        tries                                   and gets
//!   stones           some openings; the best and some        the best of what follows
//!                    random fourth stones
//!   a colour         both, and the other thing               the better: who chooses a colour is never worse off
//!   a number         all                                     the best of what follows
//!   n fifth stones   the n best for Black, all different     the n-th best: White keeps the worst for Black
//! ```
//!
//! White's choice is the better the more there is to choose from, so where the four stones lie on the board
//! every fifth stone is searched on its own before it is counted on.
//!
//! So whoever lays stones looks for those that leave the game even, and whoever chooses takes the better
//! side.

mod chooser;
pub(crate) mod loose;

use chooser::Chooser;
use tengen_common::Report;
use tengen_common::random::Random;
use tengen_core::board::{PointSet, Position};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::{Answer, Opening};

/// What is wanted of a look at a position.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// So many lines.
    pub lines: usize,
    /// So many times what a usual look costs: lines share what there is, and what is to be decided next
    /// is worth more.
    pub share: u32,
}

impl Wanted {
    /// What the shares of a choice add up to, about and at most.
    pub const SHARES: u32 = 128;
}

/// Looks at a position: searches for lines whose first moves are not among these points, the best
/// first. `None` when nobody waits for the choice any more.
pub type Look<'a> = dyn FnMut(&Position, PointSet, Wanted) -> Option<Vec<Report>> + 'a;

/// What the player who is asked answers, until the other is asked or the opening is over; at least one
/// answer. `None` when the opening is over, or nobody waits any more.
pub fn choose(
    opening: &Opening,
    rule: Rule,
    random: &mut Random,
    look: &mut Look,
) -> Option<Vec<Answer>> {
    Chooser::new(rule, random, look).turn(opening)
}
