//! New files: complete or not there at all, and never in place of another file unless that is wanted.

use super::{behind_links, open_stream, with_ending};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What happens to a file that exists already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It is an error.
    Keep,
    /// It is replaced, and its permissions are kept unless the new one is private.
    Replace,
}

/// A file that is being written: a locked temporary file next to its target, which it becomes when it is complete.
/// Pipes and devices are written directly. Dropped before [`NewFile::finish`], it leaves nothing.
#[derive(Debug)]
pub struct NewFile {
    file: File,
    target: PathBuf,
    /// The path of the temporary file; `None` once it is renamed, and for pipes and devices.
    temporary: Option<PathBuf>,
    existing: Existing,
    is_private: bool,
}

/// Writes a new file.
///
/// # Errors
/// If it cannot be written, or exists and is to be kept; nothing is changed then.
pub fn write_new(path: &Path, existing: Existing, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path, existing)?;
    file.write_all(bytes)?;
    file.finish()
}

impl NewFile {
    /// Begins a file. Symbolic links are followed, even to a file that does not exist yet.
    ///
    /// # Errors
    /// If it cannot be written, exists and is to be kept, or is being written by another program.
    pub fn create(path: &Path, existing: Existing) -> io::Result<NewFile> {
        NewFile::begin(path, existing, false)
    }

    /// Like [`NewFile::create`], for a file that only its owner can read.
    ///
    /// # Errors
    /// As for [`NewFile::create`].
    pub fn create_private(path: &Path, existing: Existing) -> io::Result<NewFile> {
        NewFile::begin(path, existing, true)
    }

    fn begin(path: &Path, existing: Existing, is_private: bool) -> io::Result<NewFile> {
        let new = |file, target, temporary| NewFile { file, target, temporary, existing, is_private };
        if let Some(stream) = open_stream(path)? {
            return Ok(new(stream, path.into(), None));
        }
        let target = behind_links(path)?;
        check(&target, existing)?;
        let temporary = with_ending(&target, ".tengen-new");
        let file = match create(&temporary, is_private) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                remove_left_over(&temporary)?;
                create(&temporary, is_private)?
            }
            created => created?,
        };
        lock(&file)?;
        Ok(new(file, target, Some(temporary)))
    }

    /// Another handle of the file.
    ///
    /// # Errors
    /// If the system has none.
    pub fn handle(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Puts the complete file in place.
    ///
    /// # Errors
    /// If that fails; nothing is changed then.
    pub fn finish(mut self) -> io::Result<()> {
        let Some(temporary) = &self.temporary else { return Ok(()) };
        check(&self.target, self.existing)?;
        if !self.is_private
            && let Ok(old) = std::fs::metadata(&self.target)
        {
            std::fs::set_permissions(temporary, old.permissions())?;
        }
        std::fs::rename(temporary, &self.target)?;
        self.temporary = None;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = std::fs::remove_file(temporary);
        }
    }
}

/// Locks a file that is written.
///
/// # Errors
/// If another program has locked it. Systems without locks are no error; on Windows a lock would also keep readers out,
/// so there is none.
pub fn lock(file: &File) -> io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::new(ErrorKind::ResourceBusy, "another program is writing it")),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn check(target: &Path, existing: Existing) -> io::Result<()> {
    match std::fs::metadata(target) {
        Ok(data) if data.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder")),
        Ok(_) if existing == Existing::Keep => Err(io::Error::new(ErrorKind::AlreadyExists, "it is there already")),
        _ => Ok(()),
    }
}

fn create(path: &Path, is_private: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if is_private { 0o600 } else { 0o666 });
    let _ = is_private; // files are private by default in a user's folder on other systems
    options.write(true).create_new(true).open(path)
}

/// Removes the temporary file of a program that was killed.
fn remove_left_over(temporary: &Path) -> io::Result<()> {
    if !std::fs::symlink_metadata(temporary)?.is_file() {
        let why = format!("{} is not a plain file", temporary.display());
        return Err(io::Error::new(ErrorKind::InvalidInput, why));
    }
    lock(&File::open(temporary)?)?;
    std::fs::remove_file(temporary)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::tests::TemporaryFolder;

    #[test]
    fn a_file_is_kept_unless_it_is_to_be_replaced() {
        let folder = TemporaryFolder::new("kept");
        let path = folder.0.join("game.sgf");
        write_new(&path, Existing::Keep, b"one").unwrap();
        let error = write_new(&path, Existing::Keep, b"two").unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::AlreadyExists, "it is there already".into()));
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        write_new(&path, Existing::Replace, b"three").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"three");
        assert!(write_new(&folder.0, Existing::Replace, b"four").is_err(), "a folder");
        assert_eq!(folder.names(), ["game.sgf"]);
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_kept() {
        let folder = TemporaryFolder::new("meanwhile");
        let path = folder.0.join("game.sgf");
        let file = NewFile::create(&path, Existing::Keep).unwrap();
        std::fs::write(&path, "another").unwrap();
        assert!(file.finish().is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"another");
        assert_eq!(folder.names(), ["game.sgf"]);
    }

    #[cfg(unix)]
    #[test]
    fn two_programs_do_not_write_one_file() {
        let folder = TemporaryFolder::new("two");
        let path = folder.0.join("game.sgf");
        let first = NewFile::create(&path, Existing::Keep).unwrap();
        let second = NewFile::create(&path, Existing::Replace).unwrap_err();
        assert_eq!(second.to_string(), "another program is writing it");
        drop(first);
        assert!(folder.names().is_empty(), "an unfinished file leaves nothing");
        std::fs::write(folder.0.join("game.sgf.tengen-new"), "of a killed program").unwrap();
        write_new(&path, Existing::Keep, b"whole").unwrap();
        assert_eq!(folder.names(), ["game.sgf"]);
    }

    #[cfg(unix)]
    #[test]
    fn what_no_program_of_ours_has_left_is_not_opened() {
        let folder = TemporaryFolder::new("left");
        let path = folder.0.join("game.sgf");
        std::os::unix::fs::symlink("/dev/zero", folder.0.join("game.sgf.tengen-new")).unwrap();
        let error = write_new(&path, Existing::Keep, b"whole").unwrap_err().to_string();
        assert!(error.ends_with("game.sgf.tengen-new is not a plain file"), "{error}");
        assert_eq!(folder.names(), ["game.sgf.tengen-new"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_written() {
        let folder = TemporaryFolder::new("links");
        let [link, target] = ["link", "target"].map(|name| folder.0.join(name));
        std::os::unix::fs::symlink("target", &link).unwrap();
        write_new(&link, Existing::Keep, b"one").unwrap();
        assert_eq!(std::fs::read(&target).unwrap(), b"one");
        assert!(write_new(&link, Existing::Keep, b"two").is_err());
        write_new(Path::new("/dev/null"), Existing::Keep, b"nothing").unwrap();
        assert!(Path::new("/dev/null").exists());
    }

    /// Plain files lie below `/dev` too; those that a process has open are written, whatever they are.
    #[cfg(target_os = "linux")]
    #[test]
    fn only_open_files_and_devices_below_dev_are_written_directly() {
        use std::os::fd::AsRawFd;
        let path = PathBuf::from(format!("/dev/shm/tengen-new-file-{}", std::process::id()));
        std::fs::write(&path, "a game").unwrap();
        let error = write_new(&path, Existing::Keep, b"another").map_err(|error| error.kind());
        let kept = std::fs::read(&path).unwrap();
        let open = OpenOptions::new().write(true).open(&path).unwrap();
        let number = open.as_raw_fd();
        let folders = ["/dev/fd".to_string(), "/proc/self/fd".into(), format!("/proc/{}/fd", std::process::id())];
        let written =
            folders.map(|folder| write_new(&Path::new(&folder).join(number.to_string()), Existing::Keep, b"b").is_ok());
        let now = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!((error, kept), (Err(ErrorKind::AlreadyExists), b"a game".to_vec()));
        assert_eq!((written, now), ([true; 3], b"a gamebbb".to_vec()));
    }
}
