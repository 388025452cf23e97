//! The layers of a network in integer arithmetic: `train/FORMAT.md` as code.

use super::file::Weights;
use super::matrix::round;
use super::row::Row;
use super::sizes::{CHANNELS, HIDDEN, INPUTS};
use crate::kernel::lanes::Lanes;

pub(super) const H_MAX: i16 = 8191;
pub(super) const Y_MAX: i16 = 4095;
/// The bounds of a hidden layer's outputs.
pub(super) const BOUNDS: [i32; 2] = [0, 32_767];
/// The bounds of the policy weights.
const POLICY: [i32; 2] = [-8191, 8191];

/// The dot products of four rows with the same weights.
#[inline(always)]
pub(super) fn products<L: Lanes>(lanes: L, weights: &Row, rows: [&Row; 4]) -> [i32; 4] {
    let mut sums = [lanes.no_sums(); 4];
    for block in 0..CHANNELS / L::COUNT {
        let weights = lanes.load(&weights.0, block);
        for (sums, row) in sums.iter_mut().zip(rows) {
            *sums = lanes.add_products(*sums, weights, lanes.load(&row.0, block));
        }
    }
    lanes.totals(sums)
}

/// The layers of a value, in 1/1024.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueLayers {
    /// The two hidden layers.
    pub hidden: [[i16; HIDDEN]; 2],
    /// The logit.
    pub logit: i32,
    /// Whether nothing of the second hidden layer contributes to it: it is the same constant in all such positions.
    pub is_constant: bool,
}

/// The layers of the value, from the inputs of the first.
#[inline(always)]
pub(super) fn value_layers<L: Lanes>(
    lanes: L,
    weights: &Weights,
    inputs: &[i16; INPUTS],
    threats: usize,
) -> ValueLayers {
    let a1 = weights.v1.layer(lanes, inputs, &weights.flags[threats], BOUNDS);
    let a2 = weights.v2.layer(lanes, &a1.0, &weights.b2, BOUNDS);
    let products = weights.v3.0.iter().zip(&a2.0).map(|(&w, &n)| w as i32 * n as i32);
    ValueLayers {
        hidden: [a1.0, a2.0],
        logit: round(products.clone().sum(), 10) + weights.b3 as i32,
        is_constant: products.into_iter().all(|product| product == 0),
    }
}

#[inline(always)]
pub(super) fn value(logit: i32, points: i32) -> i32 {
    round(logit * points, 10)
}

#[inline(always)]
pub(super) fn policy_weights<L: Lanes>(lanes: L, weights: &Weights, means: &[i16; CHANNELS]) -> Row {
    weights.d.layer(lanes, means, &weights.q, POLICY)
}

/// The policy of a move, in 1/1024 of a logit, from the product of these weights and the point's y.
#[inline(always)]
pub(super) fn policy(product: i32) -> i32 {
    round(product, 9)
}
