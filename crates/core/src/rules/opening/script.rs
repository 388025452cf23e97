//! The opening rules as scripts, easy to check against the rule books.

use super::{Instead, OpeningRule, Zone};

/// The number of fifth stones offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// A fixed number.
    Fixed(usize),
    /// The declared number.
    Declared,
}

/// A step of an opening. Black and white stones alternate; the player who has the colour of the next stone is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScriptStep {
    /// The player to move places these stones, of both colours.
    Lay(&'static [Zone]),
    /// The player who did not place the last stone takes a colour or chooses the alternative.
    Swap(Option<Instead>),
    /// The player who placed the last stone declares the number of fifth stones, up to this maximum.
    Declare(usize),
    /// Black offers this number of fifth stones, and White chooses one.
    Fifths(Count),
}

/// Any three stones in these squares form one of the 26 openings.
const PATTERN: &[Zone] = &[Zone::Centre, Zone::Within(3), Zone::Within(5)];
const THREE: &[Zone] = &[Zone::Anywhere; 3];

/// The maximum number of fifth stones under Yamaguchi's rule. Its text sets no limit; more than a dozen are not worth
/// offering in any of the 26 openings.
const MOST_OF_YAMAGUCHI: usize = 12;
const MOST_OF_SOOSYRV: usize = 8;

impl OpeningRule {
    pub(super) const fn script(self) -> &'static [ScriptStep] {
        use ScriptStep::{Declare, Fifths, Lay, Swap};
        match self {
            OpeningRule::Swap => &[Lay(THREE), Swap(None)],
            OpeningRule::Swap2 => &[Lay(THREE), Swap(Some(Instead::LayTwo))],
            OpeningRule::Pro => &[Lay(&[Zone::Centre]), Lay(&[Zone::Anywhere]), Lay(&[Zone::Outside(5)])],
            OpeningRule::LongPro => &[Lay(&[Zone::Centre]), Lay(&[Zone::Anywhere]), Lay(&[Zone::Outside(7)])],
            OpeningRule::Rif => &[Lay(PATTERN), Swap(None), Lay(&[Zone::Anywhere]), Fifths(Count::Fixed(2))],
            OpeningRule::Yamaguchi => {
                &[Lay(PATTERN), Declare(MOST_OF_YAMAGUCHI), Swap(None), Lay(&[Zone::Anywhere]), Fifths(Count::Declared)]
            }
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
    /// The steps that replace the rest of the script.
    pub(super) const fn script(self) -> &'static [ScriptStep] {
        match self {
            Instead::LayTwo => &[ScriptStep::Lay(&[Zone::Anywhere; 2]), ScriptStep::Swap(None)],
            Instead::OfferTen => &[ScriptStep::Fifths(Count::Fixed(10))],
        }
    }
}
