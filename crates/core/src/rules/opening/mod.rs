//! How a game may be opened: the rules of tournaments by which two players come by a fair position.
//!
//! Each [`OpeningRule`] is a script, a few steps one after the other; an [`Opening`] goes through it,
//! asks one player at a time and takes answers. Nothing else of the program knows what a rule wants next.
//!
//! | rule | what is done | source |
//! |---|---|---|
//! | swap | the first lays three stones anywhere, the second takes a colour | Wikipedia, *Gomoku* |
//! | swap2 | as swap, or the second lays two more and the first takes a colour | Wikipedia, *Gomoku* |
//! | pro | first stone in the middle, third outside the middle 5×5 | Wikipedia, *Gomoku* |
//! | long pro | the same with 7×7 | Wikipedia, *Gomoku* |
//! | RIF | one of the 26 openings, a swap, two fifth stones offered | Wikipedia, *RIF opening rule* |
//! | Yamaguchi | with the opening the number of fifths is declared | renju.net, `showrule.php?rule=5` |
//! | Soosyrv-8 | White's fourth declares up to eight fifths, a swap before it and after | Wikipedia, *Soosõrv opening rule* |
//! | Taraguchi-10 | a swap after every stone; or ten fifths offered | Wikipedia, *Taraguchi opening rule* |
//!
//! - [`pattern`]: the 26 openings of renju and their names;
//! - `fifths`: which fifth stones are the same.

mod answer;
mod fifths;
pub mod pattern;
mod procedure;
mod script;
mod zone;

pub use answer::{Answer, Instead, Question};
pub use fifths::same_fifth;
pub use procedure::{Opening, Player};
pub use zone::Zone;

use script::Step;
use std::fmt;
use std::str::FromStr;

/// An opening rule of tournaments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpeningRule {
    /// Three stones of the first player, then the second takes a colour.
    Swap,
    /// The same, and the second may lay two more stones and leave the colours to the first.
    Swap2,
    /// The first stone in the middle, the third outside the middle 5×5.
    Pro,
    /// The first stone in the middle, the third outside the middle 7×7.
    LongPro,
    /// The renju federation's rule from 1996 to 2008.
    Rif,
    /// Its successor, until 2015: the number of fifth stones is part of the opening.
    Yamaguchi,
    /// World championships since 2017: the number of fifth stones comes with the fourth.
    Soosyrv8,
    /// A swap after every stone, or ten fifth stones.
    Taraguchi10,
}

impl OpeningRule {
    /// Every opening rule: those of Gomoku, then those of renju, each from the simplest.
    pub const ALL: [OpeningRule; 8] = [
        OpeningRule::Swap,
        OpeningRule::Swap2,
        OpeningRule::Pro,
        OpeningRule::LongPro,
        OpeningRule::Rif,
        OpeningRule::Yamaguchi,
        OpeningRule::Soosyrv8,
        OpeningRule::Taraguchi10,
    ];

    /// Its name on command lines and in records.
    pub const fn name(self) -> &'static str {
        match self {
            OpeningRule::Swap => "swap",
            OpeningRule::Swap2 => "swap2",
            OpeningRule::Pro => "pro",
            OpeningRule::LongPro => "long-pro",
            OpeningRule::Rif => "rif",
            OpeningRule::Yamaguchi => "yamaguchi",
            OpeningRule::Soosyrv8 => "soosyrv-8",
            OpeningRule::Taraguchi10 => "taraguchi-10",
        }
    }

    /// The rule of a name.
    pub fn from_name(name: &str) -> Option<OpeningRule> {
        OpeningRule::ALL
            .into_iter()
            .find(|rule| rule.name() == name)
    }

    /// The shortest side of a board on which every square that the rule speaks of has its room.
    pub const fn least_side(self) -> u8 {
        match self {
            OpeningRule::Swap | OpeningRule::Swap2 => 5,
            OpeningRule::Pro => 7,
            _ => 9,
        }
    }
}

/// Its name.
impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name of a command line; the error lists those there are.
impl FromStr for OpeningRule {
    type Err = String;

    fn from_str(name: &str) -> Result<OpeningRule, String> {
        OpeningRule::from_name(name).ok_or_else(|| {
            let names = OpeningRule::ALL.map(OpeningRule::name);
            format!("the opening rules are {}", names.join(", "))
        })
    }
}
