//! Whether a move is the only one: cheap questions first, so that most positions are turned away by one of them.

use crate::look::{after, is_quiet, search, seems_won, seems_won_without, win};
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::Rule;
use tengen_engine::search::Searcher;

/// Nodes of the solver that looks for another win.
const OTHER_WIN: u64 = 50_000;
/// Nodes of the search that looks for one that does not go by threats, and for a loss behind a defence.
const SEARCH: u64 = 10_000;
/// Nodes of the solver against a defence, step by step, and so many defences at most may stand after each step.
const STEPS: [(u64, usize); 4] = [(1_000, 8), (5_000, 4), (30_000, 2), (150_000, 1)];

/// Whether a solver and a search find no win that begins with another move.
pub fn is_only_win(searcher: &mut Searcher, position: &Position, rule: Rule, only: Point) -> bool {
    let without = PointSet::from_iter([only]);
    !seems_won_without(position, rule, without, OTHER_WIN) && {
        let others = search(searcher, position, rule, SEARCH, without);
        others.is_none_or(|(_, score)| score.win_distance().is_none())
    }
}

/// The one of these moves after which the opponent seems not to win, if it is one.
pub fn only_defence(
    searcher: &mut Searcher,
    position: &Position,
    rule: Rule,
    moves: impl Iterator<Item = Point>,
) -> Option<Point> {
    let mut standing: Vec<Point> = moves.filter(|&p| is_quiet(position, rule, p)).collect();
    for (nodes, most) in STEPS {
        let mut left = Vec::new();
        for &point in &standing {
            if !seems_won(&after(position, point), rule, nodes) {
                left.push(point);
            }
            if left.len() > most {
                return None;
            }
        }
        standing = left;
    }
    let only = standing.pop()?;
    holds(searcher, position, rule, only).then_some(only)
}

/// Whether a search sees no win of the opponent after a move.
fn holds(searcher: &mut Searcher, position: &Position, rule: Rule, point: Point) -> bool {
    let after = after(position, point);
    let found = search(searcher, &after, rule, SEARCH, PointSet::default());
    found.is_none_or(|(_, score)| score.win_distance().is_none())
}

/// Whether the opponent wins after this move, as the rules confirm.
pub fn loses(position: &Position, rule: Rule, point: Point) -> bool {
    let after = after(position, point);
    STEPS
        .iter()
        .any(|&(nodes, _)| win(&after, rule, nodes).is_some())
}
