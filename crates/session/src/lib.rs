//! The Gomoku engine as a player.
//!
//! - [`brain`]: a session with a manager: typed commands in, typed replies out; [`player`]: the brain for platforms that
//!   assign colours;
//! - [`service`]: the searches of user interfaces, one after another, in the background;
//! - [`level`]: playing strengths;
//! - [`opening`]: decisions in tournament opening rules.

pub mod brain;
pub mod level;
pub mod opening;
pub mod player;
pub mod service;
