//! Parses the bytes of a file into trees, keeping everything between the nodes.

use super::charset::Charset;
use super::tree::{Brackets, Collection, NodeId, Property, Tree, Value};
use crate::ReadError;
use tengen_core::message::Quoted;

impl Collection {
    pub fn parse(bytes: &[u8]) -> Result<Collection, ReadError> {
        let mut reader = Reader::new(bytes, 1);
        let trees: Vec<Tree> = std::iter::from_fn(|| reader.game()).collect::<Result<_, _>>()?;
        if trees.is_empty() {
            return Err(ReadError::NoSgf.in_line(1));
        }
        let tail = reader.rest().to_vec();
        Ok(Collection { trees, tail })
    }
}

/// The start of the first game: a `(` followed by `;`.
pub(crate) fn begins_at(bytes: &[u8]) -> Option<usize> {
    let begins = |&at: &usize| {
        let behind = &bytes[at + 1..];
        bytes[at] == b'(' && behind.trim_ascii_start().first() == Some(&b';')
    };
    (0..bytes.len()).find(begins)
}

/// The input, with the current line number.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    charset: Charset,
    /// The charset of a game that names none: UTF-8 if the whole game is valid UTF-8.
    usual: Charset,
}

impl<'a> Reader<'a> {
    /// Reads these bytes, which begin in this line of their file.
    pub(super) fn new(bytes: &'a [u8], line: usize) -> Reader<'a> {
        Reader { bytes, at: 0, line, charset: Charset::UTF_8, usual: Charset::UTF_8 }
    }

    /// The bytes that have not been read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// The line of the next byte.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// The next game, with the bytes before it; `None` if there is no other. A game that is malformed is skipped.
    pub(super) fn game(&mut self) -> Option<Result<Tree, ReadError>> {
        let before = self.find_tree()?;
        let (begin, line) = (self.at, self.line);
        let mut tree = self.tree(before.clone(), Charset::UTF_8);
        if std::str::from_utf8(&self.bytes[begin..self.at]).is_err() {
            (self.at, self.line) = (begin, line);
            tree = self.tree(before, Charset::LATIN_1);
        }
        if tree.is_err() {
            (self.at, self.line) = (begin, line);
            self.skip();
        }
        Some(tree)
    }

    /// Consumes a malformed game up to its last bracket.
    fn skip(&mut self) {
        let mut depth = 0;
        while let Some(c) = self.peek() {
            match c {
                b'[' if self.value(0).is_err() => return,
                b'[' => continue,
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            self.take(1);
            if depth == 0 {
                return;
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let taken = &self.rest()[..count];
        self.at += count;
        self.line += taken.iter().filter(|&&c| c == b'\n').count();
        taken
    }

    fn take_while(&mut self, wanted: impl Fn(&u8) -> bool) -> &'a [u8] {
        let count = self.rest().iter().take_while(|c| wanted(c)).count();
        self.take(count)
    }

    fn blanks(&mut self) -> Vec<u8> {
        self.take_while(|c| c.is_ascii_whitespace() || *c == 0x0b).to_vec()
    }

    /// Consumes the bytes before the next game; `None` if there is no other game.
    fn find_tree(&mut self) -> Option<Vec<u8>> {
        let begin = begins_at(self.rest())?;
        Some(self.take(begin).to_vec())
    }

    /// Parses a game from its `(` to its `)`.
    fn tree(&mut self, before: Vec<u8>, usual: Charset) -> Result<Tree, ReadError> {
        (self.charset, self.usual) = (usual, usual);
        let mut tree = Tree::default();
        self.take(1);
        let root = tree.root();
        tree.node_mut(root).before = self.blanks();
        tree.node_mut(root).brackets = Some(Brackets { open: before, close: Vec::new() });
        self.take(1);
        let mut growing = Growing { open: vec![root], at: root, bracket: None, tree };
        while !growing.open.is_empty() {
            self.step(&mut growing)?;
        }
        growing.tree.charset = self.charset;
        Ok(growing.tree)
    }

    /// Parses the next token of a game.
    fn step(&mut self, growing: &mut Growing) -> Result<(), ReadError> {
        let before = self.blanks();
        let c = self.peek().ok_or_else(|| ReadError::Broken.in_line(self.line))?;
        if growing.bracket.is_some() && c != b';' {
            return Err(ReadError::Node.in_line(self.line));
        }
        match c {
            b'(' => growing.bracket = Some(before),
            b')' => growing.close(before),
            b';' => growing.node(before),
            c if c.is_ascii_alphanumeric() => {
                let property = self.property(before)?;
                if growing.at == growing.tree.root() && property.is("CA") {
                    self.read_charset(&property);
                }
                let at = growing.at;
                growing.tree.node_mut(at).properties.push(property);
                return Ok(());
            }
            _ => {
                let c = String::from_utf8_lossy(self.rest()).chars().next();
                return Err(ReadError::Nothing { what: Quoted(c.unwrap_or_default()) }.in_line(self.line));
            }
        }
        self.take(1);
        Ok(())
    }

    fn read_charset(&mut self, property: &Property) {
        if self.usual != Charset::UTF_8
            && let Some(name) = property.raw_values().next()
        {
            self.charset = Charset::named(name);
        }
    }

    fn property(&mut self, before: Vec<u8>) -> Result<Property, ReadError> {
        let line = self.line;
        let key = self.take_while(|c| c.is_ascii_alphanumeric() || *c == b'_');
        let mut property = Property { before, key: key.to_vec(), values: Vec::new(), line };
        loop {
            let (at, line) = (self.at, self.line);
            let before = self.blanks();
            if self.peek() != Some(b'[') {
                (self.at, self.line) = (at, line); // the blanks belong to what follows
                break;
            }
            let raw = self.value(property.line)?;
            property.values.push(Value { before, raw });
        }
        if property.values.is_empty() {
            Err(ReadError::NoValue { what: String::from_utf8_lossy(key).into() }.in_line(line))
        } else {
            Ok(property)
        }
    }

    /// Parses a value from its `[` to its `]`.
    fn value(&mut self, line: usize) -> Result<Vec<u8>, ReadError> {
        self.take(1);
        let begin = self.at;
        loop {
            let rest = self.rest();
            let count = match rest.first() {
                None => return Err(ReadError::Bracket.in_line(line)),
                Some(b']') => break,
                Some(b'\\') => rest.len().min(2),
                Some(_) => self.charset.letter(rest),
            };
            self.take(count);
        }
        let raw = self.bytes[begin..self.at].to_vec();
        self.take(1);
        Ok(raw)
    }
}

struct Growing {
    tree: Tree,
    /// The nodes with open brackets.
    open: Vec<NodeId>,
    /// The parent of the next node.
    at: NodeId,
    /// The bytes before a `(` whose node has not been read yet.
    bracket: Option<Vec<u8>>,
}

impl Growing {
    fn node(&mut self, before: Vec<u8>) {
        let late = !self.tree.children(self.at).is_empty();
        let id = self.tree.attach(self.at, before);
        match self.bracket.take() {
            None => self.tree.node_mut(id).late = late,
            Some(open) => {
                let close = Vec::new();
                self.tree.node_mut(id).brackets = Some(Brackets { open, close });
                self.open.push(id);
            }
        }
        self.at = id;
    }

    fn close(&mut self, before: Vec<u8>) {
        let Some(id) = self.open.pop() else { return };
        if let Some(brackets) = &mut self.tree.node_mut(id).brackets {
            brackets.close = before;
        }
        self.at = self.tree.parent(id).unwrap_or(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_is_written_as_it_was() {
        for text in [
            "(;)",
            "(;SZ[15])",
            "a note (see below)\n(;SZ[15] ; B[hh]\n)  (;SZ[9]) the end",
            "( ;FF [3]SiZe\t[15] [a]\n(\n;B[hh];)(;W[a\\]\\\\]\n) )",
            "(;A[](;B[]);C[](;D[])(;E[]);F[])",
            "(;CA[Shift_JIS]C[no bytes of that])",
            "(;GM[4]5A[gg][hh]SZ[15];B[hh] 7B [x];)---",
            "\u{feff}(;C[é[(;)x])",
        ] {
            let file = Collection::parse(text.as_bytes()).unwrap();
            assert_eq!(String::from_utf8(file.write()).unwrap(), text);
        }
        let japanese = b"(;CA[Shift_JIS]PB[\x95\x5c]PW[\xff];B[aa])";
        assert_eq!(Collection::parse(japanese).unwrap().write(), japanese);
    }

    #[test]
    fn a_name_in_an_old_encoding_is_read() {
        let name = |text: &[u8]| {
            let file = Collection::parse(text).unwrap();
            file.trees[0].text(file.trees[0].root(), "PB").unwrap()
        };
        assert_eq!(name(b"(;CA[Shift_JIS]PB[\x95\x5c])"), "表");
        assert_eq!(name(b"(;PB[\xe9])"), "é");
        assert_eq!(name("(;CA[ISO-8859-1]PB[é])".as_bytes()), "é");
    }

    #[test]
    fn a_hundred_thousand_brackets_do_not_exhaust_the_stack() {
        let text = "(;B[aa]".repeat(100_000) + &")".repeat(100_000);
        let file = Collection::parse(text.as_bytes()).unwrap();
        assert_eq!(file.write(), text.as_bytes());
    }

    #[test]
    fn errors_in_sgf_are_reported_with_the_line() {
        let error = |text: &str| Collection::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error("()"), "line 1: no game here; one begins with \"(;\"");
        assert_eq!(error("(;\n(B[aa]))"), "line 2: a \"(\" comes before a node, \";\"");
        assert_eq!(error("(;\n)(;é)"), "line 2: unexpected 'é'");
        assert_eq!(error("(;\nC[\n"), "line 2: a \"[\" has no \"]\"");
    }
}
