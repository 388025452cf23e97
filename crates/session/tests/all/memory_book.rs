//! A position database in memory.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tengen_core::board::Position;
use tengen_core::rules::Rule;
use tengen_database::{DatabaseError, Key, Place, Record, Records};

#[derive(Default)]
pub struct MemoryBook {
    records: Mutex<HashMap<Key, Record>>,
    asked: AtomicUsize,
}

impl MemoryBook {
    /// Stores the record of a position; its best move is in the orientation of the position.
    pub fn put(&self, position: &Position, rule: Rule, record: Record) {
        let place = Place::of(position, rule);
        let best = record.best.map(|point| place.to_key(point));
        let record = Record { best, ..record };
        self.records.lock().expect("nobody failed").insert(place.key().clone(), record);
    }

    /// The number of queries since the last call.
    pub fn take_asked(&self) -> usize {
        self.asked.swap(0, Ordering::Relaxed)
    }
}

impl Records for MemoryBook {
    fn get(&self, key: &Key) -> Result<Option<Record>, DatabaseError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Ok(self.records.lock().expect("nobody failed").get(key).cloned())
    }
}
