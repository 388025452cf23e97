//! Reads annotated diagrams of positions, such as [`FOURS`]. The head of `src/fours.txt` describes the format.

use super::{CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD, draw, fb_check};
use rand::{RngExt, rngs::StdRng};
use std::ops::{Range, RangeInclusive};
use tengen_core::board::diagram::Diagram;
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::{Rule, five_through};

/// Positions with and without a VCF.
pub const FOURS: &str = include_str!("fours.txt");

/// The expected result for a position under a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expect {
    /// The side to move has a VCF. The shortest takes this many plies; these are the first moves of all shortest ones,
    /// row by row.
    WinInPlies(usize, Vec<Point>),
    /// The side to move has no VCF.
    NoWinByFours,
}

/// An annotated position.
pub struct DrawnPosition {
    /// A description in one sentence.
    pub name: String,
    /// The diagram, with the side to move set.
    pub drawing: Diagram,
    /// Rules with their expected results.
    pub cases: Vec<(Rule, Expect)>,
}

/// Reads all positions of a file.
///
/// # Panics
/// On a syntax error; the message names the position.
pub fn read(text: &str) -> Vec<DrawnPosition> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
    let blocks = lines.split(|line| line.trim().is_empty());
    blocks.filter(|block| !block.is_empty()).map(read_one).collect()
}

fn read_one(block: &[&str]) -> DrawnPosition {
    let (fields, rows): (Vec<&str>, Vec<&str>) = block.iter().partition(|line| line.contains(':'));
    let mut known =
        DrawnPosition { name: String::new(), drawing: draw(&rows.join("\n")), cases: Vec::new() };
    let mut rules = Vec::new();
    for field in fields {
        let (key, value) = field.split_once(':').expect("fields have a colon");
        match (key.trim(), value.trim()) {
            ("name", name) => known.name = name.to_string(),
            ("to move", "black") => known.drawing.position.set_to_move(Colour::Black),
            ("to move", "white") => known.drawing.position.set_to_move(Colour::White),
            ("rule", names) => rules = names.split(',').map(|name| rule(name.trim())).collect(),
            ("expect", what) => {
                let expect = expect(what, &known.drawing)
                    .unwrap_or_else(|| panic!("{}: {what} means nothing", known.name));
                let cases = rules.iter().map(|&rule| (rule, expect.clone()));
                known.cases.extend(cases);
            }
            (key, value) => panic!("{}: {key}: {value} means nothing", known.name),
        }
    }
    known
}

fn rule(name: &str) -> Rule {
    match name.split_once("+fb_check") {
        Some((name, _)) => fb_check(rule(name)),
        None => match name {
            "freestyle" => FREESTYLE,
            "standard" => STANDARD,
            "renju" => RENJU,
            "caro" => CARO,
            "caro-exact" => CARO_EXACT,
            _ => panic!("no rule is named {name}"),
        },
    }
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
pub fn random_cluster(
    rng: &mut StdRng,
    rule: Rule,
    sides: RangeInclusive<u32>,
    density: Range<u32>,
) -> Position {
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
