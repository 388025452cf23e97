//! The weights of a layer, packed so that a pair of inputs is multiplied by the weights of many outputs at once, and no
//! kernel has to add up the elements of a register:
//!
//! ```text
//!   inputs 0 and 1:   w[0][0] w[0][1]   w[1][0] w[1][1]   w[2][0] w[2][1]   …
//!   inputs 2 and 3:   w[0][2] w[0][3]   w[1][2] w[1][3]   w[2][2] w[2][3]   …
//! ```
//!
//! Each 32 outputs have a matrix of their own.

use super::row::{CHANNELS, Row};
use crate::kernel::lanes::{FEWEST, Lanes};

/// a / 2ⁿ rounded to the nearest integer, halves up.
#[inline(always)]
pub(super) fn round(a: i32, n: u32) -> i32 {
    (a + (1 << (n - 1))) >> n
}

/// The outputs computed together.
const OUTPUTS: usize = 32;
/// The rows that hold a pair of weights for each of them.
const ROWS: usize = 2 * OUTPUTS / CHANNELS;
/// The most blocks of a row.
const BLOCKS: usize = CHANNELS / FEWEST;

/// The weights of a layer whose outputs are a multiple of 32.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Matrix {
    inputs: usize,
    rows: Vec<[Row; ROWS]>,
}

impl Matrix {
    /// A matrix of these weights, output by output.
    pub fn new(weights: &[i16], inputs: usize) -> Matrix {
        let mut rows = vec![[Row::ZERO; ROWS]; weights.len() / (2 * OUTPUTS)];
        for (index, &weight) in weights.iter().enumerate() {
            let (output, input) = (index / inputs, index % inputs);
            let at = 2 * (output % OUTPUTS) + input % 2;
            let rows = &mut rows[output / OUTPUTS * (inputs / 2) + input / 2];
            rows[at / CHANNELS].0[at % CHANNELS] = weight;
        }
        Matrix { inputs, rows }
    }

    /// The layer: `clamp(round(Σ weight · input, 10) + bias, least, most)`.
    #[inline(always)]
    pub fn layer<L: Lanes>(
        &self,
        lanes: L,
        inputs: &[i16],
        biases: &[i16],
        [least, most]: [i32; 2],
        outputs: &mut [i16],
    ) {
        let pairs = inputs.as_chunks().0;
        let outputs = outputs.as_chunks_mut::<OUTPUTS>().0.iter_mut();
        let parts = self.rows.chunks_exact(self.inputs / 2);
        for ((rows, biases), outputs) in parts.zip(biases.as_chunks::<OUTPUTS>().0).zip(outputs) {
            let sums = products(lanes, rows, pairs);
            for ((out, sum), &bias) in outputs.iter_mut().zip(sums).zip(biases) {
                *out = (round(sum, 10) + bias as i32).max(least).min(most) as i16;
            }
        }
    }
}

/// Σ weight · input of 32 outputs.
#[inline(always)]
fn products<L: Lanes>(lanes: L, rows: &[[Row; ROWS]], inputs: &[[i16; 2]]) -> [i32; OUTPUTS] {
    let mut sums = [[lanes.no_sums(); BLOCKS]; ROWS];
    for (rows, &pair) in rows.iter().zip(inputs) {
        let pair = lanes.splat_pair(pair);
        for (row, sums) in rows.iter().zip(&mut sums) {
            for (block, sums) in sums.iter_mut().take(CHANNELS / L::COUNT).enumerate() {
                *sums = lanes.add_products(*sums, lanes.load(&row.0, block), pair);
            }
        }
    }
    let mut out = [0; OUTPUTS];
    for (sums, out) in sums.iter().zip(out.as_chunks_mut::<{ CHANNELS / 2 }>().0) {
        for (block, &sums) in sums.iter().take(CHANNELS / L::COUNT).enumerate() {
            lanes.store_sums(sums, out, block);
        }
    }
    out
}
