//! Algebraic notation: `h8` is a column letter and a row number, row 1 at the bottom.
//!
//! Columns after `z` are `aa`, `ab`, … `af` (boards up to 32 wide). A move list is a sequence of
//! points, with or without blanks: `h8i9g7`.

use super::{BoardError, BoardSize, Point};
use std::borrow::Borrow;

/// Formats a point: `h8`.
pub fn write(point: Point, size: BoardSize) -> String {
    let row = size.height() - point.y();
    format!("{}{row}", column(point.x()))
}

/// Formats points, one by one.
pub fn names(points: impl IntoIterator<Item = impl Borrow<Point>>, size: BoardSize) -> Vec<String> {
    points.into_iter().map(|point| write(*Borrow::<Point>::borrow(&point), size)).collect()
}

/// Formats a list of points as [`read`] parses it: `h8i9g7`.
pub fn list(points: impl IntoIterator<Item = impl Borrow<Point>>, size: BoardSize) -> String {
    names(points, size).concat()
}

/// The letter or letters of a column.
pub fn column(x: u8) -> String {
    match x {
        0..26 => char::from(b'a' + x).to_string(),
        _ => format!("a{}", char::from(b'a' + x - 26)),
    }
}

/// Parses a list of points.
///
/// # Errors
/// A message that names the first item that is not a point of this board.
///
/// ```
/// use tengen_core::board::{notation, Point, BoardSize};
/// let size = BoardSize::square(15).unwrap();
/// assert_eq!(notation::read("h8 a15", size).unwrap(), [Point::new(7, 7), Point::new(0, 0)]);
/// assert!(notation::read("p1", size).is_err());
/// ```
pub fn read(text: &str, size: BoardSize) -> Result<Vec<Point>, BoardError> {
    let mut points = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let after = &rest[letters..];
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let word = &rest[..letters + digits];
        let point = read_point(&rest[..letters], &after[..digits], size);
        points.push(point.ok_or_else(|| {
            let shown = if word.is_empty() { rest } else { word };
            BoardError::NoPoint { word: shown.into(), size }
        })?);
        rest = after[digits..].trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    }
    Ok(points)
}

fn read_point(letters: &str, digits: &str, size: BoardSize) -> Option<Point> {
    let x = match letters.to_ascii_lowercase().as_bytes() {
        [c] => (c - b'a') as i32,
        [b'a', c] => (c - b'a') as i32 + 26,
        _ => return None,
    };
    let row: i32 = digits.parse().ok()?;
    size.point(x, (size.height() as i32).checked_sub(row)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_reads_back() {
        let size = BoardSize::new(32, 20).unwrap();
        for point in size.points() {
            assert_eq!(read(&write(point, size), size), Ok(vec![point]));
        }
    }

    #[test]
    fn nonsense_is_named() {
        for text in ["h", "8", "h16", "h0", "é4", "h8;", "h99999999999", "zz3"] {
            assert!(read(text, BoardSize::FIFTEEN).unwrap_err().to_string().contains("is not a point"));
        }
    }
}
