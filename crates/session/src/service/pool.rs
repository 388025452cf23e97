//! Memory that several services share, so that many searches at once stay within a limit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tengen_engine::search::Searcher;

/// Memory for the searches of several services. A service that is alone may have all of it; if there are more, each
/// gets at most an equal part, and never what others hold. Only [`Searcher::MIN_MEMORY`] is given in any case.
#[derive(Debug)]
pub struct MemoryPool {
    bytes: usize,
    holders: Mutex<Holders>,
}

#[derive(Debug, Default)]
struct Holders {
    /// The bytes held, by the number of the holder.
    held: HashMap<u64, usize>,
    numbers: u64,
}

impl MemoryPool {
    pub fn new(bytes: usize) -> MemoryPool {
        MemoryPool { bytes, holders: Mutex::default() }
    }

    fn holders(&self) -> MutexGuard<'_, Holders> {
        self.holders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A service's part of a pool; it is returned when this is dropped.
pub struct Share {
    pool: Arc<MemoryPool>,
    number: u64,
}

impl Share {
    /// A part of a pool, with nothing yet.
    pub fn of(pool: &Arc<MemoryPool>) -> Share {
        let mut holders = pool.holders();
        holders.numbers += 1;
        Share { number: holders.numbers, pool: pool.clone() }
    }

    /// Takes at most `wanted` bytes, in place of what it held. A part is a power of two, so that it stays the same while
    /// a few others come and go.
    pub fn take(&self, wanted: usize) -> usize {
        let mut holders = self.pool.holders();
        holders.held.remove(&self.number);
        let equal = self.pool.bytes / (holders.held.len() + 1);
        let left = self.pool.bytes.saturating_sub(holders.held.values().sum());
        let most = match holders.held.is_empty() {
            true => self.pool.bytes,
            false => power_of_two(equal.min(left)),
        };
        let taken = wanted.min(most).max(Searcher::MIN_MEMORY);
        holders.held.insert(self.number, taken);
        taken
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.pool.holders().held.remove(&self.number);
    }
}

/// The largest power of two that is not larger.
fn power_of_two(number: usize) -> usize {
    number.checked_ilog2().map_or(0, |power| 1 << power)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MB: usize = 1 << 20;

    #[test]
    fn one_service_may_have_all_and_many_have_equal_parts() {
        let pool = Arc::new(MemoryPool::new(1000 * MB));
        let first = Share::of(&pool);
        assert_eq!(first.take(2000 * MB), 1000 * MB);
        let shares: Vec<Share> = (0..15).map(|_| Share::of(&pool)).collect();
        assert_eq!(shares[0].take(128 * MB), MB, "the first one holds all");
        for _ in 0..2 {
            first.take(2000 * MB);
            for share in &shares {
                share.take(128 * MB);
                let held: usize = pool.holders().held.values().sum();
                assert!(held <= 1000 * MB + 16 * MB, "{}", held / MB);
            }
        }
        assert!(shares.iter().all(|share| share.take(128 * MB) == 32 * MB));
        drop(shares);
        assert_eq!(first.take(2000 * MB), 1000 * MB);
    }

    #[test]
    fn parts_do_not_change_with_each_service_that_comes() {
        let pool = Arc::new(MemoryPool::new(1024 * MB));
        let shares: Vec<Share> = (0..8).map(|_| Share::of(&pool)).collect();
        assert!(shares.iter().all(|share| share.take(128 * MB) == 128 * MB));
        drop(shares);
        let shares: Vec<Share> = (0..16).map(|_| Share::of(&pool)).collect();
        for share in &shares {
            share.take(128 * MB);
        }
        assert!(shares.iter().all(|share| share.take(128 * MB) == 64 * MB));
    }
}
