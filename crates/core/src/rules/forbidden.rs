//! Renju's forbidden moves for black, exactly as in the rules of the Renju International Federation: the terms of
//! section 3, and 9.3 for allowed double threes (text of 1996, corrected 1998).
//!
//! A black move that makes a five is never forbidden. Otherwise it is forbidden if it makes
//! - an *overline*: six or more in a row;
//! - a *double four*: two or more fours, also in one line;
//! - a *double three*: two or more threes.
//!
//! A *four* is a row of four stones that one more stone makes a five. An *open four* (the rules say straight four) is
//! four in an unbroken row with both ends open to a five. A *three* is a row of three stones that one more stone makes
//! an open four, without making a five with that stone, and only if that stone is not itself forbidden: so the test is
//! recursive.
//!
//! ```text
//!   X . X X X . X   X X . X X . X X   X X X . X . X X X   two fours in one line
//!   . X X X X .                                           an open four: one four
//! ```
//!
//! 9.3 excludes threes in two clauses joined by "or": a) by an overline or a double four at the point of the open four,
//! b) by a double three there. Read literally, three threes of which one is excluded by a) and one by b) would be
//! forbidden. Managers and players count the threes that remain after both clauses, and so does this module.
//!
//! `fb_check` adds these forbidden moves to other rules. Fours and threes are renju's there too: rows that can become
//! exactly five stones, even if the game's rule treats capped rows differently. The five that makes a move legal, or
//! that takes the place of an open four, is a row that wins by the game's rule.

use super::{Rule, Variant, completes_five, five::run_through};
use crate::board::{Colour, DIRECTIONS, Direction, Point, Position};

/// Fours and threes are always renju's, under any rule.
const RENJU: Rule = Rule::new(Variant::Renju);

/// The kind of a forbidden move of black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two or more fours.
    DoubleFour,
    /// Two or more threes.
    DoubleThree,
}

impl Forbidden {
    /// All kinds.
    pub const ALL: [Forbidden; 3] = [Forbidden::Overline, Forbidden::DoubleFour, Forbidden::DoubleThree];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Forbidden::Overline => "overline",
            Forbidden::DoubleFour => "double four",
            Forbidden::DoubleThree => "double three",
        }
    }
}

/// The kind of forbidden move that black would make on the empty `point`; `None` if the move is legal or the rule has
/// no forbidden moves.
pub fn forbidden_at(position: &Position, point: Point, rule: Rule) -> Option<Forbidden> {
    if !rule.has_forbidden_moves() || completes_five(position, point, Colour::Black, rule) {
        return None;
    }
    let after = position.with_stone(point, Colour::Black);
    let overline = |d: Direction| run_through(&after, point, Colour::Black, d).length > 5;
    if DIRECTIONS.into_iter().any(overline) {
        return Some(Forbidden::Overline);
    }
    let fours: usize = DIRECTIONS.into_iter().map(|d| fours_in_line(&after, point, d)).sum();
    if fours >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    let threes = DIRECTIONS.into_iter().filter(|&d| is_three(&after, point, d, rule)).count();
    (threes >= 2).then_some(Forbidden::DoubleThree)
}

/// Whether black's move at the empty `point` is legal and stays so however many white stones are added elsewhere. White
/// stones take fours and threes away; but where a three is none because its open four is forbidden, they may also make
/// it one. So a second row that looks like a three counts here.
pub fn stays_legal(position: &Position, point: Point, rule: Rule) -> bool {
    if !rule.has_forbidden_moves() || completes_five(position, point, Colour::Black, rule) {
        return true;
    }
    if forbidden_at(position, point, rule).is_some() {
        return false;
    }
    let after = position.with_stone(point, Colour::Black);
    let looks_like_a_three =
        |&d: &Direction| near_empties(&after, point, d).any(|end| makes_open_four(&after, point, d, end));
    DIRECTIONS.iter().filter(|d| looks_like_a_three(d)).count() < 2
}

/// Empty points within four steps of `stone` on a line.
fn near_empties(position: &Position, stone: Point, direction: Direction) -> impl Iterator<Item = (i32, Point)> + '_ {
    let (dx, dy) = direction.step();
    (-4..=4).filter_map(move |k| {
        let (x, y) = (stone.x() as i32 + k * dx, stone.y() as i32 + k * dy);
        let point = position.size().point(x, y)?;
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

/// The number of fours that contain `stone` on this line: each has one five point, except that an open four, whose two
/// five points are five apart, is one four.
fn fours_in_line(position: &Position, stone: Point, direction: Direction) -> usize {
    match five_points(position, stone, direction)[..] {
        [] => 0,
        [_] => 1,
        [a, b] if b - a == 5 => 1,
        _ => 2,
    }
}

/// The five points of an open four through `stone`, as steps from it: four in an unbroken row with both ends open to a
/// five.
fn open_four(position: &Position, stone: Point, direction: Direction) -> Option<(i32, i32)> {
    match five_points(position, stone, direction)[..] {
        [a, b] if b - a == 5 => Some((a, b)),
        _ => None,
    }
}

/// Whether black has a three through `stone` on this line. The added stone must be part of the open four, otherwise an
/// existing open four would count as a three.
fn is_three(position: &Position, stone: Point, direction: Direction, rule: Rule) -> bool {
    near_empties(position, stone, direction).any(|(k, point)| {
        if completes_five(position, point, Colour::Black, rule) {
            return false;
        }
        makes_open_four(position, stone, direction, (k, point)) && forbidden_at(position, point, rule).is_none()
    })
}

/// Whether black's stone at an empty point, `k` steps from `stone`, makes an open four of which both are part.
fn makes_open_four(position: &Position, stone: Point, direction: Direction, (k, point): (i32, Point)) -> bool {
    let after = position.with_stone(point, Colour::Black);
    open_four(&after, stone, direction).is_some_and(|(a, b)| a < k && k < b)
}
