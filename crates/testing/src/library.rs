//! A database in memory.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tengen_core::board::Position;
use tengen_core::rules::Rule;
use tengen_database::{Change, Key, Library, Place, Record, Records};

/// A database that forgets everything when it goes.
#[derive(Default)]
pub struct MemoryLibrary {
    records: Mutex<HashMap<Key, Record>>,
    asked: AtomicUsize,
}

impl MemoryLibrary {
    /// Writes what is known of a position; the best move lies as the position does.
    pub fn put(&self, position: &Position, rule: Rule, record: Record) {
        let place = Place::of(position, rule);
        let best = record.best.map(|point| place.to_key(point));
        let record = Record { best, ..record };
        self.records
            .lock()
            .expect("nobody failed")
            .insert(place.key().clone(), record);
    }

    /// How often it was asked since this was asked last.
    pub fn take_asked(&self) -> usize {
        self.asked.swap(0, Ordering::Relaxed)
    }
}

impl Records for MemoryLibrary {
    fn get(&self, key: &Key) -> anyhow::Result<Option<Record>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Ok(self
            .records
            .lock()
            .expect("nobody failed")
            .get(key)
            .cloned())
    }
}

impl Library for MemoryLibrary {
    fn name(&self) -> &str {
        "memory"
    }

    fn is_writable(&self) -> bool {
        true
    }

    fn change(&self, key: &Key, change: Change) -> anyhow::Result<()> {
        let mut records = self.records.lock().expect("nobody failed");
        let known = records.remove(key).unwrap_or_default();
        records.insert(key.clone(), change(known));
        Ok(())
    }
}
