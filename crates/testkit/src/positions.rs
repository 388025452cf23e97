//! Reads drawn positions with what is said about them. The heads of `positions/fours.txt` and `positions/wins.txt`
//! describe the format.

use super::{PLAIN_RULES, draw, fb_check};
use rand::{RngExt, rngs::StdRng};
use std::ops::{Range, RangeInclusive};
use tengen_core::board::diagram::Diagram;
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::{Rule, five_through};

/// A file of `positions/`, as text.
macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../positions/", $name))
    };
}

/// Files of moves with their results: name and text.
pub const MOVES: [(&str, &str); 5] = [
    ("wins.txt", text!("wins.txt")),
    ("forbidden.txt", text!("forbidden.txt")),
    ("forbidden_nested.txt", text!("forbidden_nested.txt")),
    ("forbidden_tutorial.txt", text!("forbidden_tutorial.txt")),
    ("fb_check.txt", text!("fb_check.txt")),
];

/// Positions of `positions/won.txt`, in which the side to move wins: the rule, the position and the plies of the shortest
/// win, if they are known.
pub fn won() -> Vec<(Rule, Position, Option<u32>)> {
    let lines = text!("won.txt").lines().filter(|line| !line.starts_with('#'));
    let won = lines.map(|line| {
        let mut words = line.split_whitespace();
        let mut next = || words.next().unwrap_or_else(|| panic!("a word is missing: {line}"));
        let (plies, rule, moves) = (next(), next(), next());
        let position = super::after_moves(BoardSize::FIFTEEN, moves);
        (rule.parse().expect("a rule"), position, plies.parse().ok())
    });
    won.collect()
}

/// The expected result for a position under a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expect {
    /// The side to move has a VCF. The shortest takes this many plies; these are the first moves of all shortest ones,
    /// row by row.
    WinInPlies(usize, Vec<Point>),
    /// The side to move has no VCF.
    NoWinByFours,
}

/// A move and its result in words.
#[derive(Clone)]
pub struct PositionMove {
    pub position: Position,
    /// The point marked `a`.
    pub point: Point,
    /// The side that moves.
    pub colour: Colour,
    /// `wins with five`, `forbidden (overline)`, `draw`, `open` …
    pub result: String,
}

pub struct DrawnPosition<T> {
    /// A description in one sentence.
    pub name: String,
    /// The line of the file that begins with the name.
    pub line: usize,
    /// The diagram, with the side to move set.
    pub drawing: Diagram,
    /// Rules with what holds under them.
    pub cases: Vec<(Rule, T)>,
}

/// Positions with and without a VCF.
pub fn fours() -> Vec<DrawnPosition<Expect>> {
    read(text!("fours.txt"), |key, what, drawing| {
        (key == "expect").then(|| expect(what, drawing)).flatten().into_iter().collect()
    })
}

pub fn moves(text: &str) -> Vec<DrawnPosition<PositionMove>> {
    read(text, moves_of)
}

/// Pairs of fifth stones, marked `a` and `b`: whether they are the same.
pub fn fifths() -> Vec<DrawnPosition<bool>> {
    read(text!("fifths.txt"), |key, value, _| match (key, value) {
        ("a and b", "same") => vec![true],
        ("a and b", "different") => vec![false],
        _ => Vec::new(),
    })
}

/// Reads all positions of a file. `cases` turns a field and its value into what holds under a rule, or into nothing if
/// it does not know the field.
fn read<T: Clone>(text: &str, cases: impl Fn(&str, &str, &Diagram) -> Vec<T>) -> Vec<DrawnPosition<T>> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let lines: Vec<_> = lines.into_iter().filter(|(_, line)| !line.starts_with(';')).collect();
    let blocks = lines.split(|(_, line)| line.trim().is_empty());
    blocks.filter(|block| !block.is_empty()).map(|block| read_one(block, &cases)).collect()
}

fn read_one<T: Clone>(block: &[(usize, &str)], cases: impl Fn(&str, &str, &Diagram) -> Vec<T>) -> DrawnPosition<T> {
    let line = block[0].0;
    let lines = block.iter().map(|&(_, line)| line);
    let (fields, rows): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains(':'));
    let drawing = draw(&rows.join("\n"));
    let mut known = DrawnPosition { name: String::new(), line, drawing, cases: Vec::new() };
    let mut rules = Vec::new();
    for field in fields {
        let (key, value) = field.split_once(':').expect("fields have a colon");
        match (key.trim(), value.trim()) {
            ("name", name) => known.name = name.to_string(),
            ("to move", "black") => known.drawing.position.set_to_move(Colour::Black),
            ("to move", "white") => known.drawing.position.set_to_move(Colour::White),
            ("rule", names) => rules = names.split(", ").flat_map(rules_named).collect(),
            (key, value) => {
                let found = cases(key, value, &known.drawing);
                assert!(!found.is_empty() && !rules.is_empty(), "line {line}: {field}");
                known.cases.extend(rules.iter().flat_map(|&rule| found.iter().map(move |case| (rule, case.clone()))));
            }
        }
    }
    known
}

fn rules_named(name: &str) -> Vec<Rule> {
    match name {
        "all" => PLAIN_RULES.to_vec(),
        "all+fb_check" => PLAIN_RULES.map(fb_check).to_vec(),
        _ => vec![name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))],
    }
}

/// The moves whose result is `result`, for a field as described in `positions/wins.txt`.
fn moves_of(who: &str, result: &str, drawing: &Diagram) -> Vec<PositionMove> {
    let of = |colour, position| PositionMove { position, point: drawing.mark('a'), colour, result: result.to_string() };
    let plain = |colour| of(colour, drawing.position.clone());
    let exchanged = || of(Colour::White, exchanged(&drawing.position));
    match who {
        "black" => vec![plain(Colour::Black)],
        "white" => vec![plain(Colour::White)],
        "exchanged" => vec![exchanged()],
        "both" => vec![plain(Colour::Black), exchanged()],
        _ => Vec::new(),
    }
}

fn exchanged(position: &Position) -> Position {
    let mut other = Position::new(position.size());
    for &point in position.dead() {
        other.kill(point).expect("the point is on the board");
    }
    for stone in position.stones() {
        other.place(stone.point, !stone.colour, &mut ());
    }
    other
}

fn expect(what: &str, drawing: &Diagram) -> Option<Expect> {
    if what == "no win by fours" {
        return Some(Expect::NoWinByFours);
    }
    let (plies, marks) = what.strip_prefix("win in ")?.split_once(" at ")?;
    let points = marks.chars().map(|mark| drawing.marks.get(&mark).cloned());
    let mut points = points.collect::<Option<Vec<_>>>()?.concat();
    points.sort();
    Some(Expect::WinInPlies(plies.parse().ok()?, points))
}

/// Random stones and a few dead points on a board whose sides are in `sides`; `density` is the range of the share of
/// stones in percent. Neither side has five; either side may be to move.
pub fn random_cluster(rng: &mut StdRng, rule: Rule, sides: RangeInclusive<u32>, density: Range<u32>) -> Position {
    let mut side = || rng.random_range(sides.clone());
    let size = BoardSize::new(side(), side()).expect("a board");
    let mut position = Position::new(size);
    let percent = rng.random_range(density);
    for point in size.points() {
        let colour = Colour::BOTH[rng.random_range(0..2)];
        let wins = five_through(&position, point, colour, rule).is_some();
        match rng.random_range(0..100) {
            r if r < percent && !wins => position.place(point, colour, &mut ()),
            99 => position.kill(point).expect("the point is on the board"),
            _ => {}
        }
    }
    position.set_to_move(Colour::BOTH[rng.random_range(0..2)]);
    position
}
