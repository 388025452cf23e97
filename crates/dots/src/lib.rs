//! Dots and Boxes, another game on its own.
//!
//! Its rules are in [`tengen_core::rules::dots`]: who draws the fourth line of a box owns it and goes on. What
//! decides games is who has to give the long chains away, so all here thinks in chains:
//!
//! - [`grid`]: the board as bits;
//! - [`captures`]: what can be taken now, and what may be left to the other side instead;
//! - [`chains`]: chains, loops and safe lines;
//! - [`solver`]: exact values, with a `table` of what is known;
//! - [`playouts`]: what to do where that takes too long;
//! - `searcher`: which of the two when, and what is kept from turn to turn; [`turns`]: every legal turn.
//!
//! A *turn* is all lines that one side draws at once.

pub mod captures;
pub mod chains;
pub mod grid;
pub mod player;
pub mod playouts;
mod searcher;
pub mod solver;
mod table;
pub mod turns;

pub use grid::Grid;
pub use searcher::{Report, Searcher, Worth};
pub use table::Table;
pub use tengen_core::rules::dots::{self as rules, shape};
