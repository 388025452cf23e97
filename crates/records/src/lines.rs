//! Files that are read line by line, whatever their length: a game on each line, or games that each begin with header lines.

use super::ReadError;
use super::heads::is_head;
use std::io::{BufRead, ErrorKind};

/// The longest line, and the longest game below headers, in bytes.
const LONGEST: usize = 1 << 16;

/// The lines of a text, which end in CR, LF or both.
pub(super) fn of(text: &str) -> impl Iterator<Item = &str> {
    text.trim_start_matches('\u{feff}').split(['\r', '\n']).map(str::trim)
}

/// The lines of a file, without their ends and a byte order mark; ends at a line that is too long for moves.
pub(super) fn of_file(file: impl BufRead) -> impl Iterator<Item = Result<String, ReadError>> {
    let mut lines = GameLines { file, after_cr: false };
    let mut is_over = false;
    std::iter::from_fn(move || {
        let line = if is_over { None } else { lines.line().transpose() };
        is_over = !matches!(line, Some(Ok(_)));
        line
    })
}

struct GameLines<R> {
    file: R,
    after_cr: bool,
}

impl<R: BufRead> GameLines<R> {
    /// The next line, without line end and byte order mark; `None` at the end of the file.
    fn line(&mut self) -> Result<Option<String>, ReadError> {
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
            if line.len() >= LONGEST {
                return Err(ReadError::TooLongGame);
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

/// The games of a file that each begin with headers, as sites write them; ends at a game that is too long.
pub(super) fn headed_games(file: impl BufRead) -> impl Iterator<Item = Result<Vec<u8>, ReadError>> {
    let mut lines = of_file(file).peekable();
    let mut is_over = false;
    std::iter::from_fn(move || {
        let (mut game, mut has_moves) = (String::new(), false);
        let begins = |line: &Result<String, ReadError>| line.as_ref().is_ok_and(|line| is_head(line));
        while let Some(line) = lines.next_if(|line| !(is_over || has_moves && begins(line))) {
            match line {
                Ok(line) if game.len() < LONGEST => {
                    has_moves |= !line.trim().is_empty() && !is_head(&line);
                    game += &(line + "\n");
                }
                line => {
                    is_over = true;
                    return Some(Err(line.err().unwrap_or(ReadError::TooLongGame)));
                }
            }
        }
        (!game.trim().is_empty()).then(|| Ok(game.into_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_a_collection_begins_with_its_headers() {
        let one = "[Black \"a\"]\n[White \"b\"]\n\n1. h8 i9\n2. g7\n\n";
        let other = "[Black \"c\"]\n1. h8\n";
        let games = |text: &str| {
            let game = |game: Result<Vec<u8>, ReadError>| String::from_utf8(game.unwrap()).unwrap();
            headed_games(text.as_bytes()).map(game).collect::<Vec<_>>()
        };
        assert_eq!(games(&[one, other].concat()), [one, other]);
        assert_eq!(games(&one.replace('\n', "\r\n")), [one]);
        assert_eq!(games(""), [""; 0]);
    }
}
