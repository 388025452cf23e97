//! The input weights of a network in the layout used by the kernels.
//!
//! Every point's input is the sum of one row of `own`, one of `other` and four of `windows`, whatever is there, so that
//! no kernel has to branch:
//!
//! ```text
//!   own:    pcodes … | own stone | other stone | edge      other:  pcodes … | nothing
//!   windows:  nothing | rows and columns … | diagonals …
//! ```

use super::row::Row;
use crate::pattern::PCODES;
use crate::pattern::cell::Pcodes;
use tengen_core::board::Colour;

/// The rows that add up to a point's input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rows {
    pub own: u16,
    pub other: u16,
    /// By line.
    pub windows: [u16; 4],
}

/// The row of `other` that is zero.
const NOTHING: u16 = PCODES as u16;

impl Rows {
    /// Off-board, or a dead point.
    pub const EDGE: Rows = Rows { own: PCODES as u16 + 2, other: NOTHING, windows: [0; 4] };

    /// A stone, as seen by `side`.
    #[inline(always)]
    pub fn of_stone(colour: Colour, side: Colour) -> Rows {
        Rows { own: PCODES as u16 + (colour != side) as u16, ..Rows::EDGE }
    }

    /// An empty point without its windows, as seen by `side`.
    #[inline(always)]
    pub fn of_empty(pcodes: Pcodes, side: Colour) -> Rows {
        Rows { own: pcodes.of(side), other: pcodes.of(!side), windows: [0; 4] }
    }
}

/// The input weights for one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedWeights {
    pub own: Vec<Row>,
    pub other: Vec<Row>,
    pub windows: Vec<Row>,
}

impl PackedWeights {
    /// Adds the rows of stones, edge and nothing to those of the pcodes and windows.
    pub fn new(mut own: Vec<Row>, mut other: Vec<Row>, stone: Vec<Row>, mut windows: Vec<Row>) -> PackedWeights {
        own.extend(stone);
        own.push(Row::ZERO);
        other.push(Row::ZERO);
        windows.insert(0, Row::ZERO);
        PackedWeights { own, other, windows }
    }
}
