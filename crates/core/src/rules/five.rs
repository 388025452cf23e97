//! Detects five in a row.

use super::{FiveRule, Rule};
use crate::board::{Colour, Content, DIRECTIONS, Direction, Point, Position};

/// An unbroken row of stones of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The end with the smaller column (or, in a column, the smaller row).
    pub start: Point,
    /// The direction in which it runs from there.
    pub direction: Direction,
    /// The number of stones.
    pub length: usize,
    /// There is an opponent's stone directly beyond both ends. Edges and dead points do not cap.
    pub capped: bool,
}

impl Run {
    /// The points of the row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.length as i32).map(move |k| self.direction.walk(self.start, k))
    }

    /// Whether this row wins under a rule.
    pub fn wins(self, rule: FiveRule) -> bool {
        match self.length {
            0..=4 => false,
            5 => !(self.capped && rule.capped_dies),
            _ => rule.overline_wins,
        }
    }
}

/// The row of `colour` through `point`, as if `point` held a stone of `colour`.
pub fn run_through(position: &Position, point: Point, colour: Colour, direction: Direction) -> Run {
    let (dx, dy) = direction.step();
    let at = |k: i32| position.at_xy(point.x() as i32 + k * dx, point.y() as i32 + k * dy);
    let count = |sign: i32| (1..).take_while(|k| at(sign * k) == Content::Stone(colour)).count() as i32;
    let (before, after) = (count(-1), count(1));
    let opponent = Content::Stone(!colour);
    Run {
        start: direction.walk(point, -before),
        direction,
        length: (before + 1 + after) as usize,
        capped: at(-before - 1) == opponent && at(after + 1) == opponent,
    }
}

/// A winning row of `colour` through `point`, as if `point` held a stone of `colour`.
pub fn five_through(position: &Position, point: Point, colour: Colour, rule: Rule) -> Option<Run> {
    DIRECTIONS
        .into_iter()
        .map(|direction| run_through(position, point, colour, direction))
        .find(|run| run.wins(rule.five_rule(colour)))
}

/// Whether a stone of `colour` on the empty `point` would win.
pub fn completes_five(position: &Position, point: Point, colour: Colour, rule: Rule) -> bool {
    position.is_empty(point) && five_through(position, point, colour, rule).is_some()
}
