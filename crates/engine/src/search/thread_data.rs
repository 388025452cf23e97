//! Data that outlives a search: the transposition table, and what each thread has learned.

use super::history::History;
use crate::eval::Cache;
use crate::threat::proof::Proof;
use crate::threat::vcf::Vcf;
use crate::threat::vct;
use std::sync::Arc;
use tengen_common::table::{Note, Shared, Table};
use tengen_core::board::Point;

/// The size of a history in bytes, rounded up.
const HISTORY: usize = 64 << 10;

pub(super) struct Memory {
    /// The bytes it was created for.
    pub bytes: usize,
    /// It has grown since then, and its tables divide the bytes in another way.
    pub has_grown: bool,
    /// The transposition table, shared by all workers, and with other memories of its group.
    pub table: Arc<Table<HashEntry>>,
    /// The data of each worker, the main worker's first.
    pub workers: Vec<ThreadData>,
}

pub(super) struct ThreadData {
    pub histories: Histories,
    pub solvers: Solvers,
}

/// A worker's view of the memory.
pub(super) struct ThreadMemory<'a> {
    /// The transposition table, shared by all workers.
    pub table: Shared<'a, HashEntry>,
    /// The worker's own data.
    pub own: &'a mut ThreadData,
    /// The data of helpers that it may start.
    pub helpers: &'a mut [ThreadData],
}

/// What a worker learns while it searches.
pub(super) struct Histories {
    pub history: History,
    /// Cached network evaluations; taken by the evaluator during a search.
    pub values: Cache,
}

pub(super) struct Solvers {
    /// VCF at the root; an interrupted search can be continued.
    pub fours: Vcf,
    /// VCT.
    pub threats: vct::Solver,
    /// The proof of the VCT in progress.
    pub proof: Option<Proof>,
}

impl Memory {
    /// Splits `bytes`: one sixteenth each (at most 64 MiB) for failed VCF attacks at the root and for VCT, at most
    /// one sixteenth for the helpers' VCT, and the rest for the transposition table.
    pub fn new(bytes: usize, workers: usize) -> Memory {
        let (table, workers) = Memory::parts(bytes, workers);
        Memory { bytes, has_grown: false, table: Arc::new(Table::new(table)), workers }
    }

    /// `count` memories of one worker, which together have `bytes` and share a table. They do not grow.
    pub fn group(count: usize, bytes: usize) -> Vec<Memory> {
        let each = bytes / count;
        let parts: Vec<_> = (0..count).map(|_| Memory::parts(each, 1)).collect();
        let table = Arc::new(Table::new(parts.iter().map(|(table, _)| table).sum()));
        let memory = |(_, workers)| Memory { bytes, has_grown: false, table: table.clone(), workers };
        parts.into_iter().map(memory).collect()
    }

    /// The bytes for the table, and the data of the workers.
    fn parts(bytes: usize, workers: usize) -> (usize, Vec<ThreadData>) {
        let attacks = (bytes / 16).min(64 << 20);
        let helpers = workers.saturating_sub(1);
        let share = (bytes / 16 / helpers.max(1)).min(attacks / 4);
        let first = ThreadData::new(attacks, attacks);
        let others = (0..helpers).map(|_| ThreadData::new(0, share));
        let taken = 2 * attacks + HISTORY + helpers * (share + HISTORY);
        (bytes.saturating_sub(taken), std::iter::once(first).chain(others).collect())
    }

    /// Grows to about `bytes` bytes and keeps the contents. Does nothing unless the size at least doubles.
    pub fn grow(&mut self, bytes: usize) {
        let times = bytes / self.bytes;
        if times < 2 {
            return;
        }
        self.bytes *= times;
        self.has_grown = true;
        if let Some(larger) = self.table.grown(times) {
            self.table = Arc::new(larger);
        }
        self.workers.iter_mut().for_each(|worker| worker.grow(times));
    }

    /// Opens the memory for the main worker and `helpers` helpers.
    pub fn open(&mut self, helpers: usize) -> ThreadMemory<'_> {
        let (own, others) = self.workers.split_first_mut().expect("the first worker");
        let helpers = helpers.min(others.len());
        ThreadMemory { table: self.table.share(), own, helpers: &mut others[..helpers] }
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(ThreadData::clear);
    }

    /// Ages the contents, for a new search in the same game.
    pub fn age(&mut self) {
        self.table.age();
        let workers = self.workers.iter_mut();
        workers.for_each(|worker| worker.histories.history.fade());
    }
}

impl ThreadData {
    /// Data with tables of these sizes, in bytes, for failed VCF attacks at the root and for VCT.
    fn new(fours: usize, threats: usize) -> ThreadData {
        ThreadData {
            histories: Histories { history: History::default(), values: Cache::default() },
            solvers: Solvers {
                fours: Vcf::new(fours / size_of::<u64>()),
                threats: vct::Solver::new(threats),
                proof: None,
            },
        }
    }

    fn grow(&mut self, times: usize) {
        self.solvers.fours.grow(times);
        self.solvers.threats.grow(times);
    }

    fn clear(&mut self) {
        self.histories.history = History::default();
        self.histories.values = Cache::default();
        self.solvers.fours.clear();
        self.solvers.threats.clear();
        self.solvers.proof = None;
    }
}

/// The payload of a table entry: best move if known, static evaluation, and the "was PV" mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashEntry {
    /// The best move, if known.
    pub best: Option<Point>,
    /// The static evaluation, rounded to an even number.
    pub eval: i32,
    /// The position was once on a principal variation.
    pub was_pv: bool,
}

/// Bit layout: half the evaluation in the low 15 bits, the PV mark, the point, and whether there is one.
impl Note for HashEntry {
    #[inline(always)]
    fn to_bits(self) -> u32 {
        let best = self.best.map_or(0, |p| p.index() as u32 | 1 << 10);
        (self.eval / 2) as u32 & 0x7fff | u32::from(self.was_pv) << 15 | best << 16
    }

    #[inline(always)]
    fn from_bits(bits: u32) -> HashEntry {
        let is_there = bits >> 26 & 1 != 0;
        HashEntry {
            best: is_there.then(|| Point::from_index((bits >> 16 & 1023) as usize)),
            eval: (bits << 17) as i32 >> 16,
            was_pv: bits >> 15 & 1 != 0,
        }
    }

    #[inline(always)]
    fn over(self, older: HashEntry) -> HashEntry {
        HashEntry { best: self.best.or(older.best), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_come_back() {
        for best in [None, Some(Point::new(0, 0)), Some(Point::new(31, 31))] {
            for (eval, was_pv) in [(0, true), (-29_000, false), (29_000, true), (-2, true)] {
                let known = HashEntry { best, eval, was_pv };
                assert_eq!(HashEntry::from_bits(known.to_bits()), known);
            }
        }
    }
}
