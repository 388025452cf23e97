//! The rules, by definition and without tables.
//!
//! This is the slow and obvious reading. Referees and tests judge with it, and every win that the
//! search claims is replayed with it; the fast reading (`pattern/`) is held against it on random
//! positions. A reader should be able to check each function against the rule book.
//!
//! [`opening`] is how a game may be opened. [`connect6`] and [`dots`] are other games, with rules of their own.

pub mod connect6;
pub mod dots;
mod five;
mod foul;
mod judge;
pub mod opening;

pub use five::{Run, completes_five, five_through, run_through};
pub use foul::{Foul, foul_at};
pub use judge::{Outcome, can_move, judge};

use crate::board::Colour;
use std::fmt;

/// Which rows of five or more win for one side.
///
/// ```text
///   O X X X X X O    capped: worth nothing in caro, either kind
///   O X X X X X .    free at one end: wins
/// | X X X X X O      an edge, or a dead point, does not cap: wins
///   O X X X X X X O  an overline: wins where overlines win, capped or not
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FiveRule {
    /// Six or more in a row win too.
    pub overline_wins: bool,
    /// Exactly five with an opponent's *stone* right beyond both ends is worth nothing. Edges and
    /// dead points do not cap, and an overline cannot be capped (as Piskvork judges caro).
    pub capped_dies: bool,
}

/// The rule families of Gomocup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Five or more win.
    Freestyle,
    /// Exactly five wins.
    Standard,
    /// Black wins by exactly five and may not make fouls; white wins by five or more.
    Renju,
    /// Five wins unless capped by opponent's stones at both ends; six or more always win.
    Caro,
    /// Exactly five wins unless capped by opponent's stones at both ends.
    CaroExact,
}

/// The rule of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// What wins.
    pub variant: Variant,
    /// `INFO fb_check 1`: renju fouls bind the first player although the variant is not renju.
    pub first_player_fouls: bool,
    /// A five does not end the game: its stones become dead points and play goes on.
    pub continuous: bool,
}

impl Variant {
    /// Every variant, in the order of their numbers.
    pub const ALL: [Variant; 5] = [
        Variant::Freestyle,
        Variant::Standard,
        Variant::Renju,
        Variant::Caro,
        Variant::CaroExact,
    ];

    /// Its name on command lines and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Freestyle => "freestyle",
            Variant::Standard => "standard",
            Variant::Renju => "renju",
            Variant::Caro => "caro",
            Variant::CaroExact => "caro-exact",
        }
    }

    /// The variant of a name.
    pub fn from_name(name: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|v| v.name() == name)
    }
}

/// A name of a command line; the error lists those there are.
impl std::str::FromStr for Variant {
    type Err = String;

    fn from_str(name: &str) -> Result<Variant, String> {
        Variant::from_name(name).ok_or_else(|| {
            let names = Variant::ALL.map(Variant::name);
            format!("the rules are {}", names.join(", "))
        })
    }
}

/// What is added to a variant's name when fouls bind the first player, and in a continuous game.
const EXTRAS: [&str; 2] = ["+fb_check", "+continuous"];

/// `renju`, `freestyle+fb_check`, `caro+continuous`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.variant.name())?;
        let extras = [self.first_player_fouls, self.continuous];
        for (extra, _) in EXTRAS.iter().zip(extras).filter(|(_, on)| *on) {
            f.write_str(extra)?;
        }
        Ok(())
    }
}

/// A name of a command line, like those that [`fmt::Display`] writes; the error lists what there is.
impl std::str::FromStr for Rule {
    type Err = String;

    fn from_str(name: &str) -> Result<Rule, String> {
        Rule::from_name(name).ok_or_else(|| {
            let names = Variant::ALL.map(Variant::name);
            format!(
                "the rules are {}; {} or {} may stand behind",
                names.join(", "),
                EXTRAS[0],
                EXTRAS[1]
            )
        })
    }
}

impl Rule {
    /// Reads what [`fmt::Display`] writes.
    pub fn from_name(name: &str) -> Option<Rule> {
        let (name, continuous) = without(name, EXTRAS[1]);
        let (name, first_player_fouls) = without(name, EXTRAS[0]);
        Some(Rule {
            variant: Variant::from_name(name)?,
            first_player_fouls,
            continuous,
        })
    }

    /// The number of `INFO rule` that asks for it; `fb_check` is a key of its own.
    pub const fn bits(self) -> u32 {
        let variant = match self.variant {
            Variant::Freestyle => 0,
            Variant::Standard => 1,
            Variant::Renju => 4,
            Variant::Caro => 8,
            Variant::CaroExact => 9,
        };
        variant + 2 * self.continuous as u32
    }

    /// How many rules differ in what they make of a board (the continuous flag does not).
    pub const BOARD_RULES: usize = 2 * Variant::ALL.len();

    /// An index into tables by rule, below [`Self::BOARD_RULES`].
    pub const fn index(self) -> usize {
        self.variant as usize * 2 + self.first_player_fouls as usize
    }

    /// Plain play of a variant.
    pub const fn new(variant: Variant) -> Rule {
        Rule {
            variant,
            first_player_fouls: false,
            continuous: false,
        }
    }

    /// The rule that `INFO rule bits` and `INFO fb_check` ask for. Bit 4 (renju) is stronger than
    /// bit 8 (caro), which is stronger than bit 1 (exactly five); unknown bits mean nothing.
    pub const fn from_bits(bits: u32, fb_check: bool) -> Rule {
        let variant = match (bits & 4 != 0, bits & 8 != 0, bits & 1 != 0) {
            (true, _, _) => Variant::Renju,
            (false, true, false) => Variant::Caro,
            (false, true, true) => Variant::CaroExact,
            (false, false, true) => Variant::Standard,
            (false, false, false) => Variant::Freestyle,
        };
        Rule {
            variant,
            first_player_fouls: fb_check,
            continuous: bits & 2 != 0,
        }
    }

    /// Whether overlines, double fours and double threes are fouls of black.
    pub const fn has_fouls(self) -> bool {
        self.first_player_fouls || matches!(self.variant, Variant::Renju)
    }

    /// What wins for a side. Where fouls bind black, an overline is one, so it never wins for black.
    pub const fn five_rule(self, colour: Colour) -> FiveRule {
        let (overline_wins, capped_dies) = match self.variant {
            Variant::Freestyle | Variant::Renju => (true, false),
            Variant::Standard => (false, false),
            Variant::Caro => (true, true),
            Variant::CaroExact => (false, true),
        };
        FiveRule {
            overline_wins: overline_wins && !(matches!(colour, Colour::Black) && self.has_fouls()),
            capped_dies,
        }
    }
}

/// A name without its ending, and whether it had it.
fn without<'a>(name: &'a str, ending: &str) -> (&'a str, bool) {
    match name.strip_suffix(ending) {
        Some(rest) => (rest, true),
        None => (name, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_come_back() {
        for bits in [0, 1, 2, 3, 4, 6, 8, 9, 10, 11] {
            for fb_check in [false, true] {
                let rule = Rule::from_bits(bits, fb_check);
                assert_eq!(rule.bits(), bits);
                assert_eq!(Rule::from_name(&rule.to_string()), Some(rule), "{rule}");
            }
        }
        for name in [
            "",
            "gomoku",
            "renju+",
            "+continuous",
            "renju+continuous+fb_check",
        ] {
            assert_eq!(Rule::from_name(name), None, "{name}");
        }
        let refusal = "gomoku".parse::<Variant>().unwrap_err();
        assert!(refusal.contains("caro-exact"), "{refusal}");
    }
}
