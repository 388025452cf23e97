//! What one side sees of a board, kept: h and y of each point, and the sums of y. The hot loops of the network,
//! compiled for each kernel.
//!
//! ```text
//!   width 5:   w w w w w w        one wall between the end of a row and the beginning of the next
//!              w . . . . .
//!              w . . . . .
//! ```

use super::file::{Network, Sizes, Weights};
use super::layers;
use super::ready::Rows;
use crate::board::{Colour, Point, Shape};
use crate::kernel::{Kernel, Work};

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
        kernel.run(TakeIn {
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

impl Work for TakeIn<'_> {
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

impl TakeIn<'_> {
    #[inline(always)]
    fn with_channels<const C: usize>(self) {
        let TakeIn { view, weights, .. } = self;
        look::<C>(weights, self.looks, &mut view.h);
        convolve::<C>(weights, view, self.around);
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
fn look<const C: usize>(weights: &Weights, looks: &[Look], h: &mut [i16]) {
    let own = weights.ready.own.as_chunks::<C>().0;
    let other = weights.ready.other.as_chunks::<C>().0;
    let h = h.as_chunks_mut::<C>().0;
    for look in looks {
        let own = &own[look.rows.own as usize];
        let other = &other[look.rows.other as usize];
        let h = &mut h[look.at as usize];
        for i in 0..C {
            h[i] = layers::rectified(own[i] + other[i]);
        }
    }
}

/// The differences of so many points fit into 16 bits.
const AT_ONCE: usize = 8;

/// Computes y at these places, and corrects the sums.
#[inline(always)]
fn convolve<const C: usize>(weights: &Weights, view: &mut View, around: &[u16]) {
    let stride = view.layout.stride;
    let h = view.h.as_chunks::<C>().0;
    let y = view.y.as_chunks_mut::<C>().0;
    let [centre, edge, corner, bias] = weights.conv.as_chunks::<C>().0 else {
        return;
    };
    for places in around.chunks(AT_ONCE) {
        let mut change = [0; C];
        for &at in places {
            let at = at as usize;
            let [above, row, below] = [at - stride, at, at + stride].map(|at| &h[at - 1..at + 2]);
            let (Some(above), Some(row), Some(below)) = (
                above.first_chunk::<3>(),
                row.first_chunk::<3>(),
                below.first_chunk::<3>(),
            ) else {
                return;
            };
            let kept = &mut y[at];
            for i in 0..C {
                let edges = above[1][i] + row[0][i] + row[2][i] + below[1][i];
                let corners = above[0][i] + above[2][i] + below[0][i] + below[2][i];
                let sum = layers::part(centre[i], row[1][i])
                    + layers::part(edge[i], edges)
                    + layers::part(corner[i], corners)
                    + bias[i];
                let fresh = layers::bounded(sum);
                change[i] += fresh - kept[i];
                kept[i] = fresh;
            }
        }
        for (sum, &change) in view.sums.iter_mut().zip(&change) {
            *sum += change as i32;
        }
    }
}
