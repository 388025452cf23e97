//! Board, rules and notation of Gomoku and Renju, without dependencies but serde, which is optional.
//!
//! Play moves and ask the rules:
//!
//! ```
//! use tengen_core::board::{BoardSize, Position, notation};
//! use tengen_core::rules::{Outcome, Rule, Variant, judge};
//!
//! let size = BoardSize::square(15).expect("sides are from 5 to 32");
//! let rule = Rule::new(Variant::Standard);
//! let mut position = Position::new(size);
//! for point in notation::read("h8a1i8a2j8a3k8a4", size)? {
//!     assert_eq!(judge(&position, point, position.to_move(), rule), Outcome::Open);
//!     position.play(point, &mut ());
//! }
//! let last = notation::read("l8", size)?[0];
//! assert!(matches!(judge(&position, last, position.to_move(), rule), Outcome::Five(_)));
//! # Ok::<(), tengen_core::board::BoardError>(())
//! ```
//!
//! Read a drawing and find a forbidden move:
//!
//! ```
//! use tengen_core::board::diagram;
//! use tengen_core::rules::{Forbidden, Rule, Variant, forbidden_at};
//!
//! let drawing = diagram::read(
//!     ". . . . . . . . .
//!      . . . . . . . . .
//!      . . . . X . . . .
//!      . . . . X . . . .
//!      . . X X a . . . .
//!      . . . . . . . . .
//!      . . . . . . . . .
//!      . . . . . . . . .
//!      . . . . . . . . .",
//! )?;
//! let rule = Rule::new(Variant::Renju);
//! let forbidden = forbidden_at(&drawing.position, drawing.mark('a'), rule);
//! assert_eq!(forbidden, Some(Forbidden::DoubleThree));
//! # Ok::<(), tengen_core::board::BoardError>(())
//! ```
//!
//! - [`board`]: points, colours, bitboards, position, notation, diagrams;
//! - [`rules`]: wins and forbidden moves by definition, slow but obviously correct; used by the referee;
//! - [`game`]: a game in play, with a referee, undo and redo;
//! - [`files`]: safe access to files;
//! - [`lines`]: splits a byte stream into lines; [`sau`]: the notation of the SAU platform, shared by both ends;
//! - [`message`]: errors and notes with codes and data, in English and for other languages;
//! - [`printable`]: makes external text safe to print;
//! - [`fnv`]: FNV-1a checksums.

#![warn(missing_docs)]

pub mod board;
pub mod files;
pub mod fnv;
pub mod game;
pub mod lines;
pub mod message;
pub mod printable;
pub mod rules;
pub mod sau;
#[cfg(feature = "serde")]
mod serialization;

/// Tests the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
