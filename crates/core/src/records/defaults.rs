//! Rule and board of games that do not name them.

use crate::board::Shape;
use crate::rules::{Rule, Variant};

/// Sides of the boards that five in a row is usually played on, the most usual first.
const USUAL_SIDES: [u32; 3] = [15, 19, 20];

/// What the caller has chosen for games that name no rule or no board. What is not chosen either is
/// freestyle, and the smallest usual board that the game fits on (15x15 where it fits on none).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Defaults {
    /// The rule.
    pub rule: Option<Rule>,
    /// The board.
    pub shape: Option<Shape>,
}

/// What neither a game nor the caller has named, so that it was assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assumed {
    /// The rule.
    pub rule: bool,
    /// The board.
    pub board: bool,
}

impl Defaults {
    /// This rule and this board.
    pub fn of(rule: Rule, shape: Shape) -> Defaults {
        Defaults {
            rule: Some(rule),
            shape: Some(shape),
        }
    }

    /// The rule of a game that names none.
    pub fn rule(self) -> Rule {
        self.rule.unwrap_or(Rule::new(Variant::Freestyle))
    }

    /// The board of a game that names none and needs this many columns and rows.
    pub fn shape(self, columns: usize, rows: usize) -> Shape {
        self.shape
            .unwrap_or_else(|| smallest_usual(columns.max(rows)))
    }

    /// What is assumed about a game that names neither rule nor board.
    pub fn assumed(self) -> Assumed {
        Assumed {
            rule: self.rule.is_none(),
            board: self.shape.is_none(),
        }
    }

    /// What is assumed about a game that names its board, but no rule.
    pub fn assumed_rule(self) -> Assumed {
        Assumed {
            board: false,
            ..self.assumed()
        }
    }
}

impl From<Rule> for Defaults {
    fn from(rule: Rule) -> Defaults {
        Defaults {
            rule: Some(rule),
            shape: None,
        }
    }
}

/// The smallest usual board with sides of at least this length; 15x15 where none is large enough, since that
/// is rather a mistake than a game on a board that is not usual.
fn smallest_usual(side: usize) -> Shape {
    let usual = USUAL_SIDES
        .into_iter()
        .find(|usual| *usual as usize >= side);
    Shape::square(usual.unwrap_or(USUAL_SIDES[0])).expect("sides from 15 to 20 are boards")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_usual_board_is_assumed() {
        let side = |columns, rows| Defaults::default().shape(columns, rows).width();
        assert_eq!([side(0, 0), side(15, 15), side(16, 3)], [15, 15, 19]);
        assert_eq!([side(2, 20), side(21, 1), side(999, 1)], [20, 15, 15]);
        let chosen = Shape::square(9).unwrap();
        let rule = Rule::new(Variant::Renju);
        assert_eq!(Defaults::of(rule, chosen).shape(15, 15), chosen);
        assert_eq!(Defaults::default().rule(), Rule::new(Variant::Freestyle));
    }
}
