//! Floor 3: what a quiet position is worth, by tables.
//!
//! The value is the sum, over the empty points, of what each side's code there is worth, plus what
//! the strongest threats on the board are worth to the side that is to move. All numbers come from
//! [`params`]; most were tuned on games of self-play (`lab/tune`).

pub mod file;
pub mod params;

use crate::board::Colour;
use crate::pattern::{Class, Kind, PatternBoard};
use params::{Params, THREATS};

/// A static evaluation of one rule.
#[derive(Clone, Copy)]
pub struct Evaluation {
    params: &'static Params,
}

impl Evaluation {
    /// The evaluation with these parameters.
    pub fn new(params: &'static Params) -> Evaluation {
        Evaluation { params }
    }

    /// The parameters.
    #[inline(always)]
    pub fn params(&self) -> &'static Params {
        self.params
    }

    /// The value for the side to move. A stone always helps the side that placed it, so the sum is
    /// taken midway between this position and the one before the last stone.
    #[inline]
    pub fn evaluate<K: Kind>(&self, board: &PatternBoard<K>) -> i32 {
        let black = (board.value() + board.value_before()) / 2;
        let side = board.to_move();
        let sum = match side {
            Colour::Black => black,
            Colour::White => -black,
        };
        (sum / params::SCALE) + self.params.threats[threat_index(board, side)] as i32
    }
}

/// Which threats are on the board, as bits: see [`params::THREATS`].
#[inline]
pub fn threat_index<K: Kind>(board: &PatternBoard<K>, side: Colour) -> usize {
    let other = !side;
    let has = |colour, class| (board.count(colour, class) > 0) as usize;
    let index = has(other, Class::StraightFour)
        | (has(other, Class::FourThree) | has(other, Class::FourPlus)) << 1
        | has(other, Class::Four) << 2
        | (has(other, Class::TwoThrees) | has(other, Class::ThreePlus)) << 3
        | has(other, Class::Three) << 4
        | (has(side, Class::FourThree) | has(side, Class::FourPlus)) << 5
        | has(side, Class::Four) << 6
        | (has(side, Class::TwoThrees) | has(side, Class::ThreePlus)) << 7
        | has(side, Class::Three) << 8;
    debug_assert!(index < THREATS);
    index
}
