//! The network's incremental state for one side: h and y of each point, and the sums of y.

use super::convolution::Convolution;
use super::file::{Network, Weights};
use super::layers;
use super::layout::Layout;
use super::overwritten::Overwritten;
use super::packed_weights::Rows;
use crate::kernel::lanes::{LANES, Lanes};
use crate::kernel::{Kernel, LaneWork, Work};
use tengen_core::board::{Colour, PointSet};

/// A point whose network input has changed.
#[derive(Clone, Copy)]
pub(super) struct FeatureDelta {
    /// Its index in the layout.
    pub at: u16,
    pub rows: Rows,
}

/// The state for one side, with `C` channels.
pub(super) struct Accumulator<const C: usize> {
    layout: Layout,
    side: Colour,
    /// 2⁴⁰ / number of points + 1, as defined in `train/FORMAT.md`.
    reciprocal: u64,
    h: Vec<[i16; C]>,
    y: Vec<[i16; C]>,
    sums: [i32; C],
    /// The board's steps processed so far.
    steps: Vec<Followed<C>>,
    /// The overwritten rows, for undo.
    old_h: Overwritten<C>,
    old_y: Overwritten<C>,
}

/// A processed step of the board.
struct Followed<const C: usize> {
    number: u64,
    /// The number of overwritten rows of h and y before it.
    h: usize,
    y: usize,
    /// The sums before it.
    sums: [i32; C],
}

impl<const C: usize> Accumulator<C> {
    /// The state of a board that is all edge; `points` is the number of points that are not dead.
    pub fn new(layout: Layout, side: Colour, points: usize) -> Accumulator<C> {
        Accumulator {
            layout,
            side,
            reciprocal: (1 << 40) / points.max(1) as u64 + 1,
            h: vec![[0; C]; layout.places],
            y: vec![[0; C]; layout.places],
            sums: [0; C],
            steps: Vec::new(),
            old_h: Overwritten::NOTHING,
            old_y: Overwritten::NOTHING,
        }
    }

    /// The side whose view this is.
    #[inline(always)]
    pub fn side(&self) -> Colour {
        self.side
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

    /// Initializes the state from the board before its first step.
    pub fn begin(
        &mut self,
        kernel: Kernel,
        network: &Network,
        deltas: &[FeatureDelta],
        around: &PointSet,
    ) {
        self.follow(kernel, network, 0, deltas, around);
        self.steps.clear();
        self.old_h.clear();
        self.old_y.clear();
    }

    /// Processes a step: `deltas` are the changed inputs, `around` these points and their neighbours on the board.
    #[inline]
    pub fn follow(
        &mut self,
        kernel: Kernel,
        network: &Network,
        number: u64,
        deltas: &[FeatureDelta],
        around: &PointSet,
    ) {
        self.steps.push(Followed {
            number,
            h: self.old_h.rows.len(),
            y: self.old_y.rows.len(),
            sums: self.sums,
        });
        let weights = network.weights(self.side);
        kernel.run_lanes(Follow { view: self, weights, deltas, around });
    }

    /// Takes back the last processed step.
    #[inline]
    pub fn take_back(&mut self, kernel: Kernel) {
        kernel.run(TakeBack(self));
    }

    /// The logit for these threats.
    #[inline]
    pub fn logit(&self, kernel: Kernel, network: &Network, threats: usize) -> i32 {
        kernel.run(Logit { view: self, network, threats })
    }

    /// Appends the policies of these points.
    #[inline]
    pub fn policies(
        &self,
        kernel: Kernel,
        network: &Network,
        places: &[u16],
        policies: &mut Vec<i32>,
    ) {
        kernel.run(Policies { view: self, weights: network.weights(self.side), places, policies });
    }

    /// The means of y.
    #[inline(always)]
    fn means(&self) -> [i16; C] {
        let mut means = [0; C];
        for (mean, &sum) in means.iter_mut().zip(&self.sums) {
            *mean = ((8 * sum as u64 * self.reciprocal) >> 40) as i16;
        }
        means
    }
}

/// See [`Accumulator::follow`].
struct Follow<'a, const C: usize> {
    view: &'a mut Accumulator<C>,
    weights: &'a Weights,
    deltas: &'a [FeatureDelta],
    around: &'a PointSet,
}

impl<const C: usize> LaneWork for Follow<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) {
        let Follow { view, weights, .. } = self;
        look(lanes, weights, self.deltas, &mut view.h, &mut view.old_h);
        if let [weights] = weights.conv.as_chunks::<C>().0.as_chunks::<4>().0 {
            let convolution = Convolution {
                weights,
                layout: view.layout,
                h: &view.h,
                y: &mut view.y,
                old: &mut view.old_y,
                sums: &mut view.sums,
            };
            convolution.run(lanes, self.around);
        }
    }
}

/// Computes h.
#[inline(always)]
fn look<L: Lanes, const C: usize>(
    lanes: L,
    weights: &Weights,
    deltas: &[FeatureDelta],
    h: &mut [[i16; C]],
    old: &mut Overwritten<C>,
) {
    let own = weights.points.own.as_chunks::<C>().0;
    let other = weights.points.other.as_chunks::<C>().0;
    for delta in deltas {
        let h = &mut h[delta.at as usize];
        old.keep(delta.at as usize, std::slice::from_ref(h));
        let own = own[delta.rows.own as usize].as_chunks::<LANES>().0;
        let other = other[delta.rows.other as usize].as_chunks::<LANES>().0;
        let h = h.as_chunks_mut::<LANES>().0;
        for i in 0..C / LANES {
            let x = lanes.add(lanes.load(&own[i]), lanes.load(&other[i]));
            lanes.store(lanes.clamp(x, 0, layers::H_MAX), &mut h[i]);
        }
    }
}

/// See [`Accumulator::take_back`].
struct TakeBack<'a, const C: usize>(&'a mut Accumulator<C>);

impl<const C: usize> Work for TakeBack<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let view = self.0;
        let Some(step) = view.steps.pop() else {
            return;
        };
        view.old_h.restore(step.h, &mut view.h);
        view.old_y.restore(step.y, &mut view.y);
        view.sums = step.sums;
    }
}

/// See [`Accumulator::logit`].
struct Logit<'a, const C: usize> {
    view: &'a Accumulator<C>,
    network: &'a Network,
    threats: usize,
}

impl<const C: usize> Work for Logit<'_, C> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        let network = self.network;
        let weights = network.weights(self.view.side);
        let means = self.view.means();
        layers::logit(weights, network.sizes, &means, self.threats)
    }
}

/// See [`Accumulator::policies`].
struct Policies<'a, const C: usize> {
    view: &'a Accumulator<C>,
    weights: &'a Weights,
    places: &'a [u16],
    policies: &'a mut Vec<i32>,
}

impl<const C: usize> Work for Policies<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut weights = [0; C];
        layers::policy_weights(self.weights, &self.view.means(), &mut weights);
        let y = &self.view.y;
        let places = self.places.iter();
        let policies = places.map(|&at| layers::policy(&weights, &y[at as usize]));
        self.policies.extend(policies);
    }
}
