//! Games between other programs, seen from the manager's chair.
//!
//! The referee starts the programs, speaks the manager's half of the Gomocup protocol or of the SAU
//! platform's with them, keeps the time, and judges every move by [`tengen_core::rules`]. It never searches, but
//! for what an opening rule wants to know and a brain has no words for.
//! It stands beside the engine, which is the same game seen from a brain's chair, and below
//! [`crate::tournament`].
//!
//! - [`tengen_core::judged`]: the stones and what the rules say of each;
//! - [`brain`]: a program behind pipes;
//! - [`dialect`]: what is said to it, and what its answers mean, in each language;
//! - [`seat`]: when that is said, and what bad answers cost;
//! - [`clock`]: how long it may think;
//! - [`swap2`]: that opening, negotiated between two seats; `opening_rule`: those that the referee leads
//!   the seats through;
//! - [`play`]: a whole game.
//!
//! [`course`] is another chair: two clients of the course protocol over TCP.

pub mod brain;
pub mod clock;
pub mod course;
pub mod dialect;
mod opening_rule;
pub mod play;
pub mod seat;
pub mod swap2;
