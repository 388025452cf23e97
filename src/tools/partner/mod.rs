//! A partner at the board: games of people against Tengen, or with each other, on a terminal.
//!
//! - [`level`]: how strong Tengen plays; [`contest`]: whether each level is stronger than the one below;
//! - [`command`]: what people type;
//! - [`session`]: the game, who plays it, what was taken back; it never thinks;
//! - [`thinker`]: a thread that thinks and can be hurried; [`host`]: session and thinker together;
//! - [`plain`] and [`screen`]: the two ways in which all that is shown, line by line and full screen.

pub mod command;
pub mod contest;
pub mod host;
pub mod level;
pub mod plain;
pub mod screen;
pub mod session;
pub mod thinker;
