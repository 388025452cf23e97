//! A database that stays open in a program and is used from several threads.

use crate::{Key, Record, Records};
use anyhow::Result;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A change of a record. Applying it twice must give the same record as applying it once.
pub type Change = Arc<dyn Fn(Record) -> Record + Send + Sync>;

/// A database that is shared by the threads of a program. No call waits for other programs for longer than a few
/// milliseconds, except [`Library::flush`].
pub trait Library: Records + Send + Sync {
    /// The name of its file.
    fn name(&self) -> &str;

    /// Whether it may be written.
    fn is_writable(&self) -> bool;

    /// Changes the record of a position; an empty result removes it. Reads through this library see the change at
    /// once. It is written to the file in the background, as soon as other programs allow it.
    ///
    /// # Errors
    /// When the library is read-only, or when too many changes are waiting to be written.
    fn change(&self, key: &Key, change: Change) -> Result<()>;

    /// Waits until all changes are in the file, but not longer than `patience`.
    ///
    /// # Errors
    /// How many changes are not in the file, and why. They stay queued.
    fn flush(&self, _patience: Duration) -> Result<()> {
        Ok(())
    }
}

impl fmt::Debug for dyn Library {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
