//! The Gomocup protocol, and what all line protocols share. The engine plays the game.
//!
//! - [`gomocup`]: Piskvork and compatible managers: parsing, printing and the session loop;
//! - [`input`]: reads lines; [`words`]: splits and quotes them; [`output`]: standard output, which may be closed;
//!   [`quiet`]: keeps everything but the protocol out of the output.

pub mod gomocup;
pub mod input;
pub mod output;
pub mod quiet;
pub mod words;
