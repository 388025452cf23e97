//! Boards drawn as text, for tests and logs.
//!
//! `X` is black, `O` white, `#` dead, `.` empty; a lower-case letter or a digit marks an empty point that the
//! surrounding text refers to. Blanks are ignored, so drawings may be spaced:
//!
//! ```text
//!   . . X .
//!   . a O .
//! ```
//!
//! [`write()`] adds column letters and row numbers. [`read`] accepts drawings with or without them, so a board from a
//! log can be pasted into a test.

use super::{BoardError, BoardSize, Colour, Content, Point, Position, notation};
use crate::message::Quoted;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A parsed drawing: the position and the marked points.
#[derive(Debug)]
pub struct Diagram {
    /// The stones; black is to move.
    pub position: Position,
    /// The points of each mark, row by row.
    pub marks: BTreeMap<char, Vec<Point>>,
}

impl Diagram {
    /// The only point with this mark.
    ///
    /// # Panics
    /// If no point or more than one has this mark.
    pub fn mark(&self, mark: char) -> Point {
        match self.marks.get(&mark).map(Vec::as_slice) {
            Some([point]) => *point,
            other => panic!("mark {mark:?} must mark one point, not {other:?}"),
        }
    }
}

/// Parses a drawing; its number of columns and rows sets the board size.
///
/// # Errors
/// A message that describes the problem: ragged rows, board size out of range, unknown character.
pub fn read(text: &str) -> Result<Diagram, BoardError> {
    let rows: Vec<Vec<char>> =
        rows(text).into_iter().map(|line| line.chars().filter(|c| !c.is_whitespace()).collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    let size =
        BoardSize::new(width as u32, rows.len() as u32).ok_or(BoardError::CannotBe { width, height: rows.len() })?;
    let mut position = Position::new(size);
    let mut marks = BTreeMap::<char, Vec<Point>>::new();
    for (y, row) in rows.iter().enumerate() {
        if row.len() != width {
            return Err(BoardError::Row { n: y + 1, count: row.len(), width });
        }
        for (x, &c) in row.iter().enumerate() {
            let point = Point::new(x as u8, y as u8);
            match c {
                '.' => {}
                'X' => position.place(point, Colour::Black, &mut ()),
                'O' => position.place(point, Colour::White, &mut ()),
                '#' => position.kill(point).expect("the point is on the board"),
                'a'..='z' | '0'..='9' => marks.entry(c).or_default().push(point),
                _ => return Err(BoardError::Sign { c: Quoted(c), n: y + 1 }),
            }
        }
    }
    position.set_to_move(Colour::Black);
    Ok(Diagram { position, marks })
}

/// The rows of a drawing, without the row numbers and column letters added by [`write`].
fn rows(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    unlabelled(&lines).unwrap_or(lines)
}

/// The rows without their labels. `None` unless all labels are present: the last line holds only the column letters,
/// and each line above starts with its row number.
fn unlabelled<'a>(lines: &[&'a str]) -> Option<Vec<&'a str>> {
    let (letters, rows) = lines.split_last()?;
    let width = rows.first()?.split_whitespace().count() as u32 - 1;
    let size = BoardSize::new(width, rows.len() as u32)?;
    let columns: String = (0..size.width()).map(notation::column).collect();
    if letters.split_whitespace().collect::<String>() != columns {
        return None;
    }
    let take_number = |(y, row): (usize, &&'a str)| {
        let (label, points) = row.split_once(' ')?;
        (label == (rows.len() - y).to_string()).then_some(points)
    };
    rows.iter().enumerate().map(take_number).collect()
}

/// Draws a position with column letters and row numbers.
pub fn write(position: &Position) -> String {
    let size = position.size();
    let mut text = String::new();
    for y in 0..size.height() {
        let _ = write!(text, "{:>2}", size.height() - y);
        for x in 0..size.width() {
            let _ = write!(text, " {}", stone(position, Point::new(x, y)));
        }
        text.push('\n');
    }
    text.push_str("  ");
    for x in 0..size.width() {
        let _ = write!(text, "{:>2}", notation::column(x));
    }
    text.push('\n');
    text
}

fn stone(position: &Position, point: Point) -> char {
    match position.at(point) {
        Content::Empty => '.',
        Content::Stone(Colour::Black) => 'X',
        Content::Stone(Colour::White) => 'O',
        Content::Edge => '#',
    }
}
