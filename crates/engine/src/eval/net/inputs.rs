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
            windows: Windows::default(),
            rows: vec![Rows::EDGE; layout.places],
            limits: vec![CLOSED; layout.places],
            steps: Vec::new(),
            stale: alive.iter().collect(),
        }
    }

    /// Finds out which stones have come or gone; returns whether there are any.
    #[inline(always)]
    pub fn compare<K: Kind>(&mut self, board: &PatternBoard<K>) -> bool {
        while let Some(&step) = self.steps.last()
            && (self.steps.len() > board.steps() || step != board.step_point(self.steps.len() - 1))
        {
            self.steps.pop();
            self.stale.push(step.1);
        }
        for index in self.steps.len()..board.steps() {
            let step = board.step_point(index);
            self.steps.push(step);
            self.stale.push(step.1);
        }
        !self.stale.is_empty()
    }

    /// Reads the board near these stones; returns the points whose rows may be others than before.
    #[inline(always)]
    pub fn read<K: Kind>(&mut self, board: &PatternBoard<K>) -> PointSet {
        let mut stale = std::mem::take(&mut self.stale);
        let (mut near, mut changed) = (PointSet::EMPTY, PointSet::EMPTY);
        // No closures: they would not be compiled for the kernel.
        for &stone in &stale {
            add_star(&mut near, stone, K::RADIUS);
            add_star(&mut changed, stone, REACH);
        }
        let (near, mut changed) = (near.intersection(board.empty()), changed.intersection(board.empty()));
        self.read_pcodes(board, &near, &mut changed);
        for &stone in &stale {
            self.read_content(board.position().at(stone), stone);
            changed.insert(stone);
            let lines = board.position().lines();
            let stride = self.layout.stride() as i32;
            self.read_windows(lines, stone, Direction::Row, 1);
            self.read_windows(lines, stone, Direction::Column, stride);
            self.read_windows(lines, stone, Direction::Falling, stride + 1);
            self.read_windows(lines, stone, Direction::Rising, 1 - stride);
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
        // In variables of their own, so that the compiler does not read them again for each point.
        let (layout, rows, cells) = (self.layout, &mut self.rows[..], board.cells());
        for y in 0..layout.rows() {
            let (mut rest, mut different) = (points.row(y), 0);
            let begin = layout.row(y);
            while rest != 0 {
                let x = rest.trailing_zeros();
                rest &= rest - 1;
                let pcodes = cells[Point::new(x as u8, y as u8).index()].pcodes();
                let old = &mut rows[begin + x as usize].pcodes;
                different |= ((*old != pcodes) as u32) << x;
                *old = pcodes;
            }
            changed.insert_row(y, different);
        }
    }

    /// Reads the windows on a line of the empty points near a stone that has come or gone, and of its own point.
    #[inline(always)]
    fn read_windows(&mut self, lines: &Lines, stone: Point, direction: Direction, step: i32) {
        let centre = self.layout.at(stone) as i32;
        let around = lines.window(stone, direction, 2 * REACH);
        let (both, empty) = (around.black | around.white << 16, !(around.black | around.white) >> REACH);
        let (windows, rows) = (self.windows, &mut self.rows[..]);
        for cell in 0..2 * REACH + 1 {
            // The first place is off the board: what is written there does not matter.
            let is_empty = empty >> cell & 1 != 0;
            let at = if is_empty { centre + (cell as i32 - REACH as i32) * step } else { 0 };
            rows[at as usize].windows[direction.index()] = windows.row(both >> cell, direction);
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
