//! Moves that somebody recommends at the root of a search, such as a database.
//!
//! A recommendation can be wrong: anyone can write to a database, and files are passed on. So none is trusted by itself,
//! and none goes into the transposition table; the search only plays moves that it has confirmed.
//!
//! - A move that is said to win is played if the VCT solver finds a win that starts with it and the replay confirms
//!   that win.
//! - A move that was searched deeper than the current search, or that is said to win, is rated after each iteration.
//!   It is played if the search rates it nearly as high as its own choice: then the deeper search is trusted.

use super::advice::{Confirmed, Recommendation};
use super::params::{LEAST_CONFIRMING_DEPTH, RECOMMENDATION_MARGIN};
use super::state::{PLY, Search};
use crate::pattern::Kind;
use crate::threat::threat_state::{ThreatState, threat_state};
use tengen_common::Report;
use tengen_core::board::PointSet;

impl<K: Kind> Search<'_, K> {
    pub(super) fn ask_for_advice(&mut self) {
        let Some(adviser) = self.advice.adviser else { return };
        let recommended = adviser(self.board.position(), self.root.rule);
        let is_free = |of: &Recommendation| !self.root.blocked.contains(of.point);
        self.advice.recommended = recommended.filter(is_free).filter(|of| self.is_playable(of.point));
    }

    /// A VCT that starts with the move that is said to win, confirmed by the replay.
    pub(super) fn recommended_win(&mut self) -> Option<Report> {
        let claimed = self.advice.recommended.filter(|claim| claim.wins)?.point;
        if matches!(threat_state(&mut self.board), ThreatState::MustReply(_)) {
            return None;
        }
        let position = self.board.position();
        let others: PointSet = position.empty_points().filter(|&p| p != claimed).collect();
        self.win_by_threats_without(others)
    }

    /// Called after an iteration with its result: searches the recommended move to the same depth.
    pub(super) fn rate_recommendation(&mut self, report: &Report) {
        let Some(Recommendation { point, depth, .. }) = self.advice.recommended else { return };
        self.advice.confirmed = None;
        let is_defence = self.root.defences.is_none_or(|points| points.contains(point));
        let is_open = !self.root.analysis && !report.score.is_proven();
        let in_depth = (LEAST_CONFIRMING_DEPTH..=depth).contains(&report.depth);
        let instead_of = report.best_move();
        if point == instead_of || !is_defence || !is_open || !in_depth {
            return;
        }
        let least = report.score.value() - RECOMMENDATION_MARGIN;
        self.open_window(least - 1, least);
        self.board.play(point);
        let depth = (report.depth as i32 - 1) * PLY;
        let value = -self.node(depth, -least, 1 - least, 1, false);
        self.board.undo();
        if value >= least && !self.control.over {
            self.advice.confirmed = Some(Confirmed { point, value, instead_of });
        }
    }

    /// The final choice: the recommended move if it was confirmed against `chosen`, else `chosen`.
    pub(super) fn or_confirmed(&self, chosen: Report) -> Report {
        let is_valid = |confirmed: &Confirmed| {
            confirmed.instead_of == chosen.best_move()
                && confirmed.value >= chosen.score.value() - RECOMMENDATION_MARGIN
                && !chosen.score.is_proven()
        };
        match self.advice.confirmed.filter(is_valid) {
            Some(confirmed) => Report { line: vec![confirmed.point], ..chosen },
            None => chosen,
        }
    }
}
