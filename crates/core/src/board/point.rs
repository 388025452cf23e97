//! Points, board sizes and sets of points.
//!
//! Every board, 5×5 to 32×32, uses the same 32×32 layout: a [`Point`] has ten bits and a [`PointSet`] 1,024 bits,
//! whatever the board size.

use crate::message::Quoted;
use crate::messages;
use std::fmt;
use std::str::FromStr;

/// The smallest board width and height.
pub const MIN_SIDE: u8 = 5;
/// The largest board width and height.
pub const MAX_SIDE: u8 = 32;
/// The number of points in the 32×32 layout, an upper bound of `Point::index()`.
pub const POINTS: usize = 1024;

/// A point of the board. `x` counts from 0 at the left and `y` from 0 at the top, as in the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point(u16);

impl Point {
    /// The point in column `x` and row `y`.
    ///
    /// # Panics
    /// In debug builds, if a coordinate is 32 or more.
    #[inline(always)]
    pub const fn new(x: u8, y: u8) -> Point {
        debug_assert!(x < MAX_SIDE && y < MAX_SIDE);
        Point(((y as u16 & 31) << 5) | (x as u16 & 31))
    }

    /// The point with this index (`32·y + x`); higher bits are dropped.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Point {
        Point(index as u16 & 1023)
    }

    /// The column, 0 at the left.
    #[inline(always)]
    pub const fn x(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// The row, 0 at the top.
    #[inline(always)]
    pub const fn y(self) -> u8 {
        (self.0 >> 5) as u8
    }

    /// The Chebyshev distance: the number of king's moves between two points.
    #[inline]
    pub fn distance(self, other: Point) -> u8 {
        let (dx, dy) = (self.x().abs_diff(other.x()), self.y().abs_diff(other.y()));
        dx.max(dy)
    }

    /// `32·y + x`, below [`POINTS`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 1023) as usize
    }
}

/// The width and height of a board, each from [`MIN_SIDE`] to [`MAX_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// The usual board of Gomoku and Renju, 15x15.
    pub const FIFTEEN: BoardSize = BoardSize { width: 15, height: 15 };

    /// A board of `width` columns and `height` rows, or `None` if either is out of range.
    pub fn new(width: u32, height: u32) -> Option<BoardSize> {
        let sides = MIN_SIDE as u32..=MAX_SIDE as u32;
        (sides.contains(&width) && sides.contains(&height))
            .then_some(BoardSize { width: width as u8, height: height as u8 })
    }

    /// A board of this size.
    ///
    /// # Errors
    /// If a side is out of range.
    pub fn checked(width: u32, height: u32) -> Result<BoardSize, BoardError> {
        BoardSize::new(width, height).ok_or(BoardError::Size { width, height })
    }

    /// A square board, or `None` if `side` is out of range.
    pub fn square(side: u32) -> Option<BoardSize> {
        BoardSize::new(side, side)
    }

    /// The number of columns.
    #[inline]
    pub fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub fn height(self) -> u8 {
        self.height
    }

    /// The number of points.
    #[inline]
    pub fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The centre; if a side is even, the point right of or below the middle.
    pub fn centre(self) -> Point {
        Point::new(self.width / 2, self.height / 2)
    }

    /// Whether column `x`, row `y` is on the board.
    #[inline]
    pub fn has(self, x: i32, y: i32) -> bool {
        (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y)
    }

    /// The point in column `x` and row `y`, or `None` off the board.
    pub fn point(self, x: i32, y: i32) -> Option<Point> {
        self.has(x, y).then(|| Point::new(x as u8, y as u8))
    }

    /// Whether the point is on the board.
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// The images of a point under the symmetries of the board: eight on a square board, four on any other. The first
    /// is the point itself.
    pub fn images(self, point: Point) -> impl Iterator<Item = Point> + Clone {
        (0..if self.width == self.height { 8 } else { 4 }).map(move |symmetry| self.image(point, symmetry))
    }

    /// The image of a point on the board under one of the symmetries, by its index in [`BoardSize::images`].
    #[inline]
    pub fn image(self, point: Point, symmetry: u8) -> Point {
        let x = if symmetry & 1 != 0 { self.width - 1 - point.x() } else { point.x() };
        let y = if symmetry & 2 != 0 { self.height - 1 - point.y() } else { point.y() };
        if symmetry & 4 != 0 { Point::new(y, x) } else { Point::new(x, y) }
    }

    /// Every point, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }
}

/// `15x15`: columns and rows.
impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// `15` or `30x20`; the error message describes the format.
impl FromStr for BoardSize {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<BoardSize, BoardError> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let sides = width.parse().ok().zip(height.parse().ok());
        let size = sides.and_then(|(width, height)| BoardSize::new(width, height));
        size.ok_or(BoardError::BoardSides)
    }
}

messages! {
    /// Why a text is no point, board size or drawing.
    pub enum BoardError {
        NoPoint { word: String, size: BoardSize } = "\"{word}\" is not a point of a {size} board",
        BoardSides = "a board is 15 or 30x20, sides from 5 to 32",
        Size { width: u32, height: u32 } = "a board of {width}x{height}: sides go from 5 to 32",
        CannotBe { width: usize, height: usize } = "a board cannot be {width}x{height}: sides are 5 to 32",
        Row { n: usize, count: usize, width: usize } = "row {n} has {count} points, not {width}",
        Sign { c: Quoted<char>, n: usize } = "{c} in row {n} means nothing",
    }
}

/// A set of points as a bitboard.
///
/// ```
/// use tengen_core::board::{Point, PointSet};
/// let mut set = PointSet::EMPTY;
/// set.insert(Point::new(7, 7));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Point::new(7, 7)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointSet([u64; POINTS / 64]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet([0; POINTS / 64]);

    /// Adds a point.
    #[inline(always)]
    pub fn insert(&mut self, point: Point) {
        self.0[point.index() >> 6] |= 1 << (point.index() & 63);
    }

    /// Removes a point.
    #[inline(always)]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() >> 6] &= !(1 << (point.index() & 63));
    }

    /// Adds points of row `y` (below 32): bit `x` of `bits` is column `x`.
    #[inline(always)]
    pub fn insert_row(&mut self, y: usize, bits: u32) {
        self.0[y >> 1] |= (bits as u64) << (32 * (y & 1));
    }

    /// The points of row `y` (below 32), as [`Self::insert_row`] has them.
    #[inline(always)]
    pub fn row(&self, y: usize) -> u32 {
        (self.0[y >> 1] >> (32 * (y & 1))) as u32
    }

    /// These points and their neighbours in all eight directions. The result is clipped to the 32×32 layout, not to the
    /// board, so some points may be off the board.
    #[inline(always)]
    #[must_use]
    pub fn dilated(&self) -> PointSet {
        // Each word holds two rows; a shift must not carry a bit from one half into the other.
        const LEFTMOST: u64 = 0x0000_0001_0000_0001;
        const RIGHTMOST: u64 = LEFTMOST << 31;
        let wide = self.0.map(|word| word | (word & !RIGHTMOST) << 1 | (word & !LEFTMOST) >> 1);
        PointSet(std::array::from_fn(|i| {
            let above = i.checked_sub(1).map_or(0, |i| wide[i] >> 32);
            let below = wide.get(i + 1).map_or(0, |word| word << 32);
            wide[i] | wide[i].rotate_left(32) | above | below
        }))
    }

    /// Whether the point is in the set.
    #[inline(always)]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() >> 6] >> (point.index() & 63) & 1 != 0
    }

    /// Whether no point is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of points in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The point with the smallest index.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Points in both sets.
    #[inline]
    #[must_use]
    pub fn intersection(mut self, other: &PointSet) -> PointSet {
        for (word, &with) in self.0.iter_mut().zip(&other.0) {
            *word &= with;
        }
        self
    }

    /// Points in either set.
    #[inline]
    #[must_use]
    pub fn union(mut self, other: &PointSet) -> PointSet {
        for (word, &with) in self.0.iter_mut().zip(&other.0) {
            *word |= with;
        }
        self
    }

    /// The set as words: bit *i* of word *w* is the point with index 64·*w* + *i*. For loops that cannot use closures,
    /// such as SIMD kernels.
    #[inline(always)]
    pub fn words(&self) -> &[u64; POINTS / 64] {
        &self.0
    }

    /// The set with these words, see [`PointSet::words`].
    pub const fn from_words(words: [u64; POINTS / 64]) -> PointSet {
        PointSet(words)
    }

    /// Calls `show` for each point, by increasing index; faster than [`Self::iter`] in hot loops.
    #[inline(always)]
    pub fn for_each(&self, mut show: impl FnMut(Point)) {
        for (i, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                show(Point::from_index(i * 64 + rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
    }

    /// The points by increasing index (row by row).
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors((word != 0).then_some(word), |&w| {
                let rest = w & (w - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |w| Point::from_index(i * 64 + w.trailing_zeros() as usize))
        })
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        points.into_iter().for_each(|p| set.insert(p));
        set
    }
}
