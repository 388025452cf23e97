//! Where points lie in the rows of an accumulator.
//!
//! ```text
//!   width 5:   w w w w w w        one wall between the end of a row and the beginning of the next
//!              w . . . . .
//!              w . . . . .
//! ```

use tengen_core::board::{Point, Shape};

/// The layout of a board.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    stride: usize,
    /// How many there are, walls among them.
    pub places: usize,
}

impl Layout {
    pub fn new(shape: Shape) -> Layout {
        let stride = shape.width() as usize + 1;
        Layout {
            stride,
            places: stride * (shape.height() as usize + 2) + 1,
        }
    }

    /// From a point to the one below it.
    #[inline(always)]
    pub fn stride(self) -> usize {
        self.stride
    }

    /// Where a point lies.
    #[inline(always)]
    pub fn at(self, point: Point) -> u16 {
        (self.stride * (point.y() as usize + 1) + point.x() as usize + 1) as u16
    }
}
