//! Floor 5: games between other programs, seen from the manager's chair.
//!
//! The referee starts the programs, speaks the manager's half of the Gomocup protocol or of the SAU
//! platform's with them, keeps the time, and judges every move by [`crate::rules`]. It never searches.
//! It stands beside the engine, which is the same game seen from a brain's chair, and below
//! [`crate::tournament`].
//!
//! - [`board`]: the stones and what the rules say of each;
//! - [`brain`]: a program behind pipes;
//! - [`dialect`]: what is said to it, and what its answers mean, in each language;
//! - [`seat`]: when that is said, and what bad answers cost;
//! - [`clock`]: how long it may think;
//! - [`swap2`]: that opening, negotiated between two seats;
//! - [`play`]: a whole game.
//!
//! [`course`] is another chair: two clients of the course protocol over TCP.

pub mod board;
#[cfg(feature = "native")]
pub mod brain;
#[cfg(feature = "native")]
pub mod clock;
#[cfg(feature = "native")]
pub mod course;
#[cfg(feature = "native")]
pub mod dialect;
#[cfg(feature = "native")]
pub mod play;
#[cfg(feature = "native")]
pub mod seat;
#[cfg(feature = "native")]
pub mod swap2;
