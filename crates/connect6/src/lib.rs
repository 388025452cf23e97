//! Connect6, another game on its own.
//!
//! Its rules are in [`tengen_core::rules::connect6`]: two stones a turn, six in a row win. Nothing of five in a row
//! but points, clock and referee's words fits this game, so it has everything else of its own:
//!
//! - [`board`]: what every window of six cells holds, kept in step with the stones; `windows` is where
//!   they lie;
//! - [`threats`]: a win in this turn, and the stones that keep the other side from one;
//! - [`attack`]: wins by turns that leave the other side no free stone;
//! - [`moves`], [`eval`], [`table`], [`search`]: alpha-beta over turns of two stones; `searcher` keeps what
//!   is known from turn to turn;
//! - [`params`]: every number of it that can be turned.
//!
//! A *turn* is what one side lays at once ([`Move`]); depth is counted in turns.

pub mod attack;
pub mod board;
pub mod eval;
mod memory;
pub mod moves;
pub mod params;
pub mod player;
pub mod search;
mod searcher;
pub mod table;
pub mod threats;
mod windows;

pub use board::Board;
pub use search::Report;
pub use searcher::Searcher;
use tengen_core::board::Point;
pub use tengen_core::rules::connect6::{self as rules, ROW, SIDE, shape};

/// One or two stones: the turn of a side. Two stones have no order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move([Point; 2]);

impl Move {
    /// Two stones.
    ///
    /// # Panics
    /// In debug builds when they are the same.
    #[inline]
    pub fn pair(one: Point, other: Point) -> Move {
        debug_assert_ne!(one, other);
        Move(if one < other {
            [one, other]
        } else {
            [other, one]
        })
    }

    /// One stone: the first of the game, or the last that fits on the board.
    #[inline]
    pub fn single(point: Point) -> Move {
        Move([point; 2])
    }

    /// The stones.
    #[inline]
    pub fn stones(&self) -> &[Point] {
        match self.0 {
            [one, other] if one == other => &self.0[..1],
            _ => &self.0,
        }
    }

    /// Whether a stone comes to this point.
    #[inline]
    pub fn has(&self, point: Point) -> bool {
        self.0.contains(&point)
    }
}
