//! The input weights of a network in the layout used by the kernels.
//!
//! Every point's input is the sum of one row of `own`, one of `other` and four of `windows`, whatever is there, so that
//! no kernel has to branch:
//!
//! ```text
//!   own:    pcodes … | own stone | other stone | edge      other:  pcodes … | nothing | nothing | nothing
//!   windows:  nothing | rows and columns … | diagonals …
//! ```

use super::row::Row;
use crate::pattern::PCODES;
use crate::pattern::cell::Pcodes;
use tengen_core::board::Colour;

/// The rows that add up to a point's input, for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rows {
    /// Those of `own` and, for the other side, of `other`.
    pub pcodes: Pcodes,
    /// By line; as seen by Black in the low half, by White in the high half.
    pub windows: [u32; 4],
}

/// The row of an own stone, of a stone of the other side, and off the board.
const STONES: [u16; 2] = [PCODES as u16, PCODES as u16 + 1];
const EDGE: u16 = PCODES as u16 + 2;

impl Rows {
    /// Off-board, or a dead point.
    pub const EDGE: Rows = Rows { pcodes: Pcodes::new([EDGE, EDGE]), windows: [0; 4] };

    /// A stone.
    #[inline(always)]
    pub fn of_stone(colour: Colour) -> Rows {
        let [own, other] = STONES;
        let pcodes = if colour == Colour::Black { [own, other] } else { [other, own] };
        Rows { pcodes: Pcodes::new(pcodes), windows: [0; 4] }
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
        other.resize(own.len(), Row::ZERO);
        windows.insert(0, Row::ZERO);
        PackedWeights { own, other, windows }
    }
}
