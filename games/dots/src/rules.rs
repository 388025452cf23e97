//! Dots and Boxes: the sides draw lines between neighbouring dots. The side that draws the fourth line of a box owns it
//! and must draw another line if one is left, so a turn is one line or several. When all lines are drawn, the side with
//! more boxes wins (Berlekamp, "The Dots and Boxes Game", 2000).
//!
//! Dots, lines and boxes are points of a board, and a drawn line is a stone of its side:
//!
//! ```text
//!     0 1 2 3 4
//!   0 + - + - +     + a dot: column and row are even
//!   1 |   |   |     - | a line: one of them is
//!   2 + - + - +     a box: neither is
//! ```
//!
//! Only lines can be drawn: all other points are dead.

use tengen_core::board::{BoardSize, Colour, Content, PlayError, Point, Position};
use tengen_core::sau::Notation;
use tengen_records::{Ending, OtherGame, Reason};

/// The number of boxes along each side of the standard board.
pub const BOXES: u8 = 5;

/// The size of the standard board, in points.
pub fn size() -> BoardSize {
    board_size(BOXES, BOXES)
}

/// The board size for this many columns and rows of boxes.
///
/// # Panics
/// Unless both are from 2 to 15.
pub fn board_size(columns: u8, rows: u8) -> BoardSize {
    let points = |boxes: u8| 2 * u32::from(boxes) + 1;
    BoardSize::new(points(columns), points(rows)).expect("a board may have these sides")
}

/// A board without lines; points that are not lines are dead.
pub fn empty(size: BoardSize) -> Position {
    let mut position = Position::new(size);
    for point in size.points().filter(|&point| !is_line(point)) {
        position.kill(point).expect("points die once");
    }
    position
}

/// Whether this point is a line, drawn or not.
pub fn is_line(point: Point) -> bool {
    point.x() % 2 != point.y() % 2
}

fn is_box(x: i32, y: i32) -> bool {
    x % 2 != 0 && y % 2 != 0
}

/// The boxes on both sides of a line; only one at the edge of the board.
pub fn boxes_beside(size: BoardSize, line: Point) -> impl Iterator<Item = Point> {
    around(size, line).filter(|point| is_box(point.x().into(), point.y().into()))
}

/// The lines around a box; the boxes and dots around a line.
fn around(size: BoardSize, point: Point) -> impl Iterator<Item = Point> {
    let (x, y) = (i32::from(point.x()), i32::from(point.y()));
    let places = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)];
    places.into_iter().filter_map(move |(x, y)| size.point(x, y))
}

pub fn is_closed(position: &Position, square: Point) -> bool {
    let is_drawn = |line| matches!(position.at(line), Content::Stone(_));
    around(position.size(), square).all(is_drawn)
}

/// The number of boxes that the side to move would close by drawing this line.
pub fn would_close(position: &Position, line: Point) -> usize {
    let after = position.after(line);
    let boxes = boxes_beside(position.size(), line);
    boxes.filter(|&square| is_closed(&after, square)).count()
}

/// Draws a line for the side to move. A side that closes a box stays to move if a line is left. After an error the
/// position is unchanged.
pub fn draw(position: &mut Position, line: Point) -> Result<(), PlayError> {
    position.check_empty(line)?;
    if !is_line(line) {
        return Err(PlayError::OffBoard);
    }
    let side = position.to_move();
    let goes_on = would_close(position, line) > 0 && position.empty_count() > 1;
    position.place(line, side, &mut ());
    position.set_to_move(if goes_on { side } else { !side });
    Ok(())
}

/// The number of boxes of black and of white: a box belongs to the side that drew its last line.
pub fn boxes(position: &Position) -> [usize; 2] {
    let mut after = empty(position.size());
    let mut owned = [0; 2];
    for stone in position.stones() {
        after.set_to_move(stone.colour);
        owned[stone.colour.index()] += would_close(&after, stone.point);
        after.place(stone.point, stone.colour, &mut ());
    }
    owned
}

pub fn is_over(position: &Position) -> bool {
    position.empty_count() == 0
}

/// The winner of a finished game; `None` if both sides have the same number of boxes.
pub fn winner(position: &Position) -> Option<Colour> {
    let [black, white] = boxes(position);
    match black.cmp(&white) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Colour::Black),
        std::cmp::Ordering::Less => Some(Colour::White),
    }
}

#[derive(Debug)]
pub struct DotsRules;

impl OtherGame for DotsRules {
    fn name(&self) -> &'static str {
        "dots-and-boxes"
    }

    fn title(&self) -> &'static str {
        "Dots and Boxes"
    }

    fn order(&self) -> &'static str {
        "black moves first, and a player who closes a box moves again"
    }

    fn board(&self, size: BoardSize) -> Position {
        empty(size)
    }

    fn play(&self, position: &mut Position, line: Point) -> Result<Option<Ending>, PlayError> {
        draw(position, line)?;
        let ending = || Ending { winner: winner(position), reason: Reason::Boxes };
        Ok(is_over(position).then(ending))
    }

    fn moves_a_turn(&self, _: &Position) -> Option<usize> {
        None
    }

    fn notation(&self) -> Notation {
        Notation::Lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(columns: u8, rows: u8, lines: &[(u8, u8)]) -> Position {
        let mut position = empty(board_size(columns, rows));
        for &(x, y) in lines {
            draw(&mut position, Point::new(x, y)).unwrap();
        }
        position
    }

    #[test]
    fn there_are_60_lines_and_25_boxes() {
        let lines = size().points().filter(|&point| is_line(point)).count();
        let boxes = size().points().filter(|p| is_box(p.x().into(), p.y().into()));
        assert_eq!((lines, boxes.count()), (60, 25));
        assert_eq!(empty(size()).empty_count(), 60);
    }

    #[test]
    fn closing_a_box_claims_it_and_gives_another_move() {
        let mut position = drawn(2, 2, &[(1, 0), (0, 1), (2, 1)]);
        assert_eq!(position.to_move(), Colour::White);
        assert_eq!(would_close(&position, Point::new(1, 2)), 1);
        draw(&mut position, Point::new(1, 2)).unwrap();
        assert_eq!(position.to_move(), Colour::White);
        assert_eq!(boxes(&position), [0, 1]);
        draw(&mut position, Point::new(3, 0)).unwrap();
        assert_eq!(position.to_move(), Colour::Black);
    }

    #[test]
    fn one_line_may_close_two_boxes_and_the_last_one_ends_the_turn() {
        let all = [(1, 0), (3, 0), (0, 1), (4, 1), (1, 2), (3, 2)];
        let rest = [(0, 3), (2, 3), (4, 3), (1, 4)];
        let mut position = drawn(2, 2, &[&all[..], &rest].concat());
        let mover = position.to_move();
        assert_eq!(would_close(&position, Point::new(2, 1)), 2);
        draw(&mut position, Point::new(2, 1)).unwrap();
        assert_eq!(position.to_move(), mover);
        draw(&mut position, Point::new(3, 4)).unwrap();
        assert!(is_over(&position));
        assert_eq!(boxes(&position).iter().sum::<usize>(), 4);
    }

    #[test]
    fn only_lines_that_are_not_drawn_can_be_drawn() {
        let mut position = drawn(2, 2, &[(1, 0)]);
        for point in [(0, 0), (1, 1), (1, 0), (5, 0)] {
            let before = position.clone();
            assert!(draw(&mut position, Point::new(point.0, point.1)).is_err());
            assert_eq!(position, before);
        }
    }
}
