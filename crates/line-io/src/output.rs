//! Standard output, whose reader may close it early.
//!
//! `tengen analyse … | head -3` closes the pipe after three lines. That is not an error: the program ends silently with
//! the exit status of a Unix tool killed by `SIGPIPE`. A full disk is an error like any other.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use tengen_core::printable;

/// The exit status that a shell reports for a program killed by `SIGPIPE`: 128 plus the signal number.
const ENDED_BY_A_CLOSED_PIPE: u8 = 128 + 13;

/// Standard output cannot be written.
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

/// Prints a text without adding a line end.
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

pub fn print_bytes(bytes: &[u8]) -> Result<(), Lost> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

pub fn print_line(text: impl fmt::Display) -> Result<(), Lost> {
    print(format_args!("{text}\n"))
}

/// The exit code of a failed program: silent if the output was closed, otherwise with a message on standard error.
pub fn failure(error: &anyhow::Error) -> ExitCode {
    if let Some(Lost(lost)) = error.downcast_ref()
        && lost.kind() == io::ErrorKind::BrokenPipe
    {
        return ExitCode::from(ENDED_BY_A_CLOSED_PIPE);
    }
    report(format_args!("Error: {error:#}"));
    ExitCode::FAILURE
}
