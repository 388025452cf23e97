//! Points, colours, bitboards by line, and the position built on them.
//!
//! This module does not know what a five is. A [`Position`] holds the stones, the side to move and
//! a hash. It notifies an [`Observer`] of every stone that is placed or removed, so that
//! incremental state (patterns, network accumulators) stays in sync without a dependency of the
//! board on it.

mod colour;
pub mod diagram;
mod line;
pub mod notation;
mod point;
mod position;
mod zobrist;

pub use colour::Colour;
pub use line::{DIRECTIONS, Direction, Lines, WINDOW_RADIUS, Window};
pub use point::{BoardError, BoardSize, MAX_SIDE, MIN_SIDE, POINTS, Point, PointSet};
pub use position::{Content, Observer, PlayError, Position, Stone};
