//! The weights of a network in the order in which the kernels want them.
//!
//! Every point takes one row of the side to move and one of the other side, whatever is there, so that no kernel
//! asks what it is:
//!
//! ```text
//!   own:    codes … | own stone | other stone | wall      other:  codes … | nothing
//! ```

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

/// What the points are read by, for a side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedWeights {
    pub own: Vec<i16>,
    pub other: Vec<i16>,
}

impl PackedWeights {
    /// The rows of codes and stones of so many channels, with those of walls and of nothing behind them.
    pub fn new(
        mut own: Vec<i16>,
        mut other: Vec<i16>,
        stone: Vec<i16>,
        channels: usize,
    ) -> PackedWeights {
        let nothing = vec![0; channels];
        own.extend([stone, nothing.clone()].concat());
        other.extend(nothing);
        PackedWeights { own, other }
    }
}
