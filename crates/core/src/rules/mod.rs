//! The rules by definition, without tables.
//!
//! This is the slow, obviously correct implementation. Referees and tests use it, and every win claimed by the search
//! is verified with it; the fast pattern tables (`pattern/`) are tested against it on random positions. Each function
//! can be checked against the rule book.
//!
//! [`opening`] implements the opening rules.

mod five;
mod forbidden;
mod judge;
pub mod opening;

pub use five::{Run, completes_five, five_through, run_through};
pub use forbidden::{Forbidden, forbidden_at, stays_legal};
pub use judge::{Outcome, can_move, judge};

use crate::board::Colour;
use crate::messages;
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
    /// Exactly five with an opponent's *stone* directly beyond both ends does not win. Edges and dead points do not
    /// cap, and an overline cannot be capped (as in Piskvork's caro).
    pub capped_dies: bool,
}

/// The rule variants of Gomocup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Variant {
    /// Five or more win.
    #[default]
    Freestyle,
    /// Exactly five wins.
    Standard,
    /// Black wins with exactly five and has forbidden moves; white wins with five or more.
    Renju,
    /// Five wins unless capped by an opponent's stone at each end; six or more always win.
    Caro,
    /// Exactly five wins unless capped by an opponent's stone at each end.
    CaroExact,
}

/// The rule of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// The winning condition.
    pub variant: Variant,
    /// `INFO fb_check 1`: the first player has renju's forbidden moves under another variant.
    pub first_player_forbidden: bool,
    /// A five does not end the game: its stones become dead points and play continues.
    pub continuous: bool,
}

impl Variant {
    /// All variants, in the order of their numbers.
    pub const ALL: [Variant; 5] =
        [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro, Variant::CaroExact];

    /// The name on command lines and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Freestyle => "freestyle",
            Variant::Standard => "standard",
            Variant::Renju => "renju",
            Variant::Caro => "caro",
            Variant::CaroExact => "caro-exact",
        }
    }

    /// The variant with this name.
    pub fn from_name(name: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|v| v.name() == name)
    }

    fn names() -> String {
        Variant::ALL.map(Variant::name).join(", ")
    }
}

messages! {
    /// Why a text is no name of a rule.
    pub enum RuleError {
        OnlyRules { rules: String } = "the rules are {rules}",
        Rules { rules: String, one: &'static str, other: &'static str } = "the rules are {rules}; each can be followed by {one} or {other}",
        Openings { rules: String } = "the opening rules are {rules}",
    }
}

/// Parses a variant name; the error message lists all names.
impl std::str::FromStr for Variant {
    type Err = RuleError;

    fn from_str(name: &str) -> Result<Variant, RuleError> {
        Variant::from_name(name).ok_or_else(|| RuleError::OnlyRules { rules: Variant::names() })
    }
}

/// The suffixes of a rule's name: forbidden moves for the first player, continuous game.
const EXTRAS: [&str; 2] = ["+fb_check", "+continuous"];

/// `renju`, `freestyle+fb_check`, `caro+continuous`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.variant.name())?;
        let extras = [self.first_player_forbidden, self.continuous];
        for (extra, _) in EXTRAS.iter().zip(extras).filter(|(_, on)| *on) {
            f.write_str(extra)?;
        }
        Ok(())
    }
}

/// Parses a rule name as written by [`fmt::Display`]; the error message lists all names.
impl std::str::FromStr for Rule {
    type Err = RuleError;

    fn from_str(name: &str) -> Result<Rule, RuleError> {
        let [one, other] = EXTRAS;
        Rule::from_name(name).ok_or_else(|| RuleError::Rules { rules: Variant::names(), one, other })
    }
}

impl Rule {
    /// Parses a rule name as written by [`fmt::Display`].
    pub fn from_name(name: &str) -> Option<Rule> {
        let (name, continuous) = without(name, EXTRAS[1]);
        let (name, first_player_forbidden) = without(name, EXTRAS[0]);
        Some(Rule { variant: Variant::from_name(name)?, first_player_forbidden, continuous })
    }

    /// The number of `INFO rule` for this rule; `fb_check` is a separate key.
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

    /// The number of rules that evaluate a board differently (the continuous flag makes no difference).
    pub const BOARD_RULES: usize = 2 * Variant::ALL.len();

    /// An index into per-rule tables, below [`Self::BOARD_RULES`].
    pub const fn index(self) -> usize {
        self.variant as usize * 2 + self.first_player_forbidden as usize
    }

    /// A variant without `fb_check`, not continuous.
    pub const fn new(variant: Variant) -> Rule {
        Rule { variant, first_player_forbidden: false, continuous: false }
    }

    /// The rule for `INFO rule bits` and `INFO fb_check`. Bit 4 (renju) takes precedence over bit 8 (caro). Bit 1
    /// (exactly five) selects exact caro with bit 8, otherwise standard. Unknown bits are ignored.
    pub const fn from_bits(bits: u32, fb_check: bool) -> Rule {
        let variant = match (bits & 4 != 0, bits & 8 != 0, bits & 1 != 0) {
            (true, _, _) => Variant::Renju,
            (false, true, false) => Variant::Caro,
            (false, true, true) => Variant::CaroExact,
            (false, false, true) => Variant::Standard,
            (false, false, false) => Variant::Freestyle,
        };
        Rule { variant, first_player_forbidden: fb_check, continuous: bits & 2 != 0 }
    }

    /// Whether overlines, double fours and double threes are forbidden for black.
    pub const fn has_forbidden_moves(self) -> bool {
        self.first_player_forbidden || matches!(self.variant, Variant::Renju)
    }

    /// The winning condition of a side. An overline never wins for black where it is forbidden.
    pub const fn five_rule(self, colour: Colour) -> FiveRule {
        let (overline_wins, capped_dies) = match self.variant {
            Variant::Freestyle | Variant::Renju => (true, false),
            Variant::Standard => (false, false),
            Variant::Caro => (true, true),
            Variant::CaroExact => (false, true),
        };
        FiveRule {
            overline_wins: overline_wins && !(matches!(colour, Colour::Black) && self.has_forbidden_moves()),
            capped_dies,
        }
    }
}

/// A name without a suffix, and whether it had the suffix.
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
        for name in ["", "gomoku", "renju+", "+continuous", "renju+continuous+fb_check"] {
            assert_eq!(Rule::from_name(name), None, "{name}");
        }
        let refusal = "gomoku".parse::<Variant>().unwrap_err().to_string();
        assert!(refusal.contains("caro-exact"), "{refusal}");
    }
}
