//! The memory layout of points in an accumulator.
//!
//! ```text
//!   width 5:   w w w w w w        one edge point (w) between the end of a row and the beginning of the next
//!              w . . . . .
//!              w . . . . .
//! ```

use tengen_core::board::{BoardSize, Point};

#[derive(Clone, Copy)]
pub(super) struct Layout {
    stride: usize,
    rows: usize,
    last: usize,
    /// The number of entries, including edge points: a multiple of 16.
    pub places: usize,
}

impl Layout {
    pub fn new(size: BoardSize) -> Layout {
        let stride = size.width() as usize + 1;
        let places = stride * (size.height() as usize + 2) + 1;
        let last = stride * (size.height() as usize + 1) - 1;
        Layout { stride, rows: size.height() as usize, last, places: places.next_multiple_of(16) }
    }

    /// The index of the first point.
    pub fn first(self) -> usize {
        self.stride + 1
    }

    /// The index of the last point.
    pub fn last(self) -> usize {
        self.last
    }

    /// The index difference between a point and the one below it.
    #[inline(always)]
    pub fn stride(self) -> usize {
        self.stride
    }

    /// The row and the column of an index, counted from the edge.
    pub fn square(self, at: u16) -> [u8; 2] {
        let stride = self.stride as u16;
        [(at / stride) as u8, (at % stride) as u8]
    }

    /// The number of rows of points.
    #[inline(always)]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// The index of the first point of a row.
    #[inline(always)]
    pub fn row(self, y: usize) -> usize {
        self.stride * (y + 1) + 1
    }

    /// The index of a point.
    #[inline(always)]
    pub fn at(self, point: Point) -> u16 {
        (self.stride * (point.y() as usize + 1) + point.x() as usize + 1) as u16
    }
}
