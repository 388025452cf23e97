//! Pipes, devices, and files that are open already: what is written directly.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a pipe, a device or an open file of this process to append to; `None` if the path is that of another file.
///
/// # Errors
/// If it cannot be opened, or is a pipe that no program reads.
pub fn open_stream(path: &Path) -> io::Result<Option<File>> {
    let is_other = std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir());
    if !(is_other || cfg!(unix) && names_open_file(path) && path.exists()) {
        return Ok(None);
    }
    #[cfg(unix)]
    let _its_reader_is_there = pipe::open_with_reader(path)?;
    OpenOptions::new().append(true).open(path).map(Some)
}

/// Whether a path is one of those that name the open files of a process: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`.
fn names_open_file(path: &Path) -> bool {
    let is_in_fd = || path.parent().is_some_and(|folder| folder.ends_with("fd"));
    ["/dev/stdout", "/dev/stderr"].map(Path::new).contains(&path)
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc") && is_in_fd()
}

#[cfg(unix)]
mod pipe {
    use std::fs::{File, OpenOptions};
    use std::io::{self, ErrorKind};
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    use std::path::Path;
    use std::time::{Duration, Instant};

    /// How long a reader may take that was started at the same time.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// Opens a pipe that some program reads; `None` if the path is that of something else.
    ///
    /// # Errors
    /// If no program reads it.
    pub(super) fn open_with_reader(path: &Path) -> io::Result<Option<File>> {
        if !std::fs::metadata(path)?.file_type().is_fifo() {
            return Ok(None);
        }
        let until = Instant::now() + PATIENCE;
        loop {
            let opened = OpenOptions::new().write(true).custom_flags(libc::O_NONBLOCK).open(path);
            if opened.as_ref().err().and_then(io::Error::raw_os_error) != Some(libc::ENXIO) {
                return opened.map(Some);
            }
            if Instant::now() >= until {
                return Err(io::Error::new(ErrorKind::InvalidInput, "no program reads this pipe"));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::files::tests::TemporaryFolder;
    use std::io::{Read, Write};

    #[test]
    fn a_pipe_that_no_program_reads_is_refused() {
        let folder = TemporaryFolder::new("unread");
        let error = open_stream(&folder.pipe()).unwrap_err();
        assert_eq!(error.to_string(), "no program reads this pipe");
    }

    #[test]
    fn a_pipe_is_written_as_soon_as_a_program_reads_it() {
        let folder = TemporaryFolder::new("read");
        let pipe = folder.pipe();
        let path = pipe.clone();
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            File::open(path).and_then(|mut pipe| pipe.read_to_string(&mut text)).map(|_| text)
        });
        let mut open = open_stream(&pipe).unwrap().expect("a pipe");
        open.write_all(b"a game").unwrap();
        drop(open);
        assert_eq!(reader.join().unwrap().unwrap(), "a game");
    }
}
