//! Games of people against Tengen or each other on a terminal.
//!
//! - [`contest`]: measures whether each level is stronger than the one below;
//! - [`command`]: parses commands;
//! - [`error`]: why a command is not carried out;
//! - [`session`]: the game, its players and undone moves; without searching;
//! - [`opening`]: the opening rule of a game;
//! - [`game_file`]: the file of a game and its unsaved changes; [`autosave`]: a copy of an unsaved game;
//! - [`host`]: a session with a search thread;
//! - [`plain`] and [`screen`]: the two user interfaces, line by line and full screen.

pub mod autosave;
pub mod command;
pub mod contest;
pub mod error;
pub mod game_file;
pub mod host;
pub mod opening;
pub mod plain;
pub mod screen;
pub mod session;
