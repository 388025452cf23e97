//! The network's incremental state for one side: h and y of each point, and the sums of y.

use super::best_points::{self, Scores};
use super::convolution::Convolution;
use super::file::{Network, Weights};
use super::inputs::{Frame, Inputs};
use super::layers;
use super::layout::Layout;
use super::overwritten::Overwritten;
use super::packed_weights::PackedWeights;
use super::row::Row;
use super::sizes::CHANNELS;
use crate::kernel::lanes::Lanes;
use crate::kernel::{Kernel, LaneWork, Work};
use crate::pattern::state::Step;
use crate::pattern::{Kind, PatternBoard};
use tengen_core::board::{Colour, PointSet};

/// The state for one side.
pub(super) struct Accumulator {
    layout: Layout,
    side: Colour,
    /// 2⁴⁰ / number of points + 1, as defined in `train/FORMAT.md`.
    reciprocal: u64,
    inputs: Inputs,
    h: Vec<Row>,
    y: Vec<Row>,
    sums: [i32; CHANNELS],
    scores: Scores,
    /// Whether they are those of this position.
    scored: bool,
    /// The board's steps processed so far.
    steps: Vec<Followed>,
    /// The overwritten rows, for undo.
    old_h: Overwritten,
    old_y: Overwritten,
}

/// A processed step of the board.
struct Followed {
    number: u64,
    inputs: Frame,
    /// The number of overwritten rows of h and y before it.
    h: usize,
    y: usize,
    /// The sums before it.
    sums: [i32; CHANNELS],
}

impl Accumulator {
    /// The state of a board before its first step; `alive` are the points that are not dead.
    pub fn new<K: Kind>(
        board: &PatternBoard<K>,
        layout: Layout,
        side: Colour,
        network: &Network,
        alive: &PointSet,
    ) -> Accumulator {
        let mut view = Accumulator {
            layout,
            side,
            reciprocal: (1 << 40) / alive.len().max(1) as u64 + 1,
            inputs: Inputs::new(board, layout, side, alive),
            h: vec![Row::ZERO; layout.places],
            y: vec![Row::ZERO; layout.places],
            sums: [0; CHANNELS],
            scores: Scores::new(layout.places),
            scored: false,
            steps: Vec::new(),
            old_h: Overwritten::NOTHING,
            old_y: Overwritten::NOTHING,
        };
        view.update(board.kernel(), network, alive);
        view.old_h.clear();
        view.old_y.clear();
        view
    }

    /// The number of steps processed.
    #[inline(always)]
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The number of the last processed step.
    #[inline(always)]
    pub fn last(&self) -> Option<u64> {
        self.steps.last().map(|step| step.number)
    }

    /// Processes the board's next step.
    #[inline]
    pub fn follow<K: Kind>(&mut self, board: &PatternBoard<K>, step: &Step, network: &Network, alive: &PointSet) {
        self.scored = false;
        let (inputs, changed) = self.inputs.follow(step, board);
        self.steps.push(Followed {
            number: step.number,
            inputs,
            h: self.old_h.rows.len(),
            y: self.old_y.rows.len(),
            sums: self.sums,
        });
        self.update(board.kernel(), network, &changed.dilated().intersection(alive));
    }

    /// Computes h where inputs have changed, and y of these points.
    #[inline(always)]
    fn update(&mut self, kernel: Kernel, network: &Network, around: &PointSet) {
        let weights = network.weights(self.side);
        kernel.run_lanes(Update { view: self, weights, around });
    }

    /// Takes back the last processed step.
    #[inline]
    pub fn take_back(&mut self, kernel: Kernel) {
        kernel.run(TakeBack(self));
    }

    /// The logit for these threats.
    #[inline]
    pub fn logit(&mut self, kernel: Kernel, network: &Network, threats: usize) -> i32 {
        kernel.run_lanes(Logit { view: self, network, threats })
    }

    /// Appends the policies of these points.
    #[inline]
    pub fn policies(&mut self, kernel: Kernel, network: &Network, places: &[u16], policies: &mut Vec<i32>) {
        if !self.scored {
            kernel.run_lanes(Look { view: self, network });
        }
        let scores = places.iter().map(|&at| self.scores.all[at as usize]);
        policies.extend(scores.map(layers::policy));
    }

    /// The means of y.
    #[inline(always)]
    fn means(&self) -> [i16; CHANNELS] {
        let mut means = [0; CHANNELS];
        for (mean, &sum) in means.iter_mut().zip(&self.sums) {
            *mean = ((8 * sum as u64 * self.reciprocal) >> 40) as i16;
        }
        means
    }
}

/// See [`Accumulator::update`].
struct Update<'a> {
    view: &'a mut Accumulator,
    weights: &'a Weights,
    around: &'a PointSet,
}

impl LaneWork for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) {
        let Update { view, weights, .. } = self;
        look(lanes, weights, &view.inputs, &mut view.h, &mut view.old_h);
        let convolution = Convolution {
            weights: &weights.conv,
            layout: view.layout,
            h: &view.h,
            y: &mut view.y,
            old: &mut view.old_y,
            sums: &mut view.sums,
        };
        convolution.run(lanes, self.around);
    }
}

/// Computes h.
#[inline(always)]
fn look<L: Lanes>(lanes: L, weights: &Weights, inputs: &Inputs, h: &mut [Row], old: &mut Overwritten) {
    let PackedWeights { own, other, windows } = &weights.points;
    for &at in &inputs.changed {
        let rows = inputs.rows[at as usize];
        let h = &mut h[at as usize];
        old.keep(at as usize, std::slice::from_ref(h));
        let (own, other) = (&own[rows.own as usize], &other[rows.other as usize]);
        for block in 0..CHANNELS / L::COUNT {
            let mut x = lanes.add(lanes.load(&own.0, block), lanes.load(&other.0, block));
            for row in rows.windows {
                x = lanes.add(x, lanes.load(&windows[row as usize].0, block));
            }
            lanes.store(lanes.clamp(x, 0, layers::H_MAX), &mut h.0, block);
        }
    }
}

/// See [`Accumulator::take_back`].
struct TakeBack<'a>(&'a mut Accumulator);

impl Work for TakeBack<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let view = self.0;
        let Some(step) = view.steps.pop() else {
            return;
        };
        view.scored = false;
        view.inputs.take_back(step.inputs);
        view.old_h.restore(step.h, &mut view.h);
        view.old_y.restore(step.y, &mut view.y);
        view.sums = step.sums;
    }
}

/// See [`Accumulator::logit`].
struct Logit<'a> {
    view: &'a mut Accumulator,
    network: &'a Network,
    threats: usize,
}

impl LaneWork for Logit<'_> {
    type Output = i32;

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) -> i32 {
        let Logit { view, network, threats } = self;
        let weights = network.weights(view.side);
        let inputs = Look { view, network }.call(lanes);
        layers::logit(lanes, weights, inputs.as_flattened().try_into().expect("all inputs"), threats)
    }
}

/// Computes the policies, and what the value reads: the means of y, and the best points.
struct Look<'a> {
    view: &'a mut Accumulator,
    network: &'a Network,
}

impl LaneWork for Look<'_> {
    type Output = [[i16; CHANNELS]; 4];

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) -> Self::Output {
        let Look { view, network } = self;
        let (weights, means) = (network.weights(view.side), view.means());
        let policy = layers::policy_weights(lanes, weights, &means);
        let (scores, y) = (&mut view.scores, &view.y);
        scores.compute(lanes, &policy, &view.inputs.limits, y);
        view.scored = true;
        let [first, mean, most] = best_points::read(lanes, weights, view.layout, scores, y);
        [means, first, mean, most]
    }
}
