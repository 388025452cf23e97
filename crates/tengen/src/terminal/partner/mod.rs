//! A partner at the board: games of people against Tengen, or with each other, on a terminal.
//!
//! - [`contest`]: whether each level of strength plays better than the one below;
//! - [`command`]: what people type;
//! - [`session`]: the game, who plays it, what was taken back; it never thinks;
//! - [`opening`]: an opening rule that it begins by;
//! - [`game_file`]: the file that it is kept in, and what is not there yet; [`autosave`]: a copy while it is
//!   not saved;
//! - [`host`]: the session together with a thread that thinks and can be hurried;
//! - [`plain`] and [`screen`]: the two ways in which all that is shown, line by line and full screen.

pub mod autosave;
pub mod command;
pub mod contest;
pub mod game_file;
pub mod host;
pub mod opening;
pub mod plain;
pub mod screen;
pub mod session;
