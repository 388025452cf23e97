//! Points, colours, lines as bitboards, and the position made of them.
//!
//! Nothing here knows what a five is. A [`Position`] keeps stones, whose turn it is and a hash; it
//! tells an [`Observer`] about every stone that comes or goes, so that faster views of the same
//! stones (pattern state, later a network) follow without the board importing them.

mod colour;
pub mod diagram;
mod line;
pub mod notation;
mod point;
mod position;
mod zobrist;

pub use colour::Colour;
pub use line::{DIRECTIONS, Direction, Lines, WINDOW_RADIUS, Window};
pub use point::{MAX_SIDE, MIN_SIDE, POINTS, Point, PointSet, Shape};
pub use position::{Content, Observer, PlayError, Position, Stone};
