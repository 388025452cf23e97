//! The network alone, without a search: the value of positions, and which move it expects next.

use crate::eval::net::{Cache, Networks};
use crate::eval::tables::params;
use crate::eval::{Evaluator, Values};
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use std::sync::atomic::{AtomicBool, Ordering};
use tengen_common::Score;
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;

/// The evaluation of a position by the network.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evaluation {
    /// The score for the side to move.
    pub score: Score,
    /// The probability of each legal move, row by row; together they are 1.
    pub policy: Vec<(Point, f32)>,
}

/// The probability of each legal move, row by row; together they are 1. `None` if the rule has no network.
pub fn policy(position: &Position, rule: Rule, networks: &Networks) -> Option<Vec<(Point, f32)>> {
    let evaluations = evaluate(std::slice::from_ref(position), rule, networks, 1, &|| false)?;
    evaluations.into_iter().next().map(|evaluation| evaluation.policy)
}

/// The evaluations of positions on this many threads, until `stop` returns true: then there are fewer. `None` if the rule
/// has no network.
pub fn evaluate(
    positions: &[Position],
    rule: Rule,
    networks: &Networks,
    threads: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Evaluation>> {
    let network = networks.of(rule)?;
    let values = Values { tables: params::of(rule), network: Some(network) };
    let is_stopped = AtomicBool::new(false);
    let part = |positions, stop: &dyn Fn() -> bool| {
        dispatch(rule, EvaluationOf { positions, rule, values: values.clone(), stop })
    };
    let hears = || is_stopped.load(Ordering::Relaxed);
    let asks = || {
        is_stopped.fetch_or(stop(), Ordering::Relaxed);
        hears()
    };
    let mut parts = positions.chunks(positions.len().div_ceil(threads.max(1)).max(1));
    let first = parts.next().unwrap_or_default();
    Some(std::thread::scope(|scope| {
        let others: Vec<_> = parts.map(|positions| scope.spawn(|| part(positions, &hears))).collect();
        let mut evaluations = part(first, &asks);
        for other in others {
            evaluations.extend(other.join().expect("it has evaluated its part"));
        }
        evaluations
    }))
}

struct EvaluationOf<'a> {
    positions: &'a [Position],
    rule: Rule,
    values: Values,
    stop: &'a dyn Fn() -> bool,
}

impl KindVisitor for EvaluationOf<'_> {
    type Output = Vec<Evaluation>;

    fn visit<K: Kind>(self, _: K) -> Vec<Evaluation> {
        let mut cache = Cache::default();
        let mut size = None;
        let wanted = self.positions.iter().take_while(|_| !(self.stop)());
        let evaluations = wanted.map(|position| {
            let mut board = PatternBoard::<K>::new(position, self.rule);
            if size.replace(position.size()) != Some(position.size()) {
                cache = Cache::default();
            }
            let mut evaluator = Evaluator::with_cache(&board, self.values.clone(), std::mem::take(&mut cache));
            let evaluation =
                Evaluation { score: Score::new(evaluator.value(&board)), policy: shares(&mut board, &mut evaluator) };
            cache = evaluator.take_cache();
            evaluation
        });
        evaluations.collect()
    }
}

/// The probabilities of the legal moves.
fn shares<K: Kind>(board: &mut PatternBoard<K>, evaluator: &mut Evaluator) -> Vec<(Point, f32)> {
    let side = board.to_move();
    let mut points: Vec<Point> = board.position().empty_points().collect();
    points.retain(|&point| !board.is_forbidden(point, side));
    let mut logits = Vec::with_capacity(points.len());
    evaluator.policies(board, points.iter().copied(), &mut logits);
    let best = logits.iter().copied().max().unwrap_or(0);
    let weight = |logit: i32| ((logit - best) as f32 / 1024.0).exp();
    let sum: f32 = logits.iter().copied().map(weight).sum();
    points.into_iter().zip(logits).map(|(point, logit)| (point, weight(logit) / sum)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{BoardSize, notation};
    use tengen_core::rules::Variant;
    use tengen_testkit::after_moves;

    #[test]
    fn legal_moves_share_the_probability() {
        let position = after_moves(BoardSize::FIFTEEN, "h9a1h10a3f8a5g8a7");
        let forbidden = notation::read("h8", BoardSize::FIFTEEN).expect("a point")[0];
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

    #[test]
    fn positions_together_are_evaluated_as_each_alone_on_any_number_of_threads() {
        let (rule, networks) = (Rule::new(Variant::Renju), Networks::built_in());
        let boards = [15, 15, 19, 15].map(|side| BoardSize::square(side).expect("a board"));
        let moves = ["h8", "h8i9g7", "h8i9g7", "h9a1h10a3f8a5g8a7"];
        let positions: Vec<Position> = moves.iter().zip(boards).map(|(moves, size)| after_moves(size, moves)).collect();
        let of = |positions: &[Position], threads| {
            evaluate(positions, rule, &networks, threads, &|| false).expect("there is a network")
        };
        let alone: Vec<Evaluation> =
            positions.iter().flat_map(|position| of(std::slice::from_ref(position), 1)).collect();
        for threads in [1, 2, 3, 9] {
            assert_eq!(of(&positions, threads), alone, "{threads} threads");
        }
        assert_eq!(of(&[], 2), []);
        assert_eq!(evaluate(&positions, rule, &networks, 1, &|| true), Some(Vec::new()));
    }
}
