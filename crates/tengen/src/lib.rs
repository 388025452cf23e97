//! The toolbox's library: shared command-line options, the session loop for the SAU platform, analysis and the Go Text
//! Protocol for other programs.

pub mod analysis;
pub mod command_line;
pub mod gtp;
mod input;
pub mod sau;
