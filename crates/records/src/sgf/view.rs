//! One line of play of a tree as a flat [`Game`]: players, setup stones, moves with times and comments, result.

use super::LETTERS;
use super::label::{self, Label, other_game, rule, shown};
use super::tree::{Collection, NodeId, Property, Tree};
use crate::defaults::{Assumed, Defaults};
use crate::{Ending, Game, Move, Note, ReadError, Reason};
use tengen_core::board::{BoardSize, Colour, PlayError, Point, Stone};
use tengen_core::printable;

/// The property in which Gomoku Quest stores the stones of the proposed opening, both sides alternating.
const QUEST_OPENING: &str = "QPR";
/// The prefix of the property in which Gomoku Quest stores the stones chosen next.
const QUEST_CHOICE: &str = "QSL";
/// What Little Golem writes as the last move of a resigned game.
pub(crate) const RESIGN: &str = "resign";

/// The properties that place or remove stones.
const STONES: [&str; 5] = ["B", "W", "AB", "AW", "AE"];

/// Whether Gomoku Quest stores stones in this property.
fn is_of_quest(name: &str) -> bool {
    name == QUEST_OPENING || name.starts_with(QUEST_CHOICE)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeLine {
    pub game: Game,
    pub assumed: Assumed,
    /// Notes on parts that were skipped or read differently than written.
    pub notes: Vec<Note>,
    /// The node of each move.
    pub nodes: Vec<NodeId>,
    /// The node where the moves begin: the root or the last node with setup stones.
    pub start: NodeId,
    /// The last node, which may have no move.
    pub end: NodeId,
}

impl TreeLine {
    /// The labels (`LB`) and crosses (`MA`) of the board after `after` moves.
    pub fn labels(&self, tree: &Tree, after: usize) -> Vec<(Point, String)> {
        let node = match after.checked_sub(1) {
            None => Some(&self.start),
            Some(last) => self.nodes.get(last),
        };
        let texts = |name: &str| {
            let property = node.and_then(|&node| tree.property(node, name));
            property.map_or_else(Vec::new, |property| tree.texts(property))
        };
        let size = self.game.size;
        let point = |text: &str| coordinates(text).and_then(|(x, y)| size.point(x, y));
        let lettered = texts("LB").into_iter().filter_map(|text| {
            let (at, label) = text.split_once(':')?;
            Some((point(at)?, printable::line(label)))
        });
        let crossed = texts("MA").into_iter().filter_map(|text| Some((point(&text)?, "×".to_string())));
        lettered.chain(crossed).collect()
    }
}

impl Tree {
    pub fn main(&self, defaults: Defaults) -> Result<TreeLine, ReadError> {
        let end = self.main_line().last().unwrap_or(self.root());
        self.line_to(end, defaults)
    }

    pub fn line_to(&self, end: NodeId, defaults: Defaults) -> Result<TreeLine, ReadError> {
        let path = self.path(end);
        let mut walk = TreeWalk::new(self, &path, defaults)?;
        for node in path {
            walk.visit(node)?;
        }
        Ok(walk.finish(end))
    }

    /// The defaults, with a board size for this tree if none is set.
    pub(super) fn defaults(&self, defaults: Defaults) -> Defaults {
        if defaults.size.is_some() {
            return defaults;
        }
        // The default size of a Go board is 19x19.
        let is_go = matches!(label::of(self), Label::Doubtful(_));
        let least = if is_go { 19 } else { 0 };
        let lengths = self.all().into_iter().flat_map(|node| self.reach(node));
        let length = lengths.fold(least, usize::max);
        Defaults { size: Some(defaults.size(length, length)), ..defaults }
    }

    /// For each stone of a node, the size of the smallest square board that has its point.
    fn reach(&self, node: NodeId) -> impl Iterator<Item = usize> + '_ {
        let properties = self.node(node).properties().iter();
        let has_stones = |name: &str| STONES.contains(&name) || is_of_quest(name);
        let stones = properties.filter(move |property| has_stones(&property.name()));
        let texts = stones.flat_map(|property| self.texts(property));
        texts.flat_map(|text| {
            let corners = text.split([':', ',']).filter_map(coordinates);
            let reach = corners.map(|(x, y)| x.max(y) as usize + 1);
            reach.collect::<Vec<_>>()
        })
    }

    /// Whether a node neither plays a move nor changes the setup.
    pub(super) fn is_quiet(&self, node: NodeId) -> bool {
        let changes_board = |p: &Property| p.is("PL") || STONES.iter().any(|name| p.is(name));
        !self.node(node).properties().iter().any(changes_board)
    }

    /// The number of nodes, except the root, that have properties but neither play a move nor change the setup.
    pub fn notes_without_a_move(&self) -> usize {
        let is_note = |id: &NodeId| !self.node(*id).properties().is_empty() && self.is_quiet(*id);
        self.all().iter().skip(1).filter(|id| is_note(id)).count()
    }

    /// Whether the node plays this move and no other.
    pub(crate) fn is_move(&self, node: NodeId, name: &str, point: &str) -> bool {
        let properties = self.node(node).properties().iter();
        let mut moves = properties.filter(|p| p.is("B") || p.is("W"));
        let ours = moves.next().filter(|property| property.is(name));
        let texts = ours.map(|property| self.texts(property));
        let same = texts.is_some_and(|texts| texts.len() == 1 && texts[0].trim() == point);
        same && moves.next().is_none()
    }
}

pub fn games(file: &Collection, defaults: Defaults) -> Result<Vec<Game>, ReadError> {
    let game = |tree: &Tree| {
        if let Label::Other(why) = label::of(tree) {
            return Err(why);
        }
        tree.main(defaults).map(|line| line.game)
    };
    file.trees.iter().map(game).collect()
}

/// Visits the nodes of a line and builds the game.
struct TreeWalk<'a> {
    tree: &'a Tree,
    line: TreeLine,
    /// The content of each point, row by row.
    board: Vec<Option<Colour>>,
    /// The side to move according to `PL`, until the next move.
    named_side: Option<Colour>,
    /// The node of a pass since the last stone; reset by a second pass.
    passed: Option<NodeId>,
    /// The number of passes since the last stone.
    passes: usize,
}

impl<'a> TreeWalk<'a> {
    fn new(tree: &'a Tree, path: &[NodeId], defaults: Defaults) -> Result<TreeWalk<'a>, ReadError> {
        // Game properties may be in any node of the line.
        let find = |name: &str| path.iter().find_map(|node| tree.property(*node, name));
        let text = |name: &str| {
            let first = find(name).and_then(|property| tree.texts(property).into_iter().next());
            first.unwrap_or_default().trim().to_string()
        };
        let size = match find("SZ") {
            Some(size) => board(tree, size)?,
            None => tree.defaults(defaults).size(0, 0),
        };
        let ruled = text("RU");
        let named = rule(&ruled);
        let other = defaults.other.filter(|game| game.name().eq_ignore_ascii_case(&ruled));
        if let (None, Some(title), Some(property)) = (other, other_game(&ruled), find("RU")) {
            return Err(ReadError::NotFive { game: title }.in_line(property.line()));
        }
        let assumed = Assumed {
            rule: named.is_none() && defaults.rule.is_none(),
            board: find("SZ").is_none() && defaults.size.is_none(),
        };
        let rule = named.unwrap_or(defaults.rule());
        let mut game = Game::new(size, rule, ["PB", "PW"].map(|name| printable::line(text(name))));
        game.other = other;
        let result = text("RE");
        game.ending = ending(&result, &text("GC"));
        let mut notes = Vec::new();
        if named.is_none() && other.is_none() && !ruled.is_empty() {
            notes.push(Note::UnknownRule { what: format!("RU[{ruled}]"), rule });
        }
        if game.ending.is_none() && !is_open(&result) {
            notes.push(Note::UnknownResult { what: format!("RE[{result}]") });
        }
        Ok(TreeWalk {
            tree,
            board: vec![None; size.area()],
            named_side: None,
            passed: None,
            passes: 0,
            line: TreeLine { game, assumed, notes, nodes: Vec::new(), start: tree.root(), end: tree.root() },
        })
    }

    /// Handles setup stones first, then the side to move, then moves.
    fn visit(&mut self, node: NodeId) -> Result<(), ReadError> {
        let tree = self.tree;
        let properties = tree.node(node).properties();
        for property in properties {
            match property.name().as_str() {
                "AB" => self.set_up(property, node, Some(Colour::Black))?,
                "AW" => self.set_up(property, node, Some(Colour::White))?,
                "AE" => self.set_up(property, node, None)?,
                _ => {}
            }
        }
        if let Some(property) = tree.property(node, "PL") {
            self.read_turn(property, node)?;
        }
        let before = self.line.nodes.len();
        for property in properties {
            match property.name().as_str() {
                name if is_of_quest(name) => self.play_all(property, node)?,
                _ if self.line.nodes.is_empty() => self.note_points(property),
                _ => {}
            }
        }
        for property in properties {
            match property.name().as_str() {
                "B" => self.play(property, node, Colour::Black)?,
                "W" => self.play(property, node, Colour::White)?,
                _ => {}
            }
        }
        if self.line.nodes.len() > before
            && let Some(comment) = tree.text(node, "C")
            && let Some(made) = self.line.game.moves.last_mut()
        {
            read_comment(&comment, made);
        }
        Ok(())
    }

    /// Adds or removes setup stones; the moves so far become part of the setup.
    fn set_up(&mut self, property: &Property, node: NodeId, stone: Option<Colour>) -> Result<(), ReadError> {
        if let Some(game) = self.line.game.other {
            return Err(self.wrong(property, |what| ReadError::OtherSetUp { what, game: game.name() }));
        }
        for point in self.points(property)? {
            *self.place(point) = stone; // replaces the content of the point
        }
        self.begin_here(node);
        self.named_side = None;
        self.passes = 0;
        Ok(())
    }

    fn begin_here(&mut self, node: NodeId) {
        self.passed = None;
        self.line.start = node;
        self.line.nodes.clear();
        self.line.game.moves.clear();
    }

    /// `PL[W]`; some programs write `PL[white]` or `PL[2]`.
    fn read_turn(&mut self, property: &Property, node: NodeId) -> Result<(), ReadError> {
        let text = self.tree.texts(property).concat();
        let colour = match text.trim().to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Colour::Black,
            "w" | "white" | "2" => Colour::White,
            _ => return Err(self.wrong(property, |what| ReadError::Nobody { what })),
        };
        if self.line.game.other.is_some() {
            return Ok(()); // the side follows from the number of stones
        }
        if self.to_move() != Some(colour) {
            self.begin_here(node);
        }
        self.named_side = Some(colour);
        Ok(())
    }

    /// The side to move; `None` if only the next move shows it.
    fn to_move(&self) -> Option<Colour> {
        let game = &self.line.game;
        if game.moves.is_empty() {
            let is_empty = self.board.iter().all(Option::is_none);
            return self.named_side.or(is_empty.then_some(Colour::Black));
        }
        Some(if self.passed.is_some() { !game.to_move() } else { game.to_move() })
    }

    fn count(&self, side: Colour) -> usize {
        self.board.iter().filter(|at| **at == Some(side)).count()
    }

    fn play(&mut self, property: &Property, node: NodeId, colour: Colour) -> Result<(), ReadError> {
        let text = self.tree.texts(property).concat();
        if text.trim().eq_ignore_ascii_case(RESIGN) {
            let won = Ending::won(!colour, Reason::Resignation);
            let ending = self.line.game.ending.get_or_insert(won);
            if *ending == Ending::won(!colour, Reason::Unknown) {
                *ending = won;
            }
            return Ok(());
        }
        if self.to_move().is_some_and(|side| side != colour) {
            self.skip_turn(property, colour)?;
        }
        if self.passes > 1 && self.line.game.passes_draw() {
            return Err(self.refused(property, ReadError::TwoPasses));
        }
        if self.is_pass(&text) {
            return self.pass(property, node, colour);
        }
        let point = match self.points(property)?[..] {
            [point] => point,
            _ => return Err(self.wrong(property, |what| ReadError::Many { what })),
        };
        if self.place(point).is_some() {
            return Err(self.refused(property, PlayError::Taken.into()));
        }
        self.lay(point, node, colour);
        Ok(())
    }

    /// Lets `colour` move although it is not its turn, as if the other side had passed.
    fn skip_turn(&mut self, property: &Property, colour: Colour) -> Result<(), ReadError> {
        if let Some(game) = self.line.game.other {
            return Err(self.wrong(property, |what| ReadError::OtherTurn { what, order: game.order() }));
        }
        if self.passed.take().is_some() {
            self.line.notes.pop(); // two passes: no stones are set up
        } else if let Some(&last) = self.line.nodes.last() {
            self.line.notes.push(Note::Turn { what: shown(self.tree, property) });
            self.begin_here(last);
        }
        self.named_side = Some(colour);
        Ok(())
    }

    fn lay(&mut self, point: Point, node: NodeId, colour: Colour) {
        if let Some(passed) = self.passed {
            self.begin_here(passed);
        }
        if self.line.game.moves.is_empty() {
            self.settle(colour);
        }
        self.passes = 0;
        *self.place(point) = Some(colour);
        self.line.game.moves.push(Move::new(point));
        self.line.nodes.push(node);
    }

    /// Whether the text is a pass: `B[]`, or `B[tt]` on boards without such a point.
    fn is_pass(&self, text: &str) -> bool {
        let size = self.line.game.size;
        let is_small = size.width() <= 19 && size.height() <= 19;
        text.trim().is_empty() || is_small && text.trim() == "tt"
    }

    /// Handles a pass. [`Game`] cannot represent passes: with the next stone, the stones before the pass become setup
    /// stones.
    fn pass(&mut self, property: &Property, node: NodeId, colour: Colour) -> Result<(), ReadError> {
        if let Some(game) = self.line.game.other {
            return Err(self.wrong(property, |what| ReadError::OtherPass { what, game: game.name() }));
        }
        self.passes += 1;
        let what = shown(self.tree, property);
        if self.passes > 1 && self.line.game.passes_draw() {
            let drawn = Ending::drawn(Reason::Passes);
            self.line.game.ending.get_or_insert(drawn);
            self.line.notes.push(Note::TwoPassesAt { what });
        } else {
            self.line.notes.push(Note::Passed { what });
        }
        if self.line.game.moves.is_empty() {
            self.named_side = Some(!colour);
        } else {
            self.passed = self.passed.xor(Some(node));
        }
        Ok(())
    }

    /// Plays all points of a property as moves, the sides alternating.
    fn play_all(&mut self, property: &Property, node: NodeId) -> Result<(), ReadError> {
        let Some(points) = self.listed(property) else {
            return Err(self.wrong(property, |what| ReadError::NoList { what }));
        };
        for point in points {
            if self.place(point).is_some() {
                return Err(self.refused(property, PlayError::Taken.into()));
            }
            let side = self.to_move().unwrap_or(self.line.game.to_move());
            self.lay(point, node, side);
        }
        Ok(())
    }

    /// Adds a note if an unknown property holds points of the board, which may be stones.
    fn note_points(&mut self, property: &Property) {
        let is_known = label::KNOWN.iter().any(|name| property.is(name));
        if !is_known && self.listed(property).is_some() {
            self.line.notes.push(Note::UnknownStones { what: shown(self.tree, property) });
        }
    }

    /// Stores the setup stones and the side that moves first.
    fn settle(&mut self, first: Colour) {
        let size = self.line.game.size;
        let stones = size.points().zip(&self.board);
        let stones = stones.filter_map(|(point, at)| at.map(|colour| Stone { point, colour }));
        self.line.game.setup = stones.collect();
        self.line.game.first = first;
    }

    fn finish(mut self, end: NodeId) -> TreeLine {
        if let Some(passed) = self.passed {
            let next = self.to_move();
            self.begin_here(passed);
            self.named_side = next;
        }
        if self.line.game.moves.is_empty() {
            let even = self.count(Colour::Black) <= self.count(Colour::White);
            let counted = if even { Colour::Black } else { Colour::White };
            self.settle(self.named_side.unwrap_or(counted));
        }
        self.line.end = end;
        self.line
    }

    fn place(&mut self, point: Point) -> &mut Option<Colour> {
        let width = usize::from(self.line.game.size.width());
        &mut self.board[usize::from(point.y()) * width + usize::from(point.x())]
    }

    /// The points of all values, including rectangles like `aa:cc`.
    fn points(&self, property: &Property) -> Result<Vec<Point>, ReadError> {
        let mut points = Vec::new();
        for text in self.tree.texts(property) {
            let (from, to) = text.split_once(':').unwrap_or((&text, &text));
            let (Some(from), Some(to)) = (coordinates(from), coordinates(to)) else {
                let what = format!("{}[{text}]", property.name());
                return Err(ReadError::NoLetters { what }.in_line(property.line()));
            };
            let size = self.line.game.size;
            for y in from.1..=to.1 {
                for x in from.0..=to.0 {
                    let point = size.point(x, y);
                    points.push(point.ok_or_else(|| self.refused(property, PlayError::OffBoard.into()))?);
                }
            }
        }
        Ok(points)
    }

    /// The points of all values, each a list like `hh,ig`; `None` if there is anything else.
    fn listed(&self, property: &Property) -> Option<Vec<Point>> {
        let size = self.line.game.size;
        let texts = self.tree.texts(property);
        let points = texts.iter().flat_map(|text| text.split(','));
        let point = |text: &str| coordinates(text).and_then(|(x, y)| size.point(x, y));
        points.map(point).collect()
    }

    /// An error `B[hh] is …`.
    fn wrong(&self, property: &Property, error: impl FnOnce(String) -> ReadError) -> ReadError {
        error(shown(self.tree, property)).in_line(property.line())
    }

    /// An error `B[hh]: …`.
    fn refused(&self, property: &Property, error: ReadError) -> ReadError {
        error.at(shown(self.tree, property)).in_line(property.line())
    }
}

fn board(tree: &Tree, size: &Property) -> Result<BoardSize, ReadError> {
    let text = tree.texts(size).concat();
    let (width, height) = text.split_once(':').unwrap_or((&text, &text));
    match (width.trim().parse(), height.trim().parse()) {
        (Ok(width), Ok(height)) => BoardSize::checked(width, height).map_err(ReadError::from),
        _ => Err(ReadError::NoSize { what: shown(tree, size) }),
    }
    .map_err(|error| error.in_line(size.line()))
}

pub(crate) fn coordinates(text: &str) -> Option<(i32, i32)> {
    let number = |letter: u8| LETTERS.iter().position(|&l| l == letter);
    match text.trim().as_bytes() {
        &[x, y] => Some((number(x)? as i32, number(y)? as i32)),
        _ => None,
    }
}

fn ending(result: &str, words: &str) -> Option<Ending> {
    let (side, how) = result.split_once('+').map_or((result, None), |(side, how)| (side, Some(how.trim())));
    let winner = match side.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Colour::Black),
        "w" | "white" => Some(Colour::White),
        "0" | "draw" if how.is_none() => None,
        _ => return None,
    };
    let usual = match how {
        Some("T" | "Time") => Reason::Time,
        Some("R" | "Resign") => Reason::Resignation,
        _ => Reason::Unknown,
    };
    Some(Ending { winner, reason: Reason::from_words(words).unwrap_or(usual) })
}

/// Whether `RE` says that the result is not known, or that there is none.
fn is_open(result: &str) -> bool {
    ["", "?", "*", "void"].iter().any(|open| open.eq_ignore_ascii_case(result))
}

fn read_comment(text: &str, made: &mut Move) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let time = first.strip_suffix(" ms").and_then(|time| time.parse().ok());
    made.time = time;
    made.comment = if time.is_some() { rest } else { text }.into();
}
