//! Openings as files have them, one a line: points as people write them (`h8i9g7`, as RenLib, Yixin and
//! the `pos` type of c-gomoku-cli have them) or Gomocup's offsets from the middle of the board
//! (`8,-3, 6,-4, 5,-4`). Black's stone comes first.

use crate::board::{Point, Shape, notation};

/// The points of a line.
///
/// # Errors
/// A sentence, when the line is neither, or a point is not on the board.
pub fn read(line: &str, shape: Shape) -> Result<Vec<Point>, String> {
    if line.starts_with(|c: char| c == '-' || c == '+' || c.is_ascii_digit()) {
        offsets(line, shape)
    } else {
        notation::read(line, shape)
    }
}

/// `8,-3, 6,-4`: columns and rows, counted from the middle.
fn offsets(line: &str, shape: Shape) -> Result<Vec<Point>, String> {
    let numbers: Result<Vec<i32>, _> = line.split(',').map(|part| part.trim().parse()).collect();
    let numbers =
        numbers.map_err(|_| format!("\"{line}\" is neither h8i9g7 nor 0,0, 1,-1, 2,0"))?;
    let centre = shape.centre();
    let point = |pair: &[i32]| match pair {
        [x, y] => {
            let on_board = |middle: u8, offset: i32| (middle as i32).checked_add(offset);
            let place = on_board(centre.x(), *x).zip(on_board(centre.y(), *y));
            let point = place.and_then(|(x, y)| shape.point(x, y));
            point.ok_or_else(|| format!("{x},{y} is off the board"))
        }
        _ => Err("an odd number of numbers; a point is column,row".into()),
    };
    numbers.chunks(2).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_name_the_same_points() {
        let shape = Shape::square(15).unwrap();
        let points = notation::read("h8i9g7", shape);
        assert_eq!(read("h8 i9 g7", shape), points);
        assert_eq!(read("0,0, 1,-1, -1,1", shape), points);
        assert!(read("8,0", shape).is_err());
        assert!(read("1,0, 2", shape).is_err());
    }
}
