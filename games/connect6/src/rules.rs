//! Connect6 on a 19×19 board: black plays one stone, then each side plays two per turn. Six or more in a row win; a
//! full board is a draw (Wu and Huang, "A New Family of k-in-a-Row Games", 2005).

use tengen_core::board::{BoardSize, Colour, Content, DIRECTIONS, PlayError, Point, Position};
use tengen_core::sau::Notation;
use tengen_records::{Ending, OtherGame, Reason};

pub const SIDE: u8 = 19;
/// The number of stones in a row that win.
pub const ROW: usize = 6;

pub fn size() -> BoardSize {
    BoardSize::square(SIDE.into()).expect("a board may have this side")
}

/// The side of the stone played after `stones` others: black plays the first stone, then each side plays two.
pub fn side(stones: usize) -> Colour {
    Colour::BOTH[stones.div_ceil(2) % 2]
}

/// The number of stones in the current turn: one for the first turn of a game or if only one point is empty, otherwise
/// two.
pub fn stones_a_turn(position: &Position) -> usize {
    let wanted = if position.stones().is_empty() { 1 } else { 2 };
    wanted.min(position.empty_count())
}

/// The length of the longest row of `colour` through its stone on `point`; 0 if it has no stone there.
pub fn longest_row(position: &Position, point: Point, colour: Colour) -> usize {
    let is_ours = |x: i32, y: i32| position.at_xy(x, y) == Content::Stone(colour);
    let (x, y) = (i32::from(point.x()), i32::from(point.y()));
    if !is_ours(x, y) {
        return 0;
    }
    let reach = |dx: i32, dy: i32| (1..).take_while(|k| is_ours(x + k * dx, y + k * dy)).count();
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

#[derive(Debug)]
pub struct Connect6Rules;

impl OtherGame for Connect6Rules {
    fn name(&self) -> &'static str {
        "connect6"
    }

    fn title(&self) -> &'static str {
        "Connect6"
    }

    fn order(&self) -> &'static str {
        "black places one stone, then each side places two"
    }

    fn play(&self, position: &mut Position, point: Point) -> Result<Option<Ending>, PlayError> {
        position.check_empty(point)?;
        let mover = position.to_move();
        position.play(point, &mut ());
        position.set_to_move(side(position.stones().len()));
        let has_six = longest_row(position, point, mover) >= ROW;
        Ok(has_six.then(|| Ending::won(mover, Reason::Six)))
    }

    fn moves_a_turn(&self, position: &Position) -> Option<usize> {
        Some(stones_a_turn(position))
    }

    fn notation(&self) -> Notation {
        Notation::Stones(2)
    }
}
