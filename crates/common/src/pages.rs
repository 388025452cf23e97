//! Zeroed memory for tables, in huge pages where available.
//!
//! A hash table is accessed at random from the first second, so nearly every write would hit a page that the system has
//! not allocated yet; with pages of 4 KiB this halved the speed of the first moves of a game. With pages of 2 MiB there
//! are only a few hundred page faults, and fewer TLB misses.

use crate::setting::WrongSetting;
#[cfg(target_family = "wasm")]
use heap::Memory;
#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut as Memory;
use std::ops::{Deref, DerefMut};

/// The maximum memory size, in MB.
const MOST_MEGABYTES: usize = 65_536;

/// Parses a memory size in MB and returns it in bytes.
///
/// # Errors
/// A message if it is malformed or out of range.
pub fn megabytes(text: &str) -> Result<usize, WrongSetting> {
    let megabytes = text.parse().ok();
    let megabytes = megabytes.filter(|megabytes| (1..=MOST_MEGABYTES).contains(megabytes));
    let bytes = megabytes.map(|megabytes| megabytes.saturating_mul(1 << 20));
    bytes.ok_or(WrongSetting::Memory { most: MOST_MEGABYTES })
}

/// Zeroed bytes, aligned to a page (to 64 bytes if they come from the allocator).
pub struct Pages(Memory);

impl Pages {
    /// Allocates `bytes` zeros, or fewer if the system cannot provide them; at least one.
    ///
    /// # Panics
    /// If even a small allocation fails.
    pub fn zeroed(bytes: usize) -> Pages {
        let mut wanted = bytes.max(1);
        let map = loop {
            match Memory::map_anon(wanted) {
                Ok(map) => break map,
                Err(error) if wanted > 64 => {
                    log::warn!("no {wanted} bytes of memory for a table: {error}");
                    wanted /= 2;
                }
                Err(error) => panic!("out of memory: {error}"),
            }
        };
        ask_for_large_pages(&map);
        Pages(map)
    }
}

/// Asks for huge pages where the system supports it; failure is harmless.
#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_large_pages(map: &Memory) {
    if let Err(error) = map.advise(memmap2::Advice::HugePage) {
        log::debug!("no large pages: {error}");
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_large_pages(_: &Memory) {}

/// A table of 64-bit words, initially zero.
pub struct Words(Pages);

const WORD: usize = size_of::<u64>();

impl Words {
    /// Allocates `count` words, or fewer if the system cannot provide them; at least one.
    pub fn zeroed(count: usize) -> Words {
        Words(Pages::zeroed(count.max(1) * WORD))
    }

    /// The number of words.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.len() / WORD
    }

    /// Doubles the table until it has at least `count` words, duplicating the contents. This suits tables that are
    /// indexed by the lowest bits of a key. The table keeps its size if the system cannot provide the memory.
    pub fn grow(&mut self, count: usize) {
        while self.len() < count {
            let old = self.len();
            let mut larger = Words::zeroed(2 * old);
            if larger.len() < 2 * old {
                return;
            }
            let (lower, upper) = larger.0.split_at_mut(old * WORD);
            lower.copy_from_slice(&self.0[..old * WORD]);
            upper.copy_from_slice(lower);
            *self = larger;
        }
    }

    /// Always false.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The word at an index.
    ///
    /// # Panics
    /// If the index is out of range.
    #[inline(always)]
    pub fn get(&self, index: usize) -> u64 {
        u64::from_ne_bytes(self.0.as_chunks().0[index])
    }

    /// Writes the word at an index.
    ///
    /// # Panics
    /// If the index is out of range.
    #[inline(always)]
    pub fn set(&mut self, index: usize, word: u64) {
        self.0.as_chunks_mut().0[index] = word.to_ne_bytes();
    }
}

impl Deref for Pages {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Pages {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

/// Memory from the allocator, for targets without a system.
#[cfg(target_family = "wasm")]
mod heap {
    use std::ops::{Deref, DerefMut};
    use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes};

    /// A block with the size and alignment of a cache line.
    #[derive(FromBytes, IntoBytes, Immutable)]
    #[repr(C, align(64))]
    struct AlignedBlock([u8; 64]);

    pub struct Memory(Vec<AlignedBlock>, usize);

    impl Memory {
        pub fn map_anon(bytes: usize) -> Result<Memory, &'static str> {
            let blocks = AlignedBlock::new_vec_zeroed(bytes.div_ceil(size_of::<AlignedBlock>()));
            let blocks = blocks.map_err(|_| "the allocator has no more")?;
            Ok(Memory(blocks, bytes))
        }
    }

    impl Deref for Memory {
        type Target = [u8];

        #[inline(always)]
        fn deref(&self) -> &[u8] {
            &self.0.as_bytes()[..self.1]
        }
    }

    impl DerefMut for Memory {
        #[inline(always)]
        fn deref_mut(&mut self) -> &mut [u8] {
            &mut self.0.as_mut_bytes()[..self.1]
        }
    }
}

/// Loads a value into the processor's cache, without waiting for it.
#[inline(always)]
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    // SAFETY: a prefetch has no side effects, and every x86-64 processor supports it.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_zeros_that_keep_what_is_written() {
        let mut pages = Pages::zeroed(5 << 20);
        assert_eq!(pages.len(), 5 << 20);
        assert!(pages.iter().all(|&byte| byte == 0));
        pages[3 << 20] = 7;
        assert_eq!(pages[3 << 20], 7);
        assert_eq!(Pages::zeroed(0).len(), 1);
    }

    #[test]
    fn words_keep_what_is_written() {
        let mut words = Words::zeroed(1000);
        assert_eq!((words.len(), words.get(999)), (1000, 0));
        words.set(999, u64::MAX - 1);
        assert_eq!((words.get(998), words.get(999)), (0, u64::MAX - 1));
        assert_eq!(Words::zeroed(0).len(), 1);
    }

    #[test]
    fn words_that_grow_are_found_by_their_lowest_bits() {
        let mut words = Words::zeroed(8);
        (0..8).for_each(|i| words.set(i, 100 + i as u64));
        words.grow(20);
        assert_eq!(words.len(), 32);
        assert!((0..32).all(|i| words.get(i) == 100 + (i as u64 & 7)));
    }
}
