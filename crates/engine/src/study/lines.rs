//! The best moves of a position, each with its line, also where a search alone would name but one.

use crate::search::Searcher;
use crate::study::ending::to_the_five;
use std::cmp::Reverse;
use std::time::Duration;
use tengen_common::{Limits, Report, Score, Supervisor, Verdict};
use tengen_core::board::Position;
use tengen_core::rules::Rule;

/// The length of a line that ends with a proven win or loss.
pub fn plies_to_the_five(score: Score) -> Option<u32> {
    score.win_distance().or(score.loss_distance())
}

/// The best `count` lines, the best first; those of proven wins and losses reach the five. Fewer where
/// fewer moves are worth a look, none where nothing can be played.
pub fn best_lines(
    searcher: &mut Searcher,
    position: &Position,
    rule: Rule,
    limits: &Limits,
    count: usize,
    supervisor: &mut dyn Supervisor,
) -> Vec<Report> {
    let mut lines = searcher.search_lines(position, rule, limits, count, supervisor);
    // A win at sight comes alone; the others are looked for where it is left out.
    if let [won] = lines.as_slice()
        && won.score.win_distance().is_some()
        && count > 1
    {
        let won = won.clone();
        let mut limits = limits.clone();
        limits.blocked.insert(won.best_move());
        limits.nodes = limits
            .nodes
            .map(|nodes| nodes.saturating_sub(won.nodes).max(1));
        let mut beside = Beside {
            won: &won,
            supervisor,
        };
        let others = searcher.search_lines(position, rule, &limits, count - 1, &mut beside);
        lines.extend(others);
        for report in &mut lines {
            report.nodes += won.nodes;
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

/// Looks after the search for the other moves: whoever watches sees the winning one before them.
struct Beside<'a> {
    won: &'a Report,
    supervisor: &'a mut dyn Supervisor,
}

impl Supervisor for Beside<'_> {
    fn elapsed(&self) -> Duration {
        self.supervisor.elapsed()
    }

    fn check(&mut self) -> Verdict {
        self.supervisor.check()
    }

    fn visit(&mut self, position: &Position) {
        self.supervisor.visit(position);
    }

    fn report(&mut self, report: &Report) {
        self.report_lines(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        let mut all = vec![self.won.clone()];
        all.extend_from_slice(lines);
        self.supervisor.report_lines(&all);
    }
}
