//! The engine.
//!
//! From below to above; each part uses only those before it:
//!
//! - [`kernel`]: instructions of the processor;
//! - [`pattern`]: what the lines through a point are worth, and a board that keeps that in step;
//! - [`threat`]: forced play: fours, what they leave, wins by fours and by threats; [`eval`]: what a quiet
//!   position is worth;
//! - [`search`]: alpha-beta, move ordering, parameters; one thread or several at one root; [`play`]: a
//!   game inside this process; [`mod@bench`]: its speed and signature;
//! - [`opening`]: what to choose in the opening rules of tournaments;
//! - [`study`]: positions looked at for somebody who wants to know more than a move;
//! - [`brain`]: one game from a brain's chair: typed commands in, typed answers out;
//! - [`player`], [`level`], [`thinker`]: that brain for platforms that deal out colours; how strong it plays
//!   for people, and a thread that thinks for them.
//!
//! Two things are worth knowing before anything else:
//!
//! **The rules are read twice.** [`tengen_core::rules`] is slow and obvious, [`pattern`] fast; random positions hold
//! them against each other. A win by fours or by threats is replayed with the slow reading alone
//! ([`threat::proof`]) before it is believed.
//!
//! **A rule is a type.** [`pattern::Kind`] is a trait of constants; [`pattern::kind::dispatch`] picks one
//! when a search starts. What only fills tables differently (exactly five or not) needs no type.

pub mod bench;
pub mod brain;
pub mod eval;
pub mod kernel;
pub mod level;
pub mod opening;
pub mod pattern;
pub mod play;
pub mod player;
pub mod search;
pub mod study;
pub mod thinker;
pub mod threat;
