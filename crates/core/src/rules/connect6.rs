//! Connect6: two sides lay stones on a board of 19×19, black begins with one, from then on each side
//! lays two a turn. Six or more in a row win; a full board is a draw (Wu and Huang, "A New Family of
//! k-in-a-Row Games", 2005).

use crate::board::{Colour, Content, DIRECTIONS, Point, Position, Shape};

/// Side of the board.
pub const SIDE: u8 = 19;
/// So many in a row win.
pub const ROW: usize = 6;

/// The board.
pub fn shape() -> Shape {
    Shape::square(SIDE.into()).expect("a board may have this side")
}

/// Whose stone it is that comes after so many: black has the first, then each side two.
pub fn side(stones: usize) -> Colour {
    Colour::BOTH[stones.div_ceil(2) % 2]
}

/// How many stones the turn has that comes now: the first of a game is one stone, and where only one
/// point is empty there is no room for two.
pub fn stones_a_turn(position: &Position) -> usize {
    let wanted = if position.stones().is_empty() { 1 } else { 2 };
    wanted.min(position.empty_count())
}

/// The length of the longest row of `colour` through a point that holds its stone; else 0.
pub fn longest_row(position: &Position, point: Point, colour: Colour) -> usize {
    let is_ours = |x: i32, y: i32| position.at_xy(x, y) == Content::Stone(colour);
    let (x, y) = (i32::from(point.x()), i32::from(point.y()));
    if !is_ours(x, y) {
        return 0;
    }
    let reach = |dx: i32, dy: i32| {
        (1..)
            .take_while(|k| is_ours(x + k * dx, y + k * dy))
            .count()
    };
    let rows = DIRECTIONS.map(|direction| {
        let (dx, dy) = direction.step();
        1 + reach(dx, dy) + reach(-dx, -dy)
    });
    rows.into_iter().max().expect("there are four directions")
}

/// Whether `colour` has six or more in a row.
pub fn has_won(position: &Position, colour: Colour) -> bool {
    let mut stones = position.stones().iter();
    stones.any(|stone| longest_row(position, stone.point, colour) >= ROW)
}
