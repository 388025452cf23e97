//! Parses an SGF collection game by game, whatever its length.

use super::parse::{Reader, begins_at};
use super::tree::Collection;
use crate::ReadError;
use std::io::Read;
use tengen_core::files::LONGEST_RECORD;

/// The number of bytes read at once.
const PART: usize = 1 << 16;

/// The games of a collection, each as a file of its own: with the bytes before it and, behind the last one, those after it.
pub struct Trees<R> {
    file: R,
    bytes: Vec<u8>,
    /// Where the next game begins in the bytes, and the line of the file there.
    at: usize,
    line: usize,
    is_whole: bool,
    /// The length of the longest game.
    longest: usize,
}

impl<R: Read> Trees<R> {
    pub fn of(file: R) -> Trees<R> {
        Trees::up_to(LONGEST_RECORD, file)
    }

    fn up_to(longest: usize, file: R) -> Trees<R> {
        Trees { file, bytes: Vec::new(), at: 0, line: 1, is_whole: false, longest }
    }

    /// Reads as much as there is left of the last game, at least.
    fn grow(&mut self) -> Result<(), ReadError> {
        self.bytes.drain(..std::mem::take(&mut self.at));
        if self.bytes.len() > self.longest {
            return Err(ReadError::TooLongGame);
        }
        let part = self.bytes.len().max(PART) as u64;
        let read = self.file.by_ref().take(part).read_to_end(&mut self.bytes);
        self.is_whole = (read? as u64) < part;
        Ok(())
    }
}

impl<R: Read> Iterator for Trees<R> {
    type Item = Result<Collection, ReadError>;

    fn next(&mut self) -> Option<Result<Collection, ReadError>> {
        loop {
            let mut reader = Reader::new(&self.bytes[self.at..], self.line);
            let game = reader.game();
            let is_last = begins_at(reader.rest()).is_none();
            if self.is_whole || !is_last {
                let tail = if is_last { reader.rest().to_vec() } else { Vec::new() };
                (self.at, self.line) = (self.bytes.len() - reader.rest().len(), reader.line());
                let file = |tree| Collection { trees: vec![tree], tail };
                return game.map(|tree| tree.map(file));
            }
            if let Err(error) = self.grow() {
                (self.bytes, self.at, self.is_whole) = (Vec::new(), 0, true);
                return Some(Err(error));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games of a file that arrives in small parts.
    fn games(text: &[u8]) -> Vec<Result<String, String>> {
        let text_of = |file: Collection| String::from_utf8_lossy(&file.write()).into_owned();
        let game = |game: Result<Collection, ReadError>| game.map(text_of).map_err(|error| error.to_string());
        Trees::of(text).map(game).collect()
    }

    #[test]
    fn games_are_parted_at_their_brackets_and_not_at_those_in_comments() {
        let parts = ["note (1) of\n(;C[:-) \\] (\\\\](;B[hh])(;B[ii](;W[hh])))", "\n between (;B[hh];W[ii])\n"];
        assert_eq!(games(parts.concat().as_bytes()), parts.map(|part| Ok(part.into())));
        assert_eq!(games(b"( \n;B[hh])"), [Ok("( \n;B[hh])".into())]);
        assert_eq!(games(b"no game ()"), []);
    }

    #[test]
    fn a_malformed_game_is_named_with_its_line_and_the_next_one_is_read() {
        let text = "(;B[aa])\n(;SZ[9](;B[bb]\n+)(;B[cc]))\n(;B[dd])(;B[ee]";
        let why = |why: &str| Err(why.to_string());
        assert_eq!(
            games(text.as_bytes()),
            [
                Ok("(;B[aa])".into()),
                why("line 3: unexpected '+'"),
                Ok("\n(;B[dd])".into()),
                why("line 4: the game breaks off: no \")\"")
            ]
        );
    }

    /// The second bytes of both letters are those of brackets.
    #[test]
    fn brackets_within_letters_of_an_old_charset_part_no_games() {
        let japanese = b"(;CA[Shift_JIS]C[\x95\x5c\x83\x5d](;B[aa]))".to_vec();
        let utf_8 = "(;CA[Shift_JIS]C[\u{e6}\u{1d}])".as_bytes();
        let file = [&japanese, utf_8, &japanese].concat();
        assert_eq!(Trees::of(&file[..]).filter(Result::is_ok).count(), 3);
    }

    #[test]
    fn long_collections_are_read_and_a_game_without_an_end_is_given_up() {
        let game = format!("(;C[{}])", "x".repeat(PART / 3));
        assert_eq!(games(game.repeat(20).as_bytes()), vec![Ok(game.clone()); 20]);
        let file = std::io::Cursor::new(b"(;)(;C[").chain(std::io::repeat(b'x'));
        let mut trees = Trees::up_to(4 * PART, file);
        assert!(trees.next().is_some_and(|game| game.is_ok()));
        assert!(trees.next().is_some_and(|game| game.is_err()));
        assert!(trees.next().is_none());
    }
}
