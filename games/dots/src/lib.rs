//! Dots and Boxes, a separate game.
//!
//! Its [`rules`]: the player who draws the fourth line of a box owns it and moves again. Games are decided by who has to give the long chains away, so everything here is based on chains:
//!
//! - [`grid`]: the board as bits;
//! - [`captures`]: what can be captured, and what may be left to the other side instead;
//! - [`chains`]: chains, loops and safe lines;
//! - [`solver`]: exact values, with a `table` of known bounds;
//! - [`playouts`]: Monte-Carlo tree search for positions that are too large to solve;
//! - `searcher`: chooses between the two, and keeps state from turn to turn; [`turns`]: all legal turns;
//! - [`bench`](mod@bench): speed and signature of the search.
//!
//! A *turn* is all lines that one side draws before the other side moves.

pub mod bench;
pub mod captures;
pub mod chains;
pub mod grid;
pub mod player;
pub mod playouts;
pub mod rules;
mod searcher;
pub mod solver;
mod table;
pub mod turns;

pub use grid::Grid;
pub use rules::size;
pub use searcher::{DotsReport, DotsSearcher, Worth};
pub use table::DotsTable;
