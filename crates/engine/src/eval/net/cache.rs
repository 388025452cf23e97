//! Values that were worked out before. A search comes to half of its leaves again, by another order of moves or in
//! the next iteration, and its table does not hold them.

/// How many positions are remembered: 2 to the power of this, 8 bytes each. That is about as many as a search of a million
/// nodes asks for: with a quarter of them 2,500,000 nodes took 1.02 times as long.
const SIZE: u32 = 18;
/// The bits of an entry that hold the value; the others are the position's.
const VALUE: u64 = u16::MAX as u64;
/// Turned over in each hash, so that what is nought at first, which costs nothing, is not a board without stones.
const TURNED: u64 = 0x9e37_79b9_7f4a_0000;

/// Values by positions' hashes; a newer one takes the place of an older one. They hold for one network, one rule and
/// one board. Takes no memory before it is opened.
#[derive(Default)]
pub struct Cache(Vec<u64>);

impl Cache {
    /// Makes it ready to be asked.
    pub(super) fn open(mut self) -> Cache {
        self.0.resize(1 << SIZE, 0);
        self
    }

    /// Where a position is kept: by the lowest bits of its hash, which the entry need not hold.
    #[inline(always)]
    fn place(hash: u64) -> usize {
        (hash & ((1 << SIZE) - 1)) as usize
    }

    /// What an entry holds of a position beside its value.
    #[inline(always)]
    fn key(hash: u64) -> u64 {
        (hash ^ TURNED) & !VALUE
    }

    /// The value of a position, if it is known.
    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<i32> {
        let entry = self.0[Cache::place(hash)];
        let same = entry & !VALUE == Cache::key(hash);
        same.then_some((entry & VALUE) as u16 as i16 as i32)
    }

    /// Remembers the value of a position, in points; one that is beyond all scores is not worth it.
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
    use tengen_core::board::{Position, Shape};
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

    /// Where little time was left, a move was judged by the tables, and the next one knew nothing.
    #[test]
    fn a_search_by_the_tables_forgot_what_the_network_had_said() {
        let rule = Rule::new(Variant::Freestyle);
        let position = Position::new(Shape::square(9).expect("a board"));
        let board = PatternBoard::<Free>::new(&position, rule);
        let mut known = Cache::default().open();
        known.put(0x1234_5678_9abc_def0, -317);
        let mut tables = Evaluator::with_cache(&board, params::of(rule), known);
        tables.value(&board);
        let left = tables.take_cache();
        assert_eq!(left.get(0x1234_5678_9abc_def0), Some(-317));
    }
}
