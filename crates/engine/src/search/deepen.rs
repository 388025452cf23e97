//! Iterative deepening: one line, deeper and deeper.

use super::state::{PLY, Search};
use crate::pattern::Kind;
use tengen_common::time::Progress;
use tengen_common::{Report, Score};
use tengen_core::board::Point;

/// The best line so far, and how it came about.
struct RootState {
    report: Report,
    /// Iterations since the best move changed.
    stable: u32,
    /// Which of the last iterations changed it, as bits.
    changes: u32,
    /// The value of the iteration before.
    previous: Option<i32>,
}

impl<K: Kind> Search<'_, K> {
    /// Searches deeper and deeper until the limits or certainty end it.
    pub(super) fn deepen(&mut self, fallback: Point, depth_limit: u32) -> Report {
        let first_sight = Score::from_value(self.evaluate());
        let mut best = RootState {
            report: self.report(1, first_sight, vec![fallback]),
            stable: 0,
            changes: 0,
            previous: None,
        };
        for depth in 1..=depth_limit.max(1) {
            if self.guard.over {
                break;
            }
            self.root.defences = self.guard.shared.defences();
            let value = self.aspiration_window(depth as i32 * PLY, best.previous);
            let finished = !self.guard.over;
            self.adopt(&mut best, depth, value, finished);
            if !finished {
                break;
            }
            self.guard.supervisor.report(&best.report);
            if self.is_decided(&best.report) || self.has_thought_enough(&best) {
                break;
            }
            best.previous = Some(value);
            if let Some(won) = self.win_by_fours_after_all() {
                best.report = won;
                break;
            }
            self.look_along_line();
        }
        best.report
    }

    /// Takes over what an iteration found; a broken-off one counts when it got past its first move. Its value is
    /// what the moves seen so far are worth, and counts when there is no other.
    fn adopt(&mut self, best: &mut RootState, depth: u32, value: i32, finished: bool) {
        let line = self.line().to_vec();
        let Some(&point) = line.first() else {
            return;
        };
        let changed = point != best.report.line[0];
        best.changes = best.changes << 1 | changed as u32;
        best.stable = if changed { 0 } else { best.stable + 1 };
        let score = match finished || best.previous.is_none() {
            true => Score::from_value(value),
            false => best.report.score,
        };
        let depth = if finished { depth } else { best.report.depth };
        best.report = self.report(depth, score, line);
    }

    fn has_thought_enough(&self, best: &RootState) -> bool {
        let report = &best.report;
        self.guard.is_enough(
            self.nodes,
            &Progress {
                elapsed: self.guard.elapsed(),
                best_move_changes: (best.changes & 15).count_ones(),
                stable_iterations: best.stable,
                score_drop: best.previous.map_or(0, |p| p - report.score.value()),
                effort: Some(self.effort_thousandths(report.line[0])),
                settled: report.score.win_distance().is_some()
                    || !self.root.analysis && self.has_one_move(),
            },
        )
    }

    /// How much of the search went into this move of the root, in thousandths of its nodes.
    fn effort_thousandths(&self, point: Point) -> u32 {
        let all: u64 = self.root.effort.iter().sum();
        (self.root.effort[point.index()] * 1000 / all.max(1)) as u32
    }

    /// Whether all iterations so far had the same single move to look at.
    fn has_one_move(&self) -> bool {
        self.root.effort.iter().filter(|&&nodes| nodes > 0).count() == 1
    }
}
