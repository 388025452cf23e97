//! The opening rules as scripts: a table to hold against the rule books.

use super::{Instead, OpeningRule};
use crate::board::{Point, Shape};
use std::fmt;

/// Where a stone may be laid. Squares lie around the middle of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zone {
    /// On any empty point.
    Anywhere,
    /// In the middle of the board.
    Centre,
    /// Within the square of this side: 3, 5, 7 or 9.
    Within(u8),
    /// Outside the square of this side.
    Outside(u8),
}

impl Zone {
    /// Whether the point belongs to it.
    pub fn contains(self, point: Point, shape: Shape) -> bool {
        let from_centre = point.distance(shape.centre());
        match self {
            Zone::Anywhere => true,
            Zone::Centre => from_centre == 0,
            Zone::Within(side) => from_centre <= side / 2,
            Zone::Outside(side) => from_centre > side / 2,
        }
    }
}

/// `within the middle 5x5`: what comes after "the stone belongs".
impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Zone::Anywhere => f.write_str("on any empty point"),
            Zone::Centre => f.write_str("in the middle of the board"),
            Zone::Within(side) => write!(f, "within the middle {side}x{side}"),
            Zone::Outside(side) => write!(f, "outside the middle {side}x{side}"),
        }
    }
}

/// How many fifth stones are offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// Always so many.
    Fixed(usize),
    /// As many as were declared.
    Declared,
}

/// One thing that is done. Stones are black and white in turn, and it is the turn of whoever has the
/// colour of the next stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The player whose turn it is lays one stone after the other, of both colours.
    Lay(&'static [Zone]),
    /// The player who has not laid the last stone takes a colour, or does something else instead.
    Swap(Option<Instead>),
    /// The player who has laid the last stone declares how many fifth stones there will be, at most
    /// so many.
    Declare(usize),
    /// Black offers so many fifth stones, and White takes one of them.
    Fifths(Count),
}

/// The 26 openings: whatever lies in these squares is one of them.
const PATTERN: &[Zone] = &[Zone::Centre, Zone::Within(3), Zone::Within(5)];
const THREE: &[Zone] = &[Zone::Anywhere; 3];

/// The most fifth stones that may be declared by Yamaguchi's rule. Its text sets no bound; more
/// than a dozen are not worth offering in any of the 26 openings.
const MOST_OF_YAMAGUCHI: usize = 12;
const MOST_OF_SOOSYRV: usize = 8;

impl OpeningRule {
    /// What is done, in turn.
    pub(super) const fn script(self) -> &'static [Step] {
        use Step::{Declare, Fifths, Lay, Swap};
        match self {
            OpeningRule::Swap => &[Lay(THREE), Swap(None)],
            OpeningRule::Swap2 => &[Lay(THREE), Swap(Some(Instead::LayTwo))],
            OpeningRule::Pro => &[
                Lay(&[Zone::Centre]),
                Lay(&[Zone::Anywhere]),
                Lay(&[Zone::Outside(5)]),
            ],
            OpeningRule::LongPro => &[
                Lay(&[Zone::Centre]),
                Lay(&[Zone::Anywhere]),
                Lay(&[Zone::Outside(7)]),
            ],
            OpeningRule::Rif => &[
                Lay(PATTERN),
                Swap(None),
                Lay(&[Zone::Anywhere]),
                Fifths(Count::Fixed(2)),
            ],
            OpeningRule::Yamaguchi => &[
                Lay(PATTERN),
                Declare(MOST_OF_YAMAGUCHI),
                Swap(None),
                Lay(&[Zone::Anywhere]),
                Fifths(Count::Declared),
            ],
            OpeningRule::Soosyrv8 => &[
                Lay(PATTERN),
                Swap(None),
                Lay(&[Zone::Anywhere]),
                Declare(MOST_OF_SOOSYRV),
                Swap(None),
                Fifths(Count::Declared),
            ],
            OpeningRule::Taraguchi10 => &[
                Lay(&[Zone::Centre]),
                Swap(None),
                Lay(&[Zone::Within(3)]),
                Swap(None),
                Lay(&[Zone::Within(5)]),
                Swap(None),
                Lay(&[Zone::Within(7)]),
                Swap(Some(Instead::OfferTen)),
                Lay(&[Zone::Within(9)]),
                Swap(None),
            ],
        }
    }
}

impl Instead {
    /// What is done from here on instead of the rest of the script.
    pub(super) const fn script(self) -> &'static [Step] {
        match self {
            Instead::LayTwo => &[Step::Lay(&[Zone::Anywhere; 2]), Step::Swap(None)],
            Instead::OfferTen => &[Step::Fifths(Count::Fixed(10))],
        }
    }
}
