//! Tests whether a move is the only one, starting with cheap tests that reject most positions.

use crate::look::{is_quiet, search, seems_won, seems_won_without, win};
use crate::puzzle::Puzzle;
use tengen_common::Score;
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::Rule;
use tengen_engine::search::Searcher;

/// Nodes of the solver that searches for another win.
const OTHER_WIN: u64 = 50_000;
/// Nodes of the search for a win without threats, and for a loss after a defence.
const SEARCH: u64 = 10_000;
/// Stages of the solver against defences: nodes, and the number of defences that may remain after the stage.
const STEPS: [(u64, usize); 4] = [(1_000, 8), (5_000, 4), (30_000, 2), (150_000, 1)];

/// Whether a solver or a search finds a win that starts with a move the puzzle does not list.
pub fn another_seems_to_win(searcher: &mut Searcher, position: &Position, puzzle: &Puzzle) -> bool {
    let known = puzzle.right_moves();
    seems_won_without(position, puzzle.rule, known, OTHER_WIN)
        || search_wins(searcher, position, puzzle.rule, SEARCH, known).is_some()
}

/// The first move of a win that a search finds without these moves. It is not proven.
pub fn search_wins(
    searcher: &mut Searcher,
    position: &Position,
    rule: Rule,
    nodes: u64,
    without: PointSet,
) -> Option<Point> {
    let found = search(searcher, position, rule, nodes, without);
    let wins = |&(_, score): &(Point, Score)| score.win_distance().is_some();
    found.filter(wins).map(|(point, _)| point)
}

/// The only one of these moves after which no win of the opponent is found, if there is exactly one.
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
            if !seems_won(&position.after(point), rule, nodes) {
                left.push(point);
            }
            if left.len() > most {
                return None;
            }
        }
        standing = left;
    }
    let only = standing.pop()?;
    holds(searcher, position, rule, only, SEARCH).then_some(only)
}

/// Whether a search finds no win of the opponent after a move.
pub fn holds(searcher: &mut Searcher, position: &Position, rule: Rule, point: Point, nodes: u64) -> bool {
    let after = position.after(point);
    search_wins(searcher, &after, rule, nodes, PointSet::default()).is_none()
}

/// Whether the opponent wins after this move, replayed by the rules.
pub fn loses(position: &Position, rule: Rule, point: Point) -> bool {
    let after = position.after(point);
    STEPS.iter().any(|&(nodes, _)| win(&after, rule, nodes).is_some())
}
