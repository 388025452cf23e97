//! The transposition table: what was found out about positions before.
//!
//! Each game has its own kind of move, and may want to remember something besides: that is its [`Note`].
//!
//! ```text
//!   a cache line:  | slot | slot | slot | slot | slot |spare|
//!   a slot:        | key 32 | value 16 | depth 16 | bound 2, generation 3, note 27 |
//! ```

use super::Score;
use super::pages::Pages;
use std::marker::PhantomData;

/// What a game remembers of a position besides value and depth: the best move, at least.
pub trait Note: Copy {
    /// As a number below 2^[`NOTE_BITS`].
    fn to_bits(self) -> u32;
    /// The note of such a number; the reverse of [`Note::to_bits`]. Any number is one: two positions may
    /// share a key, so a move that comes back need not be playable.
    fn from_bits(bits: u32) -> Self;
    /// This note, which takes the place of an `older` one of the same position.
    #[must_use]
    fn over(self, older: Self) -> Self;
}

/// The room for a note.
pub const NOTE_BITS: u32 = 27;

/// Which side of the true value a stored value is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// This is the value.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<N> {
    /// The value, counted from this position.
    pub value: i32,
    /// How deep it was searched, in hundredths of a ply (or turn).
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
    /// What the game adds.
    pub note: N,
}

/// Twelve bytes; five slots and four spare bytes make a cache line.
#[derive(Clone, Copy)]
struct Slot {
    key: u32,
    value: i16,
    depth: i16,
    /// The note, generation (3 bits), bound (2; 0 marks an empty slot).
    packed: u32,
}

const SLOT: usize = 12;
const SLOTS: usize = 5;
/// A cache line.
const BUCKET: usize = 64;
const GENERATIONS: u32 = 8;
/// An entry of the same search gives way only to one that is at most so much shallower.
const SHALLOWER: i32 = 200;
/// An older entry gives way as if it were so much shallower for each search since.
const AGEING: i32 = 400;

/// A hash table of positions with a fixed size.
pub struct Table<N> {
    pages: Pages,
    buckets: usize,
    generation: u32,
    note: PhantomData<N>,
}

impl<N: Note> Table<N> {
    /// A table of at most `bytes` (at least one bucket of 64 bytes).
    pub fn new(bytes: usize) -> Table<N> {
        let pages = Pages::zeroed((bytes / BUCKET).max(1) * BUCKET);
        Table {
            buckets: pages.len() / BUCKET,
            pages,
            generation: 0,
            note: PhantomData,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Table::new(self.buckets * BUCKET);
    }

    /// A new search begins: older entries give way first.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// How much of the table is in use, in thousandths: a sample of it.
    pub fn usage(&self) -> u32 {
        const SAMPLE: usize = 4096;
        let looked_at = self.buckets.min(SAMPLE);
        let filled = (0..looked_at).flat_map(|i| {
            let bucket = i * (self.buckets / looked_at) * BUCKET;
            self.pages[bucket..][..SLOTS * SLOT].chunks_exact(SLOT)
        });
        let filled = filled.filter(|bytes| Slot::read(bytes).bound().is_some());
        (filled.count() * 1000 / (looked_at * SLOTS)) as u32
    }

    /// The bytes of the slots for a hash: the high half of hash × number of buckets needs no
    /// division.
    #[inline(always)]
    fn slots(&self, hash: u64) -> std::ops::Range<usize> {
        let index = ((hash as u128 * self.buckets as u128) >> 64) as usize;
        index * BUCKET..index * BUCKET + SLOTS * SLOT
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Entry<N>> {
        let slots = self.pages[self.slots(hash)].chunks_exact(SLOT);
        let slot = slots.map(Slot::read).find(|slot| slot.key == hash as u32)?;
        Some(Entry {
            value: slot.value as i32,
            depth: slot.depth as i32,
            bound: slot.bound()?,
            note: slot.note(),
        })
    }

    /// Remembers a position, in the place of the shallowest and oldest entry of its bucket.
    #[inline]
    pub fn put(&mut self, hash: u64, entry: Entry<N>) {
        let generation = self.generation;
        let range = self.slots(hash);
        let bytes = &mut self.pages[range];
        let (mut at, mut least, mut same) = (0, i32::MAX, None);
        for i in 0..SLOTS {
            let slot = Slot::read(&bytes[i * SLOT..]);
            if slot.key == hash as u32 && slot.bound().is_some() {
                (at, same) = (i, Some(slot));
                break;
            }
            let worth = slot.worth(generation);
            if worth < least {
                (at, least) = (i, worth);
            }
        }
        let mut note = entry.note;
        if let Some(old) = same {
            let current = old.generation() == generation;
            let shallower = entry.depth + SHALLOWER < old.depth as i32;
            if current && entry.bound != Bound::Exact && shallower {
                return;
            }
            note = note.over(old.note());
        }
        let note = note.to_bits();
        debug_assert!(note >> NOTE_BITS == 0);
        let slot = Slot {
            key: hash as u32,
            value: entry.value as i16,
            depth: entry.depth.clamp(0, i16::MAX as i32) as i16,
            packed: note << 5 | generation << 2 | entry.bound as u32,
        };
        slot.write(&mut bytes[at * SLOT..][..SLOT]);
    }
}

impl Slot {
    #[inline(always)]
    fn read(bytes: &[u8]) -> Slot {
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i]));
        let scores = word(4);
        Slot {
            key: word(0),
            value: scores as i16,
            depth: (scores >> 16) as i16,
            packed: word(8),
        }
    }

    #[inline(always)]
    fn write(&self, bytes: &mut [u8]) {
        let scores = self.value as u16 as u32 | (self.depth as u16 as u32) << 16;
        let words = [self.key, scores, self.packed];
        for (bytes, word) in bytes.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }

    #[inline(always)]
    fn bound(&self) -> Option<Bound> {
        match self.packed & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    #[inline(always)]
    fn note<N: Note>(&self) -> N {
        N::from_bits(self.packed >> 5)
    }

    #[inline(always)]
    fn generation(&self) -> u32 {
        self.packed >> 2 & (GENERATIONS - 1)
    }

    /// How much would be lost with this entry.
    #[inline(always)]
    fn worth(&self, generation: u32) -> i32 {
        match self.bound() {
            None => i32::MIN,
            Some(_) => {
                let age = (generation + GENERATIONS - self.generation()) % GENERATIONS;
                self.depth as i32 - AGEING * age as i32
            }
        }
    }
}

/// A proven score counts plies from the root; in the table it counts from its own position.
pub fn to_table(value: i32, ply: usize) -> i32 {
    shift(value, ply as i32)
}

/// The reverse of [`to_table`].
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
        Entry {
            value,
            depth,
            bound: Bound::Exact,
            note: MOVE,
        }
    }

    #[test]
    fn what_is_put_is_got() {
        let mut table = Table::new(1 << 16);
        for i in 0..100u64 {
            table.put(
                i.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                entry(i as i32 - 50, 300),
            );
        }
        let found = (0..100u64)
            .filter_map(|i| Some((i, table.get(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))?)))
            .inspect(|(i, e)| {
                assert_eq!(*e, entry(*i as i32 - 50, 300));
            });
        assert_eq!(found.count(), 100);
    }

    #[test]
    fn a_best_move_outlives_a_search_without_one() {
        let mut table = Table::new(64);
        table.put(9, entry(0, 300));
        let without = Entry {
            note: Best(0),
            ..entry(1, 400)
        };
        table.put(9, without);
        assert_eq!(table.get(9), Some(entry(1, 400)));
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let mut table = Table::new(64);
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
    fn usage_is_the_share_of_filled_slots() {
        let mut table: Table<Best> = Table::new(1 << 16);
        assert_eq!(table.usage(), 0);
        let slots = (1 << 16) / BUCKET * SLOTS;
        for i in 0..slots as u64 / 2 {
            table.put(i.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(0, 300));
        }
        assert!((400..=500).contains(&table.usage()), "{}", table.usage());
        table.clear();
        assert_eq!(table.usage(), 0);
    }

    #[test]
    fn proven_scores_count_from_their_position() {
        let win = Score::win_in(9).value();
        assert_eq!(to_table(win, 4), Score::win_in(5).value());
        assert_eq!(from_table(to_table(-win, 4), 4), -win);
        assert_eq!(to_table(120, 4), 120);
    }
}
