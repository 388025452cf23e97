//! The database in a search: a move at the root that is worth a closer look.
//!
//! A database can be wrong: anybody can write into one, and files are passed on. So no record decides anything by
//! itself, and none goes into the table; the search only plays what it has confirmed.
//!
//! - The first move of a claimed win is played if a win by threats that begins with it is found, and confirmed by the
//!   rules.
//! - A move that was searched deeper than our own search, or that is said to win, is rated after each iteration. It is
//!   played if our search rates it nearly as high as its own choice: then the deeper search knows better.

use super::lookups::{Confirmed, Recommended};
use super::state::{PLY, Search};
use crate::pattern::Kind;
use crate::threat::standing::{Standing, standing};
use tengen_common::Report;
use tengen_core::board::{Point, PointSet};
use tengen_database::{self as database, Bound, Place, Proof, Record};

/// A recommended move is played if our search rates it at most this much lower than its own choice …
const MARGIN: i32 = 30;
/// … in an iteration of at least this depth.
const LEAST_CONFIRMING_DEPTH: u32 = 4;

impl<K: Kind> Search<'_, K> {
    /// Reads what the database recommends. A database that cannot be read now, because another program holds the file,
    /// say, recommends nothing.
    pub(super) fn read_recommendation(&mut self) {
        let Some(library) = self.lookups.library else {
            return;
        };
        let place = Place::of(self.board.position(), self.root.rule);
        match library.get_at(&place) {
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

    /// A win by threats that begins with the move of a win that the database claims. The replay by the rules has
    /// confirmed it.
    pub(super) fn win_in_library(&mut self) -> Option<Report> {
        let claimed = self.lookups.recommended.filter(|claim| claim.wins)?.point;
        if matches!(standing(&mut self.board), Standing::MustReply(_)) {
            return None;
        }
        let position = self.board.position();
        let others: PointSet = position.empty_points().filter(|&p| p != claimed).collect();
        self.win_by_threats_without(others)
    }

    /// After an iteration with this result: rates the recommended move with a search of the same depth.
    pub(super) fn rate_recommendation(&mut self, report: &Report) {
        let Some(Recommended { point, depth, .. }) = self.lookups.recommended else {
            return;
        };
        self.lookups.confirmed = None;
        let is_defence = self
            .root
            .defences
            .is_none_or(|points| points.contains(point));
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
            self.lookups.confirmed = Some(Confirmed {
                point,
                value,
                instead_of,
            });
        }
    }

    /// The final choice: the recommended move, if it was confirmed against this very choice; else the choice itself.
    pub(super) fn or_confirmed(&self, chosen: Report) -> Report {
        let is_valid = |confirmed: &Confirmed| {
            confirmed.instead_of == chosen.best_move()
                && confirmed.value >= chosen.score.value() - MARGIN
                && !chosen.score.is_proven()
        };
        match self.lookups.confirmed.filter(is_valid) {
            Some(confirmed) => Report {
                line: vec![confirmed.point],
                ..chosen
            },
            None => chosen,
        }
    }
}

/// What a search has found out about a position, for a database. Proven are wins only: of a loss a search says that no
/// move it has looked at helps.
pub fn record_of(report: &Report, source: &str) -> Record {
    let win = report.score.win_distance();
    let loses = report.score.loss_distance().is_some();
    let depth = u16::try_from(report.depth).unwrap_or(u16::MAX);
    let value = database::Value {
        score: report.score.value(),
        depth,
        bound: database::Bound::Exact,
    };
    Record {
        value: (win.is_none() && !loses).then_some(value),
        proof: win.map(|plies| Proof::Win(plies as u16)),
        best: report.line.first().copied(),
        source: source.into(),
        ..Record::default()
    }
}
