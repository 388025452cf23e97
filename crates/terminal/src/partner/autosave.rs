//! Autosaves the running game in a file of its own, so that it survives a closed window, a lost connection or a crash.
//!
//! Each session has its own file and holds a lock on it, so that sessions do not interfere and a file without a lock is
//! known to be left over. The file is SGF; the line before it names the file that the game belongs to, if any. The file
//! is removed when the game is saved or discarded.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tengen_core::files::check_plain;

/// The prefix of the name of the file that the game belongs to.
const HEAD: &str = "tengen play:";

#[derive(Debug)]
pub struct Autosave {
    folder: PathBuf,
    open: Option<(PathBuf, File)>,
}

#[derive(Debug)]
pub struct Left {
    path: PathBuf,
    /// Locked while it is open here.
    _lock: File,
    pub modified: SystemTime,
    pub belongs_to: Option<PathBuf>,
    pub record: Vec<u8>,
}

impl Autosave {
    pub fn new(folder: PathBuf) -> Autosave {
        Autosave { folder, open: None }
    }

    pub fn usual_folder() -> Option<PathBuf> {
        let ours = directories::ProjectDirs::from("", "", "tengen")?;
        Some(ours.data_local_dir().join("autosave"))
    }

    pub fn file(&self) -> Option<&Path> {
        self.open.as_ref().map(|(path, _)| path.as_path())
    }

    /// Writes a game, replacing the previous one.
    pub fn keep(&mut self, belongs_to: Option<&Path>, record: &[u8]) -> io::Result<()> {
        let (_, file) = match &mut self.open {
            Some(open) => open,
            None => {
                let open = create(&self.folder)?;
                self.open.insert(open)
            }
        };
        let whole = belongs_to.map(|file| std::path::absolute(file).unwrap_or(file.into()));
        let name = whole.map_or(String::new(), |file| file.display().to_string());
        let name = if name.contains('\n') { "" } else { &name };
        let mut bytes = format!("{HEAD} {name}\n").into_bytes();
        bytes.extend(record);
        file.rewind()?;
        file.write_all(&bytes)?;
        file.set_len(bytes.len() as u64)
    }

    pub fn clear(&mut self) {
        if let Some((path, file)) = self.open.take() {
            drop(file); // some systems cannot remove open files
            let _ = std::fs::remove_file(path); // at worst it is offered once more
        }
    }

    /// The games left over by other sessions, the newest first.
    pub fn left(&self) -> Vec<Left> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut left: Vec<Left> = entries.filter_map(|entry| Left::open(entry.path())).collect();
        left.sort_by_key(|left| std::cmp::Reverse(left.modified));
        left
    }
}

/// Creates a new file with a unique name and locks it.
fn create(folder: &Path) -> io::Result<(PathBuf, File)> {
    std::fs::create_dir_all(folder)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    for number in 0.. {
        let name = format!("{}-{}-{number}.sgf", now.as_millis(), std::process::id());
        let path = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => {
                file.lock()?;
                return Ok((path, file));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("there are more numbers than files")
}

impl Left {
    /// Opens a file unless another session holds it or it is empty.
    fn open(path: PathBuf) -> Option<Left> {
        path.extension().filter(|ending| *ending == "sgf")?;
        check_plain(&path).ok()?;
        let mut file = OpenOptions::new().read(true).write(true).open(&path).ok()?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => return None,
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        let end = bytes.iter().position(|c| *c == b'\n')?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let name = head.strip_prefix(HEAD)?.trim();
        Some(Left {
            belongs_to: (!name.is_empty()).then(|| name.into()),
            modified: file.metadata().and_then(|data| data.modified()).ok()?,
            record: bytes.split_off(end + 1),
            path,
            _lock: file,
        })
    }

    /// The time since the last write.
    pub fn age(&self) -> Duration {
        let seconds = self.modified.elapsed().unwrap_or_default().as_secs();
        Duration::from_secs(match seconds {
            0..60 => seconds,
            _ => seconds / 60 * 60,
        })
    }

    pub fn remove(self) -> io::Result<()> {
        let Left { path, _lock, .. } = self;
        drop(_lock);
        std::fs::remove_file(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_was_left_over_is_found_and_one_that_runs_is_not() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("autosave");
        let mut first = Autosave::new(folder.clone());
        first.keep(Some(Path::new("game.sgf")), b"(;long)").unwrap();
        first.keep(Some(Path::new("game.sgf")), b"(;)").unwrap();
        let mut second = Autosave::new(folder.clone());
        assert!(second.left().is_empty(), "it runs");
        second.keep(None, b"(;B)").unwrap();
        drop(first);
        let left = second.left();
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].record, b"(;)");
        assert!(left[0].belongs_to.as_ref().unwrap().ends_with("game.sgf"));
        assert!(Autosave::new(folder.clone()).left().is_empty(), "somebody looks at it");
        left.into_iter().for_each(|left| left.remove().unwrap());
        second.clear();
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_among_the_games_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (_reader, writer) = std::io::pipe().unwrap();
        let pipe = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&writer));
        std::os::unix::fs::symlink(pipe, folder.path().join("1-2-3.sgf")).unwrap();
        assert!(Autosave::new(folder.path().into()).left().is_empty());
    }
}
