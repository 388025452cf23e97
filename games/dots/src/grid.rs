//! The board as bits: lines are numbered, and a set of lines is a word.
//!
//! A position is the set of *free* lines: those not drawn yet. The owners of closed boxes do not matter for the best
//! play. In the dual game, boxes are coins and free lines are strings that tie two coins together, or a coin to the
//! *ground* at the edge of the board; cutting the last string of a coin captures it (Berlekamp, Conway and Guy,
//! "Winning Ways", chapter 16).

use crate::rules::{boxes_beside, is_line};
use tengen_core::board::{BoardSize, Point, Position};

/// The maximum number of lines.
pub const LINES: usize = 60;
/// The maximum number of boxes.
pub const BOXES: usize = 25;
/// The number that stands for the outside of the board.
pub const GROUND: usize = 31;

const BYTES: usize = 8;

/// A board of at most 5×5 boxes.
#[derive(Clone)]
pub struct Grid {
    size: BoardSize,
    /// The points of the lines, by number.
    points: Vec<Point>,
    sides: [u64; BOXES],
    boxes: usize,
    /// The boxes on both sides of each line, or [`GROUND`].
    ends: [[u8; 2]; LINES],
    /// The two outer lines of each corner box, one bit each.
    corners: [(u64, u64); 4],
    /// For each symmetry of the board, the image of each byte of a word.
    symmetries: Vec<[[u64; 256]; BYTES]>,
}

impl Grid {
    /// The board of this size. Returns `None` if it has too many lines.
    pub fn new(size: BoardSize) -> Option<Grid> {
        let even = [size.width(), size.height()].map(|side| side.is_multiple_of(2));
        let points: Vec<Point> = size.points().filter(|&point| is_line(point)).collect();
        let squares: Vec<Point> = size.points().filter(|p| p.x() % 2 != 0 && p.y() % 2 != 0).collect();
        if even != [false; 2] || points.len() > LINES || squares.len() > BOXES {
            return None;
        }
        let mut grid = Grid {
            size,
            boxes: squares.len(),
            sides: [0; BOXES],
            ends: [[GROUND as u8; 2]; LINES],
            corners: [(0, 0); 4],
            symmetries: Vec::new(),
            points,
        };
        for (line, &point) in grid.points.iter().enumerate() {
            for (end, square) in boxes_beside(size, point).enumerate() {
                let number = squares.iter().position(|&other| other == square)?;
                grid.sides[number] |= 1 << line;
                grid.ends[line][end] = number as u8;
            }
        }
        grid.find_corners();
        grid.find_symmetries();
        Some(grid)
    }

    fn find_corners(&mut self) {
        let (right, bottom) = (self.size.width() - 1, self.size.height() - 1);
        let places = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
        self.corners = places.map(|(x, y)| {
            let inward = |at: u8| if at == 0 { 1 } else { at - 1 };
            let bit = |x, y| 1 << self.number(Point::new(x, y)).expect("a line at the edge");
            (bit(inward(x), y), bit(x, inward(y)))
        });
    }

    /// At a corner, the first bit means "one of the two lines is free" and the second "both are free", regardless of
    /// the lines' directions: a symmetry maps first bits to first bits.
    fn find_symmetries(&mut self) {
        let (w, h) = (self.size.width() - 1, self.size.height() - 1);
        let turns = if w == h { 8 } else { 4 };
        for symmetry in 0..turns {
            let image = |point: Point| {
                let (mut x, mut y) = (point.x(), point.y());
                if symmetry & 1 != 0 {
                    x = w - x;
                }
                if symmetry & 2 != 0 {
                    y = h - y;
                }
                if symmetry & 4 != 0 { Point::new(y, x) } else { Point::new(x, y) }
            };
            let mut bits = [0u64; LINES];
            for (line, &point) in self.points.iter().enumerate() {
                let mut to = 1 << self.number(image(point)).expect("lines go to lines");
                let swapped = |corner: &&(u64, u64)| corner.0 == to || corner.1 == to;
                let from_first = self.corners.iter().any(|corner| corner.0 == 1 << line);
                if let Some(&(one, other)) = self.corners.iter().find(swapped) {
                    to = if from_first { one } else { other };
                }
                bits[line] = to;
            }
            self.symmetries.push(table(&bits));
        }
    }

    pub fn size(&self) -> BoardSize {
        self.size
    }

    pub fn lines(&self) -> usize {
        self.points.len()
    }

    pub fn boxes(&self) -> usize {
        self.boxes
    }

    pub fn point(&self, line: u32) -> Point {
        self.points[line as usize]
    }

    fn number(&self, point: Point) -> Option<usize> {
        self.points.iter().position(|&other| other == point)
    }

    pub fn free(&self, position: &Position) -> u64 {
        let is_free = |&(_, point): &(usize, &Point)| position.is_empty(*point);
        let lines = self.points.iter().enumerate().filter(is_free);
        lines.fold(0, |free, (line, _)| free | 1 << line)
    }

    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.lines())
    }

    /// The free lines of a box.
    #[inline(always)]
    pub fn strings(&self, square: usize, free: u64) -> u64 {
        self.sides[square] & free
    }

    /// The boxes on both sides of a line, given as its bit.
    #[inline(always)]
    pub fn ends(&self, line: u64) -> [usize; 2] {
        self.ends[line.trailing_zeros() as usize].map(usize::from)
    }

    /// The box on the other side of a line, given as its bit, from this box.
    #[inline(always)]
    pub fn beyond(&self, line: u64, square: usize) -> usize {
        let [one, other] = self.ends(line);
        if one == square { other } else { one }
    }

    pub fn open_boxes(&self, free: u64) -> i32 {
        let is_open = |&square: &usize| self.strings(square, free) != 0;
        (0..self.boxes).filter(is_open).count() as i32
    }

    /// Removes the second of two free outer lines at each corner box: both are equivalent.
    #[inline]
    pub fn without_twins(&self, lines: u64) -> u64 {
        self.corners.iter().fold(lines, |lines, &(one, other)| if lines & one != 0 { lines & !other } else { lines })
    }

    /// The same word for all positions that are equivalent by symmetry, or by swapping the outer lines of a corner
    /// box.
    #[inline]
    pub fn canonical(&self, free: u64) -> u64 {
        let mut sorted = free;
        for &(one, other) in &self.corners {
            if free & (one | other) == other {
                sorted ^= one | other;
            }
        }
        let images = self.symmetries.iter().map(|table| {
            let bytes = sorted.to_le_bytes().into_iter().zip(table);
            bytes.fold(0, |image, (byte, table)| image | table[usize::from(byte)])
        });
        images.min().unwrap_or(sorted)
    }
}

/// Builds the table of images of each byte from the images of single lines.
fn table(bits: &[u64; LINES]) -> [[u64; 256]; BYTES] {
    let mut table = [[0; 256]; BYTES];
    for (byte, images) in table.iter_mut().enumerate() {
        for (lines, image) in images.iter_mut().enumerate() {
            let line = |i: usize| bits.get(8 * byte + i).copied().unwrap_or(0);
            let set = (0..8).filter(|i| lines >> i & 1 != 0);
            *image = set.fold(0, |image, i| image | line(i));
        }
    }
    table
}

/// The lines of a set, each as its bit.
pub fn bits(mut lines: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let line = lines & lines.wrapping_neg();
        lines ^= line;
        (line != 0).then_some(line)
    })
}
