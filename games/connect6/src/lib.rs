//! Connect6, a separate game.
//!
//! Its [`rules`]: two stones per turn, six in a row win. It shares only points,
//! clocks and protocols with the Gomoku engine; everything else is its own:
//!
//! - [`board`]: incremental data about every window of six cells; `windows`: the geometry of the windows;
//! - [`threats`]: wins in this turn, and the stones that stop the other side's threats;
//! - [`attack`]: wins by turns that leave the other side no free stone;
//! - [`moves`], [`eval`], [`table`], [`search`]: alpha-beta over turns of two stones; `searcher`: the state kept from
//!   turn to turn;
//! - [`params`]: all tunable parameters;
//! - [`bench`](mod@bench): speed and signature of the search; [`selfmatch`]: an A/B match between two sets of parameters;
//!   [`play_out`]: their games.
//!
//! A *turn* is what one side plays at once ([`Move`]); depth is counted in turns.

pub mod attack;
pub mod bench;
pub mod board;
pub mod eval;
mod memory;
pub mod moves;
pub mod params;
pub mod play_out;
pub mod player;
pub mod rules;
pub mod search;
mod searcher;
pub mod selfmatch;
pub mod table;
pub mod threats;
mod windows;

pub use board::Board;
pub use rules::{ROW, SIDE, size};
pub use search::Report;
pub use searcher::Searcher;
use tengen_core::board::Point;

/// A turn of one or two stones. Two stones have no order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move([Point; 2]);

impl Move {
    /// Two stones.
    ///
    /// # Panics
    /// In debug builds, if both are the same.
    #[inline]
    pub fn pair(one: Point, other: Point) -> Move {
        debug_assert_ne!(one, other);
        Move(if one < other { [one, other] } else { [other, one] })
    }

    /// One stone: the first of the game, or the last that fits on the board.
    #[inline]
    pub fn single(point: Point) -> Move {
        Move([point; 2])
    }

    #[inline]
    pub fn stones(&self) -> &[Point] {
        match self.0 {
            [one, other] if one == other => &self.0[..1],
            _ => &self.0,
        }
    }

    /// Whether the turn places a stone on this point.
    #[inline]
    pub fn has(&self, point: Point) -> bool {
        self.0.contains(&point)
    }
}
