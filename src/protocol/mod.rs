//! Floor 7: the languages of managers and platforms. They parse and print; the game is the
//! engine's business.

pub mod course;
pub mod gomocup;
pub mod input;
pub mod quiet;
pub mod sau;
mod words;
