//! Floor 6: the languages of managers and platforms. They parse and print; the game is the
//! engine's business.

pub mod course;
pub mod gomocup;
pub mod input;
pub mod player;
pub mod sau;
mod words;

/// Lets panics speak to the log alone: a manager reads standard error too, and takes any line there
/// for a move.
pub fn send_panics_to_the_log() {
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
}
