//! What a quiet position is worth: the live windows of either side, counted by level.
//!
//! Whoever is to move has two stones now, so the same window is worth more to that side.

use super::Board;
use super::params::{ByLevel, Params};
use crate::board::Colour;

/// The weights, ready for use.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation {
    mover: ByLevel,
    waiter: ByLevel,
}

impl Evaluation {
    /// By these numbers.
    pub fn new(params: &Params) -> Evaluation {
        Evaluation {
            mover: params.mover(),
            waiter: params.waiter(),
        }
    }

    /// The value for the side to move.
    pub fn evaluate(&self, board: &Board) -> i32 {
        let us = board.to_move();
        let worth = |weights: &ByLevel, side: Colour| -> i32 {
            let levels = weights.iter().enumerate().skip(1);
            levels
                .map(|(level, weight)| weight * board.count(side, level))
                .sum()
        };
        worth(&self.mover, us) - worth(&self.waiter, !us)
    }
}
