//! Places on the board, board shapes, and sets of places.
//!
//! Every board, 5×5 to 32×32, lives in one 32×32 layout, so a [`Point`] is ten bits and a
//! [`PointSet`] is 1,024 bits, whatever the shape.

use std::fmt;
use std::str::FromStr;

/// The shortest side a board may have.
pub const MIN_SIDE: u8 = 5;
/// The longest side a board may have.
pub const MAX_SIDE: u8 = 32;
/// How many points the common layout has; every `Point::index()` is below it.
pub const POINTS: usize = 1024;

/// A place on the board. `x` runs to the right from 0, `y` runs down from 0, as in the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point(u16);

impl Point {
    /// The point in column `x` and row `y`.
    ///
    /// # Panics
    /// In debug builds when a coordinate is 32 or more.
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

    /// How many steps of a king lie between two points.
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

/// Width and height of a board, each from [`MIN_SIDE`] to [`MAX_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    width: u8,
    height: u8,
}

impl Shape {
    /// A board of `width` columns and `height` rows, or `None` when a side is out of range.
    pub fn new(width: u32, height: u32) -> Option<Shape> {
        let sides = MIN_SIDE as u32..=MAX_SIDE as u32;
        (sides.contains(&width) && sides.contains(&height)).then_some(Shape {
            width: width as u8,
            height: height as u8,
        })
    }

    /// A square board, or `None` when the side is out of range.
    pub fn square(side: u32) -> Option<Shape> {
        Shape::new(side, side)
    }

    /// How many columns.
    #[inline]
    pub fn width(self) -> u8 {
        self.width
    }

    /// How many rows.
    #[inline]
    pub fn height(self) -> u8 {
        self.height
    }

    /// How many points.
    #[inline]
    pub fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The middle point; with an even side the one right of, or below, the middle line.
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

    /// A point where it comes to lie when the board is turned and mirrored in all ways that leave the board as it
    /// is: eight on a square, four on any other board. The first is the point itself.
    pub fn images(self, point: Point) -> impl Iterator<Item = Point> + Clone {
        let (x, y) = (point.x(), point.y());
        let (right, down) = (self.width - 1, self.height - 1);
        let image = move |i: u8| {
            let x = if i & 1 != 0 { right - x } else { x };
            let y = if i & 2 != 0 { down - y } else { y };
            if i & 4 != 0 {
                Point::new(y, x)
            } else {
                Point::new(x, y)
            }
        };
        (0..if self.width == self.height { 8 } else { 4 }).map(image)
    }

    /// Every point, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }
}

/// `15x15`: columns and rows.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// `15`, or `30x20`; the error says so.
impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Shape, String> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let sides = width.parse().ok().zip(height.parse().ok());
        let shape = sides.and_then(|(width, height)| Shape::new(width, height));
        shape.ok_or_else(|| "a board is 15 or 30x20, sides from 5 to 32".into())
    }
}

/// A set of points: one bit a point.
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
    /// No point.
    pub const EMPTY: PointSet = PointSet([0; POINTS / 64]);

    /// Adds a point.
    #[inline(always)]
    pub fn insert(&mut self, point: Point) {
        self.0[point.index() >> 6] |= 1 << (point.index() & 63);
    }

    /// Takes a point out.
    #[inline(always)]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() >> 6] &= !(1 << (point.index() & 63));
    }

    /// Adds the points of row `y` (below 32) whose bits are set; bit `x` is column `x`.
    #[inline(always)]
    pub fn insert_row(&mut self, y: usize, bits: u32) {
        self.0[y >> 1] |= (bits as u64) << (32 * (y & 1));
    }

    /// These points and their neighbours on all eight sides, as far as the common layout goes: some may lie
    /// beside the board.
    #[inline(always)]
    #[must_use]
    pub fn dilated(&self) -> PointSet {
        // Two rows are a word; in each half a bit must not go over into the other half.
        const LEFTMOST: u64 = 0x0000_0001_0000_0001;
        const RIGHTMOST: u64 = LEFTMOST << 31;
        let wide = self
            .0
            .map(|word| word | (word & !RIGHTMOST) << 1 | (word & !LEFTMOST) >> 1);
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

    /// How many points are in the set.
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

    /// The points as bits; bit *i* of word *w* is the point of index 64·*w* + *i*. For loops in which no closure may
    /// stand, as those of kernels.
    #[inline(always)]
    pub fn words(&self) -> &[u64; POINTS / 64] {
        &self.0
    }

    /// Shows the points in increasing order of index; faster than [`Self::iter`] where it matters.
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

    /// The points in increasing order of index (row by row).
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
