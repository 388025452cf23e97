//! A database file that is shared by the threads of a program.

use crate::writer::Writer;
use crate::{Change, Database, Key, Library, Record, Records};
use anyhow::{Result, bail};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tengen_core::printable;

/// A read of a locked file fails after this time: a search must not wait for other programs.
const READ_PATIENCE: Duration = Duration::from_millis(10);

/// A database file with one connection for reads, and one for writes that has its own thread.
///
/// The order of the fields matters: the last connection to close cleans up the files next to the database, and a
/// read-only one cannot.
pub struct SharedDatabase {
    reader: Mutex<Database>,
    /// `None` if the file is only read.
    writer: Option<Writer>,
    name: String,
}

impl SharedDatabase {
    /// Opens a file; if it is opened for writing and does not exist, it is created.
    ///
    /// # Errors
    /// As [`Database::open`] and [`Database::create`].
    pub fn open(file: &Path, writable: bool) -> Result<SharedDatabase> {
        let name = file.file_name().unwrap_or(file.as_os_str());
        let name = printable::line(name.display());
        let writer = match writable {
            true => Some(Writer::start(Database::create(file)?, &name)?),
            false => None,
        };
        let reader = Database::open(file)?;
        reader.set_patience(READ_PATIENCE)?;
        Ok(SharedDatabase {
            reader: Mutex::new(reader),
            writer,
            name,
        })
    }

    fn read(&self, key: &Key) -> Result<Option<Record>> {
        // A thread that panicked while it read has left nothing half done.
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        reader.get(key)
    }
}

impl Records for SharedDatabase {
    /// The record in the file, with the changes that are not written yet.
    fn get(&self, key: &Key) -> Result<Option<Record>> {
        // Before the read: a change that is written in between is applied twice, and not lost.
        let waiting = self.writer.as_ref().map(|writer| writer.waiting(key));
        let waiting = waiting.unwrap_or_default();
        let known = self.read(key)?;
        if waiting.is_empty() {
            return Ok(known);
        }
        let changed = waiting
            .iter()
            .fold(known.unwrap_or_default(), |record, change| change(record));
        Ok((changed != Record::default()).then_some(changed))
    }
}

impl Library for SharedDatabase {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_writable(&self) -> bool {
        self.writer.is_some()
    }

    fn change(&self, key: &Key, change: Change) -> Result<()> {
        match &self.writer {
            Some(writer) => writer.queue(key, change),
            None => bail!("{} is only read here", self.name),
        }
    }

    fn flush(&self, patience: Duration) -> Result<()> {
        match &self.writer {
            Some(writer) => writer.flush(patience),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
