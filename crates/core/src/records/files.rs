//! Files written so that nothing is lost on the way: whole or not at all, with a backup of what was
//! there before. And files read that may be anything, also without an end.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// No record of games is longer, in bytes.
pub const LONGEST_RECORD: usize = 16 << 20;
/// No list of openings or of numbers is longer, in bytes.
pub const LONGEST_LIST: usize = 64 << 20;
/// So many links may lead to a file, one by the other.
const MOST_LINKS: usize = 40;

/// What a file holds, which is to have at most so many bytes; no more are read.
///
/// # Errors
/// When it cannot be read, or is longer.
pub fn read(file: &Path, most: usize) -> io::Result<Vec<u8>> {
    read_all(File::open(file)?, most)
}

/// The same of what is open already.
///
/// # Errors
/// When it cannot be read, or is longer.
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

/// The text of a list.
///
/// # Errors
/// When it cannot be read, is too long, or is no text.
pub fn read_list(file: &Path) -> io::Result<String> {
    let text = String::from_utf8(read(file, LONGEST_LIST)?);
    text.map_err(|error| io::Error::new(ErrorKind::InvalidData, error.utf8_error()))
}

/// Whether a file that is there must not be written: it is said so, or the system does not let us.
pub fn is_protected(file: &Path) -> bool {
    let said = std::fs::metadata(file).is_ok_and(|data| data.permissions().readonly());
    said || OpenOptions::new()
        .append(true)
        .open(file)
        .is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

/// Where the file goes that is written over: `game.sgf~`.
pub fn backup_of(file: &Path) -> PathBuf {
    with_ending(file, "~")
}

/// Keeps what a file holds now as its backup; an older one is gone when the new one is whole.
///
/// # Errors
/// When that cannot be done; the older one is as it was.
pub fn back_up(file: &Path) -> io::Result<()> {
    replace(&backup_of(file), |new| std::fs::copy(file, new).map(drop))
}

/// Writes a file: first under another name beside it, so that the old one is there until the new one is
/// whole. A link stays a link, also one that leads to no file yet, and the file keeps its permissions.
///
/// # Errors
/// When it cannot be written; the old file is as it was.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = behind_links(file)?;
    replace(&file, |new| {
        std::fs::write(new, bytes)?;
        match std::fs::metadata(&file) {
            Ok(old) => std::fs::set_permissions(new, old.permissions()),
            Err(_) => Ok(()), // there is none yet
        }
    })
}

/// Makes a file under another name beside it, and gives it its name when it is whole.
fn replace(file: &Path, make: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let new = with_ending(file, ".new");
    let made = make(&new).and_then(|()| std::fs::rename(&new, file));
    if made.is_err() {
        let _ = std::fs::remove_file(&new); // perhaps it never was
    }
    made
}

/// Where the file lies, or will lie, to which this name leads.
fn behind_links(file: &Path) -> io::Result<PathBuf> {
    let mut file = file.to_path_buf();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&file) {
            Ok(to) => file = file.with_file_name("").join(to),
            Err(_) => return Ok(file), // it is none
        }
    }
    Err(io::Error::other("too many links"))
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    name.into()
}
