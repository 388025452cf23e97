//! Renju fouls of black, to the letter of the rules of the Renju International Federation: the terms
//! of section 3, and 9.3 for double threes that are allowed (text of 1996, corrected 1998).
//!
//! A move of black that makes a five is no foul, whatever else it makes. Otherwise it is a foul if
//! it makes
//! - an *overline*: six or more in a row;
//! - a *double four*: two or more fours, also in one line;
//! - a *double three*: two or more threes.
//!
//! A *four* is a row of four stones that one more stone makes a five. A *straight four* is four in
//! an unbroken row with both ends open to a five. A *three* is a row of three stones that one more
//! stone makes a straight four, without making a five by that stone, and only if that stone would
//! itself be no foul: so the test is recursive.
//!
//! ```text
//!   X . X X X . X   X X . X X . X X   X X X . X . X X X   two fours in one line
//!   . X X X X .                                           a straight four: one four
//! ```
//!
//! 9.3 names the spoilt threes in two clauses joined by "or": a) by an overline or a double four at
//! the straight-four point, b) by a double three there. Read word for word, three threes of which
//! one is spoilt by a) and one by b) would be a foul. Managers and players count the threes that are
//! left after both clauses, and so do we.
//!
//! `fb_check` asks for these fouls on top of other rules. Fours and threes are renju's there too: rows on the
//! way to exactly five stones, whatever the rule of the game says of a row that is capped. What a five
//! excuses, and what would be a five instead of a straight four, is a row that wins the game.

use super::{Rule, Variant, completes_five, five::run_through};
use crate::board::{Colour, DIRECTIONS, Direction, Point, Position};

/// Whose fours and threes make fouls, under any rule.
const RENJU: Rule = Rule::new(Variant::Renju);

/// What is wrong with a move of black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two or more fours.
    DoubleFour,
    /// Two or more threes.
    DoubleThree,
}

impl Foul {
    /// Every foul.
    pub const ALL: [Foul; 3] = [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double four",
            Foul::DoubleThree => "double three",
        }
    }
}

/// The foul that black would make on the empty `point`, if any. Under a rule without fouls: none.
pub fn foul_at(position: &Position, point: Point, rule: Rule) -> Option<Foul> {
    if !rule.has_fouls() || completes_five(position, point, Colour::Black, rule) {
        return None;
    }
    let mut after = position.clone();
    after.place(point, Colour::Black, &mut ());
    let overline = |d: Direction| run_through(&after, point, Colour::Black, d).length > 5;
    if DIRECTIONS.into_iter().any(overline) {
        return Some(Foul::Overline);
    }
    let fours: usize = DIRECTIONS
        .into_iter()
        .map(|d| fours_in_line(&after, point, d))
        .sum();
    if fours >= 2 {
        return Some(Foul::DoubleFour);
    }
    let threes = DIRECTIONS
        .into_iter()
        .filter(|&d| is_three(&after, point, d, rule))
        .count();
    (threes >= 2).then_some(Foul::DoubleThree)
}

/// Empty points of a line within four steps of `stone`.
fn near_empties(
    position: &Position,
    stone: Point,
    direction: Direction,
) -> impl Iterator<Item = (i32, Point)> + '_ {
    let (dx, dy) = direction.step();
    (-4..=4).filter_map(move |k| {
        let (x, y) = (stone.x() as i32 + k * dx, stone.y() as i32 + k * dy);
        let point = position.shape().point(x, y)?;
        position.is_empty(point).then_some((k, point))
    })
}

/// Steps from `stone` to the points of a line where black makes a five that contains `stone`.
fn five_points(position: &Position, stone: Point, direction: Direction) -> Vec<i32> {
    near_empties(position, stone, direction)
        .filter(|&(_, point)| {
            let run = run_through(position, point, Colour::Black, direction);
            let reaches = run.points().any(|p| p == stone);
            reaches && run.wins(RENJU.five_rule(Colour::Black))
        })
        .map(|(k, _)| k)
        .collect()
}

/// How many fours contain `stone` on this line: each has one five point, but a straight four, whose
/// two five points are five apart, is one four.
fn fours_in_line(position: &Position, stone: Point, direction: Direction) -> usize {
    match five_points(position, stone, direction)[..] {
        [] => 0,
        [_] => 1,
        [a, b] if b - a == 5 => 1,
        _ => 2,
    }
}

/// The five points of a straight four through `stone`, as steps from it: four in an unbroken row, both ends
/// open to a five.
fn straight_four(position: &Position, stone: Point, direction: Direction) -> Option<(i32, i32)> {
    match five_points(position, stone, direction)[..] {
        [a, b] if b - a == 5 => Some((a, b)),
        _ => None,
    }
}

/// Whether black has a three through `stone` on this line. The added stone must be one of the
/// straight four, or else a straight four that is there already would pass for a three.
fn is_three(position: &Position, stone: Point, direction: Direction, rule: Rule) -> bool {
    near_empties(position, stone, direction).any(|(k, point)| {
        if completes_five(position, point, Colour::Black, rule) {
            return false;
        }
        let mut after = position.clone();
        after.place(point, Colour::Black, &mut ());
        straight_four(&after, stone, direction).is_some_and(|(a, b)| a < k && k < b)
            && foul_at(position, point, rule).is_none()
    })
}
