//! What a database knows, in the first plies of a search.
//!
//! A position that is reached by moves the database knows all the way from the root is looked up once, and what is
//! known of it goes into the table of positions, where it is found like what a search has left there: as a bound as
//! deep as it was searched, and as the move to try first. Once a game has left the database a search asks no more than
//! one question. At the root a proven win is played at once, and the database's move where its search was deeper than
//! ours has come to be: what a deep search says of one move and a shallow one of another does not compare.

use super::state::{MAX_PLY, PLY, Search};
use super::thread_data::HashEntry;
use crate::pattern::Kind;
use std::collections::HashMap;
use tengen_common::table::{Bound, Entry};
use tengen_common::{Report, Score};
use tengen_database::{self as database, Library, Place, Proof, Record};

/// Nodes of less depth are searched before they could be looked up.
const LEAST_DEPTH: i32 = 3 * PLY;
/// How deep a proof looked.
const PROVEN_DEPTH: i32 = MAX_PLY as i32 * PLY;

/// What of a database has been asked in one search.
#[derive(Clone, Default)]
pub(super) struct Lookups<'a> {
    /// The database, if there is one.
    pub library: Option<&'a dyn Library>,
    /// Whether positions are known, by their hash.
    seen: HashMap<u64, bool>,
    /// Whether the positions of the line that is being searched are, up to the last that was asked about.
    line: Vec<bool>,
}

impl<'a> Lookups<'a> {
    /// Nothing has been asked yet.
    pub fn new(library: Option<&'a dyn Library>) -> Lookups<'a> {
        Lookups {
            library,
            ..Lookups::default()
        }
    }

    /// Whether the position before this ply is known, or there is none.
    fn follows_the_known(&self, ply: usize) -> bool {
        ply == 0 || self.line.get(ply - 1) == Some(&true)
    }
}

impl<K: Kind> Search<'_, K> {
    /// Has the table know what the database knows of the position at this ply.
    #[cold]
    pub(super) fn consult_library(&mut self, ply: usize, depth: i32) {
        self.lookups.line.truncate(ply);
        if depth < LEAST_DEPTH || !self.lookups.follows_the_known(ply) {
            return;
        }
        let hash = self.board.position().hash();
        let is_known = match self.lookups.seen.get(&hash) {
            Some(&is_known) => is_known,
            None => self.take_over_record(hash),
        };
        self.lookups.seen.insert(hash, is_known);
        self.lookups.line.push(is_known);
    }

    /// Writes what the database knows into the table; whether it knows anything.
    fn take_over_record(&mut self, hash: u64) -> bool {
        let Some(record) = self.record_here() else {
            return false;
        };
        if let Some((value, depth, bound)) = value_of(&record) {
            let eval = self.evaluate();
            let note = HashEntry {
                best: record.best,
                eval,
            };
            let entry = Entry {
                value,
                depth,
                bound,
                note,
            };
            self.table.put(hash, entry);
        }
        true
    }

    /// What the database knows of the position on the board.
    fn record_here(&self) -> Option<Record> {
        let place = Place::of(self.board.position(), self.root.rule);
        let record = self.lookups.library?.get_at(&place);
        record.unwrap_or_else(|error| {
            log::warn!("{error:#}");
            None
        })
    }

    /// The move of a search that was deeper than the one that has ended with this report, if there is one; else the report.
    pub(super) fn or_deeper_study(&mut self, report: Report) -> Report {
        if self.root.analysis || report.score.is_proven() {
            return report;
        }
        let Some(record) = self.record_here() else {
            return report;
        };
        let value = record.value.filter(|value| {
            value.bound == database::Bound::Exact && u32::from(value.depth) >= report.depth
        });
        let best = record.best.filter(|&point| self.is_playable(point));
        match (value, best) {
            (Some(value), Some(best)) if best != report.best_move() => Report {
                score: Score::new(value.score),
                depth: value.depth.into(),
                line: vec![best],
                ..report
            },
            _ => report,
        }
    }

    /// A win that the database has proven, by a move that can be played.
    pub(super) fn win_in_library(&mut self) -> Option<Report> {
        let record = self.record_here()?;
        let Some(Proof::Win(plies)) = record.proof else {
            return None;
        };
        let best = record.best.filter(|&point| self.is_playable(point))?;
        let score = Score::win_in(plies.clamp(1, LONGEST).into());
        Some(self.report(plies.into(), score, vec![best]))
    }
}

/// More plies than this no proven score has.
const LONGEST: u16 = (30_000 - Score::PROVEN - 1) as u16;

/// What the table is told: value, depth and bound.
fn value_of(record: &Record) -> Option<(i32, i32, Bound)> {
    let plies = |plies: u16| u32::from(plies.clamp(1, LONGEST));
    let proven = |score: Score| (score.value(), PROVEN_DEPTH, Bound::Exact);
    match (record.proof, record.value) {
        (Some(Proof::Win(n)), _) => Some(proven(Score::win_in(plies(n)))),
        (Some(Proof::Loss(n)), _) => Some(proven(Score::loss_in(plies(n)))),
        (Some(Proof::Draw), _) => Some(proven(Score::DRAW)),
        (None, Some(value)) => {
            let depth = i32::from(value.depth).min(MAX_PLY as i32) * PLY;
            let bound = match value.bound {
                database::Bound::Exact => Bound::Exact,
                database::Bound::Lower => Bound::Lower,
                database::Bound::Upper => Bound::Upper,
            };
            Some((Score::new(value.score).value(), depth, bound))
        }
        (None, None) => None,
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
