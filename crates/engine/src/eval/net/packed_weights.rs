//! The weights of a network in the order in which the kernels want them.
//!
//! Every point takes one row of the side to move and one of the other side, whatever is there, so that no kernel
//! asks what it is:
//!
//! ```text
//!   own:    codes … | own stone | other stone | wall      other:  codes … | nothing
//! ```

use super::file::{Sizes, Weights};
use crate::pattern::CODES;
use crate::pattern::prospect::Codes;
use tengen_core::board::Colour;

/// What a network sees at a point: which two rows add up there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rows {
    pub own: u16,
    pub other: u16,
}

/// Where `other` has zeros.
const NOTHING: u16 = CODES as u16;

impl Rows {
    /// Beyond the edge, or a dead point.
    pub const WALL: Rows = Rows {
        own: CODES as u16 + 2,
        other: NOTHING,
    };

    /// A stone, as `side` sees it.
    #[inline(always)]
    pub fn of_stone(colour: Colour, side: Colour) -> Rows {
        Rows {
            own: CODES as u16 + (colour != side) as u16,
            other: NOTHING,
        }
    }

    /// An empty point, as `side` sees it.
    #[inline(always)]
    pub fn of_empty(codes: Codes, side: Colour) -> Rows {
        Rows {
            own: codes.of(side),
            other: codes.of(!side),
        }
    }
}

/// The weights for a side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PackedWeights {
    pub own: Vec<i16>,
    pub other: Vec<i16>,
}

impl PackedWeights {
    pub fn new(weights: &Weights, sizes: Sizes) -> PackedWeights {
        let nothing = vec![0; sizes.channels];
        PackedWeights {
            own: [&weights.own[..], &weights.stone, &nothing].concat(),
            other: [&weights.other[..], &nothing].concat(),
        }
    }
}
