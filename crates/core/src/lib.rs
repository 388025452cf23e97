//! Board, rules by definition, notation, and records of games: what everything else speaks of.
//!
//! - [`board`]: points, colours, lines of bits, position, notation, drawings;
//! - [`rules`]: who has won, what is a foul; slow and obvious, a referee judges with it;
//! - [`judged`]: a board whose every move is judged;
//! - [`records`]: games in files;
//! - [`lines`]: bytes cut into lines of text; [`course`], [`sau`]: what goes over the wire in the course's
//!   protocol, and points as the SAU platform writes them. Both ends of each share this;
//! - [`printable`]: text from outside made safe to print;
//! - [`fnv`]: checksums of files.

pub mod board;
pub mod course;
pub mod fnv;
pub mod judged;
pub mod lines;
pub mod printable;
pub mod records;
pub mod rules;
pub mod sau;
