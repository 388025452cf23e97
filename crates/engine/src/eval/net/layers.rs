//! The layers of a network in integer arithmetic: `train/FORMAT.md` as code, written so that compilers vectorize it
//! for each kernel.

use super::file::{INPUTS_MAX, Sizes, WIDEST, Weights};
use super::row::CHANNELS;

/// The maximum of h.
pub(super) const H_MAX: i16 = 8191;
/// The maximum of y.
pub(super) const Y_MAX: i16 = 4095;
/// The bounds of a hidden layer's outputs.
const HIDDEN: [i32; 2] = [0, 32_767];
/// The bounds of the policy weights.
const POLICY: [i32; 2] = [-8191, 8191];

/// a / 2ⁿ rounded to the nearest integer, halves up.
#[inline(always)]
fn round(a: i32, n: u32) -> i32 {
    (a + (1 << (n - 1))) >> n
}

/// The dot product of two rows.
#[inline(always)]
pub(super) fn product(weights: &[i16], numbers: &[i16]) -> i32 {
    let pairs = weights.iter().zip(numbers);
    pairs.map(|(&w, &n)| w as i32 * n as i32).sum()
}

/// The logit, in 1/1024, from the inputs of the first layer.
#[inline(always)]
pub(super) fn logit(weights: &Weights, sizes: Sizes, inputs: &[i16], threats: usize) -> i32 {
    let [h1, h2] = sizes.hidden;
    let (mut a1, mut a2) = ([0; WIDEST], [0; WIDEST]);
    let (a1, a2) = (&mut a1[..h1], &mut a2[..h2]);
    let flags = &weights.flags[threats * h1..][..h1];
    layer(&weights.v1, inputs, flags, HIDDEN, a1);
    layer(&weights.v2, a1, &weights.b2, HIDDEN, a2);
    round(product(&weights.v3, a2), 10) + weights.b3[0] as i32
}

/// Converts a logit to points.
#[inline(always)]
pub(super) fn value(logit: i32, points: i32) -> i32 {
    round(logit * points, 10)
}

/// The layer of a best point with this y.
#[inline(always)]
pub(super) fn point(weights: &Weights, y: &[i16]) -> [i16; CHANNELS] {
    let mut out = [0; CHANNELS];
    layer(&weights.vp, y, &weights.bp, HIDDEN, &mut out);
    out
}

/// The weights of y in the policy of a board with these means.
#[inline(always)]
pub(super) fn policy_weights(weights: &Weights, means: &[i16]) -> [i16; CHANNELS] {
    let mut out = [0; CHANNELS];
    layer(&weights.d, means, &weights.q, POLICY, &mut out);
    out
}

/// The policy of a move, in 1/1024 of a logit, from these weights and the point's y.
#[inline(always)]
pub(super) fn policy(weights: &[i16], y: &[i16]) -> i32 {
    round(product(weights, y), 9)
}

/// A layer: `clamp(round(Σ weight · input, 10) + bias, least, most)`.
#[inline(always)]
fn layer(rows: &[i16], inputs: &[i16], biases: &[i16], bounds: [i32; 2], outputs: &mut [i16]) {
    match inputs.len() {
        32 => layer_of::<32>(rows, inputs, biases, bounds, outputs),
        64 => layer_of::<64>(rows, inputs, biases, bounds, outputs),
        _ => layer_of::<INPUTS_MAX>(rows, inputs, biases, bounds, outputs),
    }
}

/// A layer with `I` inputs.
#[inline(always)]
fn layer_of<const I: usize>(
    rows: &[i16],
    inputs: &[i16],
    biases: &[i16],
    [least, most]: [i32; 2],
    outputs: &mut [i16],
) {
    let Some(inputs) = inputs.first_chunk::<I>() else {
        return;
    };
    let rows = rows.as_chunks::<I>().0.iter().zip(biases);
    for (out, (row, &bias)) in outputs.iter_mut().zip(rows) {
        let sum: i32 = (0..I).map(|i| row[i] as i32 * inputs[i] as i32).sum();
        *out = (round(sum, 10) + bias as i32).clamp(least, most) as i16;
    }
}
