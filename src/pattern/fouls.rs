//! All foul points of a position at once.

use super::board::PatternBoard;
use super::kind::{Kind, KindVisitor, dispatch};
use crate::board::{Colour, Point, PointSet, Position};
use crate::rules::Rule;

/// The empty points on which black would make a foul;
/// none where fouls do not bind.
pub fn foul_points(position: &Position, rule: Rule) -> PointSet {
    match rule.has_fouls() {
        true => dispatch(rule, FoulPoints { position, rule }),
        false => PointSet::EMPTY,
    }
}

struct FoulPoints<'a> {
    position: &'a Position,
    rule: Rule,
}

impl KindVisitor for FoulPoints<'_> {
    type Output = PointSet;

    fn visit<K: Kind>(self, _: K) -> PointSet {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        let is_foul = |&point: &Point| board.is_foul(point, Colour::Black);
        self.position.empty_points().filter(is_foul).collect()
    }
}
