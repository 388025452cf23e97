//! Standard output: results go there, and whoever reads them may have seen enough.
//!
//! `tengen analyze … | head -3` closes the pipe after three lines. That is no mistake and says nothing:
//! the program ends quietly with the status that a Unix tool has which dies of a closed pipe. A full disk
//! is a mistake like any other.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use tengen_core::printable;

/// The status that a shell gives to a program which `SIGPIPE` has ended: 128 and the signal's number.
const ENDED_BY_A_CLOSED_PIPE: u8 = 128 + 13;

/// Standard output takes no more.
#[derive(Debug)]
pub struct Lost(io::Error);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "standard output: {}", self.0)
    }
}

impl std::error::Error for Lost {}

impl From<io::Error> for Lost {
    fn from(error: io::Error) -> Lost {
        Lost(error)
    }
}

/// Prints all of it, a line's end included where there is to be one.
///
/// # Errors
/// When nobody takes it.
pub fn print(text: impl fmt::Display) -> Result<(), Lost> {
    let mut out = io::stdout().lock();
    write!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Prints one line of printable text to standard error, which may be closed.
pub fn report(text: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{}", printable::line(text));
}

/// Prints what is no text, a picture say.
///
/// # Errors
/// When nobody takes it.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Lost> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// Prints it as a line, or several.
///
/// # Errors
/// When nobody takes it.
pub fn print_line(text: impl fmt::Display) -> Result<(), Lost> {
    print(format_args!("{text}\n"))
}

/// How a program ends that has failed: quietly where nobody reads on, else with a sentence on standard
/// error.
pub fn failure(error: &anyhow::Error) -> ExitCode {
    if let Some(Lost(lost)) = error.downcast_ref()
        && lost.kind() == io::ErrorKind::BrokenPipe
    {
        return ExitCode::from(ENDED_BY_A_CLOSED_PIPE);
    }
    report(format_args!("Error: {error:#}"));
    ExitCode::FAILURE
}
