//! Proves that a first move wins.

use crate::look::{is_quiet, win_without};
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;
use tengen_engine::study::{self, Resistance};

/// Whether the side to move is proven to win with this move within so many nodes: by threats, or because every answer
/// to it loses to a win that the rules confirm.
pub fn wins_with(position: &Position, rule: Rule, point: Point, nodes: u64) -> bool {
    let others = position.empty_points().filter(|&other| other != point);
    win_without(position, rule, others.collect(), nodes).is_some()
        || is_quiet(position, rule, point) && all_answers_lose(position, rule, point, nodes)
}

fn all_answers_lose(position: &Position, rule: Rule, point: Point, nodes: u64) -> bool {
    let after = crate::look::after(position, point);
    let problem = crate::look::problem(&after, rule, nodes, false);
    let resistance = study::resist(&problem, &|| false);
    matches!(resistance, Some(Resistance::Longest(..)))
}
