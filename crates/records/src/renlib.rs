//! RenLib libraries, `.lib`: move trees on a 15x15 board with comments and board texts. They hold analyses, not games.
//!
//! ```text
//! ff 'R' 'e' 'n' 'L' 'i' 'b' ff 3 4 …      20 bytes; the version is 3.0 or 3.4
//! 00 00                                    the root, which plays no move
//! 78 00                                    h8: column in the low four bits, row less one in the high ones, from the top
//! 79 c8 'a' 00                             i8, a leaf with a sibling, and a comment; texts end with 0, at an even place
//! 69 40                                    i9, the last that follows h8
//! ```
//!
//! Nodes are stored in depth-first order; the flags of a [`LibNode`] give the structure. Based on RenLib's source:
//! <https://github.com/gomoku/RenLib>.

use super::sgf::tree::{NodeId, Tree};
use super::sgf::{letter, letters};
use super::{Note, ReadError};
use encoding_rs::{UTF_8, WINDOWS_1252};
use std::io::{BufRead, Read};
use tengen_core::board::{Colour, Point};
use tengen_core::files::LONGEST_RECORD;
use tengen_core::printable;

pub const SIDE: u8 = 15;

/// The first bytes of a library.
const MAGIC: &[u8; 8] = b"\xffRenLib\xff";
/// The length of the header, in bytes.
const HEAD: usize = 20;
/// The newest supported version.
const VERSION: (u8, u8) = (3, 4);
/// Libraries with more nodes are not converted to a tree.
const MOST_NODES: usize = 1_000_000;

/// A sibling follows after the subtree of this node.
const DOWN: u16 = 0x80;
/// This node has no children; the next node is a sibling of an earlier one.
const RIGHT: u16 = 0x40;
/// A comment in the old format: the last byte has its highest bit set.
const OLD_COMMENT: u16 = 0x20;
/// A marked node.
const MARK: u16 = 0x10;
/// A comment follows.
const COMMENT: u16 = 0x08;
/// Not a move: the node only holds a board text.
const NO_MOVE: u16 = 0x02;
/// Two more bytes of flags follow.
const EXTENSION: u16 = 0x01;
/// A board text for the point follows.
const BOARD_TEXT: u16 = 0x100;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LibNode {
    /// The number of ancestors.
    pub depth: usize,
    /// The point played; `None` for the root and for a pass.
    pub point: Option<Point>,
    /// Whether it is a move; otherwise it only holds a board text.
    pub is_move: bool,
    pub marked: bool,
    pub is_leaf: bool,
    pub comment: String,
    /// The board text of its point; may be empty.
    pub text: String,
}

pub(super) fn is(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The nodes of a library in depth-first order, parents first.
#[derive(Debug)]
pub struct Nodes<R> {
    file: R,
    at: usize,
    depth: usize,
    /// The depths of nodes that still have siblings.
    open: Vec<usize>,
    /// No node has to follow.
    is_whole: bool,
    is_over: bool,
}

impl<R: BufRead> Nodes<R> {
    pub fn of(mut file: R) -> Result<Nodes<R>, ReadError> {
        let mut head = Vec::new();
        file.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        if !is(&head) || head.len() < HEAD {
            return Err(ReadError::LibCut);
        }
        let version = (head[8], head[9]);
        if version > VERSION {
            let (major, minor) = version;
            return Err(ReadError::LibNew { version: format!("{major}.{minor}") });
        }
        Ok(Nodes { file, at: HEAD, depth: 0, open: Vec::new(), is_whole: false, is_over: false })
    }

    /// The next two bytes; `None` at the end of the file.
    fn next_pair(&mut self) -> Result<Option<[u8; 2]>, ReadError> {
        let mut pair = [0; 2];
        for byte in &mut pair {
            let mut read = self.file.by_ref().bytes();
            match read.next() {
                None => return Ok(None),
                Some(next) => *byte = next?,
            }
            self.at += 1;
        }
        Ok(Some(pair))
    }

    fn pair(&mut self) -> Result<[u8; 2], ReadError> {
        self.next_pair()?.ok_or(ReadError::LibBreaks { at: self.at })
    }

    fn node(&mut self, place: u8, flags: u8) -> Result<LibNode, ReadError> {
        let mut flags = u16::from(flags);
        if flags & EXTENSION != 0 {
            let [_, more] = self.pair()?;
            flags |= u16::from(more) << 8;
        }
        let mut node = LibNode {
            depth: self.depth,
            point: self.point(place)?,
            is_move: flags & NO_MOVE == 0,
            marked: flags & MARK != 0,
            is_leaf: flags & RIGHT != 0,
            ..LibNode::default()
        };
        if flags & OLD_COMMENT != 0 {
            node.comment = self.old_text()?;
        } else if flags & COMMENT != 0 {
            node.comment = self.text()?;
        }
        if flags & BOARD_TEXT != 0 {
            node.text = self.text()?;
        }
        self.go_on(flags);
        Ok(node)
    }

    /// Sets the depth of the next node.
    fn go_on(&mut self, flags: u16) {
        let here = self.depth;
        if flags & DOWN != 0 {
            self.open.push(here);
        }
        let is_leaf = flags & RIGHT != 0;
        self.is_whole = is_leaf && self.open.is_empty();
        self.depth = if is_leaf { self.open.pop() } else { None }.unwrap_or(here + 1);
    }

    /// Decodes a point: `78` is column 8, row 8, both from 1; 0 is no point.
    fn point(&self, place: u8) -> Result<Option<Point>, ReadError> {
        let (x, y) = (place & 15, place >> 4);
        match (place, x.checked_sub(1)) {
            (0, _) => Ok(None),
            (_, Some(x)) if y < SIDE => Ok(Some(Point::new(x, y))),
            _ => Err(ReadError::LibByte { at: self.at - 2, place: format!("{place:#04x}") }),
        }
    }

    /// Reads a text up to a 0 byte, padded to an even length.
    fn text(&mut self) -> Result<String, ReadError> {
        let mut text = Vec::new();
        loop {
            let pair = self.pair()?;
            let letters = pair.iter().take_while(|letter| **letter != 0);
            text.extend(letters);
            self.check_length(&text)?;
            if pair.contains(&0) {
                return Ok(decoded(&text));
            }
        }
    }

    fn check_length(&self, text: &[u8]) -> Result<(), ReadError> {
        match text.len() <= LONGEST_RECORD {
            true => Ok(()),
            false => Err(ReadError::TooLongGame),
        }
    }

    /// Reads a text in the old format: the last byte has its highest bit set.
    fn old_text(&mut self) -> Result<String, ReadError> {
        let mut text = Vec::new();
        loop {
            self.check_length(&text)?;
            for letter in self.pair()? {
                text.push(letter & 0x7f);
                if letter & 0x80 != 0 {
                    return Ok(decoded(&text));
                }
            }
        }
    }
}

impl<R: BufRead> Iterator for Nodes<R> {
    type Item = Result<LibNode, ReadError>;

    fn next(&mut self) -> Option<Result<LibNode, ReadError>> {
        if self.is_over {
            return None;
        }
        let Some(pair) = self.next_pair().transpose() else {
            self.is_over = true;
            return (!self.is_whole).then_some(Err(ReadError::LibBreaks { at: self.at }));
        };
        let is_root = self.at == HEAD + 2 && matches!(pair, Ok([0, _]));
        let node = pair.and_then(|[place, flags]| self.node(place, flags));
        if is_root {
            self.depth = 0; // the root's flags do not matter: moves are its children
            self.open.clear();
            self.is_whole = true;
        }
        self.is_over = node.is_err();
        Some(node.map(|node| LibNode { is_move: node.is_move && !is_root, ..node }))
    }
}

/// Decodes a text as UTF-8 or, if that fails, Windows-1252. The byte 8 separates lines.
fn decoded(text: &[u8]) -> String {
    let utf_8 = UTF_8.decode_without_bom_handling_and_without_replacement(text);
    let text = utf_8.unwrap_or_else(|| WINDOWS_1252.decode_without_bom_handling(text).0);
    let lines = text.replace('\u{8}', "\n").replace("\r\n", "\n");
    lines.trim().into()
}

/// Converts a library to an SGF tree: comments become `C`, board texts `LB` of the node before, marks `HO`. Returns
/// notes on what was left out.
pub fn tree<R: BufRead>(nodes: Nodes<R>) -> Result<(Tree, Vec<Note>), ReadError> {
    let mut tree = Tree::default();
    let root = tree.root();
    tree.set(root, "GM", &["4"]);
    tree.set(root, "SZ", &["15"]);
    let mut way = TreeWay::new(root);
    for (number, node) in nodes.enumerate() {
        if number >= MOST_NODES {
            return Err(ReadError::LibNodes { n: MOST_NODES });
        }
        way.add(&mut tree, node?)?;
    }
    let left_out = match way.passes {
        0 => Vec::new(),
        1 => vec![Note::LibPass],
        n => vec![Note::LibPasses { n }],
    };
    Ok((tree, left_out))
}

/// The path from the root to the parent of the next node.
struct TreeWay {
    root: NodeId,
    nodes: Vec<TreeStep>,
    passes: usize,
}

#[derive(Clone, Copy)]
struct TreeStep {
    /// The tree node; `None` in a line that is left out.
    node: Option<NodeId>,
    point: Option<Point>,
}

impl TreeWay {
    fn new(root: NodeId) -> TreeWay {
        TreeWay { root, nodes: Vec::new(), passes: 0 }
    }

    fn add(&mut self, tree: &mut Tree, node: LibNode) -> Result<(), ReadError> {
        self.nodes.truncate(node.depth);
        let parent = self.nodes.last().map_or(Some(self.root), |step| step.node);
        let (Some(parent), Some(point)) = (parent, node.point) else { return self.stay(tree, parent, &node) };
        if !node.text.is_empty() {
            add_label(tree, parent, point, &node.text);
        }
        if !node.is_move && node.is_leaf && node.comment.is_empty() {
            self.nodes.push(TreeStep { node: Some(parent), point: None });
            return Ok(());
        }
        if self.nodes.iter().any(|step| step.point == Some(point)) {
            return Err(ReadError::LibStone { n: self.nodes.len() + 1 });
        }
        let child = self.child(tree, parent, point);
        say(tree, child, &node);
        self.nodes.push(TreeStep { node: Some(child), point: Some(point) });
        Ok(())
    }

    /// Handles a node that does not play on a point: the root, a pass or a node behind a pass.
    fn stay(&mut self, tree: &mut Tree, parent: Option<NodeId>, node: &LibNode) -> Result<(), ReadError> {
        if node.depth == 0 && !node.is_move && node.point.is_none() {
            say(tree, self.root, node);
            return Ok(());
        }
        self.passes += usize::from(parent.is_some());
        self.nodes.push(TreeStep { node: None, point: None });
        Ok(())
    }

    /// The child with this move, which is added if it does not exist.
    fn child(&self, tree: &mut Tree, parent: NodeId, point: Point) -> NodeId {
        let side = Colour::BOTH[self.nodes.len() % 2];
        let name = letter(side);
        let place = letters(point);
        let known = tree.children(parent).iter().copied();
        let mut known = known.filter(|&child| tree.is_move(child, name, &place));
        known.next().unwrap_or_else(|| {
            let child = tree.add_child(parent);
            tree.set(child, name, &[&place]);
            child
        })
    }
}

/// Copies the comment and the mark of a node.
fn say(tree: &mut Tree, at: NodeId, node: &LibNode) {
    if !node.comment.is_empty() {
        tree.set(at, "C", &[&node.comment]);
    }
    if node.marked {
        tree.set(at, "HO", &["1"]);
    }
}

/// Labels a point unless it already has a label: there can be at most one per point.
fn add_label(tree: &mut Tree, at: NodeId, point: Point, text: &str) {
    let known = tree.property(at, "LB");
    let mut labels = known.map_or_else(Vec::new, |labels| tree.texts(labels));
    let place = format!("{}:", letters(point));
    if labels.iter().any(|label| label.starts_with(&place)) {
        return;
    }
    labels.push(place + &printable::line(text));
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    tree.set(at, "LB", &labels);
}

mod write;

pub use write::write;

#[cfg(test)]
mod tests;
