//! A database as a program holds it that asks it again and again, perhaps from several threads.

use crate::{Key, Record, Records};
use anyhow::Result;
use std::fmt;

/// Such a database.
pub trait Library: Records + Send + Sync {
    /// The name of its file.
    fn name(&self) -> &str;

    /// Whether it may be written.
    fn is_writable(&self) -> bool;

    /// Makes of what is known of the position something else; where that is nothing, the position is forgotten. It is
    /// in the file when this returns.
    ///
    /// # Errors
    /// When it may not or cannot be written, or is damaged.
    fn change(&self, key: &Key, change: &mut dyn FnMut(Record) -> Record) -> Result<()>;
}

impl fmt::Debug for dyn Library {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
