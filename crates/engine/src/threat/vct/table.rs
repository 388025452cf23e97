//! Proof and disproof numbers of positions in a table of fixed size, and a cache of move lists.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use tengen_core::board::Point;

/// How far a position is from being decided, for the side to move: at least `phi` leaves must succeed for it to reach
/// its goal (a win as attacker, an escape as defender), at least `delta` leaves for the other side. At attacker nodes
/// these are the proof and the disproof number, at defender nodes vice versa.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub phi: u32,
    pub delta: u32,
}

/// An unreachable number.
pub(super) const NEVER: u32 = 1 << 30;

impl Numbers {
    /// Nothing is known.
    pub const UNKNOWN: Numbers = Numbers { phi: 1, delta: 1 };
    /// As limits: search until the position is decided.
    pub const ALL: Numbers = Numbers { phi: NEVER, delta: NEVER };
    /// The side to move reaches its goal.
    pub const YES: Numbers = Numbers { phi: 0, delta: NEVER };
    /// The side to move fails.
    pub const NO: Numbers = Numbers { phi: NEVER, delta: 0 };

    /// Whether the position is decided (as far as it was searched).
    pub fn are_final(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// Words that any number of threads may read and write concurrently. The key contains a checksum of the other words,
/// so that mixed entries are detected.
#[derive(Default)]
struct Slot {
    key: AtomicU64,
    numbers: AtomicU64,
    /// The nodes spent on the entry, 0 in an empty slot; and in the upper half the epoch, which makes entries of
    /// other epochs count as empty.
    effort: AtomicU64,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
    effort: u32,
}

impl Slot {
    #[inline]
    fn load(&self, epoch: u32) -> Entry {
        let [numbers, effort] = [&self.numbers, &self.effort].map(|word| word.load(Relaxed));
        let is_current = (effort >> 32) as u32 == epoch;
        Entry {
            key: self.key.load(Relaxed) ^ checksum(numbers, effort),
            numbers: Numbers { phi: numbers as u32, delta: (numbers >> 32) as u32 },
            effort: if is_current { effort as u32 } else { 0 },
        }
    }

    #[inline]
    fn store(&self, entry: Entry, epoch: u32) {
        let Numbers { phi, delta } = entry.numbers;
        let numbers = phi as u64 | (delta as u64) << 32;
        let effort = entry.effort as u64 | (epoch as u64) << 32;
        let key = entry.key ^ checksum(numbers, effort);
        self.key.store(key, Relaxed);
        self.numbers.store(numbers, Relaxed);
        self.effort.store(effort, Relaxed);
    }
}

/// A checksum of the words; 0 for an empty slot.
#[inline]
fn checksum(numbers: u64, effort: u64) -> u64 {
    numbers.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ effort.wrapping_mul(0xd6e8_feb8_6659_fd93)
}

const WAYS: usize = 4;

/// The table: buckets of four; the entry with the least effort is replaced first.
#[derive(Default)]
pub(super) struct Table {
    slots: Vec<Slot>,
    epoch: AtomicU32,
    /// Incomplete: a win may have been missed because a VCF search ran out of its budget.
    doubtful: AtomicBool,
}

impl Table {
    /// A table of at most `bytes` bytes, but at least one bucket.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / (WAYS * size_of::<Slot>())).max(1);
        Table { slots: std::iter::repeat_with(Slot::default).take(buckets * WAYS).collect(), ..Table::default() }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.doubtful.store(false, Relaxed);
        let old = self.epoch.fetch_add(1, Relaxed);
        if old == u32::MAX {
            self.slots.iter().for_each(|slot| slot.effort.store(0, Relaxed));
        }
    }

    /// A table `times` as large with the same contents: each bucket is copied `times` times.
    pub fn grown(&self, times: usize) -> Table {
        let copy = |slot: &Slot| Slot {
            key: AtomicU64::new(slot.key.load(Relaxed)),
            numbers: AtomicU64::new(slot.numbers.load(Relaxed)),
            effort: AtomicU64::new(slot.effort.load(Relaxed)),
        };
        let buckets = self.slots.chunks_exact(WAYS);
        let copies = buckets.flat_map(|bucket| std::iter::repeat_n(bucket, times).flatten());
        Table {
            slots: copies.map(copy).collect(),
            epoch: self.epoch.load(Relaxed).into(),
            doubtful: self.is_doubtful().into(),
        }
    }

    /// Whether a win may have been missed.
    pub fn is_doubtful(&self) -> bool {
        self.doubtful.load(Relaxed)
    }

    pub fn set_doubtful(&self) {
        self.doubtful.store(true, Relaxed);
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = (self.slots.len() / WAYS) as u128;
        let start = ((key as u128 * buckets) >> 64) as usize * WAYS;
        &self.slots[start..start + WAYS]
    }

    fn find(&self, key: u64) -> Option<Entry> {
        let epoch = self.epoch.load(Relaxed);
        let mut entries = self.bucket(key).iter().map(|slot| slot.load(epoch));
        entries.find(|entry| entry.key == key && entry.effort > 0)
    }

    /// The numbers of a position, if known.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Numbers> {
        self.find(key).map(|entry| entry.numbers)
    }

    /// The nodes spent on a position; 0 if it is unknown.
    pub fn effort(&self, key: u64) -> u32 {
        self.find(key).map_or(0, |entry| entry.effort)
    }

    /// Stores the numbers of a position.
    pub fn put(&self, key: u64, numbers: Numbers, effort: u64) {
        let (bucket, epoch) = (self.bucket(key), self.epoch.load(Relaxed));
        let known: [Entry; WAYS] = std::array::from_fn(|i| bucket[i].load(epoch));
        let same = known.iter().position(|e| e.key == key && e.effort > 0);
        let least = || (0..WAYS).min_by_key(|&i| known[i].effort);
        let at = same.or_else(least).unwrap_or(0);
        let entry = Entry { key, numbers, effort: effort.clamp(1, u32::MAX as u64) as u32 };
        bucket[at].store(entry, epoch);
    }
}

/// A cache of move lists: generating them costs more than anything else.
pub(super) struct Lists {
    slots: Vec<List>,
    /// XORed into the stored keys; a new epoch invalidates them all.
    epoch: u64,
}

/// Longer lists are not cached.
const LONGEST: usize = 59;
/// The length that marks an empty slot.
const VACANT: u8 = u8::MAX;

#[derive(Clone)]
struct List {
    key: u64,
    length: u8,
    points: [Point; LONGEST],
}

impl Lists {
    /// A cache of at most `bytes` bytes, with at least one slot.
    pub fn new(bytes: usize) -> Lists {
        let empty = List { key: 0, length: VACANT, points: [Point::from_index(0); LONGEST] };
        Lists { slots: vec![empty; (bytes / size_of::<List>()).max(1)], epoch: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.epoch = self.epoch.wrapping_add(0x5851_f42d_4c95_7f2d);
    }

    /// Grows the cache by the factor `times` and keeps its contents.
    pub fn grow(&mut self, times: usize) {
        let copies = self.slots.iter().flat_map(|list| std::iter::repeat_n(list.clone(), times));
        self.slots = copies.collect();
    }

    fn index(&self, key: u64) -> usize {
        ((key as u128 * self.slots.len() as u128) >> 64) as usize
    }

    /// The cached moves of a position.
    pub fn get(&self, key: u64) -> Option<&[Point]> {
        let list = &self.slots[self.index(key)];
        (list.key == key ^ self.epoch && list.length != VACANT).then(|| &list.points[..list.length as usize])
    }

    /// Caches the moves of a position unless there are too many.
    pub fn put(&mut self, key: u64, points: &[Point]) {
        let at = self.index(key);
        if points.len() <= LONGEST {
            let list = &mut self.slots[at];
            list.key = key ^ self.epoch;
            list.length = points.len() as u8;
            list.points[..points.len()].copy_from_slice(points);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growing_table_keeps_its_entries_until_it_is_cleared() {
        let table = Table::new(20 * WAYS * size_of::<Slot>());
        let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (1..40).for_each(|i| table.put(key(i), Numbers::YES, i));
        let efforts = |table: &Table| -> Vec<_> { (0..50).map(|i| table.effort(key(i))).collect() };
        let before = efforts(&table);
        assert!(before.iter().sum::<u32>() > 600);
        let table = table.grown(3);
        assert_eq!(efforts(&table), before);
        table.clear();
        assert_eq!(efforts(&table), [0; 50]);
    }

    /// Four threads write and read eight positions that share one bucket.
    #[test]
    fn numbers_that_are_torn_are_not_believed() {
        let table = Table::new(1);
        let work = |worker: u64| {
            for round in 0..if cfg!(miri) { 100 } else { 100_000u64 } {
                let (key, asked) = (1 + (worker + round * 3) % 8, 1 + round % 8);
                let numbers = Numbers { phi: (key * 1_000 + round % 999) as u32, delta: (round % 999) as u32 };
                table.put(key, numbers, key);
                if let Some(numbers) = table.get(asked) {
                    assert_eq!(numbers.phi - numbers.delta, asked as u32 * 1_000);
                }
            }
        };
        std::thread::scope(|scope| {
            (0..4).for_each(|worker| drop(scope.spawn(move || work(worker))));
        });
        assert!((1..=8).any(|key| table.effort(key) > 0));
    }
}
