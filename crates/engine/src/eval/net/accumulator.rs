//! The network's incremental state for one side: h and y of each point, and the sums of y.

use super::convolution::Convolution;
use super::file::Weights;
use super::inputs::Inputs;
use super::layers;
use super::layout::Layout;
use super::packed_weights::PackedWeights;
use super::row::Row;
use super::sizes::{CHANNELS, INPUTS};
use super::top_points::{self, Scores};
use crate::kernel::lanes::Lanes;
use tengen_core::board::{Colour, PointSet};

/// What the value reads, by channel.
pub(super) type Read = [[i16; CHANNELS]; INPUTS / CHANNELS];

/// The state for one side.
pub(super) struct Accumulator {
    side: Colour,
    /// 2⁴⁰ / number of points + 1, as defined in `train/FORMAT.md`.
    reciprocal: u64,
    /// The points whose inputs may have changed since h and y were computed.
    pub changed: PointSet,
    h: Vec<Row>,
    y: Vec<Row>,
    sums: [i32; CHANNELS],
    /// The policies, and what the value reads, if nothing has changed since they were computed.
    pub scores: Scores,
    pub read: Option<Read>,
}

impl Accumulator {
    /// The state of a board of this many points, of which nothing is known yet.
    pub fn new(side: Colour, points: usize, layout: Layout) -> Accumulator {
        Accumulator {
            side,
            reciprocal: (1 << 40) / points.max(1) as u64 + 1,
            changed: PointSet::EMPTY,
            h: vec![Row::ZERO; layout.places],
            y: vec![Row::ZERO; layout.places],
            sums: [0; CHANNELS],
            scores: Scores::new(layout),
            read: None,
        }
    }

    /// Computes the policies, and what the value reads: the means of y, and the top policy points.
    #[inline(always)]
    pub fn look<L: Lanes>(&mut self, lanes: L, weights: &Weights, inputs: &Inputs, alive: &PointSet) -> Read {
        let changed = std::mem::replace(&mut self.changed, PointSet::EMPTY);
        self.update_h(lanes, weights, inputs, &changed);
        let Accumulator { h, y, sums, scores, .. } = self;
        let convolution = Convolution { weights: &weights.conv, layout: inputs.layout, h, y, sums };
        convolution.run(lanes, &changed.dilated().intersection(alive));
        let mut means = [0; CHANNELS];
        for (mean, &sum) in means.iter_mut().zip(&*sums) {
            *mean = ((8 * sum as u64 * self.reciprocal) >> 40) as i16;
        }
        let policy = layers::policy_weights(lanes, weights, &means);
        scores.compute(lanes, &policy, &inputs.limits, y);
        let [first, mean, most] = top_points::read(lanes, weights, scores, y);
        let read = [means, first, mean, most];
        self.read = Some(read);
        read
    }

    #[inline(always)]
    fn update_h<L: Lanes>(&mut self, lanes: L, weights: &Weights, inputs: &Inputs, points: &PointSet) {
        // In variables of their own, so that the compiler does not read them again for each point.
        let PackedWeights { own, other, windows } = &weights.points;
        let (own, other, windows) = (&own[..], &other[..], &windows[..]);
        let (layout, all, side) = (inputs.layout, &inputs.rows[..], self.side);
        let h = &mut self.h[..all.len()];
        for y in 0..layout.rows() {
            let mut rest = points.row(y);
            let begin = layout.row(y);
            while rest != 0 {
                let at = begin + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let (rows, h) = (&all[at], &mut h[at]);
                let own = &own[rows.pcodes.of(side) as usize];
                let other = &other[rows.pcodes.of(!side) as usize];
                for block in 0..CHANNELS / L::COUNT {
                    let mut x = lanes.add(lanes.load(&own.0, block), lanes.load(&other.0, block));
                    for both in rows.windows {
                        let row = (both >> (16 * side.index())) as u16;
                        x = lanes.add(x, lanes.load(&windows[row as usize].0, block));
                    }
                    lanes.store(lanes.clamp(x, 0, layers::H_MAX), &mut h.0, block);
                }
            }
        }
    }
}
