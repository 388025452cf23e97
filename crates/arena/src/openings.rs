//! Openings for self-play and matches: a few random stones, kept when a quick search finds the sides
//! about even.
//!
//! ```text
//!  scattered: near each other          in lines: each in a line with another
//!   · · · · · · · · ·                   · · · · · · · · ·
//!   · · ● · · · · · ·                   · ○ · · · · · · ·
//!   · · · · ○ · · · ·                   · · · ○ · · · · ·
//!   · · · ● · · · ○ ·                   · ● · · ● ● · ○ ·
//!   · · · · · · · · ·                   · · · · · · · · ·
//! ```

use tengen_common::random::Random;
use tengen_core::board::{Point, Position, Shape};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::play::think;
use tengen_engine::search::Searcher;

/// What makes an opening fit.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    /// Nodes of the search that decides.
    pub nodes: u64,
    /// The greatest advantage of either side, in points.
    pub margin: i32,
}

/// Fewest and most stones of an opening.
const PLIES: std::ops::RangeInclusive<usize> = 2..=9;
/// How far from the nearest stone a stone may come.
const REACH: i32 = 3;

/// How stones are drawn: the points where the next one may come.
pub type Draw = fn(&mut Random, &Position) -> Vec<Point>;

/// Draws scattered openings until one is balanced.
pub fn balanced(
    random: &mut Random,
    searcher: &mut Searcher,
    rule: Rule,
    shape: Shape,
    balance: Balance,
) -> Position {
    balanced_by(scattered, random, searcher, (rule, shape), balance)
}

/// Draws openings in this way until one is balanced.
pub fn balanced_by(
    draw: Draw,
    random: &mut Random,
    searcher: &mut Searcher,
    (rule, shape): (Rule, Shape),
    balance: Balance,
) -> Position {
    loop {
        let Some(position) = drawn(draw, random, rule, shape) else {
            continue;
        };
        let rough = Balance {
            nodes: balance.nodes / 5,
            margin: balance.margin * 5 / 2,
        };
        let mut fits = |b: Balance| is_balanced(searcher, &position, rule, b);
        if fits(rough) && fits(balance) {
            return position;
        }
    }
}

fn is_balanced(searcher: &mut Searcher, position: &Position, rule: Rule, balance: Balance) -> bool {
    searcher.clear();
    think(searcher, position, rule, balance.nodes)
        .is_some_and(|report| report.score.value().abs() <= balance.margin)
}

/// Random stones; `None` when they ended the game or found no room.
fn drawn(draw: Draw, random: &mut Random, rule: Rule, shape: Shape) -> Option<Position> {
    let mut position = Position::new(shape);
    let plies = PLIES.start() + random.below(PLIES.end() - PLIES.start() + 1);
    for _ in 0..plies {
        let side = position.to_move();
        let room = draw(random, &position);
        let point = *random.choose(&room)?;
        if judge(&position, point, side, rule) != Outcome::Open {
            return None;
        }
        position.play(point, &mut ());
    }
    Some(position)
}

/// Anywhere near a stone.
pub fn scattered(_: &mut Random, position: &Position) -> Vec<Point> {
    near(position)
}

/// In a row, a column or a diagonal with a stone, at most four points from it.
pub fn in_lines(random: &mut Random, position: &Position) -> Vec<Point> {
    let Some(stone) = random.choose(position.stones()) else {
        return near(position);
    };
    let (x, y) = (stone.point.x() as i32, stone.point.y() as i32);
    let steps = (-4..=4).flat_map(|n| [(n, 0), (0, n), (n, n), (n, -n)]);
    let points = steps.filter_map(|(dx, dy)| position.shape().point(x + dx, y + dy));
    points.filter(|&point| position.is_empty(point)).collect()
}

/// The empty points near a stone; on an empty board those near the centre.
pub fn near(position: &Position) -> Vec<Point> {
    let points = position.empty_points();
    points.filter(|&p| is_near(position, p)).collect()
}

/// Near a stone; the first stone is near the centre.
fn is_near(position: &Position, point: Point) -> bool {
    let distance = |from: Point| {
        let (dx, dy) = (point.x().abs_diff(from.x()), point.y().abs_diff(from.y()));
        dx.max(dy) as i32
    };
    let shape = position.shape();
    match position.stones() {
        [] => distance(shape.centre()) <= shape.width().min(shape.height()) as i32 / 4,
        stones => stones.iter().any(|stone| distance(stone.point) <= REACH),
    }
}
