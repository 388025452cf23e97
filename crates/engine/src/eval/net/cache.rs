//! A cache of network evaluations. A search evaluates half of its leaves again, through transpositions or in the next
//! iteration, and its transposition table does not keep them all.

use tengen_common::pages::prefetch;

/// log₂ of the number of entries, 8 bytes each. That is about the number of evaluations of a search of a million
/// nodes: with a quarter of the entries, 2,500,000 nodes took 1.02 times as long.
const SIZE: u32 = 18;
/// The bits of an entry that hold the value; the others identify the position.
const VALUE: u64 = u16::MAX as u64;
/// XORed into each hash, so that zeroed memory, which costs nothing, does not match the empty board.
const TURNED: u64 = 0x9e37_79b9_7f4a_0000;

/// Values by position hash; newer entries replace older ones. Valid for one network, one rule and one board. Uses no
/// memory before it is opened.
#[derive(Default)]
pub struct Cache(Vec<u64>);

impl Cache {
    /// Allocates the entries.
    pub(super) fn open(self) -> Cache {
        // New zeros cost nothing until they are written.
        if self.0.is_empty() { Cache(vec![0; 1 << SIZE]) } else { self }
    }

    /// The index of a position: the lowest bits of its hash, which the entry need not store.
    #[inline(always)]
    fn place(hash: u64) -> usize {
        (hash & ((1 << SIZE) - 1)) as usize
    }

    /// The bits that identify a position in an entry.
    #[inline(always)]
    fn key(hash: u64) -> u64 {
        (hash ^ TURNED) & !VALUE
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(&self.0[Cache::place(hash)]);
    }

    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<i32> {
        let entry = self.0[Cache::place(hash)];
        let same = entry & !VALUE == Cache::key(hash);
        same.then_some((entry & VALUE) as u16 as i16 as i32)
    }

    /// Stores the value of a position, in points, unless it is out of range.
    #[inline(always)]
    pub(super) fn put(&mut self, hash: u64, value: i32) {
        if let Ok(value) = i16::try_from(value) {
            self.0[Cache::place(hash)] = Cache::key(hash) | value as u16 as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::eval::tables::params;
    use crate::pattern::PatternBoard;
    use crate::pattern::kind::Free;
    use tengen_core::board::{BoardSize, Position};
    use tengen_core::rules::{Rule, Variant};

    #[test]
    fn a_value_is_known_until_another_takes_its_place() {
        let mut known = Cache::default().open();
        assert_eq!(known.get(0), None, "the hash of a board without stones");
        let (a, b) = (0x1234_5678_9abc_def0, 0x0f34_5678_9abc_def0);
        known.put(a, -317);
        assert_eq!((known.get(a), known.get(b)), (Some(-317), None));
        known.put(b, 20_000);
        known.put(a, 70_000);
        assert_eq!((known.get(a), known.get(b)), (None, Some(20_000)));
    }

    /// Regression: a move evaluated by the tables, for lack of time, used to drop the cache.
    #[test]
    fn a_search_by_the_tables_keeps_the_cache_of_the_network() {
        let rule = Rule::new(Variant::Freestyle);
        let position = Position::new(BoardSize::square(9).expect("a board"));
        let board = PatternBoard::<Free>::new(&position, rule);
        let mut known = Cache::default().open();
        known.put(0x1234_5678_9abc_def0, -317);
        let mut tables = Evaluator::with_cache(&board, params::of(rule), known);
        tables.value(&board);
        let left = tables.take_cache();
        assert_eq!(left.get(0x1234_5678_9abc_def0), Some(-317));
    }
}
