//! What a line of stones is worth, at once.
//!
//! - [`line_pattern`]: the classes of one line through a point ("placing here makes a three"), built from
//!   their definitions, so that a look-up of the window says which it is;
//! - [`class`]: four lines together: "placing here makes a four and a three";
//! - [`table`]: both as tables for one rule;
//! - [`prospect`]: what is known of an empty point; [`state`]: that of all points, kept in step with the
//!   stones, and what each stone has changed;
//! - [`board`]: a position with all that; `fouls`: the fast test for fouls.
//!
//! The rules (`rules/`) say the same things slowly; `crates/engine/tests/all/patterns.rs` holds the two together.

pub mod board;
pub mod class;
mod fouls;
pub mod kind;
pub mod line_pattern;
pub mod prospect;
pub mod state;
pub mod table;

pub use board::PatternBoard;
pub use class::{CODES, Class, Code};
pub use fouls::foul_points;
pub use kind::Kind;
pub use line_pattern::LinePattern;
pub use prospect::Prospect;
pub use table::Tables;
