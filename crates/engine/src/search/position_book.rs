//! Database moves at the root of a search.
//!
//! A database can be wrong: anyone can write to it, and files are passed on. So no record is trusted by itself, and
//! none goes into the transposition table; the search only plays moves that it has confirmed.
//!
//! - The first move of a claimed win is played if the VCT solver finds a win that starts with it and the replay
//!   confirms that win.
//! - A move that was searched deeper than the current search, or that is recorded as a win, is rated after each
//!   iteration. It is played if the search rates it nearly as high as its own choice: then the deeper search is
//!   trusted.

use super::lookups::{Confirmed, Recommended};
use super::state::{PLY, Search};
use crate::pattern::Kind;
use crate::threat::threat_state::{ThreatState, threat_state};
use tengen_common::Report;
use tengen_core::board::{Point, PointSet};
use tengen_database::{self as database, Bound, Place, Proof, Record};

/// A recommended move is played if the search rates it at most this much below its own choice, …
const MARGIN: i32 = 30;
/// … in an iteration of at least this depth.
const LEAST_CONFIRMING_DEPTH: u32 = 4;

impl<K: Kind> Search<'_, K> {
    /// Reads the database's recommendation. If the database cannot be read now, for example because another program
    /// has locked the file, there is none.
    pub(super) fn read_recommendation(&mut self) {
        let Some(book) = self.lookups.book else {
            return;
        };
        let place = Place::of(self.board.position(), self.root.rule);
        match book.get_at(&place) {
            Ok(record) => self.lookups.recommended = record.and_then(|r| self.recommended_by(&r)),
            Err(error) => log::warn!("{error:#}"),
        }
    }

    fn recommended_by(&mut self, record: &Record) -> Option<Recommended> {
        let wins = matches!(record.proof, Some(Proof::Win(_)));
        let depth = match (record.proof, record.value) {
            _ if wins => u32::MAX,
            (None, Some(value)) if value.bound == Bound::Exact => value.depth.into(),
            _ => return None,
        };
        let is_free = |point: &Point| !self.root.blocked.contains(*point);
        let point = record.best.filter(is_free)?;
        let is_playable = self.is_playable(point);
        is_playable.then_some(Recommended { point, depth, wins })
    }

    /// A VCT that starts with the first move of a win recorded in the database, confirmed by the replay.
    pub(super) fn win_in_book(&mut self) -> Option<Report> {
        let claimed = self.lookups.recommended.filter(|claim| claim.wins)?.point;
        if matches!(threat_state(&mut self.board), ThreatState::MustReply(_)) {
            return None;
        }
        let position = self.board.position();
        let others: PointSet = position.empty_points().filter(|&p| p != claimed).collect();
        self.win_by_threats_without(others)
    }

    /// Called after an iteration with its result: searches the recommended move to the same depth.
    pub(super) fn rate_recommendation(&mut self, report: &Report) {
        let Some(Recommended { point, depth, .. }) = self.lookups.recommended else {
            return;
        };
        self.lookups.confirmed = None;
        let is_defence = self.root.defences.is_none_or(|points| points.contains(point));
        let is_open = !self.root.analysis && !report.score.is_proven();
        let in_depth = (LEAST_CONFIRMING_DEPTH..=depth).contains(&report.depth);
        let instead_of = report.best_move();
        if point == instead_of || !is_defence || !is_open || !in_depth {
            return;
        }
        let least = report.score.value() - MARGIN;
        self.open_window(least - 1, least);
        self.board.play(point);
        let depth = (report.depth as i32 - 1) * PLY;
        let value = -self.node(depth, -least, 1 - least, 1, false);
        self.board.undo();
        if value >= least && !self.control.over {
            self.lookups.confirmed = Some(Confirmed { point, value, instead_of });
        }
    }

    /// The final choice: the recommended move if it was confirmed against `chosen`, else `chosen`.
    pub(super) fn or_confirmed(&self, chosen: Report) -> Report {
        let is_valid = |confirmed: &Confirmed| {
            confirmed.instead_of == chosen.best_move()
                && confirmed.value >= chosen.score.value() - MARGIN
                && !chosen.score.is_proven()
        };
        match self.lookups.confirmed.filter(is_valid) {
            Some(confirmed) => Report { line: vec![confirmed.point], ..chosen },
            None => chosen,
        }
    }
}

/// A database record of a search result. Only wins count as proven: a loss means that none of the searched moves
/// helps, not that no move does.
pub fn record_of(report: &Report, source: &str) -> Record {
    let win = report.score.win_distance();
    let loses = report.score.loss_distance().is_some();
    let depth = u16::try_from(report.depth).unwrap_or(u16::MAX);
    let value = database::Value { score: report.score.value(), depth, bound: database::Bound::Exact };
    Record {
        value: (win.is_none() && !loses).then_some(value),
        proof: win.map(|plies| Proof::Win(plies as u16)),
        best: report.line.first().copied(),
        source: source.into(),
        ..Record::default()
    }
}
