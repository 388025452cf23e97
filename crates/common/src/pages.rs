//! Memory for tables: zeros, in large pages where the system has them.
//!
//! A table is written all over from its first second on, so each write would touch a page that the
//! system has yet to hand out; with pages of 4 KiB that cost half the speed of the first moves of a
//! game. Pages of 2 MiB are handed out a few hundred times in all, and need few address look-ups.

#[cfg(target_family = "wasm")]
use heap::Memory;
#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut as Memory;
use std::ops::{Deref, DerefMut};

/// The most memory that can be asked for, in MB.
const MOST_MEGABYTES: usize = 65_536;

/// Memory as people write it, in MB: so many bytes.
///
/// # Errors
/// What is wrong with it.
pub fn megabytes(text: &str) -> Result<usize, String> {
    let megabytes = text.parse().ok();
    let megabytes = megabytes.filter(|megabytes| (1..=MOST_MEGABYTES).contains(megabytes));
    let bytes = megabytes.map(|megabytes| megabytes.saturating_mul(1 << 20));
    bytes.ok_or_else(|| format!("MB are a number from 1 to {MOST_MEGABYTES}"))
}

/// Zeroed bytes, aligned to a page (to 64 bytes where the allocator gives them).
pub struct Pages(Memory);

impl Pages {
    /// `bytes` zeros, or fewer if the system does not give so many; at least one.
    ///
    /// # Panics
    /// When the system does not even give a few bytes, as any allocation would.
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

/// Where the system leaves the size of pages to the program. It is a wish: without it, all works.
#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_large_pages(map: &Memory) {
    if let Err(error) = map.advise(memmap2::Advice::HugePage) {
        log::debug!("no large pages: {error}");
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_large_pages(_: &Memory) {}

/// Words of 64 bits, all zero to begin with.
pub struct Words(Pages);

const WORD: usize = size_of::<u64>();

impl Words {
    /// So many words, or fewer if the system does not give so many; at least one.
    pub fn zeroed(count: usize) -> Words {
        Words(Pages::zeroed(count.max(1) * WORD))
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.len() / WORD
    }

    /// Twice as many, and twice as many again until there are at least `count`: what a table that goes by the
    /// lowest bits of a key needs to find all again. They stay as they are where the system does not give so many.
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

    /// There is always one.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The word at an index.
    ///
    /// # Panics
    /// Where there is none.
    #[inline(always)]
    pub fn get(&self, index: usize) -> u64 {
        let bytes = &self.0[index * WORD..][..WORD];
        u64::from_ne_bytes(std::array::from_fn(|i| bytes[i]))
    }

    /// Writes the word at an index.
    ///
    /// # Panics
    /// Where there is none.
    #[inline(always)]
    pub fn set(&mut self, index: usize, word: u64) {
        self.0[index * WORD..][..WORD].copy_from_slice(&word.to_ne_bytes());
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

/// Memory of the allocator, where there is no system to ask.
#[cfg(target_family = "wasm")]
mod heap {
    use std::ops::{Deref, DerefMut};
    use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes};

    /// As much as a cache line, and aligned as one.
    #[derive(FromBytes, IntoBytes, Immutable)]
    #[repr(C, align(64))]
    struct Block([u8; 64]);

    pub struct Memory(Vec<Block>, usize);

    impl Memory {
        pub fn map_anon(bytes: usize) -> Result<Memory, &'static str> {
            let blocks = Block::new_vec_zeroed(bytes.div_ceil(size_of::<Block>()));
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
