//! The weights of a layer, packed so that a pair of inputs is multiplied by the weights of many outputs at once, and no
//! kernel has to add up the elements of a register:
//!
//! ```text
//!   inputs 0 and 1:   w[0][0] w[0][1]   w[1][0] w[1][1]   w[2][0] w[2][1]   …
//!   inputs 2 and 3:   w[0][2] w[0][3]   w[1][2] w[1][3]   w[2][2] w[2][3]   …
//! ```

use super::row::Row;
use super::sizes::{CHANNELS, HIDDEN};
use crate::kernel::lanes::{FEWEST, Lanes};

/// a / 2ⁿ rounded to the nearest integer, halves up.
#[inline(always)]
pub(super) fn round(a: i32, n: u32) -> i32 {
    (a + (1 << (n - 1))) >> n
}

/// The rows that hold a pair of weights for each output.
const ROWS: usize = 2 * HIDDEN / CHANNELS;
/// The most blocks of a row.
const BLOCKS: usize = CHANNELS / FEWEST;

/// The weights of a layer with [`HIDDEN`] outputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Matrix<const INPUTS: usize> {
    rows: Vec<[Row; ROWS]>,
}

impl<const INPUTS: usize> Matrix<INPUTS> {
    /// A matrix of these weights, output by output.
    pub fn new(weights: &[i16]) -> Matrix<INPUTS> {
        let mut rows = vec![[Row::ZERO; ROWS]; INPUTS / 2];
        for (index, &weight) in weights.iter().enumerate() {
            let (output, input) = (index / INPUTS, index % INPUTS);
            let at = 2 * output + input % 2;
            rows[input / 2][at / CHANNELS].0[at % CHANNELS] = weight;
        }
        Matrix { rows }
    }

    /// The layer: `clamp(round(Σ weight · input, 10) + bias, least, most)`.
    #[inline(always)]
    pub fn layer<L: Lanes>(&self, lanes: L, inputs: &[i16; INPUTS], biases: &Row, bounds: [i32; 2]) -> Row {
        let [outputs] = self.layers(lanes, [inputs], &[*biases], bounds);
        outputs
    }

    /// The layer of each of these inputs, so that weights are read once for all.
    #[inline(always)]
    pub fn layers<L: Lanes, const N: usize>(
        &self,
        lanes: L,
        inputs: [&[i16; INPUTS]; N],
        biases: &[Row; N],
        [least, most]: [i32; 2],
    ) -> [Row; N] {
        let mut outputs = [Row::ZERO; N];
        let sums = self.products(lanes, inputs);
        for ((outputs, sums), biases) in outputs.iter_mut().zip(&sums).zip(biases) {
            for ((out, &sum), &bias) in outputs.0.iter_mut().zip(sums).zip(&biases.0) {
                *out = (round(sum, 10) + bias as i32).max(least).min(most) as i16;
            }
        }
        outputs
    }

    /// Σ weight · input of each output.
    #[inline(always)]
    fn products<L: Lanes, const N: usize>(&self, lanes: L, inputs: [&[i16; INPUTS]; N]) -> [[i32; HIDDEN]; N] {
        let mut sums = [[[lanes.no_sums(); BLOCKS]; ROWS]; N];
        // Their number is a constant, so that the compiler knows it.
        for (pair, rows) in self.rows[..INPUTS / 2].iter().enumerate() {
            for (inputs, sums) in inputs.iter().zip(&mut sums) {
                let pair = lanes.splat_pair(inputs.as_chunks().0[pair]);
                for (row, sums) in rows.iter().zip(sums) {
                    for (block, sums) in sums.iter_mut().take(CHANNELS / L::COUNT).enumerate() {
                        *sums = lanes.add_products(*sums, lanes.load(&row.0, block), pair);
                    }
                }
            }
        }
        let mut out = [[0; HIDDEN]; N];
        for (sums, out) in sums.iter().zip(&mut out) {
            for (sums, out) in sums.iter().zip(out.as_chunks_mut::<{ CHANNELS / 2 }>().0) {
                for (block, &sums) in sums.iter().take(CHANNELS / L::COUNT).enumerate() {
                    lanes.store_sums(sums, out, block);
                }
            }
        }
        out
    }
}
