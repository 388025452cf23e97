//! A database file that a program's threads share.

use crate::{Database, Key, Library, Record, Records};
use anyhow::{Result, bail};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file that one thread asks after the other.
pub struct SharedDatabase {
    database: Mutex<Database>,
    name: String,
    writable: bool,
}

impl SharedDatabase {
    /// Opens a file; to write it, it is made where there is none.
    ///
    /// # Errors
    /// As [`Database::open`] and [`Database::create`].
    pub fn open(file: &Path, writable: bool) -> Result<SharedDatabase> {
        let database = if writable {
            Database::create(file)?
        } else {
            Database::open(file)?
        };
        let name = file.file_name().unwrap_or(file.as_os_str());
        Ok(SharedDatabase {
            database: Mutex::new(database),
            name: name.to_string_lossy().into_owned(),
            writable,
        })
    }

    /// A thread that failed while it asked has left nothing half done.
    fn lock(&self) -> MutexGuard<'_, Database> {
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Records for SharedDatabase {
    fn get(&self, key: &Key) -> Result<Option<Record>> {
        self.lock().get(key)
    }
}

impl Library for SharedDatabase {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_writable(&self) -> bool {
        self.writable
    }

    fn change(&self, key: &Key, change: &mut dyn FnMut(Record) -> Record) -> Result<()> {
        if !self.writable {
            bail!("{} is only read here", self.name);
        }
        let mut database = self.lock();
        let mut batch = database.write()?;
        batch.change(key, change)?;
        batch.commit()
    }
}
