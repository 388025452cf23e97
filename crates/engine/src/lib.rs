//! The engine.
//!
//! The parts from the bottom up; each uses only those before it:
//!
//! - [`kernel`]: instruction sets of the processor;
//! - [`pattern`]: patterns of the lines through a point, and a board that updates them incrementally;
//! - [`threat`]: forced play: fours and their replies, VCF and VCT; [`eval`]: static evaluation;
//! - [`search`]: alpha-beta, move ordering, parameters, multi-threading; [`effort`]: searches with a fixed effort;
//!   [`mod@bench`]: speed and signature of the search;
//! - [`opening`]: decisions in tournament opening rules;
//! - [`study`]: position analysis;
//! - [`brain`]: a session with a manager: typed commands in, typed replies out;
//! - [`player`], [`level`], [`service`]: the brain for platforms that assign colours; playing strengths; the searches
//!   of user interfaces.
//!
//! Two design decisions:
//!
//! **The rules are implemented twice.** [`tengen_core::rules`] is slow and obvious, [`pattern`] is fast; tests
//! compare them on random positions. A VCF or VCT is replayed with the slow rules alone ([`threat::proof`]) before it
//! is played.
//!
//! **A rule is a type.** [`pattern::Kind`] is a trait of constants; [`pattern::kind::dispatch`] selects one when a
//! search starts. Rules that differ only in their tables (Caro with or without overlines) share a type.

pub mod bench;
pub mod brain;
pub mod effort;
pub mod eval;
pub mod kernel;
pub mod level;
pub mod opening;
pub mod pattern;
pub mod player;
pub mod search;
pub mod service;
pub mod study;
pub mod threat;
