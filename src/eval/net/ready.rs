//! The weights of a network in the order in which the kernels want them.
//!
//! Every point takes one row of the side to move and one of the other side, whatever is there, so that no kernel
//! asks what it is:
//!
//! ```text
//!   own:    codes … | own stone | other stone | wall      other:  codes … | nothing
//! ```
//!
//! And a layer goes through its inputs in pairs: both weights that an output has for a pair lie side by side.

use super::file::{Sizes, Weights};
use crate::board::Colour;
use crate::pattern::CODES;
use crate::pattern::prospect::Codes;

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
pub(super) struct Ready {
    pub own: Vec<i16>,
    pub other: Vec<i16>,
    pub v1: Vec<i16>,
    pub v2: Vec<i16>,
    pub d: Vec<i16>,
}

impl Ready {
    pub fn new(weights: &Weights, sizes: Sizes) -> Ready {
        let (c, [h1, _]) = (sizes.channels, sizes.hidden);
        let nothing = vec![0; c];
        Ready {
            own: [&weights.own[..], &weights.stone, &nothing].concat(),
            other: [&weights.other[..], &nothing].concat(),
            v1: in_pairs(&weights.v1, c),
            v2: in_pairs(&weights.v2, h1),
            d: in_pairs(&weights.d, c),
        }
    }
}

/// A matrix with a row for each output, as blocks for each pair of inputs: output 0's two weights, output 1's …
fn in_pairs(matrix: &[i16], inputs: usize) -> Vec<i16> {
    let pairs = (0..inputs).step_by(2);
    let block = |pair: usize| {
        matrix
            .chunks_exact(inputs)
            .flat_map(move |row| [row[pair], row[pair + 1]])
    };
    pairs.flat_map(block).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_matrix_in_pairs_goes_through_two_inputs_at_a_time() {
        let matrix = [1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(super::in_pairs(&matrix, 4), [1, 2, 5, 6, 3, 4, 7, 8]);
    }
}
