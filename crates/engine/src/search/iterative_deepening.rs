//! Iterative deepening: one line or several, deeper and deeper.
//!
//! Each iteration searches the root once for every line, and the root leaves out the moves that the
//! lines before begin with. All of them share the table, so a second line costs less than the first.

use super::state::{PLY, Search};
use crate::pattern::Kind;
use tengen_common::time::Progress;
use tengen_common::{Report, Score};
use tengen_core::board::{Point, PointSet};

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
            if self.control.over {
                break;
            }
            self.root.defences = self.control.shared.defences();
            let value = self.aspiration_window(depth as i32 * PLY, best.previous);
            let finished = !self.control.over;
            self.adopt(&mut best, depth, value, finished);
            if !finished {
                break;
            }
            self.control.supervisor.report(&best.report);
            self.rate_recommendation(&best.report);
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
        let changed = point != best.report.best_move();
        best.changes = best.changes << 1 | changed as u32;
        best.stable = if changed { 0 } else { best.stable + 1 };
        let score = if finished || best.previous.is_none() {
            Score::from_value(value)
        } else {
            best.report.score
        };
        let depth = if finished { depth } else { best.report.depth };
        best.report = self.report(depth, score, line);
    }

    fn has_thought_enough(&self, best: &RootState) -> bool {
        let report = &best.report;
        self.control.is_enough(
            self.nodes,
            &Progress {
                elapsed: self.control.elapsed(),
                best_move_changes: (best.changes & 15).count_ones(),
                stable_iterations: best.stable,
                score_drop: best.previous.map_or(0, |p| p - report.score.value()),
                effort: Some(self.effort_thousandths(report.best_move())),
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
            lines = if self.control.over {
                completed(found, lines, count)
            } else {
                found
            };
            lines.sort_by_key(|report| std::cmp::Reverse(report.score));
            if self.control.over || self.are_enough(&lines) {
                break;
            }
            self.control.supervisor.report_lines(&lines);
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
        while found.len() < count && !self.control.over {
            let begun: PointSet = found.iter().map(|report| report.best_move()).collect();
            self.root.barred = begun.union(&self.root.blocked);
            let previous = last.get(found.len()).map(|report| report.score.value());
            let value = self.aspiration_window(depth as i32 * PLY, previous);
            let line = self.line().to_vec();
            if self.control.over || line.is_empty() {
                break;
            }
            found.push(self.report(depth, Score::from_value(value), line));
        }
        found
    }

    fn are_enough(&self, lines: &[Report]) -> bool {
        let elapsed = self.control.elapsed();
        let progress = Progress {
            elapsed,
            ..Progress::default()
        };
        let late = self.control.is_enough(self.nodes, &progress);
        late || lines.iter().all(|report| self.is_decided(report))
    }
}

/// The lines of an iteration that was broken off, and of the one before it those for which there is
/// still room.
fn completed(found: Vec<Report>, before: Vec<Report>, count: usize) -> Vec<Report> {
    let mut lines = found;
    for report in before {
        if lines
            .iter()
            .all(|line| line.best_move() != report.best_move())
        {
            lines.push(report);
        }
    }
    lines.truncate(count);
    lines
}

impl<K: Kind> Search<'_, K> {
    pub(super) fn report(&self, depth: u32, score: Score, line: Vec<Point>) -> Report {
        Report {
            depth,
            selective_depth: (self.selective_depth as u32).max(depth),
            score,
            nodes: self.control.nodes_of_all(self.nodes).max(1),
            elapsed: self.control.elapsed(),
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
            if self.control.over {
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
