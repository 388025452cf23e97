//! Files written so that nothing is lost on the way: whole or not at all, with a backup of what was
//! there before.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// Where the file goes that is written over: `game.sgf~`.
pub fn backup_of(file: &Path) -> PathBuf {
    with_ending(file, "~")
}

/// Keeps what a file holds now as its backup; an older one is gone.
///
/// # Errors
/// When that cannot be done.
pub fn back_up(file: &Path) -> io::Result<()> {
    std::fs::copy(file, backup_of(file)).map(drop)
}

/// Writes a file: first under another name beside it, so that the old one is there until the new one is
/// whole. A link stays a link, and the file keeps its permissions.
///
/// # Errors
/// When it cannot be written; the old file is as it was.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = std::fs::canonicalize(file).unwrap_or_else(|_| file.into());
    let new = with_ending(&file, ".new");
    let written = std::fs::write(&new, bytes).and_then(|()| {
        if let Ok(old) = std::fs::metadata(&file) {
            std::fs::set_permissions(&new, old.permissions())?;
        }
        std::fs::rename(&new, &file)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&new); // perhaps it never was
    }
    written
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    name.into()
}
