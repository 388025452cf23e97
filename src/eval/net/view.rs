//! What one side sees of a board, kept: h and y of each point, and the sums of y. The hot loops of the network,
//! compiled for each kernel.
//!
//! ```text
//!   width 5:   w w w w w w        one wall between the end of a row and the beginning of the next
//!              w . . . . .
//!              w . . . . .
//! ```

use super::file::{Network, Weights};
use super::layers;
use super::ready::Rows;
use crate::board::{Point, Shape};
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
    pub fn at(self, point: Point) -> usize {
        self.stride * (point.y() as usize + 1) + point.x() as usize + 1
    }

    /// How many places there are.
    pub fn places(self) -> usize {
        self.places
    }
}

/// What one side sees.
pub(super) struct View {
    layout: Layout,
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
    pub fn new(layout: Layout, channels: usize, points: usize) -> View {
        View {
            layout,
            channels,
            reciprocal: (1 << 40) / points.max(1) as u64 + 1,
            h: vec![0; layout.places() * channels],
            y: vec![0; layout.places() * channels],
            sums: vec![0; channels],
            g: vec![0; channels],
        }
    }

    /// Takes in what is new at the `looks`; `around` are these points and those beside them, but no walls. The
    /// logit for these threats comes back.
    #[inline]
    pub fn logit(
        &mut self,
        kernel: Kernel,
        network: &Network,
        weights: &Weights,
        news: News,
    ) -> i32 {
        let view = self;
        kernel.run(Forward {
            view,
            network,
            weights,
            news,
        })
    }
}

/// What has changed.
#[derive(Clone, Copy)]
pub(super) struct News<'a> {
    pub looks: &'a [Look],
    pub around: &'a [u16],
    pub threats: usize,
}

/// One pass.
struct Forward<'a> {
    view: &'a mut View,
    network: &'a Network,
    weights: &'a Weights,
    news: News<'a>,
}

impl Work for Forward<'_> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        match self.view.channels {
            16 => self.pass::<16>(),
            32 => self.pass::<32>(),
            48 => self.pass::<48>(),
            _ => self.pass::<64>(),
        }
    }
}

impl Forward<'_> {
    #[inline(always)]
    fn pass<const C: usize>(self) -> i32 {
        let Forward {
            view,
            network,
            weights,
            news,
        } = self;
        look::<C>(weights, news.looks, &mut view.h);
        convolve::<C>(weights, view, news.around);
        for (g, &sum) in view.g.iter_mut().zip(&view.sums) {
            *g = ((8 * sum as u64 * view.reciprocal) >> 40) as i16;
        }
        layers::fast_logit(weights, network.sizes, &view.g, news.threats)
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
