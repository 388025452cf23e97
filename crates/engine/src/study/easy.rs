//! Wins by threats that are easy to find.

use crate::study::problem::Problem;
use crate::study::solve::{Finding, solve};
use std::time::Duration;
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;

/// The first move of a win by fours or threats, if a search of a fixed number of nodes finds one that the rules confirm;
/// some hundredths of a second. The same position has the same answer, until `stop` ends the search.
pub fn easy_win(position: &Position, rule: Rule, stop: &dyn Fn() -> bool) -> Option<Point> {
    let problem = Problem {
        position,
        rule,
        fours_only: false,
        nodes: 20_000,
        threads: 1,
        time: Duration::MAX / 2,
        memory: 2 << 20,
        hasty: false,
    };
    match solve(&problem, stop).finding {
        Finding::Win(line, _) => line.first().copied(),
        Finding::None | Finding::NotFound => None,
    }
}
