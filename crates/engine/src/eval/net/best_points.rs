//! The best points: the empty points with the highest policies, which the value reads one by one.

use super::file::{BEST_MAX, Weights};
use super::layers;
use super::packed_weights::Rows;
use super::row::{CHANNELS, Row};

/// What the value reads of the best `count` points, by channel: y of the first, and the mean and the maximum of the
/// layer of all.
#[inline(always)]
pub(super) fn read(
    weights: &Weights,
    count: usize,
    policy: &[i16; CHANNELS],
    inputs: &[Rows],
    y: &[Row],
) -> [[i16; CHANNELS]; 3] {
    let best = choose(count, policy, inputs, y);
    let [mut first, mut most] = [[0; CHANNELS]; 2];
    let mut sums = [0i32; CHANNELS];
    for (rank, (_, at)) in best.into_iter().take_while(|&(sum, _)| sum > i32::MIN).enumerate() {
        let y = &y[at as usize].0;
        let z = layers::point(weights, y);
        for c in 0..CHANNELS {
            sums[c] += z[c] as i32;
            most[c] = most[c].max(z[c]);
        }
        if rank == 0 {
            first = *y;
        }
    }
    [first, sums.map(|sum| (sum >> count.trailing_zeros()) as i16), most]
}

/// The best points, best first, of equal ones the first: policies in 1/2¹⁹, and indices in the layout. Ends with
/// policies of `i32::MIN` if there are fewer than `count` empty points.
#[inline(always)]
fn choose(
    count: usize,
    policy: &[i16; CHANNELS],
    inputs: &[Rows],
    y: &[Row],
) -> [(i32, u16); BEST_MAX] {
    let mut best = [(i32::MIN, 0); BEST_MAX];
    for (at, (_, y)) in inputs.iter().zip(y).enumerate().filter(|(_, (rows, _))| rows.is_empty()) {
        let sum = layers::product(policy, &y.0);
        let mut rank = count;
        while rank > 0 && best[rank - 1].0 < sum {
            rank -= 1;
            if rank + 1 < count {
                best[rank + 1] = best[rank];
            }
        }
        if rank < count {
            best[rank] = (sum, at as u16);
        }
    }
    best
}
