//! The rows of weights that add up to each point's input, for both sides, as they were when the board was last read.
//!
//! Near a stone that has come or gone, all pcodes and windows are read again, without branches: to find out which of them
//! have changed would take longer.

use super::layout::Layout;
use super::packed_weights::Rows;
use super::sizes::REACH;
use super::top_points::{CLOSED, OPEN};
use super::windows::Windows;
use crate::pattern::{Kind, PatternBoard};
use tengen_core::board::{Content, Direction, Lines, Point, PointSet};

/// The rows of all points.
pub(super) struct Inputs {
    pub layout: Layout,
    windows: Windows,
    /// By index in the layout.
    pub rows: Vec<Rows>,
    /// By index in the layout: [`OPEN`] if the point is empty, or [`CLOSED`].
    pub limits: Vec<i32>,
    /// The numbers and points of the board's steps when it was last read.
    steps: Vec<(u64, Point)>,
    /// The points where stones have come or gone since then.
    stale: Vec<Point>,
}

impl Inputs {
    /// Those of a board of these points that has not been read yet.
    pub fn new(layout: Layout, alive: &PointSet) -> Inputs {
        Inputs {
            layout,
            windows: Windows::new(),
            rows: vec![Rows::EDGE; layout.places],
            limits: vec![CLOSED; layout.places],
            steps: Vec::new(),
            stale: alive.iter().collect(),
        }
    }

    /// Finds out which stones have come or gone; returns whether there are any.
    #[inline(always)]
    pub fn compare<K: Kind>(&mut self, board: &PatternBoard<K>) -> bool {
        while let Some(&(number, point)) = self.steps.last()
            && (self.steps.len() > board.steps() || number != board.step(self.steps.len() - 1).number)
        {
            self.steps.pop();
            self.stale.push(point);
        }
        for index in self.steps.len()..board.steps() {
            let step = board.step(index);
            self.steps.push((step.number, step.point));
            self.stale.push(step.point);
        }
        !self.stale.is_empty()
    }

    /// Reads the board near these stones; returns the points whose rows are others than before.
    #[inline(always)]
    pub fn read<K: Kind>(&mut self, board: &PatternBoard<K>) -> PointSet {
        let mut stale = std::mem::take(&mut self.stale);
        let (mut near, mut changed) = (PointSet::EMPTY, PointSet::EMPTY);
        // No closures: they would not be compiled for the kernel.
        for &stone in &stale {
            add_star(&mut near, stone, K::RADIUS);
            self.read_content(board.position().at(stone), stone);
            changed.insert(stone);
        }
        self.read_pcodes(board, &near.intersection(board.empty()), &mut changed);
        for &stone in &stale {
            self.read_windows(board.position().lines(), stone, &mut changed);
        }
        stale.clear();
        self.stale = stale;
        changed
    }

    #[inline(always)]
    fn read_content(&mut self, content: Content, point: Point) {
        let at = self.layout.at(point) as usize;
        self.limits[at] = if content == Content::Empty { OPEN } else { CLOSED };
        if let Content::Stone(colour) = content {
            self.rows[at] = Rows::of_stone(colour);
        }
    }

    #[inline(always)]
    fn read_pcodes<K: Kind>(&mut self, board: &PatternBoard<K>, points: &PointSet, changed: &mut PointSet) {
        for (word, &bits) in points.words().iter().enumerate() {
            let (mut rest, mut different) = (bits, 0);
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                let point = Point::from_index(64 * word + bit as usize);
                let (old, pcodes) = (&mut self.rows[self.layout.at(point) as usize].pcodes, board.cell(point).pcodes());
                different |= ((*old != pcodes) as u64) << bit;
                *old = pcodes;
            }
            changed.insert_word(word, different);
        }
    }

    /// Reads the windows of the empty points from whose windows a stone has come or gone, and those of its own point.
    #[inline(always)]
    fn read_windows(&mut self, lines: &Lines, stone: Point, changed: &mut PointSet) {
        let stride = self.layout.stride() as i32;
        let centre = self.layout.at(stone) as i32;
        for (d, step) in [
            (Direction::Row, 1),
            (Direction::Column, stride),
            (Direction::Falling, stride + 1),
            (Direction::Rising, 1 - stride),
        ] {
            let around = lines.window(stone, d, 2 * REACH);
            let (both, empty) = (around.black | around.white << 16, !(around.black | around.white) >> REACH);
            for cell in 0..2 * REACH + 1 {
                let is_empty = empty >> cell & 1 != 0;
                let away = cell as i32 - REACH as i32;
                // The first place is off the board: what is written there does not matter.
                let at = if is_empty { centre + away * step } else { 0 };
                let row = self.windows.row(both >> cell, d);
                let old = &mut self.rows[at as usize].windows[d.index()];
                let point = d.walk(stone, if is_empty { away } else { 0 });
                changed.insert_if(point, is_empty & (*old != row));
                *old = row;
            }
        }
    }
}

/// Adds a point, and those up to `radius` from it on its lines, which its stone may change.
#[inline(always)]
fn add_star(set: &mut PointSet, point: Point, radius: usize) {
    let (x, y) = (point.x() as usize, point.y() as usize);
    let row = (1u64 << (2 * radius + 1)) - 1;
    set.insert_row(y, (row << x >> radius) as u32);
    for distance in 1..=radius {
        let bits = (1 << x | 1u64 << x >> distance | 1 << (x + distance)) as u32;
        if y >= distance {
            set.insert_row(y - distance, bits);
        }
        if y + distance < 32 {
            set.insert_row(y + distance, bits);
        }
    }
}
