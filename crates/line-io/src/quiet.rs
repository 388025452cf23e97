//! For programs that must print nothing but protocol: the log goes to a file, or nowhere.
//!
//! Managers read standard output and standard error through one pipe and may take any stray line
//! for a move, so even a panic or an unwritable log is silent.

use log::{Level, LevelFilter, Log, Metadata, Record};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;
use tengen_core::printable::PrintableWriter;

/// Appends to this log from now on, and redirects panics to the log.
pub fn begin(log: Option<&Path>) {
    log.map(log_to);
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
}

/// If the log cannot be opened, the program plays without one, since there is no place to report
/// it.
fn log_to(file: &Path) {
    let Ok(file) = OpenOptions::new().create(true).append(true).open(file) else {
        return;
    };
    write_log(LevelFilter::Debug, file);
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
