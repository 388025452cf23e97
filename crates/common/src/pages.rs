//! Zeroed memory for tables, in huge pages where available.
//!
//! A hash table is accessed at random from the first second, so nearly every write would hit a page that the system has
//! not allocated yet; with pages of 4 KiB this halved the speed of the first moves of a game. With pages of 2 MiB there
//! are only a few hundred page faults, and fewer TLB misses.

use crate::setting::WrongSetting;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[cfg(not(target_family = "wasm"))]
pub use self::mapped::Pages;
#[cfg(target_family = "wasm")]
pub use heap::Pages;

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

/// Memory from the system.
#[cfg(not(target_family = "wasm"))]
mod mapped {
    use memmap2::{MmapMut, MmapRaw};
    use std::marker::PhantomData;
    use std::ops::Deref;
    use zerocopy::FromZeros;

    /// Values that are zero at first. Any number of threads may read them, and write to them if they are atomic.
    pub struct Pages<T> {
        map: MmapRaw,
        values: PhantomData<T>,
    }

    impl<T: FromZeros> Pages<T> {
        const FITS: () = assert!(size_of::<T>() > 0 && align_of::<T>() <= 4096);

        /// Allocates `count` zeros, or fewer if the system cannot provide them; at least one.
        ///
        /// # Panics
        /// If even a small allocation fails.
        pub fn zeroed(count: usize) -> Pages<T> {
            let () = Pages::<T>::FITS;
            let mut wanted = count.max(1);
            let map = loop {
                match MmapMut::map_anon(wanted.saturating_mul(size_of::<T>())) {
                    Ok(map) => break MmapRaw::from(map),
                    Err(error) if wanted > 1 => {
                        log::warn!("no memory for a table of {wanted} entries: {error}");
                        wanted /= 2;
                    }
                    Err(error) => panic!("out of memory: {error}"),
                }
            };
            ask_for_large_pages(&map);
            Pages { map, values: PhantomData }
        }
    }

    impl<T> Deref for Pages<T> {
        type Target = [T];

        #[inline(always)]
        #[allow(unsafe_code)]
        fn deref(&self) -> &[T] {
            // SAFETY: the map begins at a page, lives as long as `self`, holds whole values, and its zeros are values
            // because `T: FromZeros`. All references to it come from here, so only atomic parts of `T` change.
            unsafe { std::slice::from_raw_parts(self.map.as_mut_ptr().cast(), self.map.len() / size_of::<T>()) }
        }
    }

    /// Asks for huge pages where the system supports it; failure is harmless.
    #[cfg(all(target_os = "linux", not(miri)))]
    fn ask_for_large_pages(map: &MmapRaw) {
        if let Err(error) = map.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages: {error}");
        }
    }

    #[cfg(not(all(target_os = "linux", not(miri))))]
    fn ask_for_large_pages(_: &MmapRaw) {}
}

/// A table of 64-bit words, initially zero, for any number of threads.
pub struct Words(Pages<AtomicU64>);

impl Words {
    /// Allocates `count` words, or fewer if the system cannot provide them; at least one.
    pub fn zeroed(count: usize) -> Words {
        Words(Pages::zeroed(count))
    }

    /// The number of words.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// A table of at least `count` words, with the contents as often as they fit. This suits tables that are indexed by
    /// the lowest bits of a key. It is smaller if the system cannot provide the memory.
    pub fn grown(&self, count: usize) -> Words {
        let times = count.div_ceil(self.len()).next_power_of_two();
        let larger = Words::zeroed(self.len() * times);
        for copies in larger.0.chunks(self.len()) {
            copies.iter().zip(&*self.0).for_each(|(copy, word)| copy.store(word.load(Relaxed), Relaxed));
        }
        larger
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
        self.0[index].load(Relaxed)
    }

    /// Writes the word at an index.
    ///
    /// # Panics
    /// If the index is out of range.
    #[inline(always)]
    pub fn set(&self, index: usize, word: u64) {
        self.0[index].store(word, Relaxed);
    }
}

/// Memory from the allocator, for targets without a system.
#[cfg(target_family = "wasm")]
mod heap {
    use std::ops::Deref;
    use zerocopy::FromZeros;

    /// Values that are zero at first.
    pub struct Pages<T>(Vec<T>);

    impl<T: FromZeros> Pages<T> {
        /// Allocates `count` zeros, or fewer if the allocator cannot provide them; at least one.
        ///
        /// # Panics
        /// If even a small allocation fails.
        pub fn zeroed(count: usize) -> Pages<T> {
            let mut wanted = count.max(1);
            loop {
                match T::new_vec_zeroed(wanted) {
                    Ok(values) => break Pages(values),
                    Err(_) if wanted > 1 => wanted /= 2,
                    Err(_) => panic!("out of memory"),
                }
            }
        }
    }

    impl<T> Deref for Pages<T> {
        type Target = [T];

        #[inline(always)]
        fn deref(&self) -> &[T] {
            &self.0
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
        let pages: Pages<AtomicU64> = Pages::zeroed(1 << 19);
        assert_eq!(pages.len(), 1 << 19);
        assert!(pages.iter().all(|word| word.load(Relaxed) == 0));
        pages[3 << 17].store(7, Relaxed);
        assert_eq!(pages[3 << 17].load(Relaxed), 7);
        assert_eq!(Pages::<AtomicU64>::zeroed(0).len(), 1);
    }

    #[test]
    fn words_keep_what_is_written() {
        let words = Words::zeroed(1000);
        assert_eq!((words.len(), words.get(999)), (1000, 0));
        words.set(999, u64::MAX - 1);
        assert_eq!((words.get(998), words.get(999)), (0, u64::MAX - 1));
        assert_eq!(Words::zeroed(0).len(), 1);
    }

    #[test]
    fn words_that_grow_are_found_by_their_lowest_bits() {
        let words = Words::zeroed(8);
        (0..8).for_each(|i| words.set(i, 100 + i as u64));
        let words = words.grown(20);
        assert_eq!(words.len(), 32);
        assert!((0..32).all(|i| words.get(i) == 100 + (i as u64 & 7)));
    }
}
