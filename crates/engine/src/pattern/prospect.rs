//! What is known of an empty point: what a stone of either side would make there.

use super::class::{CLASSES, Class, Code};
use super::line_pattern::LinePattern;
use super::line_pattern::Row;
use tengen_core::board::{Colour, DIRECTIONS, Direction};

/// What is known of an empty point.
///
/// Three words, each read and written whole: a byte that is written and then read as part of a word
/// holds up the processor, and this is where a search spends its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prospect {
    /// The shapes of the four lines, a byte each: black's in the low nibble, white's in the high.
    pub(super) shapes: u32,
    /// Black's code in the low half, white's in the high.
    pub(super) codes: u32,
    pub(super) classes: Classes,
}

/// The codes of a point for both sides, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Codes(u32);

impl Codes {
    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// That of one side.
    #[inline(always)]
    pub fn of(self, colour: Colour) -> Code {
        (self.0 >> (16 * colour.index())) as Code
    }
}

/// The classes of a point for both sides, as far as points are listed by them ([`listed`]): black's in the
/// lowest byte, white's in the next. So those of black's code and those of white's add up.
///
/// A class takes half of its byte. Where fouls count rows that the game does not ([`Kind::OTHER_ROWS`]), the
/// other halves have two bits for each line: what black's row there means for a foul.
///
/// [`Kind::OTHER_ROWS`]: super::Kind::OTHER_ROWS
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Classes(u32);

impl Classes {
    /// The class of a side's code.
    pub fn new(colour: Colour, class: Class) -> Classes {
        Classes((listed(class) as u32) << (8 * colour.index()))
    }

    /// All of it: two bytes.
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
    pub fn and(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }

    #[inline(always)]
    pub fn of(self, colour: Colour) -> usize {
        (self.0 >> (8 * colour.index())) as usize & 15
    }

    /// The bits of all lines.
    const ROWS: u32 = 0xf0f0;

    /// What black's rows mean for fouls.
    #[inline(always)]
    pub fn rows(self) -> u32 {
        self.0 & Classes::ROWS
    }

    /// The rows with another one on a line.
    #[inline(always)]
    pub fn rows_with(self, direction: Direction, row: Row) -> u32 {
        let shift = Classes::shift(direction);
        self.rows() & !(3 << shift) | (row as u32) << shift
    }

    #[inline(always)]
    fn shift(direction: Direction) -> u32 {
        [4, 6, 12, 14][direction.index()]
    }

    /// The same with these rows, of which black's class may be a foul.
    pub fn with_rows(self, rows: u32) -> Classes {
        let row = |d: Direction| rows >> Classes::shift(d) & 3;
        let count = |wanted: Row| {
            let lines = DIRECTIONS.into_iter().filter(|&d| row(d) == wanted as u32);
            lines.count()
        };
        let foul = count(Row::Broken) > 0 || count(Row::Four) >= 2 || count(Row::Three) >= 2;
        let class = self.of(Colour::Black);
        let class = if foul && class != Class::Five as usize {
            Class::Foul as u32
        } else {
            class as u32
        };
        Classes(self.0 & !(Classes::ROWS | 15) | class | rows)
    }
}

impl Prospect {
    /// What a stone of `colour` makes here on one line.
    #[inline(always)]
    pub fn shape(&self, colour: Colour, direction: Direction) -> LinePattern {
        let nibble = self.shapes >> (8 * direction.index() + 4 * colour.index()) & 15;
        LinePattern::ALL[nibble as usize % LinePattern::ALL.len()]
    }

    /// The code of a side's four shapes.
    #[inline(always)]
    pub fn code(&self, colour: Colour) -> Code {
        (self.codes >> (16 * colour.index())) as Code
    }

    /// Both codes: black's in the low half, white's in the high.
    #[inline(always)]
    pub fn codes(&self) -> Codes {
        Codes(self.codes)
    }

    /// What a stone of `colour` makes here; `Class::None` for anything less than a three.
    #[inline(always)]
    pub fn class(&self, colour: Colour) -> Class {
        Class::ALL[self.classes.of(colour) % CLASSES]
    }

    /// The lines on which a stone of `colour` makes a shape.
    #[inline]
    pub fn lines(
        &self,
        colour: Colour,
        is: fn(LinePattern) -> bool,
    ) -> impl Iterator<Item = Direction> {
        let this = *self;
        DIRECTIONS
            .into_iter()
            .filter(move |&d| is(this.shape(colour, d)))
    }
}

/// Points are listed and counted by class from a three on, and as fouls; less is `None` here.
pub(super) fn listed(class: Class) -> Class {
    match class {
        Class::Foul => class,
        _ if class >= Class::Three => class,
        _ => Class::None,
    }
}
