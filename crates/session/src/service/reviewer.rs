//! Evaluates the positions of a game and grades its moves.

use super::Event;
use super::owner::Owner;
use super::task::{Judged, Reviewed};
use tengen_common::{Limits, Report, Stoppable};
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::eval::chances::Chances;
use tengen_engine::search::Searcher;
use tengen_engine::study::review::{Played, score_after, verdict};

pub(super) struct Reviewer<'a> {
    pub searcher: &'a mut Searcher,
    pub rule: Rule,
    /// The limits of each position.
    pub limits: Limits,
    pub owner: &'a Owner<'a>,
}

impl Reviewer<'_> {
    /// Evaluates the positions of a game from the last to the first, so that the result of the next position is known.
    pub fn review(&mut self, game: &[Reviewed]) {
        let rule = self.rule;
        let mut next: Option<Report> = None;
        for (after, reviewed) in game.iter().enumerate().rev() {
            let known = reviewed.played.zip(next.as_ref());
            let judged = match &reviewed.position {
                Some(position) => {
                    let chances = Chances::of(position, rule).leading_by(reviewed.lead);
                    self.searcher.set_lead(reviewed.lead);
                    let report = self.judge(position, known);
                    report.map(|report| Report { win_rate: chances.share(report.score), ..report })
                }
                None => None,
            };
            let verdict = judged.as_ref().and_then(|before| {
                let (position, point) = (reviewed.position.as_ref()?, reviewed.played?);
                let (lead, after) = (reviewed.lead, next.as_ref());
                let played = Played { position, rule, lead, point, before, after };
                Some(verdict(&played, &|| self.owner.wants_an_end()))
            });
            if self.owner.wants_an_end() {
                break; // the result of an aborted search is not reliable
            }
            let judged = Judged { after, report: judged, verdict };
            next = judged.report.clone();
            (self.owner.listener)(Event::Judged(judged));
        }
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
        let Some((point, next)) = known else {
            return Some(found);
        };
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
