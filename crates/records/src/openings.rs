//! Opening lists, one opening per line: either points (`h8i9g7`, as in RenLib, Yixin and the `pos` type of
//! c-gomoku-cli) or Gomocup's offsets from the centre of the board (`8,-3, 6,-4, 5,-4`). Black's stone comes first.

use super::Reason;
use tengen_core::board::{BoardError, BoardSize, PlayError, Point, notation};
use tengen_core::messages;

messages! {
    pub enum OpeningsError from Board(BoardError) {
        Line { n: usize; why: OpeningsError } = "line {n}: {why}",
        Point { point: String; why: PlayError } = "{point}: {why}",
        Over { point: String, reason: Reason } = "the game is over with {point}: {reason}",
        NoOpening = "no opening in this file",
        NoOffsets { line: String } = "\"{line}\" is neither h8i9g7 nor 0,0, 1,-1, 2,0",
        OffBoard { x: i32, y: i32 } = "{x},{y} is off the board",
        Odd = "an odd number of numbers; a point is column,row",
    }
}

pub fn read(line: &str, size: BoardSize) -> Result<Vec<Point>, OpeningsError> {
    if line.starts_with(|c: char| c == '-' || c == '+' || c.is_ascii_digit()) {
        offsets(line, size)
    } else {
        Ok(notation::read(line, size)?)
    }
}

/// Parses `8,-3, 6,-4`: column and row offsets from the centre.
fn offsets(line: &str, size: BoardSize) -> Result<Vec<Point>, OpeningsError> {
    let numbers: Result<Vec<i32>, _> = line.split(',').map(|part| part.trim().parse()).collect();
    let numbers = numbers.map_err(|_| OpeningsError::NoOffsets { line: line.into() })?;
    let centre = size.centre();
    let point = |pair: &[i32]| match pair {
        [x, y] => {
            let on_board = |middle: u8, offset: i32| (middle as i32).checked_add(offset);
            let place = on_board(centre.x(), *x).zip(on_board(centre.y(), *y));
            let point = place.and_then(|(x, y)| size.point(x, y));
            point.ok_or(OpeningsError::OffBoard { x: *x, y: *y })
        }
        _ => Err(OpeningsError::Odd),
    };
    numbers.chunks(2).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_name_the_same_points() {
        let size = BoardSize::FIFTEEN;
        let points = Ok(notation::read("h8i9g7", size).unwrap());
        assert_eq!(read("h8 i9 g7", size), points);
        assert_eq!(read("0,0, 1,-1, -1,1", size), points);
        assert!(read("8,0", size).is_err());
        assert!(read("1,0, 2", size).is_err());
    }
}
