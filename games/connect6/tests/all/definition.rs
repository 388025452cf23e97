//! A second implementation of Connect6: windows, wins and blocks by definition, and random positions.

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use tengen_connect6::rules::longest_row;
use tengen_connect6::{Move, ROW, size};
use tengen_core::board::{Colour, Content, DIRECTIONS, Point, Position};

/// Every stretch of six cells in a row.
pub fn windows() -> Vec<Vec<Point>> {
    let from = |x: i32, y: i32, (dx, dy): (i32, i32)| {
        let cells = (0..ROW as i32).map(|k| size().point(x + k * dx, y + k * dy));
        cells.collect::<Option<Vec<Point>>>()
    };
    let starts = (0..19).flat_map(|y| (0..19).map(move |x| (x, y)));
    starts.flat_map(|(x, y)| DIRECTIONS.map(|direction| from(x, y, direction.step()))).flatten().collect()
}

/// The number of stones of a side in a window; 0 if the other side has a stone there.
pub fn level(position: &Position, window: &[Point], side: Colour) -> usize {
    let is = |content: Content| window.iter().filter(|&&p| position.at(p) == content).count();
    match is(Content::Stone(!side)) {
        0 => is(Content::Stone(side)),
        _ => 0,
    }
}

/// The windows that a side could fill in one turn; these are its only wins in one turn.
pub fn threats<'a>(position: &Position, windows: &'a [Vec<Point>], side: Colour) -> Vec<&'a [Point]> {
    let fillable = windows.iter().filter(|w| level(position, w, side) >= 4);
    fillable.map(Vec::as_slice).collect()
}

/// Whether a turn of the other side puts a stone into each of these windows.
pub fn stops(turn: Move, threats: &[&[Point]]) -> bool {
    let hit = |window: &&[Point]| turn.stones().iter().any(|stone| window.contains(stone));
    threats.iter().all(hit)
}

/// Whether a side could win in one turn, found by placing stones and measuring rows. Two stones that win together lie
/// in one row.
pub fn can_win_by_trying(position: &Position, side: Colour) -> bool {
    let mut position = position.clone();
    let empty: Vec<Point> = position.empty_points().collect();
    empty.iter().any(|&one| {
        position.place(one, side, &mut ());
        let wins = longest_row(&position, one, side) >= ROW
            || in_line_with(one).any(|other| {
                position.is_empty(other) && {
                    position.place(other, side, &mut ());
                    let wins = longest_row(&position, one, side) >= ROW;
                    position.undo(&mut ());
                    wins
                }
            });
        position.undo(&mut ());
        wins
    })
}

fn in_line_with(point: Point) -> impl Iterator<Item = Point> {
    let (x, y) = (i32::from(point.x()), i32::from(point.y()));
    let steps = DIRECTIONS.map(|direction| direction.step());
    let far = move |(dx, dy): (i32, i32)| (-5..=5).filter(|k| *k != 0).map(move |k| (k * dx, k * dy));
    let around = steps.into_iter().flat_map(far);
    around.filter_map(move |(dx, dy)| size().point(x + dx, y + dy))
}

pub fn after(position: &Position, turn: Move) -> Position {
    let side = position.to_move();
    let mut after = position.clone();
    for &point in turn.stones() {
        after.place(point, side, &mut ());
    }
    after.set_to_move(!side);
    after
}

/// All pairs of empty points that each share a window with a stone.
pub fn near_pairs(position: &Position, windows: &[Vec<Point>]) -> Vec<Move> {
    let is_near = |point: &Point| {
        let mut through = windows.iter().filter(|window| window.contains(point));
        through.any(|w| w.iter().any(|&p| matches!(position.at(p), Content::Stone(_))))
    };
    let points: Vec<Point> = position.empty_points().filter(is_near).collect();
    let with = |i: usize| points[i + 1..].iter().map(|&other| (points[i], other)).collect::<Vec<_>>();
    let pairs = (0..points.len()).flat_map(with);
    pairs.map(|(one, other)| Move::pair(one, other)).collect()
}

/// A position with `stones` random stones, alternately black and white, in a random square of `side` × `side` points.
/// Neither side has won; either side may be to move.
pub fn scatter(random: &mut StdRng, side: u8, stones: usize) -> Position {
    let (x, y) = (random.random_range(0..=19 - side), random.random_range(0..=19 - side));
    let inside = |p: &Point| (x..x + side).contains(&p.x()) && (y..y + side).contains(&p.y());
    let mut position = Position::new(size());
    for number in 0..stones {
        let colour = Colour::BOTH[number % 2];
        let quiet = |&point: &Point| {
            let after = position.with_stone(point, colour);
            longest_row(&after, point, colour) < ROW
        };
        let empty = position.empty_points().filter(inside).filter(quiet);
        let Some(point) = empty.choose(random) else { break };
        position.place(point, colour, &mut ());
    }
    position.set_to_move(Colour::BOTH[random.random_range(0..2)]);
    position
}
