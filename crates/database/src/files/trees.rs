//! Splits an SGF collection into games without reading it completely.

use std::io::{BufRead, Bytes, Error, ErrorKind, Result};
use tengen_core::files::LONGEST_RECORD;

/// The games of a collection as bytes: from a `(` followed by `;` to the matching `)`.
///
/// ```text
/// from a friend (;GM[4]SZ[15];B[hh];W[ii]C[good :-) or \] not])(;GM[4]…)
///               └──────────────────────────────────────────────┘
/// ```
pub struct Trees<R> {
    bytes: Bytes<R>,
    is_over: bool,
}

impl<R: BufRead> Trees<R> {
    /// The games of this file.
    pub fn of(file: R) -> Trees<R> {
        Trees { bytes: file.bytes(), is_over: false }
    }

    /// The next game; at the end of the file it may be incomplete.
    fn tree(&mut self) -> Result<Option<Vec<u8>>> {
        let mut cut = Cut::default();
        for byte in self.bytes.by_ref() {
            if cut.take(byte?) {
                return Ok(Some(cut.tree));
            }
            if cut.tree.len() > LONGEST_RECORD {
                let why = "it is too long; the rest of the file is left out";
                return Err(Error::new(ErrorKind::FileTooLarge, why));
            }
        }
        Ok(cut.has_begun.then_some(cut.tree))
    }
}

impl<R: BufRead> Iterator for Trees<R> {
    type Item = Result<Vec<u8>>;

    fn next(&mut self) -> Option<Result<Vec<u8>>> {
        if self.is_over {
            return None;
        }
        let tree = self.tree().transpose();
        self.is_over = !matches!(tree, Some(Ok(_)));
        tree
    }
}

/// The game being read.
#[derive(Default)]
struct Cut {
    tree: Vec<u8>,
    /// Whether the first `(` was followed by `;`.
    has_begun: bool,
    /// The number of open `(`.
    depth: usize,
    in_value: bool,
    is_escaped: bool,
}

impl Cut {
    /// Takes a byte; returns true for the last one of the game.
    fn take(&mut self, byte: u8) -> bool {
        if !self.has_begun {
            self.look_for_the_beginning(byte);
            return false;
        }
        self.tree.push(byte);
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.in_value => self.is_escaped = true,
            b']' => self.in_value = false,
            _ if self.in_value => (),
            b'[' => self.in_value = true,
            b'(' => self.depth += 1,
            b')' => self.depth -= 1,
            _ => (),
        }
        self.depth == 0
    }

    fn look_for_the_beginning(&mut self, byte: u8) {
        match byte {
            b'(' => self.tree = vec![byte],
            b';' if !self.tree.is_empty() => {
                self.tree.push(byte);
                (self.has_begun, self.depth) = (true, 1);
            }
            _ if byte.is_ascii_whitespace() => (),
            _ => self.tree.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn cut(text: &str) -> Vec<String> {
        let trees = Trees::of(text.as_bytes());
        trees.map(|tree| String::from_utf8(tree.unwrap()).unwrap()).collect()
    }

    #[test]
    fn games_are_cut_at_their_brackets_and_not_at_those_in_comments() {
        let games = ["(;C[:-) \\] (\\\\](;B[hh])(;B[ii](;W[hh])))", "(;B[hh];W[ii])"];
        let text = format!("note (1) of\n{}\n between {}\n", games[0], games[1]);
        assert_eq!(cut(&text), games);
        assert_eq!(cut("( \n;B[hh])"), ["(;B[hh])"]);
        assert_eq!(cut("(;B[hh]"), ["(;B[hh]"]);
        assert_eq!(cut("no game ()"), Vec::<String>::new());
    }

    #[test]
    fn a_game_without_an_end_is_given_up() {
        let endless = std::io::BufReader::new(std::io::repeat(b'x'));
        let file = std::io::Cursor::new(b"(;C[").chain(endless);
        let mut trees = Trees::of(file);
        assert!(trees.next().unwrap().is_err());
        assert!(trees.next().is_none());
    }
}
