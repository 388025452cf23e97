//! The database's recommendation at the root of a search, and its confirmation.

use tengen_core::board::Point;
use tengen_database::PositionBook;

/// The database and its recommendation at the root.
#[derive(Clone, Default)]
pub(super) struct Lookups<'a> {
    /// The database, if there is one.
    pub book: Option<&'a dyn PositionBook>,
    /// Its recommended move, if any.
    pub recommended: Option<Recommended>,
    /// The recommended move, if the last iteration rated it nearly as high as its own choice.
    pub confirmed: Option<Confirmed>,
}

/// The database's move at the root, if its record is deeper than a search or claims a win.
#[derive(Clone, Copy)]
pub(super) struct Recommended {
    pub point: Point,
    /// The depth it was searched to; `u32::MAX` for a win.
    pub depth: u32,
    /// The record claims a win.
    pub wins: bool,
}

/// A recommended move that was confirmed by an iteration.
#[derive(Clone, Copy)]
pub(super) struct Confirmed {
    pub point: Point,
    /// A lower bound on its value.
    pub value: i32,
    /// The iteration's own best move.
    pub instead_of: Point,
}

impl<'a> Lookups<'a> {
    /// Nothing has been looked up yet.
    pub fn new(book: Option<&'a dyn PositionBook>) -> Lookups<'a> {
        Lookups { book, ..Lookups::default() }
    }
}
