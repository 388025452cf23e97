//! For programs that must print nothing but protocol: the log goes to a file, or nowhere.
//!
//! Managers read standard output and standard error through one pipe and may take any stray line
//! for a move, so even a panic or an unwritable log is silent.

use log::LevelFilter;
use simplelog::{ConfigBuilder, WriteLogger};
use std::fs::OpenOptions;
use std::path::Path;
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
    let config = ConfigBuilder::new().set_time_level(LevelFilter::Error).build();
    let _ = WriteLogger::init(LevelFilter::Debug, config, PrintableWriter::new(file));
}
