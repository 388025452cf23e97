//! For programs that must print nothing but protocol: the log goes to a file, or nowhere.
//!
//! Managers read standard output and standard error through one pipe and may take any stray line
//! for a move, so even a panic or an unwritable log is silent.

use anyhow::{Context, Result};
use log::{Level, LevelFilter, Log, Metadata, Record};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;
use tengen_core::files;
use tengen_core::printable::PrintableWriter;

/// The length of a time in the log.
const TIME: usize = "2026-11-30T14:12:06Z".len();

/// Appends to this log from now on, and redirects panics to the log. If the system refuses to open it, the program plays
/// without one.
///
/// # Errors
/// If the file holds something else, or is not one to append to.
pub fn begin(log: Option<&Path>) -> Result<()> {
    if let Some(file) = log {
        match files::open_log(file, "a session", is_log) {
            Ok(log) => write_log(LevelFilter::Debug, log),
            Err(error) if error.raw_os_error().is_some() => {}
            Err(error) => return Err(error).with_context(|| file.display().to_string()),
        }
    }
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    Ok(())
}

/// Whether a file with this beginning is a log.
fn is_log(begin: &[u8]) -> bool {
    let (time, rest) = begin.split_at(begin.len().min(TIME));
    let time = str::from_utf8(time).ok().and_then(|time| humantime::parse_rfc3339(time).ok());
    time.is_some() && rest.starts_with(b" [")
}

/// Writes messages of this level and above to `output` from now on, a line each.
pub fn write_log(level: LevelFilter, output: impl Write + Send + 'static) {
    let output = Mutex::new(PrintableWriter::new(output));
    if log::set_boxed_logger(Box::new(LineLog(output))).is_ok() {
        log::set_max_level(level);
    }
}

/// A log of lines; those for developers name their module. A line that cannot be written is lost: there is no place to report it.
struct LineLog<W>(Mutex<W>);

impl<W: Write + Send> Log for LineLog<W> {
    fn enabled(&self, _: &Metadata) -> bool {
        true
    }

    fn log(&self, record: &Record) {
        let time = humantime::format_rfc3339_seconds(SystemTime::now());
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (level, message) = (record.level(), record.args());
        let _ = match level {
            Level::Error | Level::Warn | Level::Info => writeln!(output, "{time} [{level}] {message}"),
            Level::Debug | Level::Trace => writeln!(output, "{time} [{level}] {}: {message}", record.target()),
        };
    }

    fn flush(&self) {
        let _ = self.0.lock().unwrap_or_else(PoisonError::into_inner).flush();
    }
}
