//! Bitboards by line: rows, columns and both diagonals.
//!
//! Each line is one 64-bit word per colour. The cell with index `i` along the line is bit `16 + i`.
//! Cells off the board and dead points are *blocked*: their bit is set for **both** colours. A
//! window of a line is therefore a shift and a mask, and edges need no special case:
//!
//! ```text
//!   row of a board 5 wide, black on 1, white on 2      index   -2 -1  0  1  2  3  4  5  6
//!                                                      black    1  1  0  1  0  0  0  1  1
//!                                                      white    1  1  0  0  1  0  0  1  1
//! ```

use super::{BoardSize, Colour, Point};

/// A window extends this many cells to each side of its centre: a five through the centre lies
/// within 4, and the cell beyond its end decides whether it is an overline or capped.
pub const WINDOW_RADIUS: usize = 5;

/// Unused bits below the first cell of a line: room for the window of a cell at the edge.
const MARGIN: usize = 16;
const ROWS: usize = 0;
const COLUMNS: usize = 32;
const FALLING: usize = 64;
const RISING: usize = 127;
const LINES: usize = 190;

/// The direction of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Along a row: `→`
    Row = 0,
    /// Along a column: `↓`
    Column = 1,
    /// `↘`
    Falling = 2,
    /// `↗`
    Rising = 3,
}

/// The four directions, in the order of their indices.
pub const DIRECTIONS: [Direction; 4] = [Direction::Row, Direction::Column, Direction::Falling, Direction::Rising];

impl Direction {
    /// An index from 0 to 3 for per-direction tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step to the next cell, as (columns, rows).
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Falling => (1, 1),
            Direction::Rising => (1, -1),
        }
    }

    /// The difference in `Point::index()` between neighbouring cells.
    #[inline(always)]
    const fn stride(self) -> i32 {
        match self {
            Direction::Row => 1,
            Direction::Column => 32,
            Direction::Falling => 33,
            Direction::Rising => -31,
        }
    }

    /// The point `k` steps away. It must be on the board.
    #[inline(always)]
    pub const fn walk(self, from: Point, k: i32) -> Point {
        Point::from_index((from.index() as i32 + k * self.stride()) as usize)
    }

    /// The line word that holds `point`, and the index of `point` along the line.
    #[inline(always)]
    const fn locate(self, point: Point) -> (usize, usize) {
        let (x, y) = (point.x() as usize, point.y() as usize);
        match self {
            Direction::Row => (ROWS + y, x),
            Direction::Column => (COLUMNS + x, y),
            Direction::Falling => (FALLING + x + 31 - y, x),
            Direction::Rising => (RISING + x + y, x),
        }
    }
}

/// A section of a line, centred on a cell; bit `b` is the cell `b − radius` steps from the centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Black stones and blocked cells.
    pub black: u32,
    /// White stones and blocked cells.
    pub white: u32,
}

/// All lines of a board, both colours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines([[u64; 2]; LINES]);

impl Lines {
    /// The lines of an empty board: every cell off the board is blocked.
    pub fn new(size: BoardSize) -> Lines {
        let mut lines = Lines([[u64::MAX; 2]; LINES]);
        for point in size.points() {
            lines.clear(point, [true, true]);
        }
        lines
    }

    fn clear(&mut self, point: Point, colours: [bool; 2]) {
        for direction in DIRECTIONS {
            let (line, at) = direction.locate(point);
            for (word, clear) in self.0[line].iter_mut().zip(colours) {
                *word &= !((clear as u64) << (MARGIN + at));
            }
        }
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub fn place(&mut self, point: Point, colour: Colour) {
        for direction in DIRECTIONS {
            let (line, at) = direction.locate(point);
            self.0[line][colour.index()] |= 1 << (MARGIN + at);
        }
    }

    /// Removes a stone.
    #[inline]
    pub fn remove(&mut self, point: Point, colour: Colour) {
        for direction in DIRECTIONS {
            let (line, at) = direction.locate(point);
            self.0[line][colour.index()] &= !(1 << (MARGIN + at));
        }
    }

    /// Blocks an empty cell.
    pub(super) fn put_edge(&mut self, point: Point) {
        for colour in Colour::BOTH {
            self.place(point, colour);
        }
    }

    /// Makes a blocked cell empty again.
    pub(super) fn remove_edge(&mut self, point: Point) {
        self.clear(point, [true, true]);
    }

    /// Whether the black and the white bit of a point are set; if both are, the point is blocked.
    #[inline(always)]
    pub fn bits(&self, point: Point) -> (bool, bool) {
        let (line, at) = Direction::Row.locate(point);
        let [black, white] = self.0[line];
        (black >> (MARGIN + at) & 1 != 0, white >> (MARGIN + at) & 1 != 0)
    }

    /// The cells from `radius` before to `radius` after a point; `radius` is at most 15.
    #[inline(always)]
    pub fn window(&self, point: Point, direction: Direction, radius: usize) -> Window {
        let (line, at) = direction.locate(point);
        let [black, white] = self.0[line];
        let shift = MARGIN + at - radius;
        let mask = (1u64 << (2 * radius + 1)) - 1;
        Window { black: (black >> shift & mask) as u32, white: (white >> shift & mask) as u32 }
    }
}
