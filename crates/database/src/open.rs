//! Opens a database for a search, in a program built with or without SQLite.

use crate::PositionBook;
use crate::error::Result;
use std::path::Path;
use std::sync::Arc;

/// Opens a file for a search; if it is opened for writing and does not exist, it is created.
#[cfg(feature = "file")]
pub fn open_book(file: &Path, writable: bool) -> Result<Arc<dyn PositionBook>> {
    Ok(Arc::new(crate::SharedDatabase::open(file, writable)?))
}

/// Refuses the file: this program has been built without databases.
#[cfg(not(feature = "file"))]
pub fn open_book(file: &Path, _writable: bool) -> Result<Arc<dyn PositionBook>> {
    let file = file.display();
    let why = format!("{file}: this program was built without databases; build it with `--features database`");
    Err(crate::BookError::Unreadable { why }.into())
}
