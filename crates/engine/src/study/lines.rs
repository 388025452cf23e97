//! The best moves of a position with their lines, including those that a search alone would not return.

use crate::search::Searcher;
use crate::study::ending::to_the_five;
use std::cmp::Reverse;
use std::time::Duration;
use tengen_common::{Limits, Report, Score, SearchCallback, Signal};
use tengen_core::board::Position;
use tengen_core::rules::Rule;

/// The length of a line that ends with a proven win or loss.
pub fn plies_to_the_five(score: Score) -> Option<u32> {
    score.win_distance().or(score.loss_distance())
}

/// The best `count` lines, best first; those of proven wins and losses reach the five. A win is shortened as long as the
/// limits allow. There are fewer lines if fewer moves are worth searching, and none if there is no legal move.
pub fn best_lines(
    searcher: &mut Searcher,
    position: &Position,
    rule: Rule,
    limits: &Limits,
    count: usize,
    callback: &mut dyn SearchCallback,
) -> Vec<Report> {
    let limits = Limits { shortest: true, ..limits.clone() };
    let mut lines = searcher.search_lines(position, rule, &limits, count, callback);
    // A static win is returned as the only line; search again without it for the others.
    if let [won] = lines.as_slice()
        && won.score.win_distance().is_some()
        && count > 1
    {
        let won = won.clone();
        let mut limits = limits;
        limits.blocked.insert(won.best_move());
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(won.nodes).max(1));
        let mut wrapped = OtherMoves { won: &won, callback };
        let others = searcher.search_lines(position, rule, &limits, count - 1, &mut wrapped);
        let nodes = won.nodes + others.first().map_or(0, |report| report.nodes);
        lines.extend(others);
        for report in &mut lines {
            report.nodes = nodes;
        }
    }
    lines.sort_by_key(|report| Reverse(report.score));
    for report in &mut lines {
        if let Some(plies) = plies_to_the_five(report.score) {
            report.line = to_the_five(position, rule, &report.line, plies);
        }
    }
    lines
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
