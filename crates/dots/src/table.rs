//! What is known of rests: between which two numbers the value lies.
//!
//! The common table tells positions apart by 32 bits and by where they lie in it. A wrong bound would make a
//! value wrong that is called exact, so the note holds more bits of the word for a position.

use tengen_common::table::{self, Bound, NOTE_BITS, Note};

/// Bits of the word for a position that the table does not compare itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Check(u32);

/// What is known of a rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashEntry {
    /// It is worth at least this.
    pub at_least: i32,
    /// It is worth at most this.
    pub at_most: i32,
}

/// Bounds of the values of rests.
pub struct Table(table::Table<Check>);

/// An entry's depth for each free line.
const LINE: i32 = 100;

impl Note for Check {
    fn to_bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Check {
        Check(bits)
    }

    fn over(self, _: Check) -> Check {
        self
    }
}

impl Check {
    fn of(key: u64) -> Check {
        Check((key >> 32) as u32 & ((1 << NOTE_BITS) - 1))
    }
}

impl HashEntry {
    /// Nothing but that there are so many boxes.
    pub fn of(boxes: i32) -> HashEntry {
        HashEntry {
            at_least: -boxes,
            at_most: boxes,
        }
    }
}

impl Table {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Table {
        Table(table::Table::new(bytes))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// A new search begins: older entries give way first.
    pub fn age(&mut self) {
        self.0.age();
    }

    /// What is known of the rest with this word.
    #[inline]
    pub fn get(&mut self, key: u64) -> Option<HashEntry> {
        let entry = self
            .0
            .get(key)
            .filter(|entry| entry.note == Check::of(key))?;
        Some(HashEntry {
            at_least: i32::from(entry.value as u8 as i8),
            at_most: entry.value >> 8,
        })
    }

    /// Remembers a rest with so many free lines.
    #[inline]
    pub fn put(&mut self, key: u64, lines: i32, known: HashEntry) {
        let entry = table::Entry {
            value: known.at_most << 8 | i32::from(known.at_least as i8 as u8),
            depth: lines * LINE,
            bound: Bound::Exact,
            note: Check::of(key),
        };
        self.0.put(key, entry);
    }
}
