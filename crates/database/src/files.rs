//! Imports files of games, one game at a time, whatever their size.

mod renlib;
mod rif;
mod trees;
mod yixin;

pub use yixin::{YixinCounts, write_yixin};

use crate::import::{Import, Otherwise};
use anyhow::Result;
use std::io::{BufRead, ErrorKind, Read};
use tengen_core::board::notation;
use tengen_core::files::{LONGEST_RECORD, read_all};
use tengen_records::moves::game_of_moves;
use tengen_records::renlib as library;
use tengen_records::training::{GameReader, GameResult, TrainingGame};
use tengen_records::yixin::COMPRESSED;
use tengen_records::{Ending, Format, Game, Move, Reason};
use tengen_records::{applet, heads, opened};
use trees::Trees;

/// The prefix of training data files, up to the version.
const TRAINING: &[u8] = b"TNGGAME";
/// The number of bytes read to detect the file format.
const LOOKED_AT: u64 = 1 << 16;

impl Import<'_> {
    /// Imports the games of a file: an SGF collection (the main line of each game), psq, moves as text (one game per
    /// line, games below headers, or a single game), web pages of RenLib's applet, renju.net's collection (RIF, an XML
    /// format), a RenLib library, a database of Yixin, or training data. `refused` is called with a message for each part that was skipped.
    ///
    /// # Errors
    /// If the database cannot be read or written. A file that cannot be read is skipped from that point on, without an
    /// error.
    pub fn read(
        &mut self,
        mut file: impl BufRead,
        name: &str,
        otherwise: Otherwise,
        refused: &mut dyn FnMut(String),
    ) -> Result<()> {
        let mut start = Vec::new();
        if let Err(error) = file.by_ref().take(LOOKED_AT).read_to_end(&mut start) {
            refused(error.to_string());
            return Ok(());
        }
        let text = String::from_utf8_lossy(&start).into_owned();
        let is_xml = text.trim_start_matches('\u{feff}').trim_start();
        let is_xml = is_xml.starts_with('<') && applet::games(&text).is_empty();
        let is_list = is_list_of_games(&text, otherwise);
        let is_headed = first_line(&text).is_some_and(heads::is_head);
        let format = Format::of_text(&text);
        let file = std::io::Cursor::new(start.clone()).chain(file);
        if start.starts_with(TRAINING) {
            self.training(file, name, refused)
        } else if library::is(&start) {
            renlib::read(self, file, name, otherwise, refused)
        } else if yixin::begins(&start) {
            let is_compressed = start.starts_with(&COMPRESSED);
            yixin::read(self, file, is_compressed, name, refused)
        } else if is_xml {
            rif::read(self, file, &text, name, refused)
        } else if format == Some(Format::Sgf) {
            self.games(Trees::of(file), name, otherwise, refused)
        } else if is_list {
            self.lines(file, name, otherwise, refused)
        } else if is_headed {
            self.games(headed_games(file), name, otherwise, refused)
        } else {
            self.whole(file, name, otherwise, refused)
        }
    }

    fn whole(
        &mut self,
        file: impl Read,
        name: &str,
        otherwise: Otherwise,
        refused: &mut dyn FnMut(String),
    ) -> Result<()> {
        let bytes = match read_all(file, LONGEST_RECORD) {
            Ok(bytes) => bytes,
            Err(error) => {
                refused(error.to_string());
                return Ok(());
            }
        };
        let (games, _) = opened::split(&bytes, usize::MAX);
        if let [game] = &games[..] {
            self.bytes(game, name, otherwise)?.into_iter().for_each(refused);
            return Ok(());
        }
        self.games(games.into_iter().map(Ok), name, otherwise, refused)
    }

    /// Imports the games that a file was split into.
    fn games(
        &mut self,
        games: impl Iterator<Item = std::io::Result<Vec<u8>>>,
        name: &str,
        otherwise: Otherwise,
        refused: &mut dyn FnMut(String),
    ) -> Result<()> {
        for (number, game) in games.enumerate() {
            let why = match game {
                Ok(bytes) => self.bytes(&bytes, name, otherwise)?,
                Err(error) => vec![error.to_string()],
            };
            for why in why {
                refused(format!("game {}: {why}", number + 1));
            }
        }
        Ok(())
    }

    /// Imports one game per line, each as a move list.
    fn lines(
        &mut self,
        file: impl BufRead,
        name: &str,
        otherwise: Otherwise,
        refused: &mut dyn FnMut(String),
    ) -> Result<()> {
        for (number, line) in short_lines(file).enumerate() {
            let game = match line {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) => game_of_moves(line.trim(), otherwise.rule, otherwise.size),
                Err(error) => Err(error.to_string()),
            };
            let why = match game {
                Ok(game) => self.game(&game, name)?,
                Err(why) => Some(why),
            };
            if let Some(why) = why {
                refused(format!("line {}: {why}", number + 1));
            }
        }
        Ok(())
    }

    fn training(
        &mut self,
        file: impl Read,
        name: &str,
        refused: &mut dyn FnMut(String),
    ) -> Result<()> {
        let games = match GameReader::new(file) {
            Ok(games) => games,
            Err(error) => {
                refused(format!("{error:#}"));
                return Ok(());
            }
        };
        for (number, game) in games.enumerate() {
            let why = match game {
                Ok(game) => self.game(&game_of_training(&game), name)?,
                Err(error) => {
                    refused(format!("game {}: {error:#}", number + 1));
                    return Ok(());
                }
            };
            if let Some(why) = why {
                refused(format!("game {}: {why}", number + 1));
            }
        }
        Ok(())
    }
}

/// Whether the first line is a game without move numbers.
fn is_list_of_games(text: &str, otherwise: Otherwise) -> bool {
    first_line(text).is_some_and(|line| notation::read(line, otherwise.size).is_ok())
}

/// The first line that is not blank.
fn first_line(text: &str) -> Option<&str> {
    let lines = text.trim_start_matches('\u{feff}').split(['\r', '\n']);
    lines.map(str::trim).find(|line| !line.is_empty())
}

/// Splits a file in which each game starts with its [`heads`], as sites write them; ends at a game that is too long.
fn headed_games(file: impl BufRead) -> impl Iterator<Item = std::io::Result<Vec<u8>>> {
    let mut lines = short_lines(file).peekable();
    let mut is_over = false;
    std::iter::from_fn(move || {
        let (mut game, mut splitter) = (String::new(), heads::Splitter::default());
        while !is_over && game.len() < LOOKED_AT as usize {
            let mut is_next = |line: &std::io::Result<String>| {
                line.as_ref().is_ok_and(|line| splitter.begins(line))
            };
            match lines.next_if(|line| !is_next(line)) {
                Some(Ok(line)) => {
                    game += &line;
                    game.push('\n');
                }
                Some(Err(error)) => {
                    is_over = true;
                    return Some(Err(error));
                }
                None => return (!game.trim().is_empty()).then(|| Ok(game.into_bytes())),
            }
        }
        let was_over = std::mem::replace(&mut is_over, true);
        let why = "too long for a game; the rest is left out";
        (!was_over).then(|| Err(std::io::Error::new(ErrorKind::FileTooLarge, why)))
    })
}

/// The lines of a file, separated by CR, LF or both; ends at a line that is too long for moves.
fn short_lines(file: impl BufRead) -> impl Iterator<Item = std::io::Result<String>> {
    let mut lines = ShortLines { file, after_cr: false };
    let mut is_over = false;
    std::iter::from_fn(move || {
        let line = match is_over {
            true => None,
            false => lines.line().transpose(),
        };
        is_over = !matches!(line, Some(Ok(_)));
        line
    })
}

struct ShortLines<R> {
    file: R,
    after_cr: bool,
}

impl<R: BufRead> ShortLines<R> {
    /// The next line, without line end and byte order mark; `None` at the end of the file.
    fn line(&mut self) -> std::io::Result<Option<String>> {
        let mut line = Vec::new();
        loop {
            let bytes = match self.file.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() {
                return Ok((!line.is_empty()).then(|| text_of(&line)));
            }
            if std::mem::take(&mut self.after_cr) && bytes[0] == b'\n' {
                self.file.consume(1);
                continue;
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
            line.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
            self.after_cr = end.is_some_and(|end| bytes[end] == b'\r');
            let taken = end.map_or(bytes.len(), |end| end + 1);
            self.file.consume(taken);
            if line.len() as u64 >= LOOKED_AT {
                let why = "too long for a line of moves; the rest is left out";
                return Err(std::io::Error::new(ErrorKind::FileTooLarge, why));
            }
            if end.is_some() {
                return Ok(Some(text_of(&line)));
            }
        }
    }
}

fn text_of(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    line.trim_start_matches('\u{feff}').into()
}

fn game_of_training(training: &TrainingGame) -> Game {
    let mut game = Game::new(training.size, training.rule, Default::default());
    let moves = training.moves.iter().map(|searched| searched.point);
    let points = training.opening.iter().copied().chain(moves);
    game.moves = points.map(Move::new).collect();
    game.ending = match training.result {
        GameResult::Won(winner) => Some(Ending::won(winner, Reason::Unknown)),
        GameResult::Drawn => Some(Ending::drawn(Reason::Unknown)),
        GameResult::Unfinished => None,
    };
    game
}

#[cfg(test)]
mod tests;
