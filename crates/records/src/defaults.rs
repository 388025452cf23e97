//! Default rule and board size for games that do not name them.

use super::OtherGame;
use tengen_core::board::BoardSize;
use tengen_core::rules::{Rule, Variant};

/// Common board sizes for five in a row, the most common first.
const USUAL_SIDES: [u32; 3] = [15, 19, 20];

/// The caller's defaults for games that do not name a rule or a board size. If these are not set either, the rule is
/// freestyle and the board is the smallest common one that holds the game (15x15 if none does).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Defaults {
    pub rule: Option<Rule>,
    pub size: Option<BoardSize>,
    /// A game other than five in a row that is wanted too; all others are refused.
    pub other: Option<&'static dyn OtherGame>,
}

/// Which properties neither the game nor the caller specified, so that a default was assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assumed {
    pub rule: bool,
    pub board: bool,
}

impl Defaults {
    pub fn of(rule: Rule, size: BoardSize) -> Defaults {
        Defaults { rule: Some(rule), size: Some(size), other: None }
    }

    /// The rule of a game that does not name one.
    pub fn rule(self) -> Rule {
        self.rule.unwrap_or(Rule::new(Variant::Freestyle))
    }

    /// The board size of a game that does not name one and needs this many columns and rows.
    pub fn size(self, columns: usize, rows: usize) -> BoardSize {
        self.size.unwrap_or_else(|| smallest_usual(columns.max(rows)))
    }

    /// What is assumed about a game that names neither rule nor board size.
    pub fn assumed(self) -> Assumed {
        Assumed { rule: self.rule.is_none(), board: self.size.is_none() }
    }

    /// What is assumed about a game that names its board size but no rule.
    pub fn assumed_rule(self) -> Assumed {
        Assumed { board: false, ..self.assumed() }
    }
}

impl From<Rule> for Defaults {
    fn from(rule: Rule) -> Defaults {
        Defaults { rule: Some(rule), size: None, other: None }
    }
}

/// The smallest common board with sides of at least this length; 15x15 if none is large enough, since that is more
/// likely a mistake than a game on an unusual board.
fn smallest_usual(side: usize) -> BoardSize {
    let usual = USUAL_SIDES.into_iter().find(|usual| *usual as usize >= side);
    BoardSize::square(usual.unwrap_or(USUAL_SIDES[0])).expect("sides from 15 to 20 are boards")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_usual_board_is_assumed() {
        let side = |columns, rows| Defaults::default().size(columns, rows).width();
        assert_eq!([side(0, 0), side(15, 15), side(16, 3)], [15, 15, 19]);
        assert_eq!([side(2, 20), side(21, 1), side(999, 1)], [20, 15, 15]);
        let chosen = BoardSize::square(9).unwrap();
        let rule = Rule::new(Variant::Renju);
        assert_eq!(Defaults::of(rule, chosen).size(15, 15), chosen);
        assert_eq!(Defaults::default().rule(), Rule::new(Variant::Freestyle));
    }
}
