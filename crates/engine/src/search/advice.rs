//! Who recommends moves at the root of a search, what was recommended, and whether an iteration has confirmed it.

use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;

/// A move that a deeper search has found, or that is said to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recommendation {
    /// The move.
    pub point: Point,
    /// The depth it was searched to; `u32::MAX` for a win.
    pub depth: u32,
    /// It is said to win.
    pub wins: bool,
}

/// Recommends a move in a position, once a search.
pub type Adviser = dyn Fn(&Position, Rule) -> Option<Recommendation> + Send + Sync;

/// The adviser and its recommendation at the root.
#[derive(Clone, Default)]
pub(super) struct Advice<'a> {
    /// The adviser, if there is one.
    pub adviser: Option<&'a Adviser>,
    /// Its recommendation, if the move is possible.
    pub recommended: Option<Recommendation>,
    /// The recommended move, if the last iteration rated it nearly as high as its own choice.
    pub confirmed: Option<Confirmed>,
}

impl<'a> Advice<'a> {
    /// Nobody has been asked yet.
    pub fn by(adviser: Option<&'a Adviser>) -> Advice<'a> {
        Advice { adviser, ..Advice::default() }
    }
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
