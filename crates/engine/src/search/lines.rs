//! Several lines at once: the best move, the best of the others, and so on.
//!
//! Each iteration searches the root once for every line, and the root leaves out the moves that the
//! lines before begin with. All of them share the table, so a second line costs less than the first.

use super::state::{PLY, Search};
use crate::pattern::Kind;
use tengen_common::time::Progress;
use tengen_common::{Report, Score};
use tengen_core::board::{Point, PointSet};

impl<K: Kind> Search<'_, K> {
    /// Searches `count` lines deeper and deeper until the limits or certainty end it. `won` is a line
    /// that is proven already, `fallback` a legal move for when there is no time at all.
    pub(super) fn deepen_lines(
        &mut self,
        mut won: Option<Report>,
        fallback: Point,
        depth_limit: u32,
        count: usize,
    ) -> Vec<Report> {
        let mut lines: Vec<Report> = won.iter().cloned().collect();
        for depth in 1..=depth_limit.max(1) {
            let found = self.iterate_lines(depth, &won, &lines, count);
            lines = match self.guard.over {
                true => completed(found, lines, count),
                false => found,
            };
            lines.sort_by_key(|report| std::cmp::Reverse(report.score));
            if self.guard.over || self.are_enough(&lines) {
                break;
            }
            self.guard.supervisor.report_lines(&lines);
            won = won.or_else(|| self.win_by_fours_after_all());
        }
        if lines.is_empty() {
            let first_sight = Score::from_value(self.evaluate());
            lines.push(self.report(1, first_sight, vec![fallback]));
        }
        lines
    }

    /// One iteration: each line around its last value. Breaks off when the search is over, and ends
    /// where no move is left.
    fn iterate_lines(
        &mut self,
        depth: u32,
        won: &Option<Report>,
        last: &[Report],
        count: usize,
    ) -> Vec<Report> {
        let mut found: Vec<Report> = won.iter().cloned().collect();
        while found.len() < count && !self.guard.over {
            let begun: PointSet = found.iter().map(|report| report.line[0]).collect();
            self.root.barred = begun.union(&self.root.blocked);
            let previous = last.get(found.len()).map(|report| report.score.value());
            let value = self.aspiration_window(depth as i32 * PLY, previous);
            let line = self.line().to_vec();
            if self.guard.over || line.is_empty() {
                break;
            }
            found.push(self.report(depth, Score::from_value(value), line));
        }
        found
    }

    fn are_enough(&self, lines: &[Report]) -> bool {
        let elapsed = self.guard.elapsed();
        let progress = Progress {
            elapsed,
            ..Progress::default()
        };
        let late = self.guard.is_enough(self.nodes, &progress);
        late || lines.iter().all(|report| self.is_decided(report))
    }
}

/// The lines of an iteration that was broken off, and of the one before it those for which there is
/// still room.
fn completed(found: Vec<Report>, before: Vec<Report>, count: usize) -> Vec<Report> {
    let mut lines = found;
    for report in before {
        if lines.iter().all(|line| line.line[0] != report.line[0]) {
            lines.push(report);
        }
    }
    lines.truncate(count);
    lines
}
