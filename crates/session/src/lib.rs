//! The Gomoku engine as a player.
//!
//! - [`brain`]: a session with a manager: typed commands in, typed replies out; [`player`]: the brain for platforms that
//!   assign colours;
//! - [`service`]: the door to a search for all front ends: a task in, events out, both also as JSON;
//! - [`advice`]: a database that advises the search; [`level`]: playing strengths;
//! - [`opening`]: decisions in tournament opening rules.

pub mod advice;
pub mod brain;
pub mod level;
pub mod opening;
pub mod player;
pub mod service;
