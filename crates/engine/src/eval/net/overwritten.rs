//! Overwritten rows, restored when steps are taken back.

use super::row::Row;

/// Overwritten rows, the most recent last.
pub(super) struct Overwritten {
    pub places: Vec<u16>,
    pub rows: Vec<Row>,
}

impl Overwritten {
    pub const NOTHING: Overwritten = Overwritten { places: Vec::new(), rows: Vec::new() };

    /// Saves the rows starting at this index.
    #[inline(always)]
    pub fn keep(&mut self, at: usize, rows: &[Row]) {
        self.places.extend(at as u16..(at + rows.len()) as u16);
        self.rows.extend_from_slice(rows);
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.places.clear();
        self.rows.clear();
    }

    /// Restores all rows but the first `count`.
    #[inline(always)]
    pub fn restore(&mut self, count: usize, rows: &mut [Row]) {
        for (&at, old) in self.places[count..].iter().zip(&self.rows[count..]).rev() {
            rows[at as usize] = *old;
        }
        self.places.truncate(count);
        self.rows.truncate(count);
    }
}
