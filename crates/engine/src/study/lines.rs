//! The best moves of a position with their lines, including those that a search alone would not return.

use crate::search::{Searcher, best_first};
use crate::study::ending::to_the_five;
use std::time::Duration;
use tengen_common::{Limits, Report, SearchCallback, Shortening, Signal};
use tengen_core::board::Position;
use tengen_core::rules::Rule;

/// The best `count` lines, best first; those of proven wins and losses reach the five, and the best of them has the length
/// that [`Searcher::settled`] gives. There are fewer lines if fewer moves are worth searching, and none if there is no
/// legal move.
pub fn best_lines(
    searcher: &mut Searcher,
    position: &Position,
    rule: Rule,
    limits: &Limits,
    count: usize,
    callback: &mut dyn SearchCallback,
) -> Vec<Report> {
    let mut limits = Limits { shortening: Shortening::Fixed, ..limits.clone() };
    let mut until_proven = UntilProven { callback, is_proven: false };
    let mut lines = searcher.search_lines(position, rule, &limits, count, &mut until_proven);
    if let Some(best) = lines.first().filter(|best| best.score.is_proven()).cloned() {
        let claimed = best.score;
        let settled = searcher.settled(position, rule, best, &limits, callback);
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(settled.nodes).max(1));
        let is_open = settled.score == claimed && claimed.loss_distance().is_some() && !settled.is_shortest;
        // A deeper search may find a shorter one.
        let mut deeper =
            if is_open { searcher.search_lines(position, rule, &limits, count, callback) } else { Vec::new() };
        let is_better = |best: &Report| best.score.is_proven() && best.score < claimed;
        lines = if deeper.first().is_some_and(is_better) {
            deeper.iter_mut().for_each(|report| report.nodes += settled.nodes);
            deeper
        } else {
            with_others(settled, lines, count, &mut |won| {
                let mut limits = limits.clone();
                limits.blocked.insert(won.best_move());
                let mut wrapped = OtherMoves { won, callback };
                searcher.search_lines(position, rule, &limits, count - 1, &mut wrapped)
            })
        };
    }
    best_first(&mut lines);
    for report in &mut lines {
        if let Some(plies) = report.score.distance() {
            report.line = to_the_five(position, rule, &report.line, plies);
        }
    }
    lines
}

/// A proven line, and up to `count` lines with it: after a win those of a `search` without its move, after a loss those
/// that are no longer.
fn with_others(
    best: Report,
    lines: Vec<Report>,
    count: usize,
    search: &mut dyn FnMut(&Report) -> Vec<Report>,
) -> Vec<Report> {
    let others = match best.score.win_distance() {
        Some(_) if count > 1 => search(&best),
        Some(_) => Vec::new(),
        None => {
            lines.into_iter().filter(|line| line.best_move() != best.best_move() && line.score <= best.score).collect()
        }
    };
    let nodes = match best.score.win_distance() {
        Some(_) => best.nodes + others.first().map_or(0, |report| report.nodes),
        None => best.nodes,
    };
    let mut lines = vec![best];
    lines.extend(others);
    lines.truncate(count.max(1));
    lines.iter_mut().for_each(|report| report.nodes = nodes);
    lines
}

/// The callback of a search that ends as soon as its best line is a proven win or loss.
struct UntilProven<'a> {
    callback: &'a mut dyn SearchCallback,
    is_proven: bool,
}

impl SearchCallback for UntilProven<'_> {
    fn elapsed(&self) -> Duration {
        self.callback.elapsed()
    }

    fn check(&mut self) -> Signal {
        match self.callback.check() {
            // Not "move now", which still searches as many nodes as fit into a time.
            Signal::GoOn | Signal::Replan(_) if self.is_proven => Signal::Abandon,
            signal => signal,
        }
    }

    fn visit(&mut self, position: &Position) {
        self.callback.visit(position);
    }

    fn report(&mut self, report: &Report) {
        self.report_lines(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        // A proven win that failed high has a line of its first move alone.
        self.is_proven |= lines.first().is_some_and(|best| best.score.is_proven() && best.line.len() > 1);
        self.callback.report_lines(lines);
    }
}

/// The callback of the search for the other moves; it reports the winning line first.
struct OtherMoves<'a> {
    won: &'a Report,
    callback: &'a mut dyn SearchCallback,
}

impl SearchCallback for OtherMoves<'_> {
    fn elapsed(&self) -> Duration {
        self.callback.elapsed()
    }

    fn check(&mut self) -> Signal {
        self.callback.check()
    }

    fn visit(&mut self, position: &Position) {
        self.callback.visit(position);
    }

    fn report(&mut self, report: &Report) {
        self.report_lines(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        let mut all = vec![self.won.clone()];
        all.extend_from_slice(lines);
        self.callback.report_lines(&all);
    }
}
