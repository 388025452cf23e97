//! What the database recommends at the root of a search, and what became of it.

use tengen_core::board::Point;
use tengen_database::Library;

/// The database at the root.
#[derive(Clone, Default)]
pub(super) struct Lookups<'a> {
    /// The database, if there is one.
    pub library: Option<&'a dyn Library>,
    /// Its move, if there is one.
    pub recommended: Option<Recommended>,
    /// That move, if the last iteration rated it nearly as high as its own choice.
    pub confirmed: Option<Confirmed>,
}

/// The database's move at the root, if it claims to know more than a search of our own.
#[derive(Clone, Copy)]
pub(super) struct Recommended {
    /// The move.
    pub point: Point,
    /// How deep it was searched.
    pub depth: u32,
    /// It is said to win.
    pub wins: bool,
}

/// A recommended move that an iteration has rated.
#[derive(Clone, Copy)]
pub(super) struct Confirmed {
    /// The move.
    pub point: Point,
    /// Its value is at least this.
    pub value: i32,
    /// The iteration's own choice.
    pub instead_of: Point,
}

impl<'a> Lookups<'a> {
    /// Nothing has been looked up yet.
    pub fn new(library: Option<&'a dyn Library>) -> Lookups<'a> {
        Lookups {
            library,
            ..Lookups::default()
        }
    }
}
