//! What outlives one search of a game: the table of positions, and what each thread has learned.

use super::history::History;
use crate::eval::Cache;
use crate::threat::proof::Proof;
use crate::threat::vcf::Vcf;
use crate::threat::vct;
use tengen_common::table::{Note, Shared, Table};
use tengen_core::board::Point;

/// What a history takes, with some room.
const HISTORY: usize = 64 << 10;

/// All of it.
pub(super) struct Memory {
    /// The bytes that it was made for.
    pub bytes: usize,
    /// Positions: for everybody who searches.
    pub table: Table<HashEntry>,
    /// What each worker has for itself; the first keeps the clock.
    pub workers: Vec<ThreadData>,
}

/// What one worker has for itself.
pub(super) struct ThreadData {
    /// What it has learned.
    pub histories: Histories,
    /// What its solvers know.
    pub solvers: Solvers,
}

/// What a worker finds when it begins.
pub(super) struct ThreadMemory<'a> {
    /// Positions: for everybody who searches.
    pub table: Shared<'a, HashEntry>,
    /// Its own.
    pub own: &'a mut ThreadData,
    /// Those of others who wait to be called.
    pub helpers: &'a mut [ThreadData],
}

/// What a worker learns while it searches, for itself.
pub(super) struct Histories {
    /// Moves that did well.
    pub history: History,
    /// What the network said of positions; lent to the evaluation of a search.
    pub values: Cache,
}

/// Wins that are looked for beside the search.
pub(super) struct Solvers {
    /// Wins by fours at the root; a search for them may go on later.
    pub fours: Vcf,
    /// Wins by threats.
    pub threats: vct::Solver,
    /// The win by threats that is being played.
    pub proof: Option<Proof>,
}

impl Memory {
    /// Splits `bytes`: a sixteenth each for failed attacks by fours at the root and for wins by threats, at most a
    /// sixteenth for the helpers' wins by threats, the rest for the transposition table.
    pub fn new(bytes: usize, workers: usize) -> Memory {
        let attacks = (bytes / 16).min(64 << 20);
        let helpers = workers.saturating_sub(1);
        let share = (bytes / 16 / helpers.max(1)).min(attacks / 4);
        let first = ThreadData::new(attacks, attacks);
        let others = (0..helpers).map(|_| ThreadData::new(0, share));
        let taken = 2 * attacks + HISTORY + helpers * (share + HISTORY);
        Memory {
            bytes,
            table: Table::new(bytes.saturating_sub(taken)),
            workers: std::iter::once(first).chain(others).collect(),
        }
    }

    /// Works in so many bytes from now on, or nearly so; what is known stays. Nothing happens where it would not be
    /// twice as much at least.
    pub fn grow(&mut self, bytes: usize) {
        let times = bytes / self.bytes;
        if times < 2 {
            return;
        }
        self.bytes *= times;
        self.table.grow(times);
        self.workers
            .iter_mut()
            .for_each(|worker| worker.grow(times));
    }

    /// Opens it to the first worker and so many helpers.
    pub fn open(&mut self, helpers: usize) -> ThreadMemory<'_> {
        let (own, others) = self.workers.split_first_mut().expect("the first worker");
        let helpers = helpers.min(others.len());
        ThreadMemory {
            table: self.table.share(),
            own,
            helpers: &mut others[..helpers],
        }
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(ThreadData::clear);
    }

    /// A new search of the same game begins.
    pub fn age(&mut self) {
        self.table.age();
        let workers = self.workers.iter_mut();
        workers.for_each(|worker| worker.histories.history.fade());
    }
}

impl ThreadData {
    /// Tables of these sizes, in bytes, for failed attacks by fours at the root and for wins by threats.
    fn new(fours: usize, threats: usize) -> ThreadData {
        ThreadData {
            histories: Histories {
                history: History::new(),
                values: Cache::default(),
            },
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
        self.histories.history = History::new();
        self.histories.values = Cache::default();
        self.solvers.fours.clear();
        self.solvers.threats.clear();
        self.solvers.proof = None;
    }
}

/// The best move, if one was found, the static evaluation, and whether the position was once on a principal
/// variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashEntry {
    /// The move.
    pub best: Option<Point>,
    /// The evaluation, to within a point.
    pub eval: i32,
    /// It was once on a principal variation.
    pub was_pv: bool,
}

/// Half the evaluation in the low 15 bits, then whether it was on a principal variation, then the point, then whether
/// there is one.
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
        HashEntry {
            best: self.best.or(older.best),
            ..self
        }
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
