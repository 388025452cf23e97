//! The transposition table: what was found out about positions before.

use super::Score;
use crate::board::Point;

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
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The best move, if one was found.
    pub best: Option<Point>,
    /// The value, counted from this position.
    pub value: i32,
    /// The static evaluation.
    pub eval: i32,
    /// How deep it was searched, in hundredths of a ply.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
}

/// 12 bytes; five make a cache line.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u32,
    value: i16,
    eval: i16,
    depth: i16,
    /// Point (10 bits), move present (1), bound (2; 0 marks an empty slot), generation (3).
    packed: u16,
}

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Slot; 5]);

/// A hash table of positions with a fixed size.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: u16,
}

const GENERATIONS: u16 = 8;

impl Table {
    /// A table of at most `bytes` (at least one bucket of 64 bytes).
    pub fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        Table {
            buckets: vec![Bucket::default(); count],
            generation: 0,
        }
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.generation = 0;
    }

    /// A new search begins: older entries give way first.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> usize {
        // The high half of hash × length: any number of buckets, no division.
        ((hash as u128 * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(hash)];
        let slot = bucket
            .0
            .iter()
            .find(|slot| slot.key == hash as u32 && slot.bound().is_some())?;
        Some(Entry {
            best: (slot.packed >> 10 & 1 != 0)
                .then(|| Point::from_index((slot.packed & 1023) as usize)),
            value: slot.value as i32,
            eval: slot.eval as i32,
            depth: slot.depth as i32,
            bound: slot.bound()?,
        })
    }

    /// Remembers a position, in the place of the shallowest and oldest entry of its bucket.
    #[inline]
    pub fn put(&mut self, hash: u64, entry: Entry) {
        let generation = self.generation;
        let index = self.bucket(hash);
        let bucket = &mut self.buckets[index].0;
        let worth = |slot: &Slot| match slot.bound() {
            None => i32::MIN,
            Some(_) => {
                let age = (generation + GENERATIONS - (slot.packed >> 13)) % GENERATIONS;
                slot.depth as i32 - 400 * age as i32
            }
        };
        let same = bucket
            .iter()
            .position(|s| s.key == hash as u32 && s.bound().is_some());
        let at = same.unwrap_or_else(|| {
            let weakest = (0..bucket.len()).min_by_key(|&i| worth(&bucket[i]));
            weakest.expect("a bucket has slots")
        });
        let slot = &mut bucket[at];
        let mut best = entry.best;
        if same.is_some() {
            let current = slot.packed >> 13 == generation;
            if current && entry.bound != Bound::Exact && entry.depth + 200 < slot.depth as i32 {
                return;
            }
            if best.is_none() && slot.packed >> 10 & 1 != 0 {
                best = Some(Point::from_index((slot.packed & 1023) as usize));
            }
        }
        let point = best.map_or(0, |p| p.index() as u16 | 1 << 10);
        *slot = Slot {
            key: hash as u32,
            value: entry.value as i16,
            eval: entry.eval as i16,
            depth: entry.depth.clamp(0, i16::MAX as i32) as i16,
            packed: point | (entry.bound as u16) << 11 | generation << 13,
        };
    }
}

impl Slot {
    #[inline(always)]
    fn bound(&self) -> Option<Bound> {
        match self.packed >> 11 & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
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

    fn entry(value: i32, depth: i32) -> Entry {
        Entry {
            best: Some(Point::new(3, 4)),
            value,
            eval: -7,
            depth,
            bound: Bound::Exact,
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
                assert_eq!((e.value, e.eval, e.depth), (*i as i32 - 50, -7, 300));
                assert_eq!(e.best, Some(Point::new(3, 4)));
            });
        assert_eq!(found.count(), 100);
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
    fn proven_scores_count_from_their_position() {
        let win = Score::win_in(9).value();
        assert_eq!(to_table(win, 4), Score::win_in(5).value());
        assert_eq!(from_table(to_table(-win, 4), 4), -win);
        assert_eq!(to_table(120, 4), 120);
    }
}
