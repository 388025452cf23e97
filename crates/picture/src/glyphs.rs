//! A small stroke font for the text on boards. A stroke is a sequence of places on a lattice, each a column and a row
//! of one digit:
//!
//! ```text
//!  00 10 20 30 40      capital letters and digits reach from row 0 to row 6,
//!  01  .  .  . 41      small letters from row 2 on, and down to row 8
//!   …            …
//!  06 16 26 36 46      strokes of a letter are divided by |
//! ```

/// The width of a letter including the gap after it, at a height of [`HEIGHT`].
pub const ADVANCE: f32 = 5.6;
/// The last column.
pub const WIDTH: f32 = 4.0;
/// The row of the baseline.
pub const HEIGHT: f32 = 6.0;

/// The strokes of a letter; a box for an unknown one.
pub fn strokes(letter: char) -> &'static str {
    match letter {
        '0' | 'O' => "10 30 41 45 36 16 05 01 10",
        '1' => "11 20 26|16 36",
        '2' => "01 10 30 41 42 06 46",
        '3' => "01 10 30 41 42 33 13|33 44 45 36 16 05",
        '4' => "36 30 04 44",
        '5' => "40 00 03 12 32 43 45 36 16 05",
        '6' => "41 30 10 01 05 16 36 45 44 33 13 04",
        '7' => "00 40 16",
        '8' => "10 30 41 42 33 13 02 01 10|13 04 05 16 36 45 44 33",
        '9' => "05 16 36 45 41 30 10 01 02 13 33 42",
        'A' => "06 20 46|14 34",
        'B' => "06 00 30 41 42 33 03|33 44 45 36 06",
        'C' => "41 30 10 01 05 16 36 45",
        'D' => "00 06 26 44 42 20 00",
        'E' => "40 00 06 46|03 33",
        'F' => "40 00 06|03 33",
        'G' => "41 30 10 01 05 16 36 45 43 23",
        'H' => "00 06|40 46|03 43",
        'I' => "20 26",
        'J' => "40 45 36 16 05",
        'K' => "00 06|40 03 46",
        'L' => "00 06 46",
        'M' => "06 00 23 40 46",
        'N' => "06 00 46 40",
        'P' => "06 00 30 41 42 33 03",
        'Q' => "10 30 41 45 36 16 05 01 10|24 46",
        'R' => "06 00 30 41 42 33 03|23 46",
        'S' => "41 30 10 01 02 13 33 44 45 36 16 05",
        'T' => "00 40|20 26",
        'U' => "00 05 16 36 45 40",
        'V' => "00 26 40",
        'W' => "00 16 23 36 40",
        'X' => "00 46|40 06",
        'Y' => "00 23 40|23 26",
        'Z' => "00 40 06 46",
        'a' => "12 32 43 46|44 14 05 16 36 45",
        'b' => "00 06|03 12 32 43 45 36 16 05",
        'c' => "43 32 12 03 05 16 36 45",
        'd' => "40 46|43 32 12 03 05 16 36 45",
        'e' => "04 44 43 32 12 03 05 16 36 45",
        'f' => "40 30 21 26|12 42",
        'g' => "43 32 12 03 05 16 36 45|42 47 38 18 07",
        'h' => "00 06|03 12 32 43 46",
        'i' => "22 26|20 20",
        'j' => "32 37 28 18|30 30",
        'k' => "00 06|42 04 46",
        'l' => "20 26",
        'm' => "02 06|03 12 23 26|23 32 43 46",
        'n' => "02 06|03 12 32 43 46",
        'o' => "12 32 43 45 36 16 05 03 12",
        'p' => "02 08|03 12 32 43 45 36 16 05",
        'q' => "42 48|43 32 12 03 05 16 36 45",
        'r' => "12 16|13 22 42",
        's' => "43 32 12 03 14 34 45 36 16 05",
        't' => "20 25 36 46|12 42",
        'u' => "02 05 16 36 45|42 46",
        'v' => "02 26 42",
        'w' => "02 16 23 36 42",
        'x' => "02 46|42 06",
        'y' => "02 25|42 18",
        'z' => "02 42 06 46",
        '?' => "01 10 30 41 42 23 24|26 26",
        '!' => "20 24|26 26",
        '×' => "01 45|41 05",
        '+' => "21 25|03 43",
        '-' => "03 43",
        '=' => "02 42|04 44",
        '*' => "21 25|02 44|42 04",
        '.' => "26 26",
        ' ' => "",
        _ => "00 40 46 06 00",
    }
}

/// The line segments of a letter on its lattice.
pub fn lines(letter: char) -> impl Iterator<Item = [(f32, f32); 2]> {
    strokes(letter).split('|').flat_map(|stroke| {
        let places: Vec<(f32, f32)> = stroke.split_whitespace().filter_map(place).collect();
        let pairs = places.windows(2).map(|pair| [pair[0], pair[1]]);
        pairs.collect::<Vec<_>>()
    })
}

/// `41`: column 4, row 1.
fn place(digits: &str) -> Option<(f32, f32)> {
    let mut digits = digits.chars().map(|c| c.to_digit(10));
    let (x, y) = (digits.next()??, digits.next()??);
    Some((x as f32, y as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stroke_is_on_the_lattice() {
        for letter in ('!'..='z').chain(['×']) {
            for place_of in strokes(letter).split([' ', '|']) {
                let (x, y) = place(place_of).unwrap_or_else(|| panic!("{letter}: {place_of}"));
                assert!(x <= WIDTH && y <= 8.0, "{letter}: {place_of}");
            }
            assert!(lines(letter).count() > 0, "{letter}");
        }
    }
}
