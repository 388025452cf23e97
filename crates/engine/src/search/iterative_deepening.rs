//! Iterative deepening, for one line or several (multi-PV).
//!
//! Each iteration searches the root once per line and excludes the first moves of the earlier lines. All lines share
//! the transposition table, so later lines cost less than the first.

use super::Goal;
use super::params::SearchParams;
use super::state::{PLY, Search};
use super::workers::{Start, choose};
use crate::eval::chances::Chances;
use crate::pattern::Kind;
use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use tengen_common::time::Progress;
use tengen_common::{Report, Score};
use tengen_core::board::{Point, PointSet};

/// The best line so far, and its history over the iterations.
struct RootState {
    report: Report,
    /// The best move of the last finished iteration.
    settled: Point,
    /// Iterations since the best move changed.
    stable: u32,
    /// Bit i is set if the best move changed i iterations ago.
    changes: u32,
    /// The value of the last finished iteration.
    previous: Option<i32>,
}

impl RootState {
    /// Records whether the iteration changed the best move.
    fn finish_iteration(&mut self) {
        let point = self.report.best_move();
        let changed = point != self.settled;
        self.settled = point;
        self.changes = self.changes << 1 | changed as u32;
        self.stable = if changed { 0 } else { self.stable + 1 };
    }
}

impl<K: Kind> Search<'_, K> {
    /// The lines that the goal asks for; none if there is no legal move.
    pub(super) fn find(&mut self, goal: Goal, depth_limit: u32) -> Vec<Report> {
        let Some(fallback) = self.any_legal_move() else { return Vec::new() };
        if let Some(known) = self.known_at_sight(goal, fallback) {
            return self.with_totals(vec![known]);
        }
        let work = |worker: &mut Search<'_, K>| match goal {
            Goal::Lines(0..=1) | Goal::Ponder => {
                let proven = worker.proven_first(1);
                vec![proven.unwrap_or_else(|| worker.deepen(worker.unverified_win().unwrap_or(fallback), depth_limit))]
            }
            Goal::Lines(count) => {
                let won = worker.proven_first(count);
                let fallback = worker.unverified_win().unwrap_or(fallback);
                worker.deepen_lines(won, fallback, depth_limit, count)
            }
            Goal::Balance(wish) => worker.find_balance(&wish, depth_limit).into_iter().collect(),
        };
        let helpers = std::mem::take(&mut self.helpers);
        let found = if helpers.is_empty() {
            vec![work(self)]
        } else {
            let start = Start::of(self, goal);
            thread::scope(|scope| {
                let helpers = start.begin(scope, helpers, &work);
                let own = catch_unwind(AssertUnwindSafe(|| work(self)));
                start.end(self, own, helpers)
            })
        };
        let lines = self.chosen(goal, found);
        self.with_totals(lines)
    }

    /// The line that needs no search, if it may be played.
    fn known_at_sight(&mut self, goal: Goal, fallback: Point) -> Option<Report> {
        if matches!(goal, Goal::Balance(_)) {
            return None;
        }
        self.at_sight(fallback).filter(|report| self.is_free(report))
    }

    /// A proven result of the main worker; the helpers search meanwhile.
    fn proven_first(&mut self, count: usize) -> Option<Report> {
        (self.number == 0).then(|| self.proven_win(count)).flatten()
    }

    /// The lines of the main worker, or the one for which the workers vote.
    fn chosen(&self, goal: Goal, found: Vec<Vec<Report>>) -> Vec<Report> {
        if goal.is_of_any_worker() {
            let chosen = self.vote(found.into_iter().flatten().collect());
            return chosen.map(|report| self.or_confirmed(report)).into_iter().collect();
        }
        found.into_iter().next().unwrap_or_default()
    }

    /// The workers' vote on the best move. Moves that do not stop a proven threat are ignored if the main worker's
    /// move stops it.
    fn vote(&self, mut reports: Vec<Report>) -> Option<Report> {
        let stops = |report: &Report| {
            let defences = self.root.defences;
            defences.is_none_or(|points| points.contains(report.best_move()))
        };
        if reports.first().is_some_and(stops) {
            reports.retain(stops);
        }
        choose(&reports).cloned()
    }

    /// Sets the final node count and time.
    fn with_totals(&self, mut reports: Vec<Report>) -> Vec<Report> {
        for report in &mut reports {
            report.nodes = self.control.nodes_of_all(self.nodes).max(1);
            report.elapsed = self.control.elapsed();
        }
        reports
    }

    /// Deepens until a limit is reached or the result is certain.
    fn deepen(&mut self, fallback: Point, depth_limit: u32) -> Report {
        let first_sight = Score::from_value(self.evaluate());
        let mut best = RootState {
            report: self.report(1, first_sight, vec![fallback]),
            settled: fallback,
            stable: 0,
            changes: 0,
            previous: None,
        };
        for depth in 1..=depth_limit.max(1) {
            if self.control.over {
                break;
            }
            self.root.defences = self.control.shared.defences();
            let previous = best.previous;
            let value = self.aspiration_window(depth as i32 * PLY, previous, |search, value| {
                search.adopt(&mut best, depth, value);
                search.control.callback.report(&best.report);
            });
            if self.control.over {
                self.adopt_unfinished(&mut best, value);
                break;
            }
            self.adopt(&mut best, depth, value);
            best.finish_iteration();
            self.control.callback.report(&best.report);
            self.rate_recommendation(&best.report);
            if self.is_decided(&best.report) || self.has_thought_enough(&best) {
                break;
            }
            best.previous = Some(value);
            if let Some(won) = self.win_by_fours_after_all() {
                return won;
            }
            self.look_along_line();
        }
        best.report
    }

    /// Takes the line of the last root search; a fail-low has none.
    fn adopt(&mut self, best: &mut RootState, depth: u32, value: i32) {
        let line = self.line().to_vec();
        if !line.is_empty() {
            best.report = self.report(depth, Score::from_value(value), line);
        }
    }

    /// Takes the line of an iteration that was stopped after its first move. Its value covers only the moves searched
    /// so far, so it is used only if there is no earlier one.
    fn adopt_unfinished(&mut self, best: &mut RootState, value: i32) {
        let Report { depth, score, .. } = best.report;
        let value = match best.previous {
            Some(_) => score.value(),
            None => value,
        };
        self.adopt(best, depth, value);
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
                settled: report.score.win_distance().is_some() || !self.root.analysis && self.has_one_move(),
            },
        )
    }

    /// The share of the search spent on this root move, in thousandths of the nodes.
    fn effort_thousandths(&self, point: Point) -> u32 {
        let all: u64 = self.root.effort.iter().sum();
        (self.root.effort[point.index()] * 1000 / all.max(1)) as u32
    }

    /// Whether only one root move has been searched so far.
    fn has_one_move(&self) -> bool {
        self.root.effort.iter().filter(|&&nodes| nodes > 0).count() == 1
    }
}

impl<K: Kind> Search<'_, K> {
    /// Searches `count` lines to increasing depth until a limit is reached or the results are certain. `won` is an
    /// already proven line, `fallback` a legal move for when there is no time at all.
    fn deepen_lines(
        &mut self,
        mut won: Option<Report>,
        fallback: Point,
        depth_limit: u32,
        count: usize,
    ) -> Vec<Report> {
        let mut lines: Vec<Report> = won.iter().cloned().collect();
        for depth in 1..=depth_limit.max(1) {
            let found = self.iterate_lines(depth, &won, &lines, count);
            lines = if self.control.over { completed(found, lines, count) } else { found };
            best_first(&mut lines);
            if self.control.over || self.are_enough(&lines) {
                break;
            }
            self.control.callback.report_lines(&lines);
            won = won.or_else(|| self.win_by_fours_after_all());
        }
        if lines.is_empty() {
            let first_sight = Score::from_value(self.evaluate());
            lines.push(self.report(1, first_sight, vec![fallback]));
        }
        lines
    }

    /// One iteration: searches each line with a window around its last value. Ends when the search is stopped or no
    /// move is left.
    fn iterate_lines(&mut self, depth: u32, won: &Option<Report>, last: &[Report], count: usize) -> Vec<Report> {
        let mut found: Vec<Report> = won.iter().cloned().collect();
        while found.len() < count && !self.control.over {
            let begun: PointSet = found.iter().map(|report| report.best_move()).collect();
            self.root.barred = begun.union(&self.root.blocked);
            let previous = last.get(found.len()).map(|report| report.score.value());
            let value = self.aspiration_window(depth as i32 * PLY, previous, |_, _| ());
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
        let progress = Progress { elapsed, ..Progress::default() };
        let late = self.control.is_enough(self.nodes, &progress);
        late || lines.iter().all(|report| self.is_decided(report))
    }
}

/// The lines of an interrupted iteration, filled up with lines of the previous one.
fn completed(found: Vec<Report>, before: Vec<Report>, count: usize) -> Vec<Report> {
    let mut lines = found;
    for report in before {
        if lines.iter().all(|line| line.best_move() != report.best_move()) {
            lines.push(report);
        }
    }
    lines.truncate(count);
    lines
}

pub fn best_first(lines: &mut [Report]) {
    lines.sort_by_key(|report| Reverse(report.score));
}

impl<K: Kind> Search<'_, K> {
    pub(super) fn report(&self, depth: u32, score: Score, line: Vec<Point>) -> Report {
        let chances = Chances::of(self.board.position(), self.root.rule).leading_by(self.root.lead);
        Report {
            depth,
            selective_depth: (self.selective_depth as u32).max(depth),
            score,
            shown_score: chances.shown_score(score),
            win_rate: chances.win_rate(score),
            nodes: self.control.nodes_of_all(self.nodes).max(1),
            elapsed: self.control.elapsed(),
            line,
            is_shortest: false,
        }
    }

    /// One iteration, first with a narrow window around the last value. `on_fail_high` is called with each value
    /// above the window, while the line of the move that failed high is available.
    fn aspiration_window(
        &mut self,
        depth: i32,
        previous: Option<i32>,
        mut on_fail_high: impl FnMut(&mut Self, i32),
    ) -> i32 {
        let narrow = previous.filter(|_| depth >= self.params.aspiration_depth);
        let mut window = narrow
            .map_or(AspirationWindow::open(), |value| AspirationWindow::around(value, self.params.aspiration_window));
        loop {
            self.open_window(window.alpha, window.beta);
            let value = self.node(depth, window.alpha, window.beta, 0, false);
            if self.control.over || window.contains(value) {
                return value;
            }
            if value >= window.beta {
                on_fail_high(self, value);
            }
            window.widen(value, self.params);
        }
    }

    /// Whether this is a proven result that a deeper search cannot improve.
    pub(super) fn is_decided(&self, report: &Report) -> bool {
        report.score.distance().is_some_and(|plies| plies <= report.depth + 2)
    }
}

struct AspirationWindow {
    alpha: i32,
    beta: i32,
    half_width: i32,
    /// Root searches whose value fell outside the window.
    misses: u32,
}

impl AspirationWindow {
    const INFINITE: i32 = Score::INFINITE.value();

    fn open() -> AspirationWindow {
        AspirationWindow {
            alpha: -AspirationWindow::INFINITE,
            beta: AspirationWindow::INFINITE,
            half_width: AspirationWindow::INFINITE,
            misses: 0,
        }
    }

    fn around(value: i32, half_width: i32) -> AspirationWindow {
        AspirationWindow {
            alpha: value.saturating_sub(half_width).max(-AspirationWindow::INFINITE),
            beta: value.saturating_add(half_width).min(AspirationWindow::INFINITE),
            half_width,
            misses: 0,
        }
    }

    /// Whether the value is exact. On an unbounded side every value is.
    fn contains(&self, value: i32) -> bool {
        let is_low = value <= self.alpha && self.alpha > -AspirationWindow::INFINITE;
        let is_high = value >= self.beta && self.beta < AspirationWindow::INFINITE;
        !is_low && !is_high
    }

    /// Widens the window on the side where a value fell outside.
    fn widen(&mut self, value: i32, p: &SearchParams) {
        self.misses += 1;
        self.half_width = self.half_width.saturating_mul(p.aspiration_growth);
        let is_open = self.misses as i32 >= p.aspiration_misses || Score::from_value(value).is_proven();
        let half_width = if is_open { 2 * AspirationWindow::INFINITE } else { self.half_width };
        let wider = AspirationWindow::around(value, half_width);
        if value <= self.alpha {
            self.beta = (self.alpha + self.beta) / 2;
            self.alpha = wider.alpha;
        } else {
            self.beta = wider.beta;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of root searches until the value is inside the window.
    fn searches(previous: i32, value: i32) -> u32 {
        let mut window = AspirationWindow::around(previous, 16);
        while !window.contains(value) {
            window.widen(value, &SearchParams::default());
        }
        window.misses + 1
    }

    #[test]
    fn a_sudden_win_needs_few_searches_of_the_root() {
        assert_eq!(searches(-12, -12), 1);
        for value in [-900, -100, 5, 100, 900, 5_000] {
            assert!(searches(-12, value) <= 2, "{value}");
        }
    }

    /// The search fails high (or low) by the least possible amount each time.
    #[test]
    fn a_value_that_creeps_out_of_the_window_opens_it() {
        for is_high in [true, false] {
            let mut window = AspirationWindow::around(0, 16);
            for _ in 0..SearchParams::default().aspiration_misses {
                let value = if is_high { window.beta } else { window.alpha };
                assert!(!window.contains(value));
                window.widen(value, &SearchParams::default());
            }
            assert_eq!(window.beta == AspirationWindow::INFINITE, is_high);
            assert_eq!(window.alpha == -AspirationWindow::INFINITE, !is_high);
        }
    }
}
