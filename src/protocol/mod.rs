//! Floor 6: the languages of managers and platforms. They parse and print; the game is the
//! engine's business.

pub mod connect6;
pub mod course;
pub mod gomocup;
pub mod input;
pub mod player;
pub mod sau;
mod words;
