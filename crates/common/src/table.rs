//! The transposition table.
//!
//! Each game has its own kind of move and may store more data: that is its [`Note`].
//!
//! ```text
//!   a cache line:  | contents 0 … contents 4 | key 0 … key 4 | epoch |
//!   contents, 64:  | value 16 | depth 16 | bound 2, generation 3, note 27 |
//!   a key, 32:     half of the position's hash ⊕ a checksum of the contents
//! ```
//!
//! To clear the table, a new epoch begins: a bucket of another epoch counts as empty. So no page is freed or written,
//! which would take longer than a fast move.
//!
//! Any number of threads can read and write concurrently without locks. Each word is atomic, and the words of an entry
//! belong together if its key matches the position after removing the checksum. (Hyatt and Mann, "A lock-less
//! transposition table implementation for parallel search chess engines", 2002.) If two threads write the same slot at
//! the same time and leave the key of one and the contents of the other, the entry is ignored.

use super::Score;
use super::pages::{Pages, prefetch};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use zerocopy::FromZeros;

/// Data that a game stores besides value and depth: at least the best move.
pub trait Note: Copy {
    /// Encodes the note as a number below 2^[`NOTE_BITS`].
    fn to_bits(self) -> u32;
    /// Decodes a note; the inverse of [`Note::to_bits`]. Must accept any number. Two positions may share a key, so the
    /// stored move need not be legal.
    fn from_bits(bits: u32) -> Self;
    /// Merges this note with an `older` one of the same position.
    #[must_use]
    fn over(self, older: Self) -> Self;
}

/// The size of a note in bits.
pub const NOTE_BITS: u32 = 27;

/// The relation of a stored value to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// The true value equals this.
    Exact = 3,
}

impl Bound {
    /// The bound type of a search result for this window; exact only in a PV node.
    #[inline(always)]
    pub fn of(value: i32, alpha: i32, beta: i32, pv: bool) -> Bound {
        match () {
            _ if value >= beta => Bound::Lower,
            _ if value > alpha && pv => Bound::Exact,
            _ => Bound::Upper,
        }
    }

    /// Whether a value with this bound causes a cutoff in this window.
    #[inline(always)]
    pub fn decides(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }
}

/// A table entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<N> {
    /// The value; proven scores are relative to this position.
    pub value: i32,
    /// The search depth, in hundredths of a ply (or turn).
    pub depth: i32,
    /// The bound type of the value.
    pub bound: Bound,
    /// The game's own data.
    pub note: N,
}

/// One cache line of slots.
#[derive(FromZeros)]
#[repr(C, align(64))]
struct Bucket {
    contents: [AtomicU64; SLOTS],
    keys: [AtomicU32; SLOTS],
    epoch: AtomicU32,
}

/// A decoded slot: its key without the checksum, and its contents.
#[derive(Clone, Copy)]
struct Slot {
    key: u32,
    contents: Contents,
}

/// Value, depth, bound (0 marks an empty slot), generation and note, starting at the lowest bits.
#[derive(Clone, Copy)]
struct Contents(u64);

const SLOTS: usize = 5;
const BUCKET: usize = size_of::<Bucket>();
const GENERATIONS: u32 = 8;
/// An entry of the same search is replaced only by one that is at most this much shallower.
const SHALLOWER: i32 = 200;
/// For replacement, an entry counts as this much shallower for each search since it was written.
const AGEING: i32 = 400;

/// A transposition table of fixed size. Any number of threads may use it.
pub struct Table<N> {
    buckets: Pages<Bucket>,
    generation: AtomicU32,
    epoch: AtomicU32,
    note: PhantomData<fn() -> N>,
}

/// A view of the table for one search; each of its threads has one.
pub struct Shared<'a, N> {
    buckets: &'a [Bucket],
    generation: u32,
    epoch: u32,
    note: PhantomData<fn() -> N>,
}

impl<N> Clone for Shared<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for Shared<'_, N> {}

impl<N: Note> Table<N> {
    /// A table of at most `bytes` (at least one bucket of 64 bytes).
    pub fn new(bytes: usize) -> Table<N> {
        let buckets = Pages::zeroed(bytes / BUCKET);
        Table { buckets, generation: AtomicU32::new(0), epoch: AtomicU32::new(0), note: PhantomData }
    }

    /// Clears the table. Searches that go on keep their view of it until they end.
    pub fn clear(&self) {
        self.generation.store(0, Relaxed);
        let old = self.epoch.fetch_add(1, Relaxed);
        if old == u32::MAX {
            self.buckets.iter().for_each(|bucket| bucket.empty(0));
        }
    }

    /// A table `times` as large with the same entries; `None` if the system cannot provide the memory.
    ///
    /// ```text
    ///   | a | b |   becomes   | a | a | b | b |
    /// ```
    ///
    /// The key does not determine which of the new buckets a position of `a` belongs to, so each gets a copy; misplaced
    /// copies age and are replaced.
    pub fn grown(&self, times: usize) -> Option<Table<N>> {
        let larger = Table::new(self.buckets.len() * times * BUCKET);
        if larger.buckets.len() != self.buckets.len() * times {
            return None;
        }
        let Shared { buckets, generation, epoch, .. } = self.share();
        for (old, copies) in buckets.iter().zip(larger.buckets.chunks_exact(times)) {
            if old.epoch.load(Relaxed) == epoch {
                copies.iter().for_each(|copy| copy.take_over(old));
            }
        }
        Some(Table { generation: generation.into(), epoch: epoch.into(), ..larger })
    }

    /// Begins a new search: older entries are replaced first.
    pub fn age(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// A view for a search, for any number of its threads.
    #[inline(always)]
    pub fn share(&self) -> Shared<'_, N> {
        let [generation, epoch] = [&self.generation, &self.epoch].map(|number| number.load(Relaxed));
        Shared { buckets: &self.buckets, generation, epoch, note: PhantomData }
    }

    /// Looks up a position, see [`Shared::get`].
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Entry<N>> {
        self.share().get(hash)
    }

    /// Stores a position, see [`Shared::put`].
    #[inline]
    pub fn put(&self, hash: u64, entry: Entry<N>) {
        self.share().put(hash, entry);
    }

    /// The estimated usage in permille, from a sample.
    pub fn usage(&self) -> u32 {
        const SAMPLE: usize = 4096;
        let Shared { buckets, epoch, .. } = self.share();
        let looked_at = buckets.len().min(SAMPLE);
        let sample = buckets.iter().step_by(buckets.len() / looked_at);
        let current = |bucket: &&Bucket| bucket.epoch.load(Relaxed) == epoch;
        let sample = sample.take(looked_at).filter(current);
        let slots = sample.flat_map(|bucket| &bucket.contents);
        let filled = slots.filter(|slot| Contents(slot.load(Relaxed)).bound().is_some());
        (filled.count() * 1000 / (looked_at * SLOTS)) as u32
    }
}

impl<N: Note> Shared<'_, N> {
    /// The bucket of a position: the high half of hash × number of buckets avoids a division.
    #[inline(always)]
    fn bucket(&self, hash: u64) -> &Bucket {
        let index = ((hash as u128 * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// Prefetches the bucket of a position.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    /// Looks up a position.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Entry<N>> {
        let bucket = self.bucket(hash);
        if bucket.epoch.load(Relaxed) != self.epoch {
            return None;
        }
        let mut slots = (0..SLOTS).map(|i| bucket.slot(i));
        let slot = slots.find(|slot| slot.key == hash as u32)?;
        let contents = slot.contents;
        Some(Entry {
            value: contents.value(),
            depth: contents.depth(),
            bound: contents.bound()?,
            note: contents.note(),
        })
    }

    /// Stores a position, replacing the shallowest and oldest entry of its bucket.
    #[inline]
    pub fn put(&self, hash: u64, entry: Entry<N>) {
        let generation = self.generation;
        let bucket = self.bucket(hash);
        if bucket.epoch.load(Relaxed) != self.epoch {
            bucket.empty(self.epoch);
        }
        let (mut at, mut least, mut same) = (0, i32::MAX, None);
        for i in 0..SLOTS {
            let Slot { key, contents } = bucket.slot(i);
            if key == hash as u32 && contents.bound().is_some() {
                (at, same) = (i, Some(contents));
                break;
            }
            let worth = contents.worth(generation);
            if worth < least {
                (at, least) = (i, worth);
            }
        }
        let mut note = entry.note;
        if let Some(old) = same {
            let current = old.generation() == generation;
            let shallower = entry.depth + SHALLOWER < old.depth();
            if current && entry.bound != Bound::Exact && shallower {
                return;
            }
            note = note.over(old.note());
        }
        let contents = Contents::new(generation, Entry { note, ..entry });
        let key = hash as u32;
        bucket.set(at, Slot { key, contents });
    }
}

impl Bucket {
    /// Clears the bucket and begins an epoch.
    #[cold]
    fn empty(&self, epoch: u32) {
        self.contents.iter().for_each(|word| word.store(0, Relaxed));
        self.keys.iter().for_each(|key| key.store(0, Relaxed));
        self.epoch.store(epoch, Relaxed);
    }

    fn take_over(&self, other: &Bucket) {
        for i in 0..SLOTS {
            self.contents[i].store(other.contents[i].load(Relaxed), Relaxed);
            self.keys[i].store(other.keys[i].load(Relaxed), Relaxed);
        }
        self.epoch.store(other.epoch.load(Relaxed), Relaxed);
    }

    #[inline(always)]
    fn slot(&self, index: usize) -> Slot {
        let contents = Contents(self.contents[index].load(Relaxed));
        Slot { key: self.keys[index].load(Relaxed) ^ contents.checksum(), contents }
    }

    #[inline(always)]
    fn set(&self, index: usize, slot: Slot) {
        let Slot { key, contents } = slot;
        self.keys[index].store(key ^ contents.checksum(), Relaxed);
        self.contents[index].store(contents.0, Relaxed);
    }
}

impl Contents {
    #[inline(always)]
    fn new<N: Note>(generation: u32, entry: Entry<N>) -> Contents {
        let note = entry.note.to_bits();
        debug_assert!(note >> NOTE_BITS == 0);
        let depth = entry.depth.clamp(0, i16::MAX as i32);
        let scores = entry.value as u16 as u32 | (depth as u32) << 16;
        let packed = note << 5 | generation << 2 | entry.bound as u32;
        Contents(scores as u64 | (packed as u64) << 32)
    }

    /// A hash that differs for different contents except for one chance in 2³²; 0 for an empty slot.
    #[inline(always)]
    fn checksum(self) -> u32 {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
    }

    #[inline(always)]
    fn value(self) -> i32 {
        self.0 as i16 as i32
    }

    #[inline(always)]
    fn depth(self) -> i32 {
        (self.0 >> 16) as i16 as i32
    }

    #[inline(always)]
    fn packed(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline(always)]
    fn bound(self) -> Option<Bound> {
        match self.packed() & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    #[inline(always)]
    fn note<N: Note>(self) -> N {
        N::from_bits(self.packed() >> 5)
    }

    #[inline(always)]
    fn generation(self) -> u32 {
        self.packed() >> 2 & (GENERATIONS - 1)
    }

    /// The replacement priority: the entry with the lowest worth is replaced.
    #[inline(always)]
    fn worth(self, generation: u32) -> i32 {
        match self.bound() {
            None => i32::MIN,
            Some(_) => {
                let age = (generation + GENERATIONS - self.generation()) % GENERATIONS;
                self.depth() - AGEING * age as i32
            }
        }
    }
}

/// Converts a proven score from plies from the root to plies from its position.
pub fn to_table(value: i32, ply: usize) -> i32 {
    shift(value, ply as i32)
}

/// The inverse of [`to_table`].
pub fn from_table(value: i32, ply: usize) -> i32 {
    shift(value, -(ply as i32))
}

#[inline(always)]
fn shift(value: i32, plies: i32) -> i32 {
    match Score::from_value(value) {
        score if !score.is_proven() => value,
        _ if value > 0 => value + plies,
        _ => value - plies,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best move of a game whose moves are numbers; 0 for none.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Best(u32);

    impl Note for Best {
        fn to_bits(self) -> u32 {
            self.0
        }

        fn from_bits(bits: u32) -> Best {
            Best(bits)
        }

        fn over(self, older: Best) -> Best {
            if self.0 == 0 { older } else { self }
        }
    }

    const MOVE: Best = Best((1 << NOTE_BITS) - 1);

    fn entry(value: i32, depth: i32) -> Entry<Best> {
        Entry { value, depth, bound: Bound::Exact, note: MOVE }
    }

    #[test]
    fn what_is_put_is_got() {
        let table = Table::new(1 << 16);
        for i in 0..100u64 {
            table.put(i.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(i as i32 - 50, 300));
        }
        let found = (0..100u64).filter_map(|i| Some((i, table.get(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))?))).inspect(
            |(i, e)| {
                assert_eq!(*e, entry(*i as i32 - 50, 300));
            },
        );
        assert_eq!(found.count(), 100);
    }

    #[test]
    fn a_best_move_outlives_a_search_without_one() {
        let table = Table::new(64);
        table.put(9, entry(0, 300));
        let without = Entry { note: Best(0), ..entry(1, 400) };
        table.put(9, without);
        assert_eq!(table.get(9), Some(entry(1, 400)));
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let table = Table::new(64);
        for key in 1..=5 {
            table.put(key, entry(0, 100 * key as i32));
        }
        table.put(6, entry(0, 300));
        assert!(table.get(1).is_none() && table.get(5).is_some());
        (0..4).for_each(|_| table.age());
        table.put(7, entry(0, 100));
        table.put(8, entry(0, 100));
        assert!(table.get(7).is_some() && table.get(8).is_some());
    }

    #[test]
    fn a_growing_table_keeps_its_entries() {
        let table = Table::new(1 << 12);
        let hash = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        table.put(hash(1), entry(7, 300));
        table.clear();
        (2..40).for_each(|i| table.put(hash(i), entry(i as i32, 300)));
        let known = |table: &Table<Best>| -> Vec<_> { (0..50).map(|i| table.get(hash(i))).collect() };
        let before = known(&table);
        assert!(before[1].is_none() && before[39].is_some());
        let table = table.grown(5).unwrap();
        assert_eq!(table.buckets.len(), 5 * (1 << 12) / BUCKET);
        assert_eq!(known(&table), before);
        table.put(hash(50), entry(50, 300));
        assert_eq!(table.get(hash(50)), Some(entry(50, 300)));
    }

    #[test]
    fn a_table_that_has_forgotten_is_as_good_as_new() {
        let (used, fresh) = (Table::new(640), Table::new(640));
        let fill = |table: &Table<Best>, seed: u64| -> Vec<_> {
            let hash = |i: u64| (i ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (0..100).for_each(|i| table.put(hash(i), entry(i as i32, (i * 37 % 11 * 100) as i32)));
            (0..100).map(|i| table.get(hash(i))).collect()
        };
        fill(&used, 77);
        used.age();
        used.clear();
        assert_eq!(used.usage(), 0);
        assert_eq!(fill(&used, 5), fill(&fresh, 5));
    }

    #[test]
    fn usage_is_the_share_of_filled_slots() {
        let table: Table<Best> = Table::new(1 << 16);
        assert_eq!(table.usage(), 0);
        let slots = (1 << 16) / BUCKET * SLOTS;
        for i in 0..slots as u64 / 2 {
            table.put(i.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(0, 300));
        }
        assert!((400..=500).contains(&table.usage()), "{}", table.usage());
        table.clear();
        assert_eq!(table.usage(), 0);
    }

    /// Eight threads write and read sixteen positions that share the five slots of one bucket. `cargo +nightly miri
    /// test --lib torn` also checks for data races.
    #[test]
    fn what_is_torn_is_not_believed() {
        const ROUNDS: u64 = if cfg!(miri) { 100 } else { 200_000 };
        let entry_of = |key: u64, round: u64| Entry {
            value: key as i32,
            depth: (round % 1000) as i32,
            bound: Bound::Exact,
            note: Best((key * 1000 + round % 1000 + 1) as u32), // 0 would be no move
        };
        let table = Table::new(64);
        let shared = table.share();
        let work = |worker: u64| {
            let mut found = 0;
            for round in 0..ROUNDS {
                let key = (worker + round * 7) % 16;
                shared.put(key, entry_of(key, round));
                let asked = (key + round) % 16;
                if let Some(entry) = shared.get(asked) {
                    assert_eq!(entry, entry_of(asked, entry.depth as u64), "about {asked}");
                    found += 1;
                }
            }
            found
        };
        let found: u64 = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..8).map(|i| scope.spawn(move || work(i))).collect();
            let found = workers.into_iter().map(|worker| worker.join().unwrap());
            found.sum()
        });
        // An eighth of 8 × ROUNDS if the threads run one after another, and more if they overlap.
        assert!(found > ROUNDS / 10, "only {found} entries came back");
    }

    #[test]
    fn proven_scores_count_from_their_position() {
        let win = Score::win_in(9).value();
        assert_eq!(to_table(win, 4), Score::win_in(5).value());
        assert_eq!(from_table(to_table(-win, 4), 4), -win);
        assert_eq!(to_table(120, 4), 120);
    }
}
