//! A number for each channel.

use std::ops::{Deref, DerefMut};

/// The channels of each point.
pub(super) const CHANNELS: usize = 32;

/// A number for each channel; fills a cache line, so that no load needs two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Row(pub [i16; CHANNELS]);

impl Row {
    pub const ZERO: Row = Row([0; CHANNELS]);

    /// The rows of a matrix.
    pub fn all(numbers: &[i16]) -> Vec<Row> {
        numbers.as_chunks().0.iter().copied().map(Row).collect()
    }
}

impl Deref for Row {
    type Target = [i16; CHANNELS];

    #[inline(always)]
    fn deref(&self) -> &[i16; CHANNELS] {
        &self.0
    }
}

impl DerefMut for Row {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [i16; CHANNELS] {
        &mut self.0
    }
}
