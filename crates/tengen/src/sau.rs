//! Shared by the programs for the SAU platform.

use crate::command_line::options::LogOptions;
use anyhow::Result;
use std::io;
use tengen_common::player::Player;
use tengen_line_io::input::standard_input;
use tengen_line_io::quiet;
use tengen_terminal::prompt;

/// For people who start the program by hand.
const HINT: &str = "\
Tengen is waiting for commands of the SAU platform: name?, new black, new white,
help or quit.";

/// Plays on standard input and output until the session ends. The player is created after the log is opened.
///
/// # Errors
/// If the log is a file of something else.
pub fn play<P: Player>(log: &LogOptions, player: impl FnOnce() -> P) -> Result<()> {
    quiet::begin(log.file())?;
    prompt::hint(HINT);
    let mut lines = standard_input();
    if let Err(error) = tengen_sau::run(&mut player(), &mut lines, &mut io::stdout().lock()) {
        log::info!("output closed: {error}");
    }
    log::logger().flush();
    Ok(())
}
