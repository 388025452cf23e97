//! Safe file access. Files are written completely or not at all ([`NewFile`]), and replaced only where that is wanted;
//! reading limits the size, since input may be anything, even an endless stream.

mod new_file;

pub use new_file::{Existing, NewFile, lock, write_new};

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
        Err(io::Error::new(ErrorKind::FileTooLarge, format!("too long: it has more than {most} bytes")))
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
    said || OpenOptions::new().append(true).open(file).is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
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
    let backup = backup_of(file);
    let mut copy = NewFile::create_private(&backup, Existing::Replace)?;
    io::copy(&mut File::open(file)?, &mut copy)?;
    copy.finish()?;
    std::fs::set_permissions(backup, std::fs::metadata(file)?.permissions())
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
