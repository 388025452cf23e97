//! A database file shared by the threads of a program.

use crate::error::{Result, ensure};
use crate::writer::Writer;
use crate::{BookError, Change, Database, Import, Key, Place, PlayedBefore, PositionBook, Record, Records, Stored};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tengen_core::printable;

/// The lock timeout of reads: a search must not wait for other programs.
const READ_PATIENCE: Duration = Duration::from_millis(10);

/// A database file with one connection for reads, and one for writes on a thread of its own.
///
/// The order of the fields matters: the last connection to close cleans up the files next to the database, and a
/// read-only one cannot.
pub struct SharedDatabase {
    reader: Mutex<Database>,
    /// `None` if the file is opened read-only.
    writer: Option<Writer>,
    name: String,
    file: PathBuf,
}

impl SharedDatabase {
    /// Opens a file; if it is opened for writing and does not exist, it is created.
    pub fn open(file: &Path, writable: bool) -> Result<SharedDatabase> {
        let name = file.file_name().unwrap_or(file.as_os_str());
        let name = printable::line(name.display());
        let writer = match writable {
            true => Some(Writer::start(Database::create(file)?, &name)?),
            false => None,
        };
        let reader = Database::open(file)?;
        reader.set_patience(READ_PATIENCE)?;
        Ok(SharedDatabase { reader: Mutex::new(reader), writer, name, file: file.into() })
    }

    fn read(&self, key: &Key) -> Result<Option<Record>> {
        // A thread that panicked during a read left nothing inconsistent.
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        reader.get(key)
    }
}

impl Records for SharedDatabase {
    /// The record in the file with pending changes applied.
    fn get(&self, key: &Key) -> Result<Option<Record>> {
        // Taken before the read: a change that is written in between is applied twice instead of being lost.
        let waiting = self.writer.as_ref().map(|writer| writer.waiting(key)).unwrap_or_default();
        let known = self.read(key)?;
        if waiting.is_empty() {
            return Ok(known);
        }
        let changed = waiting.iter().fold(known.unwrap_or_default(), |record, change| change(record));
        Ok((changed != Record::default()).then_some(changed))
    }
}

impl PositionBook for SharedDatabase {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_writable(&self) -> bool {
        self.writer.is_some()
    }

    fn change(&self, key: &Key, change: Change) -> Result<(), BookError> {
        match &self.writer {
            Some(writer) => writer.queue(key, change),
            None => Err(BookError::ReadOnly { name: self.name.clone() }),
        }
    }

    fn flush(&self, patience: Duration) -> Result<(), BookError> {
        match &self.writer {
            Some(writer) => writer.flush(patience),
            None => Ok(()),
        }
    }

    fn add_game(&self, game: PlayedBefore, source: &str, patience: Duration) -> Result<bool> {
        ensure(self.is_writable(), BookError::ReadOnly { name: self.name.clone() })?;
        let mut database = Database::create(&self.file)?;
        database.set_patience(patience)?;
        let mut import = Import::into(&mut database);
        import.played(game, source)?;
        Ok(import.end()?.games == 1)
    }

    /// By a connection of its own: searches do not wait for it.
    fn games_with(&self, place: &Place, most: usize) -> Result<Vec<Stored>> {
        Database::open(&self.file)?.games_with(place, most)
    }
}

#[cfg(test)]
mod tests;
