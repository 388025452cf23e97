//! Games on the wire: a line of moves, and a whole tree of them.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tengen_core::board::{Colour, Point, PointSet, Position, Shape, Stone, notation};
use tengen_core::judged::Board;
use tengen_core::records::drawings::next_side;
use tengen_core::records::opened::Opened;
use tengen_core::records::sgf::tree::{Collection, Tree};
use tengen_core::records::sgf::{self, view::Line};
use tengen_core::records::source::Source;
use tengen_core::records::{Ending, Game, Move, ReadError, Reason};
use tengen_core::rules::opening::pattern::Pattern;
use tengen_core::rules::{Foul, Rule, foul_at};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The first player.
    #[default]
    Black,
    /// The second.
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

/// A game: what was set up, and moves.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameText {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The name of the rule.
    pub rule: String,
    /// Black stones that were set up.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub black: String,
    /// White stones that were set up.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub white: String,
    /// Who makes the first move.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub first: Side,
    /// The moves.
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
    /// What is said before the first move.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub comment: String,
    /// What a file of SGF says about the game that is not told here, as it is written there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub more: String,
    /// The moves, each behind the one that it follows; the first to follow a move is the main line.
    pub nodes: Vec<NodeText>,
    /// How the main line ended where the rules do not say: who has won.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub winner: Option<Side>,
}

/// A move of a tree.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NodeText {
    /// The number of the move that it follows; none for a first move.
    pub after: Option<usize>,
    /// Where.
    pub point: String,
    /// What is said about it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub comment: String,
    /// Milliseconds that it took, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub time: Option<u64>,
    /// What a file of SGF says there that is not told here, as it is written there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub more: String,
}

/// The most moves of a tree, about.
pub const MOST_NODES: usize = 20_000;
/// The most that is said about a file.
const MOST_NOTES: usize = 20;

impl GameText {
    /// The board.
    ///
    /// # Errors
    /// When there is no such board.
    pub fn shape(&self) -> Result<Shape, String> {
        let (width, height) = (self.width, self.height);
        let shape = Shape::new(width, height);
        shape.ok_or_else(|| format!("a board of {width}x{height}: sides go from 5 to 32"))
    }

    /// The rule.
    ///
    /// # Errors
    /// When there is no such rule.
    pub fn rule(&self) -> Result<Rule, String> {
        self.rule.parse()
    }

    /// The game.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn read(&self) -> Result<Game, String> {
        let shape = self.shape()?;
        let mut game = Game::new(shape, self.rule()?, Default::default());
        game.first = self.first.into();
        let mut taken = PointSet::EMPTY;
        for (text, colour) in [(&self.black, Colour::Black), (&self.white, Colour::White)] {
            for point in notation::read(text, shape)? {
                if taken.contains(point) {
                    let name = notation::write(point, shape);
                    return Err(format!("{name} is set up twice"));
                }
                taken.insert(point);
                game.setup.push(Stone { point, colour });
            }
        }
        let moves = notation::read(&self.moves, shape)?;
        game.moves = moves.into_iter().map(Move::new).collect();
        Ok(game)
    }

    /// The board after the moves.
    ///
    /// # Errors
    /// The first move that cannot be played.
    pub fn board(&self) -> Result<Board, String> {
        Board::of_game(&self.read()?)
    }

    /// A game with its moves.
    pub fn with_moves(game: &Game) -> GameText {
        GameText {
            moves: named(game.points(), game.shape),
            ..GameText::of(game)
        }
    }

    /// A game before its first move.
    fn of(game: &Game) -> GameText {
        let stones = |colour| {
            let stones = game.setup.iter().filter(|stone| stone.colour == colour);
            named(stones.map(|stone| stone.point), game.shape)
        };
        GameText {
            width: game.shape.width().into(),
            height: game.shape.height().into(),
            rule: game.rule.to_string(),
            black: stones(Colour::Black),
            white: stones(Colour::White),
            first: game.first.into(),
            moves: String::new(),
        }
    }
}

/// Points in a row: `h8i9`.
pub fn named(points: impl IntoIterator<Item = Point>, shape: Shape) -> String {
    let names = points.into_iter().map(|p| notation::write(p, shape));
    names.collect()
}

/// What stands on a board.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardText {
    /// Black's stones, those set up too.
    pub black: String,
    /// White's.
    pub white: String,
    /// Points that nobody can use.
    pub dead: String,
    /// Whose turn it is.
    pub to_move: Side,
    /// Where black may not play.
    pub fouls: Vec<FoulText>,
    /// How the game ended.
    pub ending: Option<EndingText>,
    /// The row that has won.
    pub row: String,
    /// In a continuous game, the rows of black and of white.
    pub rows: Option<[u32; 2]>,
    /// The opening of renju with which the moves begin.
    pub pattern: Option<PatternText>,
}

/// One of the 26 openings of renju.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PatternText {
    /// Letter and number: `d4`.
    pub code: String,
    /// Its name: `Kagetsu`.
    pub name: &'static str,
    /// Its name as it is written in Japan.
    pub kanji: &'static str,
}

/// A foul point.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoulText {
    /// Where.
    pub point: String,
    /// `overline`, `double four` or `double three`.
    pub kind: &'static str,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndingText {
    /// Who has won; nobody in a drawn game.
    pub winner: Option<Side>,
    /// Why, in the words of records.
    pub reason: String,
}

/// What the page is told of a board.
pub fn board_text(board: &Board) -> BoardText {
    let (position, rule) = (board.position(), board.rule());
    let shape = position.shape();
    let stones = |colour| {
        let stones = position.stones().iter();
        let stones = stones.filter(|stone| stone.colour == colour);
        named(stones.map(|stone| stone.point), shape)
    };
    let open = board.ending().is_none();
    let fouls = if open && board.to_move() == Colour::Black && rule.has_fouls() {
        fouls(board)
    } else {
        Vec::new()
    };
    BoardText {
        black: stones(Colour::Black),
        white: stones(Colour::White),
        dead: named(position.dead().iter().copied(), shape),
        to_move: board.to_move().into(),
        fouls,
        ending: board.ending().map(ending_text),
        row: named(board.winning_row().iter(), shape),
        rows: rule.continuous.then(|| board.rows()),
        pattern: pattern(board),
    }
}

/// The opening with which the moves begin, where no stones were set up before them.
fn pattern(board: &Board) -> Option<PatternText> {
    let position = board.position();
    let all_played = position.stones().len() + position.dead().len() == board.moves().len();
    let pattern = Pattern::of_moves(board.moves(), position.shape()).filter(|_| all_played)?;
    Some(PatternText {
        code: pattern.code(),
        name: pattern.name,
        kanji: pattern.kanji,
    })
}

fn fouls(board: &Board) -> Vec<FoulText> {
    let (position, rule) = (board.position(), board.rule());
    let points = tengen_engine::pattern::foul_points(position, rule);
    let foul = |point| {
        let foul: Option<Foul> = foul_at(position, point, rule);
        foul.map(|foul| FoulText {
            point: notation::write(point, position.shape()),
            kind: foul.name(),
        })
    };
    points.iter().filter_map(foul).collect()
}

/// How a game ended.
pub fn ending_text(ending: Ending) -> EndingText {
    EndingText {
        winner: ending.winner.map(Side::from),
        reason: ending.reason.to_string(),
    }
}

impl TreeText {
    /// A tree before its first move.
    fn of(game: &Game) -> TreeText {
        TreeText {
            game: GameText::of(game),
            players: game.players.clone(),
            comment: String::new(),
            more: String::new(),
            nodes: Vec::new(),
            winner: game.ending.and_then(|e| e.winner).map(Side::from),
        }
    }

    /// The game of a file with all its lines of play. Lines that are no games, or begin otherwise, are
    /// left out, and a sentence says so.
    pub fn of_opened(opened: &Opened) -> (TreeText, Vec<String>) {
        let main = &opened.game;
        let mut growing = Growing::new(TreeText::of(main));
        growing.notes.extend(opened.doubts.clone());
        match &opened.source {
            Some(Source::Sgf(source)) => growing.add_file(main, source),
            Some(Source::Psq(_)) | None => growing.add(main, |_| String::new()),
        }
        (growing.tree, growing.notes)
    }

    /// A position that was set up.
    pub fn of_position(position: &Position, rule: Rule) -> TreeText {
        let mut game = Game::new(position.shape(), rule, Default::default());
        game.setup = position.stones().to_vec();
        game.first = next_side(&game.setup);
        TreeText::of(&game)
    }

    /// The main line, with its ending by the rules or by what the page says.
    ///
    /// # Errors
    /// What is no game.
    pub fn main_line(&self) -> Result<Game, String> {
        let made = self.moves()?;
        let mut game = self.game.read()?;
        game.players = self.players.clone();
        game.moves.clear();
        let mut at = None;
        for (number, made) in made.into_iter().enumerate() {
            if self.nodes[number].after == at {
                game.moves.push(made);
                at = Some(number);
            }
        }
        let judged = Board::of_game(&game)?.ending();
        let agreed = self.winner.map(|w| Ending::won(w.into(), Reason::Unknown));
        game.ending = judged.or(agreed);
        Ok(game)
    }

    /// The tree as a file of SGF.
    ///
    /// # Errors
    /// What is no game.
    pub fn sgf(&self) -> Result<Vec<u8>, String> {
        let mut start = self.main_line()?;
        start.moves.clear();
        let mut tree = sgf::tree_of(&start);
        let root = tree.root();
        if !self.comment.is_empty() {
            tree.set(root, "C", &[&self.comment]);
        }
        let unreadable = |error: ReadError| error.message;
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

    /// The moves of all nodes.
    fn moves(&self) -> Result<Vec<Move>, String> {
        if self.nodes.len() > MOST_NODES {
            return Err(format!("a tree has at most {MOST_NODES} moves"));
        }
        let shape = self.game.shape()?;
        let later = |(number, node): (usize, &NodeText)| node.after.is_some_and(|at| at >= number);
        if self.nodes.iter().enumerate().any(later) {
            return Err("a move stands before the one that it follows".into());
        }
        let made = self.nodes.iter().map(|node| node.made(shape));
        made.collect()
    }
}

impl NodeText {
    fn made(&self, shape: Shape) -> Result<Move, String> {
        let points = notation::read(&self.point, shape)?;
        let &[point] = &points[..] else {
            return Err(format!("{:?} is not one point", self.point));
        };
        Ok(Move {
            time: self.time,
            comment: self.comment.clone(),
            ..Move::new(point)
        })
    }
}

/// A tree to which lines of play are added.
struct Growing {
    tree: TreeText,
    /// The node of a move that follows another.
    seen: HashMap<(Option<usize>, Point), usize>,
    notes: Vec<String>,
}

impl Growing {
    fn new(tree: TreeText) -> Growing {
        Growing {
            tree,
            seen: HashMap::new(),
            notes: Vec::new(),
        }
    }

    /// Adds all lines of a file, whose main line is this.
    fn add_file(&mut self, main: &Game, source: &sgf::source::Source) {
        let tree = source.tree();
        let root = tree.root();
        self.tree.more = tree.more(root);
        // Words at a root that plays a move are said about that move.
        if !["B", "W"]
            .iter()
            .any(|name| tree.property(root, name).is_some())
        {
            self.tree.comment = tree.text(root, "C").unwrap_or_default();
        }
        self.add_lines(main, source);
        let games = source.file().trees.len();
        if games > 1 {
            let note = format!("the first of {games} games in the file");
            self.notes.push(note);
        }
        match tree.words_without_a_move() {
            0 => {}
            1 => self
                .notes
                .push("what stands in a node without a move is left out".into()),
            many => self.notes.push(format!(
                "what stands in {many} nodes without a move is left out"
            )),
        }
    }

    fn add_lines(&mut self, main: &Game, source: &sgf::source::Source) {
        for (number, line) in source.lines_of_play().enumerate() {
            let name = format!("line {}", number + 1);
            match line {
                _ if self.tree.nodes.len() >= MOST_NODES || self.notes.len() >= MOST_NOTES => {
                    self.notes
                        .push(format!("{name} and those after it are left out"));
                    break;
                }
                Err(error) => self.notes.push(format!("{name}: {error}")),
                Ok(line) if line.game.setup != main.setup || line.game.first != main.first => {
                    self.notes.push(format!("{name} sets stones up on its way"));
                }
                Ok(line) => self.add_line(&line, source.tree()),
            }
        }
    }

    fn add_line(&mut self, line: &Line, tree: &Tree) {
        let root = tree.root();
        self.add(&line.game, |number| match line.nodes[number] {
            node if node == root || line.nodes.get(number + 1) == Some(&node) => String::new(),
            node => tree.more(node),
        });
    }

    /// Adds a line of play, a variation from where it leaves what is there; `more` tells what else is said there.
    fn add(&mut self, game: &Game, more: impl Fn(usize) -> String) {
        let mut at = None;
        for (number, made) in game.moves.iter().enumerate() {
            let nodes = &mut self.tree.nodes;
            let node = *self.seen.entry((at, made.point)).or_insert_with(|| {
                nodes.push(NodeText {
                    after: at,
                    point: notation::write(made.point, game.shape),
                    comment: made.comment.clone(),
                    time: made.time,
                    more: more(number),
                });
                nodes.len() - 1
            });
            at = Some(node);
        }
    }
}
