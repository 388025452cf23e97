//! All legal turns: used when the platform has refused the best one.

use crate::rules::{draw, is_over};
use tengen_core::board::{Point, Position};

/// The first turn of the side to move that is accepted by `wanted`; turns that capture a box come first.
pub fn find(position: &Position, wanted: impl Fn(&[Point]) -> bool) -> Option<Vec<Point>> {
    let mut turn = Vec::new();
    search(position, &mut turn, &wanted).then_some(turn)
}

fn search(position: &Position, turn: &mut Vec<Point>, wanted: &dyn Fn(&[Point]) -> bool) -> bool {
    let free: Vec<Point> = position.empty_points().collect();
    let after = |&line: &Point| {
        let mut after = position.clone();
        draw(&mut after, line).ok()?;
        Some((line, after))
    };
    let all: Vec<(Point, Position)> = free.iter().filter_map(after).collect();
    let goes_on = |after: &Position| after.to_move() == position.to_move() && !is_over(after);
    let (on, ends): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, after)| goes_on(after));
    for (line, after) in on {
        turn.push(line);
        if search(&after, turn, wanted) {
            return true;
        }
        turn.pop();
    }
    ends.into_iter().any(|(line, _)| {
        turn.push(line);
        let found = wanted(turn);
        if !found {
            turn.pop();
        }
        found
    })
}
