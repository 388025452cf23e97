//! What best points add to the layer of each other, by their relation: how the one lies to the other, the same in all
//! eight symmetries of the board.
//!
//! ```text
//!    5 17 17 17 17 10      the relations of points to the one at 0;
//!    4 14 15 16  9 17      farther ones have 17, too
//!    3 12 13  8 16 17
//!    2 11  7 13 15 17
//!    1  6 11 12 14 17
//!    0  1  2  3  4  5
//! ```

use super::file::{BEST_MAX, Weights};
use super::row::{CHANNELS, Row};
use crate::kernel::lanes::Lanes;

/// The number of relations.
pub(super) const RELATIONS: usize = 18;
/// Points this far apart, by row or by column, have the last relation.
const FAR: usize = 6;

/// The relations by the distances of rows and columns, each at most [`FAR`]: 8 × rows + columns.
static TABLE: [u8; 8 * FAR + 8] = {
    let mut table = [0; 8 * FAR + 8];
    let mut index = 0;
    while index < table.len() {
        table[index] = relation(index / 8, index % 8);
        index += 1;
    }
    table
};

/// The relation of points that are so many rows and columns apart, as specified in `train/FORMAT.md`.
const fn relation(rows: usize, columns: usize) -> u8 {
    let (near, far) = if rows < columns { (rows, columns) } else { (columns, rows) };
    let number = match far {
        FAR.. => RELATIONS - 1,
        _ if near == 0 => far,
        _ if near == far => 5 + far,
        5 => RELATIONS - 1,
        _ => 10 + (far - 1) * (far - 2) / 2 + near,
    };
    number as u8
}

/// The rows and columns of best points.
pub(super) struct Squares {
    pub rows: [u8; BEST_MAX],
    pub columns: [u8; BEST_MAX],
}

impl Squares {
    pub const NONE: Squares = Squares { rows: [0; BEST_MAX], columns: [0; BEST_MAX] };

    /// The indices in [`TABLE`] of the relations of all points to this one.
    #[inline(always)]
    fn indices(&self, point: usize) -> [u8; BEST_MAX] {
        let (row, column) = (self.rows[point], self.columns[point]);
        std::array::from_fn(|other| {
            let rows = self.rows[other].abs_diff(row).min(FAR as u8);
            8 * rows + self.columns[other].abs_diff(column).min(FAR as u8)
        })
    }
}

/// Adds up what all best points, with these numbers, add to the layer of one.
#[inline(always)]
pub(super) fn sum<L: Lanes>(
    lanes: L,
    weights: &Weights,
    squares: &Squares,
    point: usize,
    numbers: &[Row],
) -> Row {
    let indices = squares.indices(point);
    let mut sums = Row::ZERO;
    for block in 0..CHANNELS / L::COUNT {
        let mut sum = lanes.all(0);
        for (&index, numbers) in indices.iter().zip(numbers) {
            let relation = TABLE[index as usize] as usize;
            let factors = lanes.load(&weights.fr[relation].0, block);
            let product = lanes.part(factors, lanes.load(&numbers.0, block));
            let biases = lanes.load(&weights.br[relation].0, block);
            sum = lanes.add(sum, lanes.add(product, biases));
        }
        lanes.store(sum, &mut sums.0, block);
    }
    sums
}
