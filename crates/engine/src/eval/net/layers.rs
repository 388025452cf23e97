//! What the layers of a network compute, in integers: the words of `train/FORMAT.md` as code.

use super::file::{Sizes, Weights};
use crate::pattern::prospect::Codes;
use tengen_core::board::Colour;

/// The greatest h.
pub(super) const H_MAX: i16 = 8191;
/// The greatest y.
pub(super) const Y_MAX: i16 = 4095;
/// The greatest number of a hidden layer.
const HIDDEN_MAX: i32 = 32_767;
/// The greatest weight of a policy.
const POLICY_MAX: i32 = 8191;

/// What a network sees at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    /// Nothing: beyond the edge, or a dead point.
    Wall,
    /// Whose stone it is.
    Stone(Colour),
    /// What each side could make there.
    Empty(Codes),
}

/// a / 2ⁿ to the nearest integer, halves up.
#[inline(always)]
fn round(a: i32, n: u32) -> i32 {
    (a + (1 << (n - 1))) >> n
}

/// The sum of the products of two rows.
#[inline(always)]
fn product(weights: &[i16], numbers: &[i16]) -> i32 {
    let pairs = weights.iter().zip(numbers);
    pairs.map(|(&w, &n)| w as i32 * n as i32).sum()
}

/// 1. h of a point, as `side` sees it.
#[inline(always)]
pub(super) fn point(weights: &Weights, side: Colour, sight: Sight, h: &mut [i16]) {
    let clamp = |x: i16| x.clamp(0, H_MAX);
    let c = h.len();
    match sight {
        Sight::Wall => h.fill(0),
        Sight::Stone(colour) => {
            let whose = (colour != side) as usize;
            let row = &weights.stone[whose * c..][..c];
            h.iter_mut().zip(row).for_each(|(h, &x)| *h = clamp(x));
        }
        Sight::Empty(codes) => {
            let own = &weights.own[codes.of(side) as usize * c..][..c];
            let other = &weights.other[codes.of(!side) as usize * c..][..c];
            for (h, (own, other)) in h.iter_mut().zip(own.iter().zip(other)) {
                *h = clamp(own + other);
            }
        }
    }
}

/// 2. y of a point, from h of the nine points around it, row by row.
///
/// ```text
///   corner  edge   corner
///    edge  centre   edge
///   corner  edge   corner
/// ```
#[inline(always)]
pub(super) fn neighbours(weights: &Weights, h: [&[i16]; 9], y: &mut [i16]) {
    let c = y.len();
    let h = h.map(|row| &row[..c]);
    let conv: [&[i16]; 4] = std::array::from_fn(|i| &weights.conv[i * c..][..c]);
    let part = |weight: i16, h: i16| round(weight as i32 * h as i32, 15);
    for (i, y) in y.iter_mut().enumerate() {
        let edges = h[1][i] + h[3][i] + h[5][i] + h[7][i];
        let corners = h[0][i] + h[2][i] + h[6][i] + h[8][i];
        let sum = part(conv[0][i], h[4][i]) + part(conv[1][i], edges) + part(conv[2][i], corners);
        *y = (sum + conv[3][i] as i32).clamp(0, Y_MAX as i32) as i16;
    }
}

/// 3. g, from the sums of y over a board of so many points.
#[inline(always)]
pub(super) fn board(sums: &[i32], points: usize) -> Vec<i16> {
    let points = points.max(1) as i32;
    sums.iter().map(|&sum| (8 * sum / points) as i16).collect()
}

/// 4. The logit, in 1/1024.
#[inline(always)]
pub(super) fn logit(weights: &Weights, sizes: Sizes, g: &[i16], threats: usize) -> i32 {
    let [h1, h2] = sizes.hidden;
    let clamp = |z: i32| z.clamp(0, HIDDEN_MAX) as i16;
    let flags = &weights.flags[threats * h1..][..h1];
    let first = weights.v1.chunks_exact(sizes.channels).zip(flags);
    let a1: Vec<i16> = first
        .map(|(row, &flag)| clamp(round(product(row, g), 10) + flag as i32))
        .collect();
    let second = weights.v2.chunks_exact(h1).zip(&weights.b2[..h2]);
    let a2: Vec<i16> = second
        .map(|(row, &bias)| clamp(round(product(row, &a1), 10) + bias as i32))
        .collect();
    round(product(&weights.v3, &a2), 10) + weights.b3[0] as i32
}

/// The bounds of a hidden layer.
const HIDDEN: [i32; 2] = [0, HIDDEN_MAX];
/// The widest layer.
pub(super) const WIDEST: usize = 64;

/// The same logit, in a form that kernels make instructions for many numbers of.
#[inline(always)]
pub(super) fn fast_logit(weights: &Weights, sizes: Sizes, g: &[i16], threats: usize) -> i32 {
    let [h1, h2] = sizes.hidden;
    let (mut a1, mut a2) = ([0; WIDEST], [0; WIDEST]);
    let (a1, a2) = (&mut a1[..h1], &mut a2[..h2]);
    let flags = &weights.flags[threats * h1..][..h1];
    layer(&weights.v1, g, flags, HIDDEN, a1);
    layer(&weights.v2, a1, &weights.b2, HIDDEN, a2);
    round(product(&weights.v3, a2), 10) + weights.b3[0] as i32
}

/// The same weights of a policy.
#[inline(always)]
pub(super) fn fast_policy_weights(weights: &Weights, g: &[i16], out: &mut [i16]) {
    layer(&weights.d, g, &weights.q, [-POLICY_MAX, POLICY_MAX], out);
}

/// A layer: `clamp(round(Σ weight · input, 10) + bias, least, most)`.
#[inline(always)]
fn layer(rows: &[i16], inputs: &[i16], biases: &[i16], bounds: [i32; 2], outputs: &mut [i16]) {
    match inputs.len() {
        16 => layer_of::<16>(rows, inputs, biases, bounds, outputs),
        32 => layer_of::<32>(rows, inputs, biases, bounds, outputs),
        48 => layer_of::<48>(rows, inputs, biases, bounds, outputs),
        _ => layer_of::<64>(rows, inputs, biases, bounds, outputs),
    }
}

/// A layer of so many inputs.
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

/// The value, in points of the search, that goes with a logit.
#[inline(always)]
pub(super) fn value(logit: i32, points: i32) -> i32 {
    round(logit * points, 10)
}

/// 5. How this board weighs y for its policy.
pub(super) fn policy_weights(weights: &Weights, g: &[i16]) -> Vec<i16> {
    let rows = weights.d.chunks_exact(g.len()).zip(&weights.q);
    let weight = |(row, &q): (&[i16], &i16)| round(product(row, g), 10) + q as i32;
    let clamp = |w: i32| w.clamp(-POLICY_MAX, POLICY_MAX) as i16;
    rows.map(|row| clamp(weight(row))).collect()
}

/// The policy of a move, in 1/1024 of a logit, from those weights and its y.
#[inline(always)]
pub(super) fn policy(weights: &[i16], y: &[i16]) -> i32 {
    round(product(weights, y), 9)
}
