//! The languages of managers and platforms. They parse and print; the game is the engine's business.
//!
//! - [`gomocup`]: Piskvork and its kin; [`sau`]: the SAU platform; [`course`]: the client of a course's referee;
//! - [`input`]: where lines come from; [`output`]: standard output, which may be closed; [`quiet`]: nothing
//!   but protocol is said.

pub mod course;
pub mod gomocup;
pub mod input;
pub mod output;
pub mod quiet;
pub mod sau;
mod words;
