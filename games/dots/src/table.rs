//! Bounds of the values of rests.
//!
//! The common table distinguishes positions by 32 bits and by their index. A wrong bound would falsify a value
//! reported as exact, so the payload holds more bits of the key.

use tengen_common::table::{self, Bound, NOTE_BITS, Note};

/// Key bits that the table itself does not compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TableCheck(u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashEntry {
    pub at_least: i32,
    pub at_most: i32,
}

pub struct DotsTable(table::Table<TableCheck>);

/// The depth of an entry per free line.
const LINE: i32 = 100;

impl Note for TableCheck {
    fn to_bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> TableCheck {
        TableCheck(bits)
    }

    fn over(self, _: TableCheck) -> TableCheck {
        self
    }
}

impl TableCheck {
    fn of(key: u64) -> TableCheck {
        TableCheck((key >> 32) as u32 & ((1 << NOTE_BITS) - 1))
    }
}

impl HashEntry {
    /// The trivial bounds of a rest with this many boxes.
    pub fn of(boxes: i32) -> HashEntry {
        HashEntry { at_least: -boxes, at_most: boxes }
    }
}

impl DotsTable {
    pub fn new(bytes: usize) -> DotsTable {
        DotsTable(table::Table::new(bytes))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Starts a new search: older entries are replaced first.
    pub fn age(&mut self) {
        self.0.age();
    }

    #[inline]
    pub fn get(&mut self, key: u64) -> Option<HashEntry> {
        let entry = self.0.get(key).filter(|entry| entry.note == TableCheck::of(key))?;
        Some(HashEntry { at_least: i32::from(entry.value as u8 as i8), at_most: entry.value >> 8 })
    }

    /// Stores the bounds of a rest with this many free lines.
    #[inline]
    pub fn put(&mut self, key: u64, lines: i32, known: HashEntry) {
        let entry = table::Entry {
            value: known.at_most << 8 | i32::from(known.at_least as i8 as u8),
            depth: lines * LINE,
            bound: Bound::Exact,
            note: TableCheck::of(key),
        };
        self.0.put(key, entry);
    }
}
