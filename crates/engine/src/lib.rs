//! A Gomoku and Renju engine. [`Engine`] is a game with a searcher.
//!
//! Find a move:
//!
//! ```
//! use tengen_engine::{BoardSize, Engine, Limits, Rule, Variant};
//!
//! let size = BoardSize::square(15).expect("sides are from 5 to 32");
//! let mut engine = Engine::new(Rule::new(Variant::Freestyle), size);
//! engine.play_moves("h8h14i8c14j8")?; // black has an open three
//! let found = engine.best_move(&Limits::nodes(5_000)).expect("the game is not over");
//! assert!(["g8", "k8"].contains(&engine.name(found.best_move()).as_str()));
//! # Ok::<(), tengen_engine::IllegalMove>(())
//! ```
//!
//! Analyse with several lines, and stop when the best score is known well enough:
//!
//! ```
//! use std::ops::ControlFlow;
//! use tengen_engine::{BoardSize, Engine, Limits, Rule, Variant};
//!
//! let size = BoardSize::new(20, 15).expect("sides are from 5 to 32");
//! let mut engine = Engine::new(Rule::new(Variant::Standard), size);
//! engine.play_moves("j8k9")?;
//! let lines = engine.analyse(&Limits::default(), 3, |lines| match lines[0].depth {
//!     0..4 => ControlFlow::Continue(()),
//!     _ => ControlFlow::Break(()),
//! });
//! assert_eq!(lines.len(), 3);
//! assert!(lines[0].score >= lines[1].score);
//! for line in &lines {
//!     println!("{}: {}, {:.2}", engine.name(line.best_move()), line.score, line.win_rate);
//! }
//! # Ok::<(), tengen_engine::IllegalMove>(())
//! ```
//!
//! Forbidden points, and a win by continuous fours (VCF):
//!
//! ```
//! use tengen_engine::{BoardSize, Engine, Finding, Limits, Rule, Variant};
//!
//! let size = BoardSize::square(15).expect("sides are from 5 to 32");
//! let mut engine = Engine::new(Rule::new(Variant::Renju), size);
//! engine.play_moves("h9a1h10a3f8a5g8a7")?;
//! let forbidden: Vec<String> = engine.forbidden_points().iter().map(|p| engine.name(p)).collect();
//! assert_eq!(forbidden, ["h8"]); // a double three
//!
//! let mut engine = Engine::new(Rule::new(Variant::Renju), size);
//! engine.play_moves("h8a1i8c1j8e1")?;
//! let Finding::Win(moves, plies) = engine.find_vcf(&Limits::nodes(10_000)) else {
//!     panic!("an open three of the side to move wins");
//! };
//! assert_eq!((moves.len(), plies), (3, 3));
//! # Ok::<(), tengen_engine::IllegalMove>(())
//! ```
//!
//! The modules from the bottom up; each uses only those before it:
//!
//! - [`kernel`]: instruction sets of the processor;
//! - [`pattern`]: patterns of the lines through a point, and a board that updates them incrementally;
//! - [`threat`]: forced play: fours and their replies, VCF and VCT; [`eval`]: static evaluation;
//! - [`search`]: alpha-beta, move ordering, parameters, multi-threading; [`effort`]: searches with a fixed effort;
//!   [`mod@bench`]: speed and signature of the search;
//! - [`study`]: position analysis;
//! - [`Engine`]: a small interface to search and study.
//!
//! Two design decisions:
//!
//! **The rules are implemented twice.** [`tengen_core::rules`] is slow and obvious, [`pattern`] is fast; tests
//! compare them on random positions. A VCF or VCT is replayed with the slow rules alone ([`threat::proof`]) before it
//! is played.
//!
//! **A rule is a type.** [`pattern::Kind`] is a trait of constants; [`pattern::kind::dispatch`] selects one when a
//! search starts. Rules that differ only in their tables (Caro with or without overlines) share a type.

#![warn(missing_docs)]

pub mod bench;
pub mod effort;
mod engine;
pub mod eval;
pub mod kernel;
pub mod pattern;
pub mod search;
pub mod study;
pub mod threat;

pub use engine::{Engine, IllegalMove};
pub use study::Finding;
pub use tengen_common::{Limits, Report, Score, SearchCallback, Signal};
pub use tengen_core::board::{BoardSize, Colour, PlayError, Point, PointSet, Position, notation};
pub use tengen_core::game::{Ending, Game, Reason};
pub use tengen_core::rules::{Forbidden, Rule, Variant};

/// Tests the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
