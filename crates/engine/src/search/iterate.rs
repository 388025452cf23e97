//! One iteration of the root, and what is told of it.

use super::state::Search;
use crate::pattern::Kind;
use tengen_common::{Report, Score};
use tengen_core::board::Point;

impl<K: Kind> Search<'_, K> {
    pub(super) fn report(&self, depth: u32, score: Score, line: Vec<Point>) -> Report {
        Report {
            depth,
            selective_depth: (self.selective_depth as u32).max(depth),
            score,
            nodes: self.guard.nodes_of_all(self.nodes).max(1),
            elapsed: self.guard.elapsed(),
            line,
        }
    }

    /// One iteration, first with a narrow window around the last value.
    pub(super) fn aspiration_window(&mut self, depth: i32, previous: Option<i32>) -> i32 {
        let infinite = Score::INFINITE.value();
        let mut delta = self.params.aspiration_window;
        let (mut alpha, mut beta) = match previous {
            Some(value) if depth >= self.params.aspiration_depth => (
                (value - delta).max(-infinite),
                (value + delta).min(infinite),
            ),
            _ => (-infinite, infinite),
        };
        loop {
            let value = self.node(depth, alpha, beta, 0, false);
            if self.guard.over {
                return value;
            }
            delta += delta / 2 + 8;
            let open = Score::from_value(value).is_proven() || delta > 1000;
            if value <= alpha && alpha > -infinite {
                beta = (alpha + beta) / 2;
                alpha = if open {
                    -infinite
                } else {
                    (value - delta).max(-infinite)
                };
            } else if value >= beta && beta < infinite {
                beta = if open {
                    infinite
                } else {
                    (value + delta).min(infinite)
                };
            } else {
                return value;
            }
        }
    }

    /// A proven result that deeper search cannot better.
    pub(super) fn is_decided(&self, report: &Report) -> bool {
        let distance = report.score.win_distance().or(report.score.loss_distance());
        distance.is_some_and(|plies| plies <= report.depth + 2)
    }
}
