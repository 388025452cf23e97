//! The opening rules as scripts: a table to hold against the rule books.

use super::{Instead, OpeningRule, Zone};

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
