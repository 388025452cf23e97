//! The length of a proven win or loss, sought once the search has proven it.
//!
//! The search plays the first win that it proves, whose length depends on what it has searched before.
//! [`shortest`] looks for the shortest one from empty tables, so that the same position gets the same length from
//! whatever is asked.

use super::Searcher;
use crate::eval::chances::Chances;
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::threat::Stop;
use crate::threat::shortest::{Known, Scale, Shortest, shortest};
use tengen_common::deadline::run_until;
use tengen_common::{Limits, Report, Score, SearchCallback};
use tengen_core::board::Position;
use tengen_core::rules::Rule;

impl Searcher {
    /// The report with the shortest proven win, or the longest defence against it, that was found within the limits;
    /// unchanged if nothing is proven. The nodes of the report count.
    pub fn settled(
        &self,
        position: &Position,
        rule: Rule,
        report: Report,
        limits: &Limits,
        callback: &mut dyn SearchCallback,
    ) -> Report {
        let Some(plies) = report.score.distance() else { return report };
        let loses = report.score.loss_distance().is_some();
        let nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(report.nodes));
        let known = Known { plies, loses, blocked: limits.blocked, nodes, scale: Scale::USUAL };
        let until = limits.time.map(|plan| plan.maximum);
        let work = |stop: Stop| dispatch(rule, Settling { position, rule, known, stop });
        let (found, _) = run_until(callback, until, work);
        let Shortest { win, is_shortest, nodes } = found;
        let mut settled = Report { is_shortest, nodes: report.nodes + nodes, elapsed: callback.elapsed(), ..report };
        if let Some(win) = win {
            let chances = Chances::of(position, rule).leading_by(self.lead());
            settled.score = if loses { Score::loss_in(win.plies) } else { Score::win_in(win.plies) };
            settled.shown_score = chances.shown_score(settled.score);
            settled.win_rate = chances.win_rate(settled.score);
            settled.line = win.line;
        }
        settled
    }
}

struct Settling<'a, 'b> {
    position: &'a Position,
    rule: Rule,
    known: Known,
    stop: Stop<'b>,
}

impl KindVisitor for Settling<'_, '_> {
    type Output = Shortest;

    fn visit<K: Kind>(self, _: K) -> Shortest {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        shortest(&mut board, self.rule, &self.known, self.stop)
    }
}
