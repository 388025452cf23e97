//! Games in messages: a line of moves, and a tree of moves.

use crate::Remark;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tengen_core::board::{BoardSize, Colour, Point, PointSet, Position, Stone, notation};
use tengen_core::game;
use tengen_core::message::Quoted;
use tengen_core::rules::opening::OpeningError;
use tengen_core::rules::opening::pattern::Pattern;
use tengen_core::rules::{Forbidden, Rule, forbidden_at};
use tengen_engine::study::review::patterns;
use tengen_records::opened::Opened;
use tengen_records::sgf::tree::{Collection, Tree};
use tengen_records::sgf::{self, view::TreeLine};
use tengen_records::source::Source;
use tengen_records::{Ending, Game, Move, ReadError, Reason};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The first player.
    #[default]
    Black,
    /// The second player.
    White,
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Side {
        match colour {
            Colour::Black => Side::Black,
            Colour::White => Side::White,
        }
    }
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::Black => Colour::Black,
            Side::White => Colour::White,
        }
    }
}

/// A game: setup stones and moves.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameText {
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The name of the rule.
    pub rule: String,
    /// Black's setup stones.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub black: String,
    /// White's setup stones.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub white: String,
    /// The side that moves first.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub first: Side,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub moves: String,
}

/// A game with its variations.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeText {
    /// The game before its first move.
    #[serde(flatten)]
    pub game: GameText,
    /// Black's name and white's.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub players: [String; 2],
    /// The comment before the first move.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub comment: String,
    /// Other SGF properties of the root, as written in the file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub more: String,
    /// A judgement to be written into the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub judged: Option<JudgedText>,
    /// The moves, each after its parent; the first child of a move continues the main line.
    pub nodes: Vec<NodeText>,
    /// The winner of the main line, if it does not follow from the rules.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub winner: Option<Side>,
    /// The reason of that result, such as `resignation`; a reason without a winner is that of a draw.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub reason: String,
}

/// A move of a tree.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NodeText {
    /// The index of its parent; none for a first move.
    pub after: Option<usize>,
    pub point: String,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub comment: String,
    /// The time used in milliseconds, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub time: Option<u64>,
    /// Other SGF properties of the node, as written in the file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub more: String,
    /// A judgement to be written into the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub judged: Option<JudgedText>,
}

/// A judgement that is to be written into a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgedText {
    /// The best line of the position, the verdict on the move and the result, as JSON.
    pub judgement: String,
    /// The grade of the move, or empty.
    pub grade: String,
    /// The line of a better move that becomes a variation, or empty.
    pub better: String,
    /// Black's chance to win, if known.
    pub black: Option<f32>,
    /// The judgement in words, or empty.
    pub said: String,
}

/// The maximum number of moves of a tree, approximately.
pub const MOST_NODES: usize = 20_000;
/// The maximum number of notes on a file.
const MOST_NOTES: usize = 20;

impl GameText {
    pub fn size(&self) -> Result<BoardSize, Remark> {
        let (width, height) = (self.width, self.height);
        Ok(BoardSize::checked(width, height)?)
    }

    pub fn rule(&self) -> Result<Rule, Remark> {
        Ok(self.rule.parse()?)
    }

    pub fn read(&self) -> Result<Game, Remark> {
        let size = self.size()?;
        let mut game = Game::new(size, self.rule()?, Default::default());
        game.first = self.first.into();
        let mut taken = PointSet::EMPTY;
        for (text, colour) in [(&self.black, Colour::Black), (&self.white, Colour::White)] {
            for point in notation::read(text, size)? {
                if taken.contains(point) {
                    return Err(Remark::SetUpTwice { point: notation::write(point, size) });
                }
                taken.insert(point);
                game.setup.push(Stone { point, colour });
            }
        }
        let moves = notation::read(&self.moves, size)?;
        game.moves = moves.into_iter().map(Move::new).collect();
        Ok(game)
    }

    pub fn board(&self) -> Result<game::Game, Remark> {
        Ok(self.read()?.played()?)
    }

    pub fn with_moves(game: &Game) -> GameText {
        GameText { moves: notation::list(game.points(), game.size), ..GameText::of(game) }
    }

    /// A game without its moves.
    fn of(game: &Game) -> GameText {
        let stones = |colour| {
            let stones = game.setup.iter().filter(|stone| stone.colour == colour);
            notation::list(stones.map(|stone| stone.point), game.size)
        };
        GameText {
            width: game.size.width().into(),
            height: game.size.height().into(),
            rule: game.rule.to_string(),
            black: stones(Colour::Black),
            white: stones(Colour::White),
            first: game.first.into(),
            moves: String::new(),
        }
    }
}

/// The contents of a board.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardText {
    /// Black's stones, including setup stones.
    pub black: String,
    /// White's stones, including setup stones.
    pub white: String,
    /// Dead points.
    pub dead: String,
    pub to_move: Side,
    /// The forbidden points, if black is to move.
    pub forbidden: Vec<ForbiddenText>,
    /// The result, if the game is over.
    pub ending: Option<EndingText>,
    /// The winning row.
    pub row: String,
    /// In a continuous game, the rows of black and of white.
    pub rows: Option<[u32; 2]>,
    /// The renju opening that the moves begin with.
    pub pattern: Option<PatternText>,
}

/// One of the 26 openings of renju.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PatternText {
    /// The code, a letter and a number: `d4`.
    pub code: String,
    /// The name: `Kagetsu`.
    pub name: &'static str,
    /// The name in Japanese.
    pub kanji: &'static str,
}

/// A forbidden point.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ForbiddenText {
    pub point: String,
    /// `overline`, `double four` or `double three`.
    pub kind: &'static str,
}

/// A four or three that a side can make.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThreatText {
    pub point: String,
    /// The side that can play there.
    pub side: Side,
    /// `three`, `four`, `double three`, `four three`, `double four`, `open four` or `five`.
    pub what: &'static str,
}

/// The result of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndingText {
    /// The winner; none for a draw.
    pub winner: Option<Side>,
    /// The reason, as in records.
    pub reason: String,
}

pub fn board_text(board: &game::Game) -> BoardText {
    let (position, rule) = (board.position(), board.rule());
    let size = position.size();
    let stones = |colour| {
        let stones = position.stones().iter().filter(|stone| stone.colour == colour);
        notation::list(stones.map(|stone| stone.point), size)
    };
    let open = board.ending().is_none();
    let forbidden = if open && board.to_move() == Colour::Black && rule.has_forbidden_moves() {
        forbidden_points(board)
    } else {
        Vec::new()
    };
    BoardText {
        black: stones(Colour::Black),
        white: stones(Colour::White),
        dead: notation::list(position.dead(), size),
        to_move: board.to_move().into(),
        forbidden,
        ending: board.ending().map(ending_text),
        row: notation::list(board.winning_row().iter(), size),
        rows: rule.continuous.then(|| board.rows()),
        pattern: pattern(board),
    }
}

/// The renju opening that the moves begin with, if there are no setup stones.
fn pattern(board: &game::Game) -> Option<PatternText> {
    let position = board.position();
    let all_played = position.stones().len() + position.dead().len() == board.moves().len();
    let pattern = Pattern::of_moves(board.moves(), position.size()).filter(|_| all_played)?;
    Some(PatternText { code: pattern.code(), name: pattern.name, kanji: pattern.kanji })
}

fn forbidden_points(board: &game::Game) -> Vec<ForbiddenText> {
    let (position, rule) = (board.position(), board.rule());
    let points = tengen_engine::pattern::forbidden_points(position, rule);
    let named = |point| {
        let forbidden: Option<Forbidden> = forbidden_at(position, point, rule);
        forbidden
            .map(|forbidden| ForbiddenText { point: notation::write(point, position.size()), kind: forbidden.name() })
    };
    points.iter().filter_map(named).collect()
}

/// The fours and threes that each side can make; none if the game is over.
pub fn threats(board: &game::Game) -> Vec<ThreatText> {
    if board.ending().is_some() {
        return Vec::new();
    }
    let position = board.position();
    let name = |point| notation::write(point, position.size());
    let patterns = patterns(position, board.rule()).into_iter();
    patterns
        .map(|(point, side, what)| ThreatText { point: name(point), side: side.into(), what: what.name() })
        .collect()
}

pub fn ending_text(ending: Ending) -> EndingText {
    EndingText { winner: ending.winner.map(Side::from), reason: ending.reason.to_string() }
}

impl TreeText {
    /// A tree without moves.
    fn of(game: &Game) -> TreeText {
        let reason = game.ending.map(|ending| ending.reason);
        let reason = reason.filter(|reason| reason.is_beside_the_board());
        TreeText {
            game: GameText::of(game),
            players: game.players.clone(),
            comment: String::new(),
            more: String::new(),
            judged: None,
            nodes: Vec::new(),
            winner: game.ending.and_then(|e| e.winner).map(Side::from),
            reason: reason.map_or(String::new(), |reason| reason.to_string()),
        }
    }

    /// The game of a file with all its lines of play. Lines that are not games or have another setup are skipped, with
    /// a note.
    pub fn of_opened(opened: &Opened) -> (TreeText, Vec<Remark>) {
        let main = &opened.game;
        let mut growing = Growing::new(TreeText::of(main));
        growing.notes.extend(opened.doubts.iter().cloned().map(Remark::from));
        match &opened.source {
            Some(Source::Sgf(source)) => growing.add_file(main, source),
            Some(Source::Psq(_)) | None => growing.add(main, |_| String::new()),
        }
        (growing.tree, growing.notes)
    }

    /// A game without variations.
    pub fn of_game(game: &Game) -> TreeText {
        let mut growing = Growing::new(TreeText::of(game));
        growing.add(game, |_| String::new());
        growing.tree
    }

    /// A tree with only setup stones.
    pub fn of_position(position: &Position, rule: Rule) -> TreeText {
        TreeText::of(&Game::from_position(position, rule))
    }

    /// The main line, with its result by the rules or as given by the page.
    pub fn main_line(&self) -> Result<Game, Remark> {
        let made = self.moves()?;
        let mut game = self.game.read()?;
        game.players = self.players.clone();
        game.moves = self.main_numbers().into_iter().map(|number| made[number].clone()).collect();
        let judged = game.played()?.ending();
        game.ending = judged.or(self.agreed());
        Ok(game)
    }

    /// The numbers of the nodes of the main line.
    pub(crate) fn main_numbers(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            if node.after == numbers.last().copied() {
                numbers.push(number);
            }
        }
        numbers
    }

    /// The result that does not follow from the rules.
    fn agreed(&self) -> Option<Ending> {
        if self.winner.is_none() && self.reason.is_empty() {
            return None;
        }
        let winner = self.winner.map(Colour::from);
        let reason = Reason::from_words(&self.reason).unwrap_or(Reason::Unknown);
        Some(Ending { winner, reason })
    }

    pub fn sgf(&self) -> Result<Vec<u8>, Remark> {
        let mut start = self.main_line()?;
        start.moves.clear();
        let mut tree = sgf::tree_of(&start);
        let root = tree.root();
        if !self.comment.is_empty() {
            tree.set(root, "C", &[&self.comment]);
        }
        let unreadable = |error: ReadError| Remark::from(error.without_line());
        tree.add_more(root, &self.more).map_err(unreadable)?;
        let mut ids = Vec::with_capacity(self.nodes.len());
        for (node, made) in self.nodes.iter().zip(self.moves()?) {
            let (at, depth) = match node.after {
                None => (tree.root(), 0),
                Some(after) => ids[after],
            };
            let side = start.side(depth);
            let id = sgf::add_move(&mut tree, at, side, &made);
            tree.add_more(id, &node.more).map_err(unreadable)?;
            ids.push((id, depth + 1));
        }
        Ok(Collection::of(tree).write())
    }

    fn moves(&self) -> Result<Vec<Move>, Remark> {
        if self.nodes.len() > MOST_NODES {
            return Err(Remark::TreeMoves { n: MOST_NODES });
        }
        let size = self.game.size()?;
        let later = |(number, node): (usize, &NodeText)| node.after.is_some_and(|at| at >= number);
        if self.nodes.iter().enumerate().any(later) {
            return Err(Remark::TreeOrder);
        }
        let made = self.nodes.iter().map(|node| node.made(size));
        made.collect()
    }
}

impl NodeText {
    fn made(&self, size: BoardSize) -> Result<Move, Remark> {
        let points = notation::read(&self.point, size)?;
        let &[point] = &points[..] else {
            return Err(OpeningError::OnePoint { what: Quoted(self.point.clone()) }.into());
        };
        Ok(Move { time: self.time, comment: self.comment.clone(), ..Move::new(point) })
    }
}

/// A tree to which lines of play are added.
struct Growing {
    tree: TreeText,
    /// The node of a move after another one.
    seen: HashMap<(Option<usize>, Point), usize>,
    notes: Vec<Remark>,
}

impl Growing {
    fn new(tree: TreeText) -> Growing {
        Growing { tree, seen: HashMap::new(), notes: Vec::new() }
    }

    /// Adds all lines of a file with this main line.
    fn add_file(&mut self, main: &Game, source: &sgf::source::SgfFile) {
        let tree = source.tree();
        let root = tree.root();
        self.tree.more = tree.more(root);
        // A comment at a root that plays a move belongs to that move.
        if !["B", "W"].iter().any(|name| tree.property(root, name).is_some()) {
            self.tree.comment = tree.text(root, "C").unwrap_or_default();
        }
        self.add_lines(main, source);
        match tree.notes_without_a_move() {
            0 => {}
            1 => self.notes.push(Remark::Words),
            n => self.notes.push(Remark::WordsOf { n }),
        }
    }

    fn add_lines(&mut self, main: &Game, source: &sgf::source::SgfFile) {
        for (n, line) in (1..).zip(source.lines_of_play()) {
            match line {
                _ if self.tree.nodes.len() >= MOST_NODES || self.notes.len() >= MOST_NOTES => {
                    self.notes.push(Remark::LinesCut { n });
                    break;
                }
                Err(error) => self.notes.push(error.in_line(n).into()),
                Ok(line) if line.game.setup != main.setup || line.game.first != main.first => {
                    self.notes.push(Remark::LineSetsUp { n });
                }
                Ok(line) => self.add_line(&line, source.tree()),
            }
        }
    }

    fn add_line(&mut self, line: &TreeLine, tree: &Tree) {
        let root = tree.root();
        self.add(&line.game, |number| match line.nodes[number] {
            node if node == root || line.nodes.get(number + 1) == Some(&node) => String::new(),
            node => tree.more(node),
        });
    }

    /// Adds a line of play, as a variation where it departs from existing lines; `more` returns the other properties of
    /// a move.
    fn add(&mut self, game: &Game, more: impl Fn(usize) -> String) {
        let mut at = None;
        for (number, made) in game.moves.iter().enumerate() {
            let nodes = &mut self.tree.nodes;
            let node = *self.seen.entry((at, made.point)).or_insert_with(|| {
                nodes.push(NodeText {
                    after: at,
                    point: notation::write(made.point, game.size),
                    comment: made.comment.clone(),
                    time: made.time,
                    more: more(number),
                    judged: None,
                });
                nodes.len() - 1
            });
            at = Some(node);
        }
    }
}
