//! Proofs that a first move wins.

use crate::look::{is_quiet, win_without};
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;
use tengen_engine::study::{self, Resistance};

/// Whether this move is proven to win within `nodes` nodes: by a VCT, or because every reply loses to a win that is
/// replayed by the rules.
pub fn wins_with(position: &Position, rule: Rule, point: Point, nodes: u64) -> bool {
    let others = position.empty_points().filter(|&other| other != point);
    win_without(position, rule, others.collect(), nodes).is_some()
        || is_quiet(position, rule, point) && all_answers_lose(position, rule, point, nodes)
}

fn all_answers_lose(position: &Position, rule: Rule, point: Point, nodes: u64) -> bool {
    let after = position.after(point);
    let problem = crate::look::problem(&after, rule, nodes, false);
    let resistance = study::resist(&problem, &|| false);
    matches!(resistance, Some(Resistance::Longest(..)))
}
