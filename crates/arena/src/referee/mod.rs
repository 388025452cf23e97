//! Games between other programs, from the manager's side.
//!
//! The referee starts the programs, talks to them in the Gomocup protocol or that of the SAU platform, keeps the time,
//! and checks every move with [`tengen_core::rules`]. It only searches for the choices of an opening rule that a
//! brain's protocol does not support. [`crate::tournament`] builds on it.
//!
//! - [`tengen_core::game`]: the game, with the rules applied to each move;
//! - [`brain`]: a program connected by pipes;
//! - [`dialect`]: the protocols;
//! - [`seat`]: timing of commands, and the consequences of bad replies;
//! - [`clock`]: time control;
//! - [`swap2`]: the negotiation of that opening between two seats; `opening_rule`: opening rules conducted by the
//!   referee;
//! - [`play`]: a complete game.

pub mod brain;
pub mod clock;
pub mod dialect;
mod opening_rule;
pub mod play;
pub mod seat;
pub mod swap2;
