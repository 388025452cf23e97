//! The toolbox: what its command lines have in common, and what it shows in a terminal.

pub mod command_line;
pub mod terminal;
