//! What one side sees of a board, kept: h and y of each point, and the sums of y. The hot loops of the network,
//! compiled for each kernel.
//!
//! ```text
//!   width 5:   w w w w w w        one wall between the end of a row and the beginning of the next
//!              w . . . . .
//!              w . . . . .
//! ```

use super::file::{Network, Weights};
use super::layers::{self, WIDEST};
use super::packed_weights::Rows;
use crate::kernel::lanes::{LANES, Lanes};
use crate::kernel::{Kernel, LaneWork, Work};
use tengen_core::board::{Colour, Point, PointSet, Shape};

/// A point at which something else is seen than before.
#[derive(Clone, Copy)]
pub(super) struct FeatureDelta {
    /// Where it lies in the layout.
    pub at: u16,
    pub rows: Rows,
}

/// The layout of a board.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// From a point to the one below it.
    stride: usize,
    places: usize,
}

impl Layout {
    pub fn new(shape: Shape) -> Layout {
        let stride = shape.width() as usize + 1;
        Layout {
            stride,
            places: stride * (shape.height() as usize + 2) + 1,
        }
    }

    /// Where a point lies.
    #[inline(always)]
    pub fn at(self, point: Point) -> u16 {
        (self.stride * (point.y() as usize + 1) + point.x() as usize + 1) as u16
    }
}

/// What one side sees.
pub(super) struct Accumulator {
    layout: Layout,
    side: Colour,
    channels: usize,
    /// 2⁴⁰ / number of points, as `train/FORMAT.md` has it.
    reciprocal: u64,
    h: Vec<i16>,
    y: Vec<i16>,
    sums: Vec<i32>,
    /// The steps of the board that were followed.
    steps: Vec<Followed>,
    /// What was there before them.
    old_h: Overwritten,
    old_y: Overwritten,
    old_sums: Vec<i32>,
}

/// A step of the board that was followed.
struct Followed {
    number: u64,
    /// How many rows of h and of y had been overwritten before it.
    h: usize,
    y: usize,
}

/// Rows that were overwritten, the latest last.
#[derive(Default)]
struct Overwritten {
    places: Vec<u16>,
    rows: Vec<i16>,
}

impl Overwritten {
    /// Keeps a row.
    #[inline(always)]
    fn keep<const C: usize>(&mut self, at: usize, row: &[i16; C]) {
        self.places.push(at as u16);
        self.rows.extend_from_slice(row);
    }

    /// Puts all rows but the first `count` back.
    #[inline(always)]
    fn restore<const C: usize>(&mut self, count: usize, rows: &mut [[i16; C]]) {
        let old = self.rows.as_chunks::<C>().0[count..].iter();
        for (&at, old) in self.places[count..].iter().zip(old).rev() {
            rows[at as usize] = *old;
        }
        self.places.truncate(count);
        self.rows.truncate(count * C);
    }
}

impl Accumulator {
    /// Of a board of walls; `points` are not dead.
    pub fn new(layout: Layout, side: Colour, channels: usize, points: usize) -> Accumulator {
        Accumulator {
            layout,
            side,
            channels,
            reciprocal: (1 << 40) / points.max(1) as u64 + 1,
            h: vec![0; layout.places * channels],
            y: vec![0; layout.places * channels],
            sums: vec![0; channels],
            steps: Vec::new(),
            old_h: Overwritten::default(),
            old_y: Overwritten::default(),
            old_sums: Vec::new(),
        }
    }

    /// Whose view it is.
    #[inline(always)]
    pub fn side(&self) -> Colour {
        self.side
    }

    /// How many steps it has followed.
    #[inline(always)]
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The number of the last of them.
    #[inline(always)]
    pub fn last(&self) -> Option<u64> {
        self.steps.last().map(|step| step.number)
    }

    /// Looks at the board as it is before the first step.
    pub fn begin(
        &mut self,
        kernel: Kernel,
        network: &Network,
        deltas: &[FeatureDelta],
        around: &PointSet,
    ) {
        self.follow(kernel, network, 0, deltas, around);
        self.steps.clear();
        self.old_sums.clear();
        for old in [&mut self.old_h, &mut self.old_y] {
            old.places.clear();
            old.rows.clear();
        }
    }

    /// Follows a step: what is seen otherwise since then at the `deltas`; `around` are these points and those
    /// beside them, but no walls.
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
            h: self.old_h.places.len(),
            y: self.old_y.places.len(),
        });
        self.old_sums.extend_from_slice(&self.sums);
        let weights = network.weights(self.side);
        let view = self;
        kernel.run_lanes(Follow {
            view,
            weights,
            deltas,
            around,
        });
    }

    /// Takes back the last step that was followed.
    #[inline]
    pub fn take_back(&mut self, kernel: Kernel) {
        kernel.run(TakeBack(self));
    }

    /// The logit for these threats.
    #[inline]
    pub fn logit(&self, kernel: Kernel, network: &Network, threats: usize) -> i32 {
        kernel.run(Logit {
            view: self,
            network,
            threats,
        })
    }

    /// Adds the policies of these places.
    #[inline]
    pub fn policies(
        &self,
        kernel: Kernel,
        network: &Network,
        places: &[u16],
        policies: &mut Vec<i32>,
    ) {
        kernel.run(Policies {
            view: self,
            weights: network.weights(self.side),
            places,
            policies,
        });
    }

    /// The means of y, in `means`.
    #[inline(always)]
    fn g<'a>(&self, means: &'a mut [i16; WIDEST]) -> &'a [i16] {
        for (g, &sum) in means.iter_mut().zip(&self.sums) {
            *g = ((8 * sum as u64 * self.reciprocal) >> 40) as i16;
        }
        &means[..self.channels]
    }
}

/// See [`Accumulator::follow`].
struct Follow<'a> {
    view: &'a mut Accumulator,
    weights: &'a Weights,
    deltas: &'a [FeatureDelta],
    around: &'a PointSet,
}

impl LaneWork for Follow<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) {
        match self.view.channels {
            16 => self.with_channels::<L, 16>(lanes),
            32 => self.with_channels::<L, 32>(lanes),
            48 => self.with_channels::<L, 48>(lanes),
            _ => self.with_channels::<L, 64>(lanes),
        }
    }
}

impl Follow<'_> {
    #[inline(always)]
    fn with_channels<L: Lanes, const C: usize>(self, lanes: L) {
        look::<L, C>(lanes, self.weights, self.deltas, self.view);
        convolve::<L, C>(lanes, self.weights, self.view, self.around);
    }
}

/// See [`Accumulator::take_back`].
struct TakeBack<'a>(&'a mut Accumulator);

impl Work for TakeBack<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        match self.0.channels {
            16 => self.with_channels::<16>(),
            32 => self.with_channels::<32>(),
            48 => self.with_channels::<48>(),
            _ => self.with_channels::<64>(),
        }
    }
}

impl TakeBack<'_> {
    #[inline(always)]
    fn with_channels<const C: usize>(self) {
        let view = self.0;
        let Some(step) = view.steps.pop() else {
            return;
        };
        let h = view.h.as_chunks_mut::<C>().0;
        view.old_h.restore(step.h, h);
        let y = view.y.as_chunks_mut::<C>().0;
        view.old_y.restore(step.y, y);
        let sums = view.steps.len() * C;
        view.sums.copy_from_slice(&view.old_sums[sums..]);
        view.old_sums.truncate(sums);
    }
}

/// See [`Accumulator::logit`].
struct Logit<'a> {
    view: &'a Accumulator,
    network: &'a Network,
    threats: usize,
}

impl Work for Logit<'_> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        let Logit {
            view,
            network,
            threats,
        } = self;
        let mut means = [0; WIDEST];
        let g = view.g(&mut means);
        layers::fast_logit(network.weights(view.side), network.sizes, g, threats)
    }
}

/// See [`Accumulator::policies`].
struct Policies<'a> {
    view: &'a Accumulator,
    weights: &'a Weights,
    places: &'a [u16],
    policies: &'a mut Vec<i32>,
}

impl Work for Policies<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        match self.view.channels {
            16 => self.with_channels::<16>(),
            32 => self.with_channels::<32>(),
            48 => self.with_channels::<48>(),
            _ => self.with_channels::<64>(),
        }
    }
}

impl Policies<'_> {
    #[inline(always)]
    fn with_channels<const C: usize>(self) {
        let (mut means, mut weights) = ([0; WIDEST], [0; C]);
        let g = self.view.g(&mut means);
        layers::fast_policy_weights(self.weights, g, &mut weights);
        let y = self.view.y.as_chunks::<C>().0;
        let places = self.places.iter();
        let policies = places.map(|&at| layers::policy(&weights, &y[at as usize]));
        self.policies.extend(policies);
    }
}

/// Computes h.
#[inline(always)]
fn look<L: Lanes, const C: usize>(
    lanes: L,
    weights: &Weights,
    deltas: &[FeatureDelta],
    view: &mut Accumulator,
) {
    let own = weights.ready.own.as_chunks::<C>().0;
    let other = weights.ready.other.as_chunks::<C>().0;
    let h = view.h.as_chunks_mut::<C>().0;
    for look in deltas {
        let at = look.at as usize;
        view.old_h.keep(at, &h[at]);
        let own = blocks(&own[look.rows.own as usize]);
        let other = blocks(&other[look.rows.other as usize]);
        let h = h[at].as_chunks_mut::<LANES>().0;
        for i in 0..C / LANES {
            let x = lanes.add(lanes.load(&own[i]), lanes.load(&other[i]));
            lanes.store(lanes.clamp(x, 0, layers::H_MAX), &mut h[i]);
        }
    }
}

/// A point's numbers, sixteen at a time.
#[inline(always)]
fn blocks<const C: usize>(numbers: &[i16; C]) -> &[[i16; LANES]] {
    numbers.as_chunks::<LANES>().0
}

/// The differences of so many points fit into 16 bits.
const AT_ONCE: usize = 8;

/// Computes y of these points, and corrects the sums.
#[inline(always)]
fn convolve<L: Lanes, const C: usize>(
    lanes: L,
    weights: &Weights,
    view: &mut Accumulator,
    around: &PointSet,
) {
    let Accumulator {
        layout,
        h,
        y,
        sums,
        old_y,
        ..
    } = view;
    let (h, y) = (h.as_chunks::<C>().0, y.as_chunks_mut::<C>().0);
    let [centre, edge, corner, bias] = weights.conv.as_chunks::<C>().0 else {
        return;
    };
    let (centre, edge) = (blocks(centre), blocks(edge));
    let (corner, bias) = (blocks(corner), blocks(bias));
    let mut change = [lanes.all(0); WIDEST / LANES];
    let mut count = 0;
    for (i, &word) in around.words().iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            let point = Point::from_index(64 * i + rest.trailing_zeros() as usize);
            rest &= rest - 1;
            let at = layout.at(point) as usize;
            let above = h[at - layout.stride - 1..].first_chunk::<3>();
            let row = h[at - 1..].first_chunk::<3>();
            let below = h[at + layout.stride - 1..].first_chunk::<3>();
            let (Some(above), Some(row), Some(below)) = (above, row, below) else {
                return;
            };
            old_y.keep(at, &y[at]);
            let y = y[at].as_chunks_mut::<LANES>().0;
            for i in 0..C / LANES {
                let conv = [&centre[i], &edge[i], &corner[i], &bias[i]];
                let fresh = neighbours(lanes, conv, [above, row, below], i);
                change[i] = lanes.add(change[i], lanes.sub(fresh, lanes.load(&y[i])));
                lanes.store(fresh, &mut y[i]);
            }
            count += 1;
            if count % AT_ONCE == 0 {
                correct(lanes, sums, &mut change);
            }
        }
    }
    correct(lanes, sums, &mut change);
}

/// Sixteen numbers of y, from h of the nine points around.
#[inline(always)]
fn neighbours<L: Lanes, const C: usize>(
    lanes: L,
    conv: [&[i16; LANES]; 4],
    h: [&[[i16; C]; 3]; 3],
    block: usize,
) -> L::Numbers {
    // No closures and no `map`: what they call is not compiled for the kernel.
    let [above, row, below] = h;
    let beside = lanes.add(at(lanes, row, 0, block), at(lanes, row, 2, block));
    let edges = lanes.add(at(lanes, above, 1, block), at(lanes, below, 1, block));
    let edges = lanes.add(edges, beside);
    let upper = lanes.add(at(lanes, above, 0, block), at(lanes, above, 2, block));
    let lower = lanes.add(at(lanes, below, 0, block), at(lanes, below, 2, block));
    let corners = lanes.add(upper, lower);
    let [centre, edge, corner, bias] = conv;
    let middle = lanes.part(lanes.load(centre), at(lanes, row, 1, block));
    let edges = lanes.part(lanes.load(edge), edges);
    let corners = lanes.part(lanes.load(corner), corners);
    let sum = lanes.add(
        lanes.add(middle, lanes.load(bias)),
        lanes.add(edges, corners),
    );
    lanes.clamp(sum, 0, layers::Y_MAX)
}

/// Sixteen numbers of a point in a row of three.
#[inline(always)]
fn at<L: Lanes, const C: usize>(
    lanes: L,
    row: &[[i16; C]; 3],
    x: usize,
    block: usize,
) -> L::Numbers {
    lanes.load(&blocks(&row[x])[block])
}

/// Adds the differences to the sums.
#[inline(always)]
fn correct<L: Lanes>(lanes: L, sums: &mut [i32], change: &mut [L::Numbers; WIDEST / LANES]) {
    for (sums, change) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(change) {
        let mut changes = [0; LANES];
        lanes.store(std::mem::replace(change, lanes.all(0)), &mut changes);
        for i in 0..LANES {
            sums[i] += changes[i] as i32;
        }
    }
}
