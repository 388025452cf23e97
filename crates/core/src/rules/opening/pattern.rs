//! The 26 openings of renju and their names.
//!
//! Black's first stone is in the centre, White's next to it, and Black's second within the central 5×5. Up to symmetry
//! there are thirteen *direct* openings, with White's stone orthogonally adjacent, and thirteen *indirect* ones, with
//! White's stone diagonally adjacent. The numbers show the third stone:
//!
//! ```text
//!   direct                 indirect
//!   .  .  1  2  3          .  .  .  .  1
//!   .  .  O  4  5          .  .  .  O  2
//!   .  .  X  6  7          .  .  X  6  3
//!   .  .  8  9 10          . 11  9  7  4
//!   .  . 11 12 13         13 12 10  8  5
//! ```

use crate::board::{BoardSize, Colour, Point, Position, Stone};
use std::fmt;

/// One of the 26 openings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pattern {
    /// White's stone is orthogonally adjacent to Black's first, not diagonally.
    pub direct: bool,
    /// 1 to 13.
    pub number: u8,
    /// The Japanese name in Latin letters: *Kagetsu*.
    pub name: &'static str,
    /// The Japanese name: 花月.
    pub kanji: &'static str,
    /// Black's second stone: columns to the right of the centre and rows above it.
    third: (i8, i8),
}

const fn direct(number: u8, name: &'static str, kanji: &'static str, third: (i8, i8)) -> Pattern {
    Pattern { direct: true, number, name, kanji, third }
}

const fn indirect(number: u8, name: &'static str, kanji: &'static str, third: (i8, i8)) -> Pattern {
    Pattern { direct: false, ..direct(number, name, kanji, third) }
}

/// All openings: direct, then indirect.
pub const PATTERNS: [Pattern; 26] = [
    direct(1, "Kansei", "寒星", (0, 2)),
    direct(2, "Keigetsu", "渓月", (1, 2)),
    direct(3, "Sosei", "疎星", (2, 2)),
    direct(4, "Kagetsu", "花月", (1, 1)),
    direct(5, "Zangetsu", "残月", (2, 1)),
    direct(6, "Ugetsu", "雨月", (1, 0)),
    direct(7, "Kinsei", "金星", (2, 0)),
    direct(8, "Shogetsu", "松月", (0, -1)),
    direct(9, "Kyugetsu", "丘月", (1, -1)),
    direct(10, "Shingetsu", "新月", (2, -1)),
    direct(11, "Zuisei", "瑞星", (0, -2)),
    direct(12, "Sangetsu", "山月", (1, -2)),
    direct(13, "Yusei", "遊星", (2, -2)),
    indirect(1, "Chosei", "長星", (2, 2)),
    indirect(2, "Kyogetsu", "峡月", (2, 1)),
    indirect(3, "Kosei", "恒星", (2, 0)),
    indirect(4, "Suigetsu", "水月", (2, -1)),
    indirect(5, "Ryusei", "流星", (2, -2)),
    indirect(6, "Ungetsu", "雲月", (1, 0)),
    indirect(7, "Hogetsu", "浦月", (1, -1)),
    indirect(8, "Rangetsu", "嵐月", (1, -2)),
    indirect(9, "Gingetsu", "銀月", (0, -1)),
    indirect(10, "Myojo", "明星", (0, -2)),
    indirect(11, "Shagetsu", "斜月", (-1, -1)),
    indirect(12, "Meigetsu", "名月", (-1, -2)),
    indirect(13, "Suisei", "彗星", (-2, -2)),
];

impl Pattern {
    /// White's stone: columns to the right of the centre and rows above it.
    const fn second(self) -> (i8, i8) {
        if self.direct { (0, 1) } else { (1, 1) }
    }

    /// The opening that a game with these moves begins with, if any.
    pub fn of_moves(moves: &[Point], size: BoardSize) -> Option<Pattern> {
        let &[first, second, third, ..] = moves else { return None };
        let centre = size.centre();
        let from_centre = |point: Point| {
            let right = point.x() as i8 - centre.x() as i8;
            (right, centre.y() as i8 - point.y() as i8)
        };
        let is = |pattern: &Pattern| {
            (0..8).any(|turn| {
                turned(pattern.second(), turn) == from_centre(second)
                    && turned(pattern.third, turn) == from_centre(third)
            })
        };
        (first == centre).then(|| PATTERNS.into_iter().find(is)).flatten()
    }

    /// Whether an opening begins with these moves in the orientation of the tables: `h8 h9 i9`, but not its image
    /// `h8 h9 g9`. The tables are oriented as those of the Renju International Federation.
    pub fn is_standard(moves: &[Point], size: BoardSize) -> bool {
        let begins = |pattern: &Pattern| pattern.stones(size, 0).is_some_and(|stones| stones.starts_with(moves));
        PATTERNS.iter().any(begins)
    }

    /// The opening on the board if it holds exactly the three stones of one, in any order of moves.
    pub fn of_position(position: &Position) -> Option<Pattern> {
        let centre = position.size().centre();
        let (blacks, whites): (Vec<&Stone>, Vec<&Stone>) =
            position.stones().iter().partition(|stone| stone.colour == Colour::Black);
        let (&[one, other], &[white]) = (&blacks[..], &whites[..]) else { return None };
        let third = if one.point == centre { other } else { one };
        Pattern::of_moves(&[centre, white.point, third.point], position.size())
            .filter(|_| [one, other].iter().any(|stone| stone.point == centre))
    }

    /// The three stones of the opening under one of the eight symmetries (0 to 7); `None` if the board is too small.
    /// Symmetry 0 is the orientation of the tables.
    pub fn stones(self, size: BoardSize, turn: u8) -> Option<[Point; 3]> {
        let centre = size.centre();
        let point = |place: (i8, i8)| {
            let (right, up) = turned(place, turn);
            let (x, y) = (centre.x() as i32, centre.y() as i32);
            size.point(x + right as i32, y - up as i32)
        };
        Some([centre, point(self.second())?, point(self.third)?])
    }

    /// The code in records of the Renju International Federation, a letter and a number: `d4`, `i7`.
    pub fn code(self) -> String {
        format!("{}{}", if self.direct { 'd' } else { 'i' }, self.number)
    }
}

/// `Kagetsu (d4)`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&format!("{} ({})", self.name, self.code()))
    }
}

/// Mirrors and rotates an offset from the centre by one of the eight symmetries.
const fn turned((right, up): (i8, i8), turn: u8) -> (i8, i8) {
    let right = if turn & 1 != 0 { -right } else { right };
    let up = if turn & 2 != 0 { -up } else { up };
    if turn & 4 != 0 { (up, right) } else { (right, up) }
}
