//! The areas of the board where a stone of an opening may be placed.

use crate::board::{BoardSize, Point};
use std::fmt;

/// Where a stone may be placed. Squares are centred on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zone {
    /// Any empty point.
    Anywhere,
    /// The centre of the board.
    Centre,
    /// Within the square of this side: 3, 5, 7 or 9.
    Within(u8),
    /// Outside the square of this side.
    Outside(u8),
}

impl Zone {
    /// Whether the zone contains the point.
    pub fn contains(self, point: Point, size: BoardSize) -> bool {
        let from_centre = point.distance(size.centre());
        match self {
            Zone::Anywhere => true,
            Zone::Centre => from_centre == 0,
            Zone::Within(side) => from_centre <= side / 2,
            Zone::Outside(side) => from_centre > side / 2,
        }
    }
}

/// `within the middle 5x5`: completes "the stone belongs …".
impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Zone::Anywhere => f.write_str("on any empty point"),
            Zone::Centre => f.write_str("in the middle of the board"),
            Zone::Within(side) => write!(f, "within the middle {side}x{side}"),
            Zone::Outside(side) => write!(f, "outside the middle {side}x{side}"),
        }
    }
}
