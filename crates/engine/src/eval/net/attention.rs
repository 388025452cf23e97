//! Attention with relative positions: what top policy points add to the layer of each other, by how the one lies to the
//! other, the same in all eight symmetries of the board.
//!
//! ```text
//!    5 17 17 17 17 10      the relative positions of points to the one at 0;
//!    4 14 15 16  9 17      farther ones have 17, too
//!    3 12 13  8 16 17
//!    2 11  7 13 15 17
//!    1  6 11 12 14 17
//!    0  1  2  3  4  5
//! ```

use super::matrix::Matrix;
use super::row::Row;
use super::sizes::{CHANNELS, RELATIVE_POSITIONS, TOP_POINTS};
use crate::kernel::lanes::Lanes;

/// Points this far apart, by row or by column, have the last relative position.
const FAR: u8 = 6;
/// The number of pairs of distances.
const PAIRS: usize = 64;
/// The pair of distances to a point that is not there, whose weights are 0.
const NOWHERE: u8 = PAIRS as u8 - 1;

/// The relative position of points by the distances of their rows and of their columns, as specified in `train/FORMAT.md`.
fn relative_position(rows: usize, columns: usize) -> usize {
    let (near, far) = (rows.min(columns), rows.max(columns));
    match far {
        1..6 if near == 0 => far,
        1..6 if near == far => 5 + far,
        1..5 => 10 + (far - 1) * (far - 2) / 2 + near,
        0 => 0,
        _ => RELATIVE_POSITIONS - 1,
    }
}

/// The weights of relative positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Attention {
    pub layer: Matrix<CHANNELS>,
    /// The bounds of its outputs.
    pub bounds: [i32; 2],
    /// Factors and biases by the distances of rows and columns, each at most [`FAR`]: 8 × rows + columns.
    weights: Box<[[Row; 2]; PAIRS]>,
}

impl Attention {
    /// Attention with the layer `vr`, and these factors and biases of each.
    pub fn new(layer: Matrix<CHANNELS>, most: i32, factors: &[Row], biases: &[Row]) -> Attention {
        let weights = std::array::from_fn(|pair| {
            if pair == NOWHERE as usize {
                return [Row::ZERO; 2];
            }
            let position = relative_position(pair / 8, pair % 8);
            [factors[position], biases[position]]
        });
        Attention { layer, bounds: [-most, most], weights: Box::new(weights) }
    }

    /// What all top policy points, with these numbers, add to the layer of one.
    #[inline(always)]
    pub fn sum<L: Lanes>(&self, lanes: L, squares: &Squares, point: usize, numbers: &[Row; TOP_POINTS]) -> Row {
        let pairs = squares.distances(point);
        let mut sums = Row::ZERO;
        for block in 0..CHANNELS / L::COUNT {
            let mut sum = lanes.splat(0);
            for (&pair, numbers) in pairs.iter().zip(numbers) {
                let [factors, biases] = &self.weights[pair as usize % PAIRS];
                let factors = lanes.load(&factors.0, block);
                let product = lanes.multiply_rounded(lanes.load(&numbers.0, block), factors);
                sum = lanes.add(sum, lanes.add(product, lanes.load(&biases.0, block)));
            }
            lanes.store(sum, &mut sums.0, block);
        }
        sums
    }
}

/// The rows and columns of top policy points, and whether they are there.
pub(super) struct Squares {
    pub rows: [u8; TOP_POINTS],
    pub columns: [u8; TOP_POINTS],
    pub are_there: [bool; TOP_POINTS],
}

impl Squares {
    pub const NONE: Squares =
        Squares { rows: [0; TOP_POINTS], columns: [0; TOP_POINTS], are_there: [false; TOP_POINTS] };

    /// The distances of all points to this one: 8 × rows + columns, or [`NOWHERE`].
    #[inline(always)]
    fn distances(&self, point: usize) -> [u8; TOP_POINTS] {
        let (row, column) = (self.rows[point], self.columns[point]);
        let mut pairs = [NOWHERE; TOP_POINTS];
        for (other, pair) in pairs.iter_mut().enumerate() {
            let rows = self.rows[other].abs_diff(row).min(FAR);
            let distances = 8 * rows + self.columns[other].abs_diff(column).min(FAR);
            *pair = if self.are_there[other] { distances } else { NOWHERE };
        }
        pairs
    }
}
