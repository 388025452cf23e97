//! A number for each channel.

use super::sizes::CHANNELS;

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
