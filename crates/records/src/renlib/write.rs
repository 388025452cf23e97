//! Writes RenLib libraries.

use super::{BOARD_TEXT, COMMENT, DOWN, EXTENSION, HEAD, MAGIC, MARK, NO_MOVE, RIGHT, SIDE};
use crate::WriteError;
use crate::sgf::letter;
use crate::sgf::tree::{NodeId, Tree};
use crate::sgf::view::{RESIGN, coordinates};
use tengen_core::board::{BoardSize, Colour, Point};

/// Properties that set stones up or change the side to move, and those in which Gomoku Quest hides moves.
const SETUP: [&str; 7] = ["AB", "AW", "AE", "QPR", "QSLB", "QSLW", "PL"];
/// The byte that separates the first line of a text from the others.
const LINE_END: u8 = 8;

/// A node to be written.
struct Written {
    place: u8,
    flags: u16,
    comment: Vec<u8>,
    text: Vec<u8>,
}

/// Writes an SGF tree of this board size as a library: comments, labels (`LB`) and marks (`HO`) of its nodes. The comment
/// of a node without a move is added to that of the move before it.
pub fn write(tree: &Tree, size: BoardSize) -> Result<Vec<u8>, WriteError> {
    if (size.width(), size.height()) != (SIDE, SIDE) {
        return Err(WriteError::LibBoard { side: SIDE, size });
    }
    let root = tree.root();
    if ["B", "W"].iter().any(|side| tree.property(root, side).is_some()) {
        return Err(WriteError::LibFirst);
    }
    let mut writer = LibWriter { tree, size, way: Vec::new(), nodes: Vec::new() };
    writer.push(0, 0, root, "");
    writer.children(root)?;
    let mut file = MAGIC.to_vec();
    file.extend([3, 4]);
    file.resize(HEAD, 0xff);
    for node in &writer.nodes {
        node.write(&mut file);
    }
    Ok(file)
}

struct LibWriter<'a> {
    tree: &'a Tree,
    size: BoardSize,
    /// The moves on the path to the next node.
    way: Vec<Point>,
    nodes: Vec<Written>,
}

/// What is still to be written: a node of the tree, or the label of a point where none plays.
enum Rest {
    Node { id: NodeId, depth: usize, text: String, is_last: bool },
    Label { point: Point, text: String, is_last: bool },
}

impl LibWriter<'_> {
    /// Writes all descendants of the root, depth first and without recursion: libraries are deep.
    fn children(&mut self, root: NodeId) -> Result<(), WriteError> {
        let mut rest = self.below(root, 0)?;
        while let Some(next) = rest.pop() {
            match next {
                Rest::Label { point, text, is_last } => {
                    let flags = NO_MOVE | RIGHT | if is_last { 0 } else { DOWN };
                    let (place, text) = (place(point), bytes_of(&text));
                    self.nodes.push(Written { place, flags, comment: Vec::new(), text });
                }
                Rest::Node { id, depth, text, is_last } => {
                    let point = self.played(id, depth)?;
                    self.way.truncate(depth);
                    if self.way.contains(&point) {
                        return Err(WriteError::LibTwice { n: depth + 1 });
                    }
                    self.way.push(point);
                    let below = self.below(id, depth + 1)?;
                    let mark = self.tree.property(id, "HO").map_or(0, |_| MARK);
                    let leaf = if below.is_empty() { RIGHT } else { 0 };
                    let flags = mark | leaf | if is_last { 0 } else { DOWN };
                    self.push(place(point), flags, id, &text);
                    rest.extend(below);
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, place: u8, flags: u16, id: NodeId, text: &str) {
        let (_, without) = self.parted(id);
        let ids = std::iter::once(id).chain(without);
        let comments: Vec<String> = ids.filter_map(|id| self.tree.text(id, "C")).collect();
        let comment = bytes_of(&comments.join("\n"));
        self.nodes.push(Written { place, flags, comment, text: bytes_of(text) });
    }

    /// The nodes with the next moves, and the nodes without a move between them and this one.
    fn parted(&self, id: NodeId) -> (Vec<NodeId>, Vec<NodeId>) {
        let is_move = |id: &NodeId| {
            let played = ["B", "W"].iter().filter_map(|side| self.tree.text(*id, side));
            played.into_iter().any(|text| !text.trim().eq_ignore_ascii_case(RESIGN))
        };
        let (mut moves, mut without) = (Vec::new(), Vec::new());
        let mut open: Vec<NodeId> = self.tree.children(id).iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            if is_move(&id) {
                moves.push(id);
            } else {
                without.push(id);
                open.extend(self.tree.children(id).iter().rev());
            }
        }
        (moves, without)
    }

    /// The children of a node, and labels of points where no child plays, the last one first.
    fn below(&self, id: NodeId, depth: usize) -> Result<Vec<Rest>, WriteError> {
        let (children, without) = self.parted(id);
        self.check(id, depth)?;
        without.iter().try_for_each(|id| self.check(*id, depth + 1))?;
        let mut labels = self.labels(id);
        let mut below = Vec::new();
        for child in children {
            let point = self.played(child, depth)?;
            let at = labels.iter().position(|(labelled, _)| *labelled == point);
            let text = at.map(|at| labels.remove(at).1).unwrap_or_default();
            below.push(Rest::Node { id: child, depth, text, is_last: false });
        }
        let labels = labels.into_iter();
        below.extend(labels.map(|(point, text)| Rest::Label { point, text, is_last: false }));
        if let Some(Rest::Node { is_last, .. } | Rest::Label { is_last, .. }) = below.last_mut() {
            *is_last = true;
        }
        below.reverse();
        Ok(below)
    }

    /// The labels of a node, `LB[hh:text]`.
    fn labels(&self, id: NodeId) -> Vec<(Point, String)> {
        let known = self.tree.property(id, "LB");
        let labels = known.map_or_else(Vec::new, |labels| self.tree.texts(labels));
        let label = |text: &String| {
            let (at, text) = text.split_once(':')?;
            Some((self.point(at)?, text.to_string())).filter(|_| !text.trim().is_empty())
        };
        labels.iter().filter_map(label).collect()
    }

    fn point(&self, letters: &str) -> Option<Point> {
        let (x, y) = coordinates(letters)?;
        self.size.point(x, y)
    }

    /// Refuses stones that were set up, and another side to move than black at the start.
    fn check(&self, id: NodeId, depth: usize) -> Result<(), WriteError> {
        let side = self.tree.text(id, "PL").unwrap_or_default();
        let begins_with_black = depth == 0 && side.trim().starts_with(['B', 'b', '1']);
        let sets_up = SETUP.iter().find(|name| self.tree.property(id, name).is_some());
        match sets_up {
            Some(name) if *name != "PL" || !begins_with_black => Err(WriteError::LibSetUp),
            _ => Ok(()),
        }
    }

    fn played(&self, id: NodeId, depth: usize) -> Result<Point, WriteError> {
        let side = Colour::BOTH[depth % 2];
        let other = self.tree.property(id, letter(!side)).is_some();
        let values = self.tree.property(id, letter(side)).map(|played| self.tree.texts(played));
        let n = depth + 1;
        match values.as_deref() {
            Some([at]) if !other => self.point(at).ok_or(WriteError::LibNoPoint { n }),
            _ => Err(WriteError::LibNoMove { n, side }),
        }
    }
}

impl Written {
    fn write(&self, file: &mut Vec<u8>) {
        let mut flags = self.flags;
        if !self.comment.is_empty() {
            flags |= COMMENT;
        }
        if !self.text.is_empty() {
            flags |= EXTENSION | BOARD_TEXT;
        }
        file.extend([self.place, flags.to_le_bytes()[0]]);
        if flags & EXTENSION != 0 {
            file.extend([0, flags.to_le_bytes()[1]]);
        }
        for text in [&self.comment, &self.text].into_iter().filter(|text| !text.is_empty()) {
            file.extend(text);
            file.extend(if text.len().is_multiple_of(2) { &[0, 0][..] } else { &[0] });
        }
    }
}

/// Column from 1 in the low four bits, row less one in the high ones.
fn place(point: Point) -> u8 {
    point.y() << 4 | (point.x() + 1)
}

/// A text without bytes that mean something in a library.
fn bytes_of(text: &str) -> Vec<u8> {
    let text = text.replace("\r\n", "\n").replace(['\0', '\u{8}'], "");
    let mut lines = text.trim().splitn(2, '\n');
    let first = lines.next().unwrap_or_default();
    let mut bytes = first.as_bytes().to_vec();
    if let Some(others) = lines.next() {
        bytes.push(LINE_END);
        bytes.extend(others.replace('\n', "\r\n").bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::{Nodes, is, tree as read};
    use super::*;
    use crate::sgf::letters;
    use crate::sgf::tree::Collection;

    fn tree(text: &str) -> Tree {
        Collection::parse(text.as_bytes()).unwrap().trees.remove(0)
    }

    fn written(text: &str) -> Vec<u8> {
        write(&tree(text), BoardSize::FIFTEEN).unwrap()
    }

    fn again(text: &str) -> String {
        let (tree, notes) = read(Nodes::of(&written(text)[..]).unwrap()).unwrap();
        assert_eq!(notes, [""; 0]);
        String::from_utf8(Collection::of(tree).write()).unwrap().replace('\n', "")
    }

    #[test]
    fn a_library_that_was_written_reads_back() {
        for text in [
            "(;GM[4]SZ[15];B[hh]LB[ig:A](;W[ih]C[ab])(;W[ig];B[ao]HO[1]))",
            "(;GM[4]SZ[15]C[r];B[hh]LB[gh:x];W[hg]C[12])",
            "(;GM[4]SZ[15](;B[hh](;W[ih](;B[aa])(;B[ab];W[ac]))(;W[ig]))(;B[gg]))",
            "(;GM[4]SZ[15])",
            "(;GM[4]SZ[15];B[oo];W[aa])",
        ] {
            assert!(is(&written(text)));
            assert_eq!(again(text), text);
        }
        assert_eq!(again("(;GM[4]SZ[15];B[hh]C[one\r\ntwo\nthree])"), "(;GM[4]SZ[15];B[hh]C[onetwothree])");
        let resigned = "(;GM[4]SZ[15];B[hh]LB[aa: ];W[resign])";
        assert_eq!(again(resigned), "(;GM[4]SZ[15];B[hh])");
        let late = "(;GM[4]SZ[15];B[hh]C[a];C[b];W[ig])";
        assert_eq!(again(late), "(;GM[4]SZ[15];B[hh]C[ab];W[ig])");
        let lines = &written("(;SZ[15];B[hh]C[one\ntwo])")[HEAD..];
        assert_eq!(lines, b"\0\0\x78\x48one\x08two\0");
    }

    #[test]
    fn deep_trees_are_written_without_recursion() {
        let mut moves = String::from("(;GM[4]SZ[15]");
        for (number, point) in BoardSize::FIFTEEN.points().enumerate() {
            moves += &format!(";{}[{}]", letter(Colour::BOTH[number % 2]), letters(point));
        }
        moves.push(')');
        assert_eq!(again(&moves), moves);
    }

    #[test]
    fn what_a_library_cannot_hold_is_refused() {
        let why = |text: &str| write(&tree(text), BoardSize::FIFTEEN).unwrap_err().to_string();
        assert!(why("(;SZ[15]AB[hh];W[gg])").contains("set up"));
        assert!(why("(;SZ[15];B[hh];AW[gg])").contains("set up"));
        assert!(why("(;SZ[15]PL[W])").contains("set up"), "white was to move, then black");
        assert!(write(&tree("(;SZ[15]PL[B];B[hh])"), BoardSize::FIFTEEN).is_ok());
        assert!(why("(;SZ[15]B[hh];W[gg])").contains("the first node plays a move"));
        assert!(why("(;SZ[15];B[hh];W[hh])").contains("move 2 of a line lies on a stone"));
        assert!(why("(;SZ[15];W[hh])").contains("move 1 is not one stone of black"));
        assert!(why("(;SZ[15];B[hh];B[gg])").contains("move 2 is not one stone of white"));
        assert!(why("(;SZ[15];B[hh];W[])").contains("move 2 is not on the board"));
        let nineteen = BoardSize::square(19).unwrap();
        assert!(write(&tree("(;SZ[19];B[hh])"), nineteen).unwrap_err().to_string().contains("15x15, not 19x19"));
    }
}
