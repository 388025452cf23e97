//! Floor 1: points as the SAU platform writes them.
//!
//! A point is two letters, column and row from `A` at the top left; the points of a turn stand in a row,
//! and `@@` is no stone (Connect6 pads black's single first stone with it): `JJ@@`. The brain
//! (`protocol/sau.rs`) and the manager (`referee/sau.rs`) share this.

/// The letters name this many columns and rows.
pub const MAX_SIDE: u8 = 26;
/// No stone.
pub const PADDING: &str = "@@";

/// Column and row, from 0.
pub type Place = (i32, i32);

/// Reads `HHAO@@`, in either case and with blanks anywhere. `None` when it is no list of points.
pub fn read(text: &str) -> Option<Vec<Place>> {
    let blank = |c: char| c.is_whitespace() || matches!(c, '\0' | '\u{feff}');
    let letters: Vec<char> = text.chars().filter(|&c| !blank(c)).collect();
    let pairs = letters.chunks(2).filter(|pair| *pair != ['@', '@']);
    pairs
        .map(|pair| match pair {
            [x, y] => Some((number(*x)?, number(*y)?)),
            _ => None,
        })
        .collect()
}

fn number(letter: char) -> Option<i32> {
    let letter = letter.to_ascii_uppercase();
    letter
        .is_ascii_uppercase()
        .then(|| letter as i32 - 'A' as i32)
}

/// Writes stones, each on a board of at most [`MAX_SIDE`] columns and rows.
pub fn write(stones: &[Place]) -> String {
    stones
        .iter()
        .flat_map(|&(x, y)| [x, y])
        .map(letter)
        .collect()
}

fn letter(number: i32) -> char {
    debug_assert!((0..MAX_SIDE.into()).contains(&number), "{number}");
    char::from(b'A' + number as u8 % MAX_SIDE)
}

/// A turn that has `wanted` stones as a rule: what is missing is padded.
pub fn write_turn(stones: &[Place], wanted: usize) -> String {
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
        assert_eq!(write_turn(&[(9, 9)], 2), "JJ@@");
    }
}
