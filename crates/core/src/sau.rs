//! The notation of the SAU platform.
//!
//! A point is two letters, column and row, from `A` at the top left. A turn is a sequence of points, and `@@` stands
//! for no stone (Connect6 pads black's single first stone with it): `JJ@@`. In Dots and Boxes a turn is a count
//! followed by lines of three letters each: `2 BBAAFE`. The brain (`crates/sau/src/lib.rs`) and the manager
//! (`crates/arena/src/referee/dialect/sau.rs`) share this module.

/// The number of columns and rows that the letters can name.
pub const MAX_SIDE: u8 = 26;
/// No stone.
pub const PADDING: &str = "@@";

/// Column and row, from 0, as a manager sends them; not validated.
pub type Place = (i32, i32);

/// The notation for the turns of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `HHAO`: stones, padded to this number per turn.
    Stones(usize),
    /// `2 BBAAFE`: lines between dots. The first letter is `A` for a horizontal line, `B` for a vertical one; then come
    /// its row (column) and its position from the left (from the top). The returned place is on the board where dots,
    /// lines and boxes are points: a dot has an even column and an even row, a line one of both.
    Lines,
}

impl Notation {
    /// Parses a turn, ignoring case and blanks. `None` if it is malformed.
    pub fn read(self, text: &str) -> Option<Vec<Place>> {
        match self {
            Notation::Stones(_) => read(text),
            Notation::Lines => read_lines(text),
        }
    }

    /// Formats a turn.
    pub fn write(self, turn: &[Place]) -> String {
        match self {
            Notation::Stones(usual) => write_turn(turn, usual),
            Notation::Lines => write_lines(turn),
        }
    }

    /// A description of the notation for messages.
    pub fn form(self) -> &'static str {
        match self {
            Notation::Stones(_) => "list of points like HH",
            Notation::Lines => "list of lines like 2 AAABAA",
        }
    }
}

/// Parses `2 BBAAFE`; the count may be omitted, but must not be wrong.
fn read_lines(text: &str) -> Option<Vec<Place>> {
    let letters: Vec<char> = text.chars().filter(|&c| !is_blank(c)).collect();
    let digits = letters.iter().take_while(|c| c.is_ascii_digit()).count();
    let (number, letters) = letters.split_at(digits);
    let lines: Option<Vec<Place>> = letters
        .chunks(3)
        .map(|line| match line {
            [kind, row, at] => line_place(*kind, number_of(*row)?, number_of(*at)?),
            _ => None,
        })
        .collect();
    let count = String::from_iter(number);
    let is_right = |lines: &Vec<Place>| count.is_empty() || count.parse() == Ok(lines.len());
    lines.filter(is_right)
}

fn line_place(kind: char, row: i32, at: i32) -> Option<Place> {
    match kind.to_ascii_uppercase() {
        'A' => Some((2 * at + 1, 2 * row)),
        'B' => Some((2 * row, 2 * at + 1)),
        _ => None,
    }
}

fn write_lines(lines: &[Place]) -> String {
    let triples = lines.iter().flat_map(|&(x, y)| match x % 2 {
        0 => ['B', letter(x / 2), letter(y / 2)],
        _ => ['A', letter(y / 2), letter(x / 2)],
    });
    format!("{} {}", lines.len(), triples.collect::<String>())
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0' | '\u{feff}')
}

/// Parses `HHAO@@`, ignoring case and blanks. `None` if it is malformed.
fn read(text: &str) -> Option<Vec<Place>> {
    let letters: Vec<char> = text.chars().filter(|&c| !is_blank(c)).collect();
    let pairs = letters.chunks(2).filter(|pair| *pair != ['@', '@']);
    pairs
        .map(|pair| match pair {
            [x, y] => Some((number_of(*x)?, number_of(*y)?)),
            _ => None,
        })
        .collect()
}

fn number_of(letter: char) -> Option<i32> {
    let letter = letter.to_ascii_uppercase();
    letter.is_ascii_uppercase().then(|| letter as i32 - 'A' as i32)
}

/// Formats stones; their board must have at most [`MAX_SIDE`] columns and rows.
fn write(stones: &[Place]) -> String {
    stones.iter().flat_map(|&(x, y)| [x, y]).map(letter).collect()
}

fn letter(number: i32) -> char {
    debug_assert!((0..MAX_SIDE.into()).contains(&number), "{number}");
    char::from(b'A' + number as u8 % MAX_SIDE)
}

/// Formats a turn, padded to `wanted` stones.
fn write_turn(stones: &[Place], wanted: usize) -> String {
    let missing = wanted.saturating_sub(stones.len());
    write(stones) + &PADDING.repeat(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_letters() {
        assert_eq!(read("HH"), Some(vec![(7, 7)]));
        assert_eq!(read("aO Zb"), Some(vec![(0, 14), (25, 1)]));
        assert_eq!(read("JJ@@"), Some(vec![(9, 9)]));
        assert_eq!(read(""), Some(vec![]));
        for text in ["H", "HHH", "7,7", "@H", "H@", "Ä A", "H1"] {
            assert_eq!(read(text), None, "{text}");
        }
        for x in 0..26 {
            assert_eq!(read(&write(&[(x, 25 - x)])), Some(vec![(x, 25 - x)]));
        }
        assert_eq!(Notation::Stones(2).write(&[(9, 9)]), "JJ@@");
    }

    #[test]
    fn lines_are_a_number_and_three_letters_each() {
        let lines = |text| Notation::Lines.read(text);
        assert_eq!(lines("1 AAA"), Some(vec![(1, 0)]));
        assert_eq!(lines("2 BBAAFE"), Some(vec![(2, 1), (9, 10)]));
        for text in ["2BBAAFE", "bba afe", " 02 B B A AFE"] {
            assert_eq!(lines(text), lines("2 BBAAFE"), "{text}");
        }
        for text in ["1 BBAAFE", "3 BBAAFE", "2", "CAA", "AA", "1 A1A", "AAA 1", "99999999999999999999 AAA"] {
            assert_eq!(lines(text), None, "{text}");
        }
        let all = (0..11).flat_map(|y| (0..11).map(move |x| (x, y)));
        for place in all.filter(|(x, y)| x % 2 != y % 2) {
            let written = Notation::Lines.write(&[place]);
            assert_eq!(Notation::Lines.read(&written), Some(vec![place]));
        }
        assert_eq!(Notation::Lines.write(&[(2, 1), (9, 10)]), "2 BBAAFE");
    }
}
