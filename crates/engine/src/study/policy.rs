//! The network's expectation of the next move, without a search.

use crate::eval::net::Networks;
use crate::eval::tables::params;
use crate::eval::{Evaluator, Values};
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;

/// The probability of each legal move, row by row; together they are 1. `None` if the rule has no network.
pub fn policy(position: &Position, rule: Rule, networks: &Networks) -> Option<Vec<(Point, f32)>> {
    let network = networks.of(rule)?;
    let values = Values { tables: params::of(rule), network: Some(network) };
    Some(dispatch(rule, PolicyOf { position, rule, values }))
}

struct PolicyOf<'a> {
    position: &'a Position,
    rule: Rule,
    values: Values,
}

impl KindVisitor for PolicyOf<'_> {
    type Output = Vec<(Point, f32)>;

    fn visit<K: Kind>(self, _: K) -> Vec<(Point, f32)> {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        let side = board.to_move();
        let mut points: Vec<Point> = self.position.empty_points().collect();
        points.retain(|&point| !board.is_forbidden(point, side));
        let mut logits = Vec::with_capacity(points.len());
        let mut evaluator = Evaluator::new(&board, self.values);
        evaluator.policies(&board, points.iter().copied(), &mut logits);
        let best = logits.iter().copied().max().unwrap_or(0);
        let weight = |logit: i32| ((logit - best) as f32 / 1024.0).exp();
        let sum: f32 = logits.iter().copied().map(weight).sum();
        points.into_iter().zip(logits).map(|(point, logit)| (point, weight(logit) / sum)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{BoardSize, notation};
    use tengen_core::rules::Variant;

    #[test]
    fn legal_moves_share_the_probability() {
        let size = BoardSize::square(15).expect("a board");
        let mut position = Position::new(size);
        for point in notation::read("h9a1h10a3f8a5g8a7", size).expect("moves") {
            position.play(point, &mut ());
        }
        let forbidden = notation::read("h8", size).expect("a point")[0];
        for (variant, legal) in [(Variant::Renju, 216), (Variant::Freestyle, 217)] {
            let shares = policy(&position, Rule::new(variant), &Networks::built_in());
            let shares = shares.expect("there is a network");
            let is_legal = shares.iter().any(|(point, _)| *point == forbidden);
            assert_eq!((shares.len(), is_legal), (legal, variant == Variant::Freestyle));
            let sum: f32 = shares.iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-3, "{sum}");
            let corner = shares.iter().find(|(point, _)| *point == Point::new(14, 0));
            let most = shares.iter().map(|(_, share)| *share).fold(0.0, f32::max);
            assert!(most > 0.1 && corner.is_some_and(|(_, share)| *share < 0.01), "{most}");
        }
        assert!(policy(&position, Rule::new(Variant::Renju), &Networks::none()).is_none());
    }
}
