//! A loaded file in which the game is continued: new moves are added to the tree, everything else is preserved.

use super::label::{self, Label};
use super::tree::{Collection, NodeId, Tree};
use super::view::TreeLine;
use super::{add_move, letter, letters, set_ending, tree_of};
use crate::defaults::{Assumed, Defaults};
use crate::{Ending, Game, Note, ReadError, Reason};
use tengen_core::board::Point;

/// A file and its selected line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfFile {
    file: Collection,
    /// The index of the game in the file.
    number: usize,
    line: TreeLine,
    defaults: Defaults,
}

impl SgfFile {
    /// Reads a file and selects the main line of its first game. Also returns warnings. The label of another game is
    /// not an error with `insist`.
    pub fn read(bytes: &[u8], defaults: impl Into<Defaults>, insist: bool) -> Result<(SgfFile, Vec<Note>), ReadError> {
        SgfFile::of(Collection::parse(bytes)?, defaults.into(), insist)
    }

    /// Like [`SgfFile::read`], for games in memory, of which there must be one at least.
    pub fn of(file: Collection, defaults: Defaults, insist: bool) -> Result<(SgfFile, Vec<Note>), ReadError> {
        let (doubt, is_go) = match label::of(&file.trees[0]) {
            Label::Other(error) if !insist => return Err(error),
            Label::Ours | Label::Other(_) => (None, false),
            Label::Doubtful(doubt) => (Some(doubt), true),
            Label::Renju(doubt) => (Some(doubt), false),
        };
        let line = file.trees[0].main(defaults);
        let line = line.map_err(|error| match is_go {
            false => error,
            true => said_go(error),
        })?;
        let notes: Vec<Note> = doubt.into_iter().chain(line.notes.iter().cloned()).collect();
        let source = SgfFile { defaults: file.trees[0].defaults(defaults), file, number: 0, line };
        Ok((source, notes))
    }

    pub fn game(&self) -> &Game {
        &self.line.game
    }

    pub fn assumed(&self) -> Assumed {
        self.line.assumed
    }

    /// The labels after `after` moves of the selected line.
    pub fn labels(&self, after: usize) -> Vec<(Point, String)> {
        self.line.labels(self.tree(), after)
    }

    pub fn file(&self) -> &Collection {
        &self.file
    }

    /// The selected game of the file, with its variations.
    pub fn tree(&self) -> &Tree {
        &self.file.trees[self.number]
    }

    /// The last nodes of all lines of play, the main line first.
    pub fn lines(&self) -> Vec<NodeId> {
        self.tree().leaves()
    }

    /// The index of the selected line in [lines](SgfFile::lines).
    pub fn line_number(&self) -> Option<usize> {
        self.lines().iter().position(|leaf| *leaf == self.line.end)
    }

    /// A line of play as a game; the main line is number 0.
    pub fn line(&self, number: usize) -> Result<Game, ReadError> {
        let leaf = self.lines().get(number).copied();
        let line = self.tree().line_to(leaf.unwrap_or(self.tree().root()), self.defaults)?;
        Ok(line.game)
    }

    /// All lines of play, read lazily.
    pub fn lines_of_play(&self) -> impl Iterator<Item = Result<TreeLine, ReadError>> + '_ {
        let line = |leaf| self.tree().line_to(leaf, self.defaults);
        self.lines().into_iter().map(line)
    }

    /// All lines of play as games, read lazily.
    pub fn games(&self) -> impl Iterator<Item = Result<Game, ReadError>> + '_ {
        self.lines_of_play().map(|line| Ok(line?.game))
    }

    /// Selects the line of play that ends in this node. If it cannot be read as a game, the selection stays.
    ///
    /// # Panics
    /// If the node does not exist.
    pub fn look_at(&mut self, end: NodeId) -> Result<(), ReadError> {
        self.line = self.tree().line_to(end, self.defaults)?;
        Ok(())
    }

    /// The file with the moves of `game` added: where it differs from the selected line it becomes a variation, and
    /// moves beyond the end continue the line. The new source selects the line of `game`.
    pub fn with(&self, game: &Game) -> SgfFile {
        let mut new = self.clone();
        let shared = self.shared(game);
        if shared == game.moves.len() {
            return new;
        }
        let end = match self.parting(shared) {
            Some((at, shared)) => grow(&mut new.file.trees[new.number], at, game, shared),
            None => {
                new.number = new.file.trees.len();
                new.file.trees.push(tree_of(game));
                new.tree().root()
            }
        };
        let first = |node: &NodeId| new.tree().children(*node).first().copied();
        let leaf = std::iter::successors(Some(end), first).last();
        let line = new.tree().line_to(leaf.unwrap_or(end), self.defaults);
        new.line = line.unwrap_or(new.line);
        new
    }

    /// The number of initial moves shared with the selected line.
    fn shared(&self, game: &Game) -> usize {
        let pairs = self.line.game.points().zip(game.points());
        pairs.take_while(|(ours, theirs)| ours == theirs).count()
    }

    /// The node after which a game with `shared` moves in common branches off, and the number of moves shared up to
    /// that node: a node with several moves (few files have any) cannot be split. `None` if even the start node holds a
    /// move.
    fn parting(&self, mut shared: usize) -> Option<(NodeId, usize)> {
        let nodes = &self.line.nodes;
        if shared == nodes.len() {
            return Some((self.line.end, shared));
        }
        while shared > 0 && nodes[shared] == nodes[shared - 1] {
            shared -= 1;
        }
        match shared {
            0 => (nodes[0] != self.line.start).then_some((self.line.start, 0)),
            _ => Some((nodes[shared - 1], shared)),
        }
    }
}

/// An error in a file that says Go.
fn said_go(error: ReadError) -> ReadError {
    match error {
        ReadError::Line { n, why } => ReadError::Go { why }.in_line(n),
        why => ReadError::Go { why: why.into() },
    }
}

/// Adds the moves of `game` from number `from` on after a node, along existing nodes where possible. Returns the last
/// node.
fn grow(tree: &mut Tree, mut at: NodeId, game: &Game, from: usize) -> NodeId {
    let mut grown = false;
    for (number, made) in game.moves.iter().enumerate().skip(from) {
        let name = letter(game.side(number));
        at = match find_move(tree, at, name, &letters(made.point)) {
            Some(node) => node,
            None => {
                grown = true;
                add_move(tree, at, game.side(number), &game.moves[number])
            }
        };
    }
    let is_main = tree.main_line().last() == Some(at);
    if let (true, true, Some(ending)) = (grown, is_main, game.ending) {
        note_ending(tree, ending);
    }
    at
}

/// The descendant of `at` that plays this move, with only comment nodes between them.
fn find_move(tree: &Tree, at: NodeId, name: &str, point: &str) -> Option<NodeId> {
    let mut open: Vec<NodeId> = tree.children(at).iter().rev().copied().collect();
    while let Some(node) = open.pop() {
        match tree.is_quiet(node) {
            true => open.extend(tree.children(node).iter().rev()),
            false if tree.is_move(node, name, point) => return Some(node),
            false => {}
        }
    }
    None
}

/// Writes the result of a finished main line. A `GC` text written by people is kept.
fn note_ending(tree: &mut Tree, ending: Ending) {
    let words = tree.text(tree.root(), "GC");
    set_ending(tree, ending);
    if let Some(words) = words.filter(|words| Reason::from_words(words).is_none()) {
        tree.set(tree.root(), "GC", &[&words]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;
    use tengen_core::board::notation;
    use tengen_core::rules::{Rule, Variant};

    const FREESTYLE: Rule = Rule::new(Variant::Freestyle);

    fn source(text: &str) -> SgfFile {
        let read = SgfFile::read(text.as_bytes(), FREESTYLE, false);
        read.unwrap().0
    }

    /// The file after playing these moves from the start of its main line.
    fn played(text: &str, moves: &str) -> String {
        let source = source(text);
        let mut game = source.game().clone();
        let points = notation::read(moves, game.size).unwrap();
        game.moves = points.into_iter().map(Move::new).collect();
        let new = source.with(&game);
        let line = new.line(new.line_number().unwrap()).unwrap();
        assert!(line.moves_text().starts_with(moves), "{moves}: {line:?}");
        String::from_utf8(new.file().write()).unwrap()
    }

    #[test]
    fn moves_go_where_they_belong() {
        let file = "(;SZ[9];B[aa];C[words];W[bb](;B[cc])(;B[dd]X[]))";
        let with = |old: &str, new: &str| file.replace(old, new);
        assert_eq!(played(file, "a9b8c7"), file);
        assert_eq!(played(file, "a9b8"), file);
        assert_eq!(played(file, "a9b8d6"), file);
        assert_eq!(played(file, "a9b8d6e5"), with("X[]", "X[];W[ee]"));
        assert_eq!(played(file, "a9b8c7e5"), with("B[cc]", "B[cc];W[ee]"));
        assert_eq!(played(file, "a9b8e5"), with("X[])", "X[])(;B[ee])"));
        let other = "(;C[words];W[bb](;B[cc])(;B[dd]X[]))(;W[ee])";
        assert_eq!(played(file, "a9e5"), with(&file[13..file.len() - 1], other));
    }

    #[test]
    fn moves_are_appended_after_a_comment() {
        let file = "(;SZ[9];B[aa];C[the end])";
        assert_eq!(played(file, "a9b8"), "(;SZ[9];B[aa];C[the end];W[bb])");
    }

    #[test]
    fn moves_in_one_node_part_before_it() {
        let file = "(;SZ[9];B[aa]W[bb])";
        assert_eq!(played(file, "a9c7"), "(;SZ[9](;B[aa]W[bb])\n(;B[aa]\n;W[cc]))");
        let file = "(;SZ[9]B[aa];W[bb])";
        let text = played(file, "b9");
        assert!(text.starts_with(file) && text.contains(";B[ba]"), "{text}");
    }

    #[test]
    fn the_end_of_the_main_line_is_noted_down_and_words_about_the_game_stay() {
        let mut game = source("(;SZ[9]GC[a fine game];B[aa])").game().clone();
        game.moves.push(Move::new(tengen_core::board::Point::new(1, 1)));
        game.ending = Some(Ending::drawn(Reason::FullBoard));
        let text = |file: &str| {
            let file = source(file).with(&game).file().write();
            String::from_utf8(file).unwrap()
        };
        assert_eq!(text("(;SZ[9]GC[a fine game];B[aa])"), "(;SZ[9]GC[a fine game]RE[0];B[aa];W[bb])");
        let other = "(;SZ[9]RE[B+R];B[aa](;W[cc])(;W[bb]))";
        assert_eq!(text(other), other);
        assert!(text("(;SZ[9];B[aa])").contains("GC[full board]"));
    }
}
