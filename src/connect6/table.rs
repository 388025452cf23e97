//! The transposition table: what was found out about positions before.

use super::Move;
use crate::search::table::Bound;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best turn.
    pub best: Option<Move>,
    /// The value, counted from this position.
    pub value: i32,
    /// How deep it was searched, in hundredths of a turn.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u32,
    value: i16,
    depth: i16,
    generation: u8,
    best: Option<Move>,
    bound: Option<Bound>,
}

const EMPTY: Slot = Slot {
    key: 0,
    value: 0,
    depth: 0,
    generation: 0,
    best: None,
    bound: None,
};

/// Slots in which a position may lie.
const BUCKET: usize = 4;

/// A hash table of positions with a fixed size.
pub struct Table {
    slots: Vec<Slot>,
    generation: u8,
}

impl Table {
    /// A table of about so many bytes.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Slot>() / BUCKET).max(1);
        Table {
            slots: vec![EMPTY; buckets * BUCKET],
            generation: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    /// A new search begins: older entries give way first.
    pub fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn bucket(&self, hash: u64) -> std::ops::Range<usize> {
        let buckets = self.slots.len() / BUCKET;
        let index = ((u128::from(hash) * buckets as u128) >> 64) as usize;
        index * BUCKET..(index + 1) * BUCKET
    }

    /// What is known of a position.
    pub fn get(&self, hash: u64) -> Option<Entry> {
        let slots = &self.slots[self.bucket(hash)];
        let slot = slots.iter().find(|slot| slot.key == hash as u32)?;
        Some(Entry {
            best: slot.best,
            value: slot.value.into(),
            depth: slot.depth.into(),
            bound: slot.bound?,
        })
    }

    /// Remembers a position, in the place of the shallowest and oldest entry of its bucket.
    pub fn put(&mut self, hash: u64, entry: Entry) {
        let generation = self.generation;
        let range = self.bucket(hash);
        let slots = &mut self.slots[range];
        let is_same = |slot: &Slot| slot.key == hash as u32 && slot.bound.is_some();
        let at = slots.iter().position(is_same).unwrap_or_else(|| {
            let worth = |&i: &usize| slots[i].worth(generation);
            (0..BUCKET).min_by_key(worth).expect("a bucket has slots")
        });
        let old = is_same(&slots[at]).then_some(slots[at].best).flatten();
        slots[at] = Slot {
            key: hash as u32,
            value: entry.value as i16,
            depth: entry.depth.clamp(0, i16::MAX.into()) as i16,
            generation,
            best: entry.best.or(old),
            bound: Some(entry.bound),
        };
    }
}

impl Slot {
    /// How much would be lost with this entry.
    fn worth(&self, generation: u8) -> i32 {
        match self.bound {
            None => i32::MIN,
            Some(_) => {
                let age = generation.wrapping_sub(self.generation);
                i32::from(self.depth) - 400 * i32::from(age)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    fn entry(depth: i32) -> Entry {
        Entry {
            best: Some(Move::pair(Point::new(3, 4), Point::new(5, 6))),
            value: -depth,
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn what_is_put_is_got() {
        let mut table = Table::new(1 << 14);
        for key in 1..50u64 {
            let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            table.put(hash, entry(100 * key as i32));
            assert_eq!(table.get(hash), Some(entry(100 * key as i32)));
        }
        assert_eq!(table.get(7), None);
    }

    #[test]
    fn a_best_turn_outlives_a_search_without_one() {
        let mut table = Table::new(0);
        table.put(9, entry(300));
        let without = Entry {
            best: None,
            ..entry(400)
        };
        table.put(9, without);
        assert_eq!(table.get(9), Some(entry(400)));
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let mut table = Table::new(0);
        for key in 1..=4 {
            table.put(key, entry(100 * key as i32));
        }
        table.put(5, entry(300));
        assert!(table.get(1).is_none() && table.get(2).is_some());
        (0..4).for_each(|_| table.age());
        table.put(6, entry(100));
        table.put(7, entry(100));
        assert!(table.get(6).is_some() && table.get(7).is_some());
    }
}
