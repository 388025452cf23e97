//! Stones as bits of lines: rows, columns and both diagonals.
//!
//! Each line is one 64-bit word a colour. The cell with index `i` along the line is bit `16 + i`;
//! whatever is not on the board, and every dead point, is a *wall*: its bit is set for **both**
//! colours. So a window of a line is a shift and a mask, and edges need no test:
//!
//! ```text
//!   row of a board 5 wide, black on 1, white on 2      index   -2 -1  0  1  2  3  4  5  6
//!                                                      black    1  1  0  1  0  0  0  1  1
//!                                                      white    1  1  0  0  1  0  0  1  1
//! ```

use super::{Colour, Point, Shape};

/// A window reaches this many cells to each side of its centre: a five through the centre lies
/// within 4, and the cell beyond its end decides whether it is an overline or capped.
pub const WINDOW_RADIUS: usize = 5;

/// Bits below the first cell of a line: room for the window of a cell at the edge.
const MARGIN: usize = 16;
const ROWS: usize = 0;
const COLUMNS: usize = 32;
const FALLING: usize = 64;
const RISING: usize = 127;
const LINES: usize = 190;

/// One of the four ways a line can run.
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
pub const DIRECTIONS: [Direction; 4] = [
    Direction::Row,
    Direction::Column,
    Direction::Falling,
    Direction::Rising,
];

impl Direction {
    /// 0 to 3: an index into per-direction tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step to the next cell as (columns, rows).
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Falling => (1, 1),
            Direction::Rising => (1, -1),
        }
    }

    /// The difference of `Point::index()` between a cell and the next one.
    #[inline(always)]
    const fn stride(self) -> i32 {
        match self {
            Direction::Row => 1,
            Direction::Column => 32,
            Direction::Falling => 33,
            Direction::Rising => -31,
        }
    }

    /// The point `k` steps on. The caller knows that it is on the board (its cell is no wall).
    #[inline(always)]
    pub const fn walk(self, from: Point, k: i32) -> Point {
        Point::from_index((from.index() as i32 + k * self.stride()) as usize)
    }

    /// Which line word holds `point`, and the index of the point along it.
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

/// The stones of one stretch of line, seen from a cell; bit `b` is the cell `b − radius` steps on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Black stones and walls.
    pub black: u32,
    /// White stones and walls.
    pub white: u32,
}

/// All lines of a board, both colours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines([[u64; 2]; LINES]);

impl Lines {
    /// The lines of an empty board: walls everywhere but on the board.
    pub fn new(shape: Shape) -> Lines {
        let mut lines = Lines([[u64::MAX; 2]; LINES]);
        for point in shape.points() {
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
    pub(super) fn place(&mut self, point: Point, colour: Colour) {
        for direction in DIRECTIONS {
            let (line, at) = direction.locate(point);
            self.0[line][colour.index()] |= 1 << (MARGIN + at);
        }
    }

    /// Takes a stone off.
    #[inline]
    pub(super) fn remove(&mut self, point: Point, colour: Colour) {
        for direction in DIRECTIONS {
            let (line, at) = direction.locate(point);
            self.0[line][colour.index()] &= !(1 << (MARGIN + at));
        }
    }

    /// Makes an empty cell a wall.
    pub(super) fn wall(&mut self, point: Point) {
        for colour in Colour::BOTH {
            self.place(point, colour);
        }
    }

    /// Makes a wall an empty cell again.
    pub(super) fn unwall(&mut self, point: Point) {
        self.clear(point, [true, true]);
    }

    /// Whether black and white bits are set at a point; both means a wall.
    #[inline(always)]
    pub fn bits(&self, point: Point) -> (bool, bool) {
        let (line, at) = Direction::Row.locate(point);
        let [black, white] = self.0[line];
        (
            black >> (MARGIN + at) & 1 != 0,
            white >> (MARGIN + at) & 1 != 0,
        )
    }

    /// The cells from `radius` (at most 15) before to `radius` after a point.
    #[inline(always)]
    pub fn window(&self, point: Point, direction: Direction, radius: usize) -> Window {
        let (line, at) = direction.locate(point);
        let [black, white] = self.0[line];
        let shift = MARGIN + at - radius;
        let mask = (1u64 << (2 * radius + 1)) - 1;
        Window {
            black: (black >> shift & mask) as u32,
            white: (white >> shift & mask) as u32,
        }
    }
}
