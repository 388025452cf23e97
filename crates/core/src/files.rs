//! Safe file access. Files are written completely or not at all ([`NewFile`]), and replaced only where that is wanted;
//! reading limits the size, since input may be anything, even an endless stream. Nothing waits for a pipe's other end,
//! except where a pipe is the input.

mod new_file;
mod stream;

pub use new_file::{Existing, NewFile, lock, write_new};
pub use stream::open_stream;

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The maximum size of a game record, in bytes.
pub const LONGEST_RECORD: usize = 16 << 20;
/// The maximum size of a list of openings or numbers, in bytes.
pub const LONGEST_LIST: usize = 64 << 20;
/// The number of bytes that show whether a file is a log.
const BEGINNING: u64 = 64;
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

/// Checks that a path is that of a plain file or of nothing: a pipe may have no other end, and a device no end at all.
///
/// # Errors
/// If it is something else.
pub fn check_plain(file: &Path) -> io::Result<()> {
    match std::fs::metadata(file) {
        Ok(data) if !data.is_file() => Err(io::Error::new(ErrorKind::InvalidInput, "it is not a plain file")),
        _ => Ok(()),
    }
}

/// Reads a plain file of at most `most` bytes; `None` if there is no file.
///
/// # Errors
/// If it cannot be read, is longer or no plain file.
pub fn read_plain(file: &Path, most: usize) -> io::Result<Option<Vec<u8>>> {
    match check_plain(file).and_then(|()| read(file, most)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        bytes => bytes.map(Some),
    }
}

/// Opens a plain file that is continued, at its beginning; creates it if there is none, and locks it.
///
/// # Errors
/// If it cannot be written, is no plain file, or another program is writing it.
pub fn open_to_continue(file: &Path) -> io::Result<File> {
    check_plain(file)?;
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(file)?;
    lock(&opened)?;
    Ok(opened)
}

/// Opens a log of `what` to append to, which other programs may do too; creates it if there is none. `is_log` sees the
/// beginning of a file that is not empty.
///
/// # Errors
/// If it cannot be written, is no log, or is neither a plain file nor a stream.
pub fn open_log(file: &Path, what: &str, is_log: impl FnOnce(&[u8]) -> bool) -> io::Result<File> {
    if let Some(stream) = open_stream(file)? {
        return Ok(stream);
    }
    check_plain(file)?;
    let log = OpenOptions::new().read(true).append(true).create(true).open(file)?;
    let mut begin = Vec::new();
    (&log).take(BEGINNING).read_to_end(&mut begin)?;
    if begin.is_empty() || is_log(&begin) {
        return Ok(log);
    }
    let why = format!("it is there already, and is no log of {what}; name another file");
    Err(io::Error::new(ErrorKind::InvalidData, why))
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    /// An empty folder, removed when dropped.
    pub(super) struct TemporaryFolder(pub PathBuf);

    impl TemporaryFolder {
        pub fn new(name: &str) -> TemporaryFolder {
            let name = format!("tengen-files-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder).unwrap();
            TemporaryFolder(folder)
        }

        pub fn names(&self) -> Vec<String> {
            let entries = std::fs::read_dir(&self.0).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        }

        /// The path of a new named pipe.
        #[cfg(unix)]
        pub fn pipe(&self) -> PathBuf {
            let path = self.0.join("pipe");
            assert!(std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
            path
        }
    }

    impl Drop for TemporaryFolder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
