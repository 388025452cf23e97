//! The toolbox: what its command lines have in common, what its programs for the SAU platform have, and what it shows
//! in a terminal.

pub mod command_line;
pub mod sau;
pub mod terminal;
