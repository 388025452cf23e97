//! Random numbers that are identical on every machine and independent of crate versions, so that a
//! seed reproduces a run.

use std::hash::{BuildHasher, RandomState};
use std::time::Instant;

/// SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator for a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// An unpredictable seed, from the system's randomness if available and from the clock.
    pub fn unknown_seed() -> u64 {
        RandomState::new().hash_one(Instant::now())
    }

    /// The generator for item `index` under a seed, independent of other items.
    pub fn of(seed: u64, index: u64) -> Random {
        let mut random = Random(seed);
        let start = random.next();
        Random(start ^ index.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// The next 64 bits.
    #[allow(clippy::should_implement_trait)] // not an iterator: it never ends
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// A random item; `None` if there is none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len())])
    }

    /// Shuffles `items`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
