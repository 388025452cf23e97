//! The log of a game. It is evidence, so each line is written before the next message is sent, no file is ever
//! overwritten, and without a log there is no game.
//!
//! ```text
//! 0 1 0 7 7 1503        log_chess: index from 1, colour (0 black, 1 white), row, column, milliseconds
//! 0 2 1 6 8 20
//! 1 black wins: five in a row      log_result: how it ended
//! ```

use crate::message::Chess;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf, is_separator};
use std::time::Duration;
use tengen_core::board::Colour;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoggedStone {
    /// The move number, from 1.
    pub index: usize,
    pub colour: Colour,
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
    pub time: Duration,
}

impl LoggedStone {
    pub(super) fn chess(&self) -> Chess {
        Chess {
            index: self.index as u8, // at most 225
            colour: self.colour as u8,
            row: self.row,
            column: self.column,
        }
    }
}

/// `log_chess index color row col time`
impl fmt::Display for LoggedStone {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let LoggedStone { index, row, column, .. } = self;
        let (colour, time) = (self.colour as u8, self.time.as_millis());
        write!(f, "0 {index} {colour} {row} {column} {time}")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// `None` for a draw.
    pub winner: Option<Colour>,
    pub cause: Cause,
}

/// The reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The winner has a winning row.
    Five,
    Full,
    /// All remaining points are forbidden for the loser.
    Stuck,
    /// The loser exceeded the time limit.
    Time,
    /// The loser disconnected.
    Left,
    /// The loser sent too many useless messages.
    Flood,
}

/// `black wins: five in a row`, `draw: the board is full`
impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (winner, loser) = match self.winner {
            Some(Colour::Black) => ("black wins", "white"),
            Some(Colour::White) => ("white wins", "black"),
            None => ("draw", "nobody"),
        };
        match self.cause {
            Cause::Five => write!(f, "{winner}: five in a row"),
            Cause::Full => write!(f, "{winner}: the board is full"),
            Cause::Stuck => write!(f, "{winner}: every point left is a foul for {loser}"),
            Cause::Time => write!(f, "{winner}: {loser} took too long"),
            Cause::Left => write!(f, "{winner}: {loser} has left"),
            Cause::Flood => write!(f, "{winner}: {loser} sent too much that means nothing"),
        }
    }
}

/// The default file name in a folder.
const USUAL_NAME: &str = "referee.log";
/// An upper bound for the size of a log: 225 lines of at most 30 bytes, and the result.
const ROOM: usize = 8192;

/// The log files of a series: the first has the given name, the next ones are numbered.
#[derive(Clone, Debug)]
pub struct LogBook {
    path: PathBuf,
    next: usize,
}

impl LogBook {
    /// Logs to `path` and numbered files next to it; if `path` is a folder, to files in it.
    pub fn new(path: &Path) -> io::Result<LogBook> {
        let mut book = LogBook { path: place(path).map_err(|error| no_log(path, error))?, next: 1 };
        let trial = book.begin()?;
        book.next = 1;
        drop(trial.file);
        std::fs::remove_file(&trial.path).map_err(|error| no_log(&trial.path, error))?;
        Ok(book)
    }

    /// Creates the log of the next game under the first free name, and makes sure that there is room for all of it.
    pub(super) fn begin(&mut self) -> io::Result<GameLog> {
        loop {
            let path = self.name(self.next);
            self.next += 1;
            let file = OpenOptions::new().write(true).create_new(true).open(&path);
            match file {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(no_log(&path, error)),
                Ok(file) => return GameLog::on(file, path),
            }
        }
    }

    /// `games.log`, `games-2.log`, `games-3.log`, …
    fn name(&self, number: usize) -> PathBuf {
        if number == 1 {
            return self.path.clone();
        }
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_os_string();
        let mut name = part(self.path.file_stem());
        name.push(format!("-{number}"));
        if let Some(extension) = self.path.extension() {
            name.push(".");
            name.push(extension);
        }
        self.path.with_file_name(name)
    }
}

/// The file for a log at `path`.
fn place(path: &Path) -> io::Result<PathBuf> {
    if path.is_dir() {
        return Ok(path.join(USUAL_NAME));
    }
    if path.exists() && !path.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "that is no file"));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // `games/` names a folder that does not exist.
    let names_a_folder = path.as_os_str().to_string_lossy().ends_with(is_separator);
    if names_a_folder || !folder.is_dir() {
        return Err(io::Error::new(ErrorKind::NotFound, "no such folder"));
    }
    Ok(path.to_owned())
}

fn no_log(path: &Path, error: io::Error) -> io::Error {
    let text = format!("no log can be written at {}: {error}", path.display());
    io::Error::new(error.kind(), text)
}

pub(super) struct GameLog {
    file: File,
    pub path: PathBuf,
    /// The size of all complete lines, in bytes.
    length: u64,
}

impl GameLog {
    /// Creates an empty log in a new file. The file is filled and truncated once, to check that there is enough room.
    fn on(mut file: File, path: PathBuf) -> io::Result<GameLog> {
        let filled = file.write_all(&[b'\n'; ROOM]).and_then(|()| file.sync_data());
        let emptied = filled.and_then(|()| file.set_len(0)).and_then(|()| file.rewind());
        match emptied {
            Ok(()) => Ok(GameLog { file, path, length: 0 }),
            Err(error) => {
                drop(file);
                let _ = std::fs::remove_file(&path);
                Err(no_log(&path, error))
            }
        }
    }

    pub fn stone(&mut self, entry: &LoggedStone) -> io::Result<()> {
        self.line(&format!("{entry}\n"))
    }

    /// Writes the result, the last line, and flushes the file to disk.
    pub fn result(&mut self, verdict: &GameEnd) -> io::Result<()> {
        self.line(&format!("1 {verdict}\n"))?;
        self.file.sync_data().map_err(|error| self.spoiled(error))
    }

    /// Writes a line completely or not at all.
    fn line(&mut self, line: &str) -> io::Result<()> {
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let _ = self.file.set_len(self.length);
            return Err(self.spoiled(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    fn spoiled(&self, error: io::Error) -> io::Error {
        let path = self.path.display();
        let text = format!("the log {path} cannot be written, and without it there is no game: {error}");
        io::Error::new(error.kind(), text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_log() {
        let entry = LoggedStone {
            index: 225,
            colour: Colour::White,
            row: 14,
            column: 0,
            time: Duration::from_micros(1_503_999),
        };
        assert_eq!(entry.to_string(), "0 225 1 14 0 1503");
        let verdict = |winner, cause| GameEnd { winner, cause }.to_string();
        let (black, white) = (Some(Colour::Black), Some(Colour::White));
        assert_eq!(verdict(black, Cause::Five), "black wins: five in a row");
        assert_eq!(verdict(white, Cause::Time), "white wins: black took too long");
        assert_eq!(verdict(white, Cause::Stuck), "white wins: every point left is a foul for black");
        assert_eq!(verdict(black, Cause::Left), "black wins: white has left");
        assert_eq!(verdict(None, Cause::Full), "draw: the board is full");
    }

    #[test]
    fn no_log_is_written_over() {
        let folder = std::env::temp_dir().join(format!("tengen-logs-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.log");
        std::fs::write(&path, "old").unwrap();
        std::fs::write(folder.join("games-3.log"), "old").unwrap();
        let mut book = LogBook::new(&path).unwrap();
        let names = [book.begin().unwrap().path, book.begin().unwrap().path];
        assert_eq!(names, [folder.join("games-2.log"), folder.join("games-4.log")]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(LogBook::new(&path).is_err());
        assert!(book.begin().is_err());
    }

    #[test]
    fn a_line_that_cannot_be_written_is_an_error() {
        let name = format!("tengen-log-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, "").unwrap();
        let mut log = GameLog {
            file: File::open(&path).unwrap(), // read-only
            path: path.clone(),
            length: 0,
        };
        let verdict = GameEnd { winner: None, cause: Cause::Full };
        let error = log.result(&verdict).unwrap_err().to_string();
        std::fs::remove_file(&path).unwrap();
        let expected = format!("the log {} cannot be written", path.display());
        assert!(error.starts_with(&expected), "{error}");
    }
}
