//! The 3×3 convolution from h to y: the hottest loop of the network, compiled for each kernel.
//!
//! Adjacent points of a row share most of their neighbourhood. So a window of three columns slides along each run of
//! points, and each next point reads only one new column:
//!
//! ```text
//!   above  a . .        corners of x: the outer sums a + b of the columns next to it
//!   row    m x .        edges of x:   the outer sum of its own column, and m of the columns next to it
//!   below  b . .
//! ```
//!
//! `bench` takes 0.92 of the time needed when nine points are read for each point (median of 14 pairs).

use super::layers;
use super::layout::Layout;
use super::row::Row;
use super::sizes::CHANNELS;
use crate::kernel::lanes::{FEWEST, Lanes};
use tengen_core::board::{Point, PointSet};

/// The most blocks of a row.
const BLOCKS: usize = CHANNELS / FEWEST;
/// The accumulated differences of this many points fit into 16 bits.
const AT_ONCE: usize = 8;

pub(super) struct Convolution<'a> {
    /// The weights of the centre, the edges and the corners, and the biases.
    pub weights: &'a [Row; 4],
    pub layout: Layout,
    pub h: &'a [Row],
    pub y: &'a mut [Row],
    /// The sums of y.
    pub sums: &'a mut [i32; CHANNELS],
}

impl Convolution<'_> {
    /// Computes y of these points.
    #[inline(always)]
    pub fn run<L: Lanes>(self, lanes: L, points: &PointSet) {
        let (stride, h) = (self.layout.stride(), self.h);
        // In a variable of its own, so that it can stay in registers.
        let mut sums = *self.sums;
        let mut change = [lanes.splat(0); BLOCKS];
        let mut summed = 0;
        // No closures and no `map` here: functions that they call would not be compiled for the kernel.
        for Run { at, count } in Runs::of(points, self.layout) {
            if summed + count > AT_ONCE {
                correct(lanes, &mut sums, &mut change);
                summed = 0;
            }
            summed += count;
            let y = &mut self.y[at..at + count];
            let window = Window {
                above: &h[at - stride - 1..][..count + 2],
                row: &h[at - 1..][..count + 2],
                below: &h[at + stride - 1..][..count + 2],
            };
            for (block, change) in change.iter_mut().take(CHANNELS / L::COUNT).enumerate() {
                *change = window.slide(lanes, self.weights, block, y, *change);
            }
        }
        correct(lanes, &mut sums, &mut change);
        *self.sums = sums;
    }
}

/// Adjacent points of a row: the index of the first, and their number.
struct Run {
    at: usize,
    count: usize,
}

/// The runs of a set, none longer than [`AT_ONCE`].
struct Runs<'a> {
    words: &'a [u64],
    layout: Layout,
    /// The next row of 32 points, and the remaining points of the current one.
    next: usize,
    row: u32,
}

impl Runs<'_> {
    #[inline(always)]
    fn of(points: &PointSet, layout: Layout) -> Runs<'_> {
        Runs { words: points.words(), layout, next: 0, row: 0 }
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    #[inline(always)]
    fn next(&mut self) -> Option<Run> {
        while self.row == 0 {
            let word = *self.words.get(self.next / 2)?;
            self.row = (word >> (self.next % 2 * 32)) as u32;
            self.next += 1;
        }
        let first = self.row.trailing_zeros() as usize;
        let count = (self.row >> first).trailing_ones().min(AT_ONCE as u32) as usize;
        self.row &= !(((1 << count) - 1) << first);
        let point = Point::from_index(32 * (self.next - 1) + first);
        let at = self.layout.at(point) as usize;
        Some(Run { at, count })
    }
}

/// h around a run, with one more column at either end.
struct Window<'a> {
    above: &'a [Row],
    row: &'a [Row],
    below: &'a [Row],
}

impl Window<'_> {
    /// Computes a block of channels of y for each point of the run; adds their changes to `change`.
    #[inline(always)]
    fn slide<L: Lanes>(
        &self,
        lanes: L,
        [centre, edge, corner, bias]: &[Row; 4],
        block: usize,
        y: &mut [Row],
        mut change: L::Numbers,
    ) -> L::Numbers {
        let (centre, edge) = (lanes.load(&centre.0, block), lanes.load(&edge.0, block));
        let (corner, bias) = (lanes.load(&corner.0, block), lanes.load(&bias.0, block));
        let (mut outer, mut middle) = self.column(lanes, 0, block);
        let (mut next_outer, mut next_middle) = self.column(lanes, 1, block);
        for (x, y) in y.iter_mut().enumerate() {
            let (left_outer, left_middle) = (outer, middle);
            (outer, middle) = (next_outer, next_middle);
            (next_outer, next_middle) = self.column(lanes, x + 2, block);
            let edges = lanes.add(outer, lanes.add(left_middle, next_middle));
            let corners = lanes.add(left_outer, next_outer);
            let sum = lanes.add(
                lanes.add(lanes.multiply_rounded(middle, centre), bias),
                lanes.add(lanes.multiply_rounded(edge, edges), lanes.multiply_rounded(corner, corners)),
            );
            let fresh = lanes.clamp(sum, 0, layers::Y_MAX);
            change = lanes.add(change, lanes.sub(fresh, lanes.load(&y.0, block)));
            lanes.store(fresh, &mut y.0, block);
        }
        change
    }

    /// The outer sum and the middle of a column.
    #[inline(always)]
    fn column<L: Lanes>(&self, lanes: L, x: usize, block: usize) -> (L::Numbers, L::Numbers) {
        let above = lanes.load(&self.above[x].0, block);
        let below = lanes.load(&self.below[x].0, block);
        (lanes.add(above, below), lanes.load(&self.row[x].0, block))
    }
}

/// Adds the accumulated changes to the sums and resets them.
#[inline(always)]
fn correct<L: Lanes>(lanes: L, sums: &mut [i32; CHANNELS], change: &mut [L::Numbers; BLOCKS]) {
    let mut changes = [0; CHANNELS];
    for (block, change) in change.iter_mut().take(CHANNELS / L::COUNT).enumerate() {
        lanes.store(std::mem::replace(change, lanes.splat(0)), &mut changes, block);
    }
    for (sum, change) in sums.iter_mut().zip(changes) {
        *sum += change as i32;
    }
}
