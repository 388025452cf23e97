//! The opening rules of tournaments, by which two players reach a fair position.
//!
//! Each [`OpeningRule`] is a script of a few steps. An [`Opening`] runs the script, asks one player at a time and takes
//! the answers; no other code depends on the steps of a rule.
//!
//! | rule | procedure | source |
//! |---|---|---|
//! | swap | the first player places three stones anywhere, the second takes a colour | Wikipedia, *Gomoku* |
//! | swap2 | as swap, or the second player places two more and the first takes a colour | Wikipedia, *Gomoku* |
//! | pro | first stone in the centre, third outside the central 5×5 | Wikipedia, *Gomoku* |
//! | long pro | the same with 7×7 | Wikipedia, *Gomoku* |
//! | RIF | one of the 26 openings, a swap, two fifth stones offered | Wikipedia, *RIF opening rule* |
//! | Yamaguchi | the number of fifth stones is declared with the opening | renju.net, `showrule.php?rule=5` |
//! | Soosyrv-8 | up to eight fifth stones are declared with White's fourth, a swap before and after it | Wikipedia, *Soosõrv opening rule* |
//! | Taraguchi-10 | a swap after every stone; or ten fifth stones offered | Wikipedia, *Taraguchi opening rule* |
//!
//! - [`pattern`]: the 26 openings of renju and their names;
//! - `fifths`: equivalent fifth stones.

mod answer;
mod error;
mod fifths;
pub mod pattern;
mod procedure;
mod script;
mod zone;

pub use answer::{Answer, Instead, Question};
pub use error::OpeningError;
pub use fifths::same_fifth;
pub use procedure::{Opening, Player};
pub use zone::Zone;

use super::RuleError;
use crate::board::{Colour, Position};
use script::ScriptStep;
use std::fmt;
use std::str::FromStr;

/// An opening rule of tournaments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpeningRule {
    /// The first player places three stones, then the second takes a colour.
    Swap,
    /// The same, but the second player may place two more stones and let the first take a colour.
    Swap2,
    /// The first stone in the centre, the third outside the central 5×5.
    Pro,
    /// The first stone in the centre, the third outside the central 7×7.
    LongPro,
    /// The rule of the Renju International Federation from 1996 to 2008.
    Rif,
    /// Its successor until 2015: the number of fifth stones is declared with the opening.
    Yamaguchi,
    /// World championships since 2017: the number of fifth stones is declared with the fourth stone.
    Soosyrv8,
    /// A swap after every stone, or ten fifth stones.
    Taraguchi10,
}

impl OpeningRule {
    /// All opening rules: those of Gomoku, then those of renju, each from the simplest.
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

    /// The name on command lines and in records.
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

    /// The rule with this name.
    pub fn from_name(name: &str) -> Option<OpeningRule> {
        OpeningRule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The smallest board side that has room for the squares of the rule.
    pub const fn least_side(self) -> u8 {
        match self {
            OpeningRule::Swap | OpeningRule::Swap2 => 5,
            OpeningRule::Pro => 7,
            _ => 9,
        }
    }

    /// Whether the rule only says where stones belong: the players keep their colours.
    pub fn keeps_colours(self) -> bool {
        self.script().iter().all(|step| matches!(step, ScriptStep::Lay(_)))
    }

    /// Where the next stone of the side to move belongs. Only its own stones count: the other side may have passed.
    pub fn zone(self, position: &Position) -> Zone {
        let side = position.to_move();
        let own = position.stones().iter().filter(|stone| stone.colour == side).count();
        let zones = self.script().iter().flat_map(|step| match step {
            ScriptStep::Lay(zones) => *zones,
            _ => &[],
        });
        zones.copied().nth(2 * own + usize::from(side == Colour::White)).unwrap_or(Zone::Anywhere)
    }
}

/// The name.
impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses a name; the error message lists all names.
impl FromStr for OpeningRule {
    type Err = RuleError;

    fn from_str(name: &str) -> Result<OpeningRule, RuleError> {
        let rules = || OpeningRule::ALL.map(OpeningRule::name).join(", ");
        OpeningRule::from_name(name).ok_or_else(|| RuleError::Openings { rules: rules() })
    }
}
