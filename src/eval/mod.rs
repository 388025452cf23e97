//! Floor 3: what a quiet position is worth, and how good moves look.
//!
//! A search asks one [`Evaluator`], whatever stands behind it: today the [`tables`].

pub mod tables;

use crate::board::Colour;
use crate::pattern::{Class, Kind, PatternBoard, Prospect};
use std::sync::Arc;
use tables::TableEvaluation;
use tables::params::{Params, THREATS};

/// Values positions of one board, and the looks of moves. It keeps what it has computed, stone by stone, so it
/// must be asked about the board that it was made for, and no other.
pub struct Evaluator {
    tables: TableEvaluation,
}

impl Evaluator {
    /// An evaluation by tables.
    pub fn new<K: Kind>(board: &PatternBoard<K>, params: Arc<Params>) -> Evaluator {
        Evaluator {
            tables: TableEvaluation::new(board, params),
        }
    }

    /// The value of the position for the side to move, in points.
    #[inline]
    pub fn value<K: Kind>(&mut self, board: &PatternBoard<K>) -> i32 {
        self.tables.value(board)
    }

    /// How good a move of `side` to an empty point looks; the greater, the sooner it is worth a try.
    #[inline(always)]
    pub fn looks(&self, side: Colour, prospect: &Prospect) -> i32 {
        self.tables.params().looks(side, prospect)
    }
}

/// Which threats are on the board, as bits: see [`THREATS`].
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
