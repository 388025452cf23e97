//! The foundation of all other crates: board, rules and notation.
//!
//! - [`board`]: points, colours, bitboards, position, notation, diagrams;
//! - [`rules`]: wins and forbidden moves by definition, slow but obviously correct; used by the referee;
//! - [`files`]: safe access to files;
//! - [`lines`]: splits a byte stream into lines; [`sau`]: the notation of the SAU platform, shared by both ends;
//! - [`printable`]: makes external text safe to print;
//! - [`fnv`]: FNV-1a checksums.

pub mod board;
pub mod files;
pub mod fnv;
pub mod lines;
pub mod printable;
pub mod rules;
pub mod sau;
