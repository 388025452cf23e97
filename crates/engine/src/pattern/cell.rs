//! The cell of an empty point: what a stone of either side would make there.

use super::class::{CLASSES, CellClass, Pcode};
use super::line_pattern::LinePattern;
use super::line_pattern::Row;
use tengen_core::board::{Colour, DIRECTIONS, Direction};

/// The cell of an empty point.
///
/// It consists of three words, each read and written as a whole: writing a byte and then reading it as part of a word
/// stalls the processor, and this is the hottest data of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The patterns of the four lines, a byte each: Black's in the low nibble, White's in the high.
    pub(super) patterns: u32,
    /// Black's pcode in the low half, White's in the high.
    pub(super) pcodes: u32,
    pub(super) classes: Classes,
}

/// The pcodes of a point for both sides, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pcodes(u32);

impl Pcodes {
    /// Black's and White's pcode.
    pub(crate) const fn new([black, white]: [Pcode; 2]) -> Pcodes {
        Pcodes(black as u32 | (white as u32) << 16)
    }

    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// The pcode of one side.
    #[inline(always)]
    pub fn of(self, colour: Colour) -> Pcode {
        (self.0 >> (16 * colour.index())) as Pcode
    }
}

/// The listed classes of a point ([`listed`]) for both sides: Black's in the lowest byte, White's in the next.
///
/// A class takes half of its byte. Under rules with [`Kind::OTHER_ROWS`], the other halves have two bits for each
/// line: what Black's row there means for forbidden moves.
///
/// [`Kind::OTHER_ROWS`]: super::Kind::OTHER_ROWS
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Classes(u32);

impl Classes {
    /// The two bytes in use.
    #[inline(always)]
    pub fn bits(self) -> u16 {
        self.0 as u16
    }

    /// The reverse of [`Classes::bits`].
    #[inline(always)]
    pub fn from_bits(bits: u16) -> Classes {
        Classes(bits.into())
    }

    #[inline(always)]
    pub fn of(self, colour: Colour) -> usize {
        (self.0 >> (8 * colour.index())) as usize & 15
    }

    const ROWS: u32 = 0xf0f0;

    /// What Black's rows mean for forbidden moves.
    #[inline(always)]
    pub fn rows(self) -> u32 {
        self.0 & Classes::ROWS
    }

    /// The rows, with the one on a line replaced.
    #[inline(always)]
    pub fn rows_with(self, direction: Direction, row: Row) -> u32 {
        let shift = Classes::shift(direction);
        self.rows() & !(3 << shift) | (row as u32) << shift
    }

    #[inline(always)]
    fn shift(direction: Direction) -> u32 {
        [4, 6, 12, 14][direction.index()]
    }

    /// The same with these rows; Black's class becomes `Forbidden` if they make a forbidden move.
    pub fn with_rows(self, rows: u32) -> Classes {
        let row = |d: Direction| rows >> Classes::shift(d) & 3;
        let count = |wanted: Row| {
            let lines = DIRECTIONS.into_iter().filter(|&d| row(d) == wanted as u32);
            lines.count()
        };
        let forbidden = count(Row::Broken) > 0 || count(Row::Four) >= 2 || count(Row::Three) >= 2;
        let class = self.of(Colour::Black);
        let class =
            if forbidden && class != CellClass::Five as usize { CellClass::Forbidden as u32 } else { class as u32 };
        Classes(self.0 & !(Classes::ROWS | 15) | class | rows)
    }
}

impl Cell {
    /// A cell of these words; in `classes` the listed class of Black, and that of White in the next byte.
    #[inline(always)]
    pub(super) fn new(patterns: u32, pcodes: u32, classes: u32) -> Cell {
        Cell { patterns, pcodes, classes: Classes(classes) }
    }

    /// The pattern that a stone of `colour` makes here on one line.
    #[inline(always)]
    pub fn pattern(&self, colour: Colour, direction: Direction) -> LinePattern {
        let nibble = self.patterns >> (8 * direction.index() + 4 * colour.index()) & 15;
        LinePattern::ALL[nibble as usize % LinePattern::ALL.len()]
    }

    /// The pcode of a side's four patterns.
    #[inline(always)]
    pub fn pcode(&self, colour: Colour) -> Pcode {
        (self.pcodes >> (16 * colour.index())) as Pcode
    }

    /// The pcodes of both sides.
    #[inline(always)]
    pub fn pcodes(&self) -> Pcodes {
        Pcodes(self.pcodes)
    }

    /// The class of a stone of `colour` here; `CellClass::None` for anything less than a three.
    #[inline(always)]
    pub fn class(&self, colour: Colour) -> CellClass {
        CellClass::ALL[self.classes.of(colour) % CLASSES]
    }

    /// The lines on which a stone of `colour` makes a matching pattern.
    #[inline]
    pub fn lines(&self, colour: Colour, is: fn(LinePattern) -> bool) -> impl Iterator<Item = Direction> {
        let this = *self;
        DIRECTIONS.into_iter().filter(move |&d| is(this.pattern(colour, d)))
    }
}

/// The class under which a point is listed: a three or better, or `Forbidden`; otherwise `None`.
pub(super) fn listed(class: CellClass) -> CellClass {
    match class {
        CellClass::Forbidden => class,
        _ if class >= CellClass::Three => class,
        _ => CellClass::None,
    }
}
