//! The log of a game: evidence, so each line is on the disk before the next message goes out, and no
//! file is ever written over.
//!
//! ```text
//! 0 1 0 7 7 1503        log_chess: index from 1, colour (0 black, 1 white), row, column, milliseconds
//! 0 2 1 6 8 20
//! 1 black wins: five in a row      log_result: how it ended
//! ```

use crate::board::Colour;
use crate::course::Chess;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A stone of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Which stone of the game, from 1.
    pub index: usize,
    /// Whose.
    pub colour: Colour,
    /// From 0 at the top.
    pub row: u8,
    /// From 0 at the left.
    pub column: u8,
    /// How long its player took.
    pub time: Duration,
}

impl Entry {
    /// The stone as it goes over the wire.
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
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Entry {
            index, row, column, ..
        } = self;
        let (colour, time) = (self.colour as u8, self.time.as_millis());
        write!(f, "0 {index} {colour} {row} {column} {time}")
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// `None` for a draw.
    pub winner: Option<Colour>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The winner has a row that wins.
    Five,
    /// No point is left.
    Full,
    /// The loser took too long.
    Time,
    /// The loser's connection has ended.
    Left,
    /// The loser sent too much that means nothing.
    Flood,
}

/// `black wins: five in a row`, `draw: the board is full`
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (winner, loser) = match self.winner {
            Some(Colour::Black) => ("black wins", "white"),
            Some(Colour::White) => ("white wins", "black"),
            None => ("draw", "nobody"),
        };
        match self.reason {
            Reason::Five => write!(f, "{winner}: five in a row"),
            Reason::Full => write!(f, "{winner}: the board is full"),
            Reason::Time => write!(f, "{winner}: {loser} took too long"),
            Reason::Left => write!(f, "{winner}: {loser} has left"),
            Reason::Flood => write!(f, "{winner}: {loser} sent too much that means nothing"),
        }
    }
}

/// Where the logs of a series go: the first to a given file, the next to ones numbered after it.
pub(super) struct LogBook {
    path: PathBuf,
    next: usize,
}

impl LogBook {
    /// Logs at `path` and beside it.
    ///
    /// # Errors
    /// When its folder is not there.
    pub fn new(path: &Path) -> io::Result<LogBook> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if !folder.is_dir() || path.file_name().is_none() {
            let text = format!("no log can be written at {}", path.display());
            return Err(io::Error::new(ErrorKind::NotFound, text));
        }
        Ok(LogBook {
            path: path.to_owned(),
            next: 1,
        })
    }

    /// Creates the log of the next game under the first name that is free.
    ///
    /// # Errors
    /// When no file can be created.
    pub fn begin(&mut self) -> io::Result<GameLog> {
        loop {
            let path = self.name(self.next);
            self.next += 1;
            let file = OpenOptions::new().write(true).create_new(true).open(&path);
            match file {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                file => return Ok(GameLog { file: file?, path }),
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

/// The log of one game.
pub(super) struct GameLog {
    file: File,
    /// Where it is.
    pub path: PathBuf,
}

impl GameLog {
    /// Adds a stone.
    pub fn stone(&mut self, entry: &Entry) -> io::Result<()> {
        self.file.write_all(format!("{entry}\n").as_bytes())
    }

    /// Adds the result, which is the last line.
    pub fn result(&mut self, verdict: &Verdict) -> io::Result<()> {
        self.file.write_all(format!("1 {verdict}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_log() {
        let entry = Entry {
            index: 225,
            colour: Colour::White,
            row: 14,
            column: 0,
            time: Duration::from_micros(1_503_999),
        };
        assert_eq!(entry.to_string(), "0 225 1 14 0 1503");
        let verdict = |winner, reason| Verdict { winner, reason }.to_string();
        let (black, white) = (Some(Colour::Black), Some(Colour::White));
        assert_eq!(verdict(black, Reason::Five), "black wins: five in a row");
        assert_eq!(
            verdict(white, Reason::Time),
            "white wins: black took too long"
        );
        assert_eq!(verdict(black, Reason::Left), "black wins: white has left");
        assert_eq!(verdict(None, Reason::Full), "draw: the board is full");
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
        assert_eq!(
            names,
            [folder.join("games-2.log"), folder.join("games-4.log")]
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(LogBook::new(&path).is_err());
        assert!(LogBook::new(Path::new("/")).is_err());
        assert!(LogBook::new(Path::new("games.log")).is_ok());
    }
}
