//! Pattern recognition by table lookup.
//!
//! - [`line_pattern`]: the patterns of one line through a point ("a stone here makes a three"), computed from their
//!   definitions and looked up by the window's contents;
//! - [`class`]: four lines together: "a stone here makes a four and a three";
//! - [`table`]: both as tables for one rule;
//! - [`cell`]: the cell of an empty point; [`state`]: the cells of all points, updated incrementally, with a log
//!   of each stone's changes;
//! - [`board`]: a position with all of these; `forbidden`: the fast check for forbidden moves.
//!
//! The rules (`rules/`) define the same slowly; `crates/engine/tests/all/patterns.rs` compares the two.

pub mod board;
pub mod cell;
pub mod class;
mod forbidden;
pub mod kind;
pub mod line_pattern;
pub mod state;
pub mod table;

pub use board::PatternBoard;
pub use cell::Cell;
pub use class::{CellClass, PCODES, Pcode};
pub use forbidden::forbidden_points;
pub use kind::Kind;
pub use line_pattern::LinePattern;
pub use table::Tables;
