//! Safe file access. Writing replaces a file atomically and can keep a backup; reading limits the size, since input may
//! be anything, even an endless stream.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The maximum size of a game record, in bytes.
pub const LONGEST_RECORD: usize = 16 << 20;
/// The maximum size of a list of openings or numbers, in bytes.
pub const LONGEST_LIST: usize = 64 << 20;
/// The maximum length of a chain of symbolic links.
const MOST_LINKS: usize = 40;

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read or is longer.
pub fn read(file: &Path, most: usize) -> io::Result<Vec<u8>> {
    read_all(File::open(file)?, most)
}

/// Like [`read`], from an open source.
///
/// # Errors
/// If it cannot be read or is longer.
pub fn read_all(source: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        Err(io::Error::new(
            ErrorKind::FileTooLarge,
            format!("too long: it has more than {most} bytes"),
        ))
    } else {
        Ok(bytes)
    }
}

/// Reads a list as text.
///
/// # Errors
/// If it cannot be read, is too long or is not UTF-8.
pub fn read_list(file: &Path) -> io::Result<String> {
    let text = String::from_utf8(read(file, LONGEST_LIST)?);
    text.map_err(|error| io::Error::new(ErrorKind::InvalidData, error.utf8_error()))
}

/// Whether an existing file is read-only or the system denies write access.
pub fn is_protected(file: &Path) -> bool {
    let said = std::fs::metadata(file).is_ok_and(|data| data.permissions().readonly());
    said || OpenOptions::new()
        .append(true)
        .open(file)
        .is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

/// The path of the backup: `game.sgf~`.
pub fn backup_of(file: &Path) -> PathBuf {
    with_ending(file, "~")
}

/// Copies a file to its backup, which replaces an older backup only once the copy is complete.
///
/// # Errors
/// If the copy fails; the older backup is unchanged.
pub fn back_up(file: &Path) -> io::Result<()> {
    replace(&backup_of(file), |new| std::fs::copy(file, new).map(drop))
}

/// Writes a file atomically: to a temporary file next to it, which then replaces the old one. Symbolic links are
/// followed, even to a file that does not exist yet, and the file keeps its permissions.
///
/// # Errors
/// If it cannot be written; the old file is unchanged.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = behind_links(file)?;
    replace(&file, |new| {
        std::fs::write(new, bytes)?;
        match std::fs::metadata(&file) {
            Ok(old) => std::fs::set_permissions(new, old.permissions()),
            Err(_) => Ok(()), // there is no old file
        }
    })
}

/// Creates a temporary file next to `file` and renames it once it is complete.
fn replace(file: &Path, make: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let new = with_ending(file, ".new");
    let made = make(&new).and_then(|()| std::fs::rename(&new, file));
    if made.is_err() {
        let _ = std::fs::remove_file(&new); // it may not exist
    }
    made
}

/// The path that a symbolic link leads to, whether or not a file exists there.
fn behind_links(file: &Path) -> io::Result<PathBuf> {
    let mut file = file.to_path_buf();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&file) {
            Ok(to) => file = file.with_file_name("").join(to),
            Err(_) => return Ok(file), // not a link
        }
    }
    Err(io::Error::other("too many links"))
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    name.into()
}
