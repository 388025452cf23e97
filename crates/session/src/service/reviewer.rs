//! Evaluates the positions of a game and grades its moves.

use super::Event;
use super::owner::Owner;
use super::task::{Judged, Reviewed};
use tengen_common::{Limits, Report, Stoppable};
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::eval::chances::Chances;
use tengen_engine::search::Searcher;
use tengen_engine::study::review::{Played, Verdict, score_after, verdict};

pub(super) struct Reviewer<'a> {
    pub searcher: &'a mut Searcher,
    pub rule: Rule,
    pub limits: Limits,
    pub owner: &'a Owner<'a>,
}

impl Reviewer<'_> {
    /// Evaluates the positions of a game from the last to the first, so that the result of the next position is known.
    /// What is proven of one holds along its line, so later positions may be judged again.
    pub fn review(&mut self, game: &[Reviewed]) {
        let mut reports: Vec<Option<Report>> = vec![None; game.len()];
        for first in (0..game.len()).rev() {
            reports[first] = self.report(&game[first], reports.get(first + 1).and_then(Option::as_ref));
            let last = self.carry_on(game, &mut reports, first);
            for after in first..=last {
                let report = reports[after].clone();
                let next = reports.get(after + 1).and_then(Option::as_ref);
                let verdict = report.as_ref().and_then(|report| self.verdict(&game[after], report, next));
                if self.owner.wants_an_end() {
                    return; // the result of an aborted search is not reliable
                }
                (self.owner.listener)(Event::Judged(Judged { after, report, verdict }));
            }
        }
    }

    /// The report of a position, if the game is open there; `next` is that of the position after it.
    fn report(&mut self, reviewed: &Reviewed, next: Option<&Report>) -> Option<Report> {
        let position = reviewed.position.as_ref()?;
        self.searcher.set_lead(reviewed.lead);
        let report = self.judge(position, reviewed.played.zip(next))?;
        Some(self.rated(reviewed, position, report))
    }

    fn rated(&self, reviewed: &Reviewed, position: &Position, report: Report) -> Report {
        let chances = Chances::of(position, self.rule).leading_by(reviewed.lead);
        Report { win_rate: chances.share(report.score), ..report }
    }

    /// Gives what is proven of a position to those after it, as long as the moves of its line were played and nothing
    /// better is known there. Returns the number of the last one.
    fn carry_on(&self, game: &[Reviewed], reports: &mut [Option<Report>], first: usize) -> usize {
        let mut last = first;
        while let Some([before, next]) = reports.get(last..last + 2)
            && let (Some(before), Some(next)) = (before, next)
            && game[last].played == Some(before.best_move())
            && let Some(position) = &game[last + 1].position
            && let Some(report) = carried(before, next)
        {
            last += 1;
            reports[last] = Some(self.rated(&game[last], position, report));
        }
        last
    }

    fn verdict(&self, reviewed: &Reviewed, before: &Report, after: Option<&Report>) -> Option<Verdict> {
        let (position, point) = (reviewed.position.as_ref()?, reviewed.played?);
        let played = Played { position, rule: self.rule, lead: reviewed.lead, point, before, after };
        Some(verdict(&played, &|| self.owner.wants_an_end()))
    }

    /// Evaluates a position of a game, and settles the length of a proven result.
    fn judge(&mut self, position: &Position, known: Option<(Point, &Report)>) -> Option<Report> {
        let report = self.evaluate(position, known)?;
        let mut request = || (self.owner.request)();
        let mut see = |_: &[Report]| ();
        let mut progress = Stoppable::new(&mut request, &mut see);
        let limits = Limits { nodes: None, ..self.limits.clone() };
        Some(self.searcher.settled(position, self.rule, report, &limits, &mut progress))
    }

    /// Evaluates a position of a game. `known` is the move played there and the report of the position after it, whose
    /// proofs count here too: a win of it is a win here. If the move played loses and looked best, the other moves are
    /// searched: if they lose as well, the position is lost.
    fn evaluate(&mut self, position: &Position, known: Option<(Point, &Report)>) -> Option<Report> {
        let mut request = || (self.owner.request)();
        let mut see = |_: &[Report]| ();
        let mut progress = Stoppable::new(&mut request, &mut see);
        let mut search = |blocked: PointSet| {
            let limits = Limits { blocked, ..self.limits.clone() };
            self.searcher.search(position, self.rule, &limits, &mut progress)
        };
        let found = search(PointSet::EMPTY)?;
        // After a point of a continuous game, the next proof is about another one.
        let is_open = |point| judge(position, point, position.to_move(), self.rule) == Outcome::Open;
        let known = known.filter(|&(point, next)| next.score.is_proven() && is_open(point));
        let Some((point, next)) = known else { return Some(found) };
        let played = before(point, next);
        let looks_best = found.best_move() == point && !found.score.is_proven();
        if played.score > found.score {
            return Some(played);
        }
        if !looks_best {
            return Some(found);
        }
        let other = search([point].into_iter().collect());
        Some(other.filter(|other| other.score > played.score).unwrap_or(played))
    }
}

/// What a proven position says of the one after its best move, if that is not known to end as soon.
fn carried(before: &Report, next: &Report) -> Option<Report> {
    before.score.distance().filter(|&plies| plies > 1)?;
    let score = -before.score.after(1);
    let is_known = match score.win_distance() {
        Some(_) => next.score >= score || next.score.loss_distance().is_some(),
        None => next.score <= score || next.score.win_distance().is_some(),
    };
    if is_known {
        return None;
    }
    let line = before.line.get(1..).filter(|line| !line.is_empty())?.to_vec();
    Some(Report { score, shown_score: score, line, is_shortest: before.is_shortest, ..next.clone() })
}

/// The report of a position derived from a move and the report of the position after it.
fn before(point: Point, next: &Report) -> Report {
    let score = score_after(next);
    let mut line = vec![point];
    line.extend(&next.line);
    Report {
        score,
        shown_score: score,
        win_rate: 1.0 - next.win_rate,
        line,
        depth: next.depth + 1,
        selective_depth: next.selective_depth + 1,
        ..next.clone()
    }
}
