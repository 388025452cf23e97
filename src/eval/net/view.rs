//! What one side sees of a board, kept: h and y of each point, and the sums of y. The hot loops of the network,
//! compiled for each kernel.
//!
//! ```text
//!   width 5:   w w w w w w        one wall between the end of a row and the beginning of the next
//!              w . . . . .
//!              w . . . . .
//! ```

use super::file::{Network, Sizes, Weights};
use super::layers::{self, WIDEST};
use super::ready::Rows;
use crate::board::{Colour, Point, Shape};
use crate::kernel::lanes::{LANES, Lanes};
use crate::kernel::{Kernel, LaneWork, Work};

/// A point at which something else is seen than before.
#[derive(Clone, Copy)]
pub(super) struct Look {
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
pub(super) struct View {
    layout: Layout,
    side: Colour,
    channels: usize,
    /// 2⁴⁰ / number of points, as `train/FORMAT.md` has it.
    reciprocal: u64,
    h: Vec<i16>,
    y: Vec<i16>,
    sums: Vec<i32>,
    /// The means of y.
    g: Vec<i16>,
}

impl View {
    /// Of a board of walls; `points` are not dead.
    pub fn new(layout: Layout, side: Colour, channels: usize, points: usize) -> View {
        View {
            layout,
            side,
            channels,
            reciprocal: (1 << 40) / points.max(1) as u64 + 1,
            h: vec![0; layout.places * channels],
            y: vec![0; layout.places * channels],
            sums: vec![0; channels],
            g: vec![0; channels],
        }
    }

    /// Where its points lie.
    #[inline(always)]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Takes in what is new at the `looks`; `around` are these points and those beside them, but no walls.
    #[inline]
    pub fn take_in(&mut self, kernel: Kernel, network: &Network, looks: &[Look], around: &[u16]) {
        if looks.is_empty() {
            return;
        }
        let weights = network.weights(self.side);
        let view = self;
        kernel.run_lanes(TakeIn {
            view,
            weights,
            looks,
            around,
        });
    }

    /// The logit for these threats.
    #[inline]
    pub fn logit(&self, kernel: Kernel, network: &Network, threats: usize) -> i32 {
        kernel.run(Logit {
            weights: network.weights(self.side),
            sizes: network.sizes,
            g: &self.g,
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
}

/// See [`View::take_in`].
struct TakeIn<'a> {
    view: &'a mut View,
    weights: &'a Weights,
    looks: &'a [Look],
    around: &'a [u16],
}

impl LaneWork for TakeIn<'_> {
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

impl TakeIn<'_> {
    #[inline(always)]
    fn with_channels<L: Lanes, const C: usize>(self, lanes: L) {
        let TakeIn { view, weights, .. } = self;
        look::<L, C>(lanes, weights, self.looks, &mut view.h);
        convolve::<L, C>(lanes, weights, view, self.around);
        for (g, &sum) in view.g.iter_mut().zip(&view.sums) {
            *g = ((8 * sum as u64 * view.reciprocal) >> 40) as i16;
        }
    }
}

/// See [`View::logit`].
struct Logit<'a> {
    weights: &'a Weights,
    sizes: Sizes,
    g: &'a [i16],
    threats: usize,
}

impl Work for Logit<'_> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        layers::fast_logit(self.weights, self.sizes, self.g, self.threats)
    }
}

/// See [`View::policies`].
struct Policies<'a> {
    view: &'a View,
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
        let mut weights = [0; C];
        layers::fast_policy_weights(self.weights, &self.view.g, &mut weights);
        let y = self.view.y.as_chunks::<C>().0;
        let places = self.places.iter();
        let policies = places.map(|&at| layers::policy(&weights, &y[at as usize]));
        self.policies.extend(policies);
    }
}

/// Computes h.
#[inline(always)]
fn look<L: Lanes, const C: usize>(lanes: L, weights: &Weights, looks: &[Look], h: &mut [i16]) {
    let own = weights.ready.own.as_chunks::<C>().0;
    let other = weights.ready.other.as_chunks::<C>().0;
    let h = h.as_chunks_mut::<C>().0;
    for look in looks {
        let own = blocks(&own[look.rows.own as usize]);
        let other = blocks(&other[look.rows.other as usize]);
        let h = h[look.at as usize].as_chunks_mut::<LANES>().0;
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

/// Computes y at these places, and corrects the sums.
#[inline(always)]
fn convolve<L: Lanes, const C: usize>(
    lanes: L,
    weights: &Weights,
    view: &mut View,
    around: &[u16],
) {
    let stride = view.layout.stride;
    let h = view.h.as_chunks::<C>().0;
    let y = view.y.as_chunks_mut::<C>().0;
    let [centre, edge, corner, bias] = weights.conv.as_chunks::<C>().0 else {
        return;
    };
    let [centre, edge, corner, bias] = [centre, edge, corner, bias].map(blocks);
    for places in around.chunks(AT_ONCE) {
        let mut change = [lanes.all(0); WIDEST / LANES];
        for &at in places {
            let at = at as usize;
            let rows = [at - stride, at, at + stride].map(|at| h[at - 1..].first_chunk::<3>());
            let [Some(above), Some(row), Some(below)] = rows else {
                return;
            };
            let kept = y[at].as_chunks_mut::<LANES>().0;
            for i in 0..C / LANES {
                let h = |row: &[[i16; C]; 3], x: usize| lanes.load(&blocks(&row[x])[i]);
                let four = |a, b, c, d| lanes.add(lanes.add(a, b), lanes.add(c, d));
                let edges = four(h(above, 1), h(row, 0), h(row, 2), h(below, 1));
                let corners = four(h(above, 0), h(above, 2), h(below, 0), h(below, 2));
                let sum = four(
                    lanes.part(lanes.load(&centre[i]), h(row, 1)),
                    lanes.part(lanes.load(&edge[i]), edges),
                    lanes.part(lanes.load(&corner[i]), corners),
                    lanes.load(&bias[i]),
                );
                let fresh = lanes.clamp(sum, 0, layers::Y_MAX);
                let difference = lanes.sub(fresh, lanes.load(&kept[i]));
                change[i] = lanes.add(change[i], difference);
                lanes.store(fresh, &mut kept[i]);
            }
        }
        let sums = view.sums.as_chunks_mut::<LANES>().0.iter_mut();
        for (sums, change) in sums.zip(change) {
            let mut changes = [0; LANES];
            lanes.store(change, &mut changes);
            for i in 0..LANES {
                sums[i] += changes[i] as i32;
            }
        }
    }
}
