//! Parses commands, colours and vertices, and writes vertices.
//!
//! A vertex is a column letter and a row number, row 1 at the bottom. Unlike Tengen's own notation, the letters skip I:
//! Tengen's `i9` is `J9`.

use tengen_core::board::{BoardSize, Colour, Point};
use tengen_core::game::Action;
use tengen_core::messages;

const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
pub const LARGEST_SIDE: u8 = COLUMNS.len() as u8;

#[derive(PartialEq, Eq, Debug)]
pub struct GtpCommand {
    /// The number before the command, repeated in the response; may be empty.
    pub id: String,
    /// The name; empty if the line has only a number.
    pub name: String,
    pub arguments: Vec<String>,
}

/// The command of a line; `None` if there is only blank space or a comment.
pub fn command(line: &[u8]) -> Option<GtpCommand> {
    let kept = line.iter().take_while(|&&byte| byte != b'#').copied();
    let kept: Vec<u8> = kept.filter(|byte| *byte == b'\t' || !byte.is_ascii_control()).collect();
    let text = String::from_utf8_lossy(&kept);
    let mut words = text.split_ascii_whitespace().map(str::to_string).peekable();
    words.peek()?;
    let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    let id = words.next_if(is_number).unwrap_or_default();
    let name = words.next().unwrap_or_default();
    Some(GtpCommand { id, name, arguments: words.collect() })
}

messages! {
    pub enum VertexError {
        NoColour { word: String } = "\"{word}\" is not a color: b or w",
        NoVertex { word: String, size: BoardSize, hint: &'static str } = "\"{word}\" is not a vertex of a {size} board{hint}",
    }
}

pub fn colour(word: &str) -> Result<Colour, VertexError> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Colour::Black),
        "w" | "white" => Ok(Colour::White),
        _ => Err(VertexError::NoColour { word: word.into() }),
    }
}

/// Reads a vertex, `pass` or `resign`.
pub fn action(word: &str, size: BoardSize) -> Result<Action, VertexError> {
    match word.to_ascii_lowercase().as_str() {
        "pass" => Ok(Action::Pass),
        "resign" => Ok(Action::Resign),
        _ => vertex(word, size).map(Action::Stone),
    }
}

/// Reads a vertex. Columns after Z have two letters, as in KataGo: AA, AB, …
pub fn vertex(word: &str, size: BoardSize) -> Result<Point, VertexError> {
    let point = || {
        let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (letters, row) = word.split_at(letters);
        let place = |letter: u8| COLUMNS.iter().position(|&c| c == letter.to_ascii_uppercase());
        let column = match *letters.as_bytes() {
            [letter] => place(letter)?,
            [first, second] => (place(first)? + 1) * COLUMNS.len() + place(second)?,
            _ => return None,
        };
        let is_number = row.bytes().all(|byte| byte.is_ascii_digit());
        let row: i32 = row.parse().ok().filter(|_| is_number)?;
        size.point(column as i32, i32::from(size.height()).checked_sub(row)?)
    };
    let hint = if word.starts_with(['i', 'I']) { ": columns skip I" } else { "" };
    point().ok_or_else(|| VertexError::NoVertex { word: word.into(), size, hint })
}

/// The letter of a column; two after Z.
pub fn column(x: u8) -> String {
    let letter = |place: usize| char::from(COLUMNS[place % COLUMNS.len()]);
    let x = usize::from(x);
    let before = (x / COLUMNS.len()).checked_sub(1).map(letter);
    before.into_iter().chain([letter(x)]).collect()
}

pub fn written(point: Point, size: BoardSize) -> String {
    format!("{}{}", column(point.x()), size.height() - point.y())
}

/// Writes vertices, separated by blanks.
pub fn list(points: impl IntoIterator<Item = Point>, size: BoardSize) -> String {
    let words: Vec<String> = points.into_iter().map(|point| written(point, size)).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &[u8]) -> Option<(String, String, String)> {
        let GtpCommand { id, name, arguments } = command(line)?;
        Some((id, name, arguments.join(" ")))
    }

    #[test]
    fn lines_are_split_as_the_protocol_demands() {
        let expect = |line: &[u8], id: &str, name: &str, rest: &str| {
            assert_eq!(parts(line), Some((id.into(), name.into(), rest.into())), "{line:?}");
        };
        expect(b"name\n", "", "name", "");
        expect(b"7 play b h8\r\n", "7", "play", "b h8");
        expect(b"\t play\tb\th8  # a move\n", "", "play", "b h8");
        expect(b"pl\x07ay\x7f b h8\0\n", "", "play", "b h8");
        expect(b"12\n", "12", "", "");
        expect(b"-3 name\n", "", "-3", "name");
        expect(b"na\xffme\n", "", "na\u{fffd}me", "");
        for blank in [&b"\n"[..], b"\r\n", b" \t\n", b"# 1 name\n", b"  #\n", b""] {
            assert_eq!(parts(blank), None, "{blank:?}");
        }
    }

    #[test]
    fn every_vertex_reads_back() {
        for size in [BoardSize::square(32).unwrap(), BoardSize::new(7, 12).unwrap()] {
            for point in size.points() {
                let word = written(point, size);
                assert!(!word.contains('I'), "{word}");
                assert_eq!(action(&word, size), Ok(Action::Stone(point)));
                assert_eq!(action(&word.to_lowercase(), size), Ok(Action::Stone(point)));
            }
        }
        assert_eq!(written(Point::new(8, 0), BoardSize::FIFTEEN), "J15");
        assert_eq!(written(Point::new(7, 14), BoardSize::FIFTEEN), "H1");
        assert_eq!(written(Point::new(25, 0), BoardSize::square(32).unwrap()), "AA32");
    }
}
