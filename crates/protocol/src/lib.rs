//! The protocols of managers and platforms: parsing, printing and session loops. The engine plays the game.
//!
//! - [`gomocup`]: Piskvork and compatible managers; [`sau`]: the SAU platform; [`course`]: the client of the course
//!   referee;
//! - [`input`]: reads lines; [`output`]: standard output, which may be closed; [`quiet`]: keeps everything but the
//!   protocol out of the output.

pub mod course;
pub mod gomocup;
pub mod input;
pub mod output;
pub mod quiet;
pub mod sau;
mod words;
