//! Games in diagrams with the numbers of their moves, as forums have them and as `tengen picture` prints them.
//!
//! ```text
//!  5 . . . . .      a row begins with its number, below stand the letters of the columns;
//!  4 . . 2 O .      stones without a number lay there before the first that has one;
//!  3 . 1(3). .      signs around a stone, as of the last move, mean nothing
//!  2 . . . X .
//!  1 . . . . .
//!    a b c d e
//! ```

use super::{Game, Move};
use crate::board::{Colour, Point, Shape, Stone, notation};
use crate::rules::Rule;

/// What stands around stones that stand out.
pub const SIGNS: [char; 6] = ['(', ')', '[', ']', '*', '|'];

/// A diagram without signs around its stones.
pub fn without_signs(text: &str) -> String {
    text.replace(SIGNS, " ")
}

/// The game in a diagram, if this is one with numbers: `None` for drawings without, and for what is none.
pub fn read(text: &str, rule: Rule) -> Option<Game> {
    let text = without_signs(text);
    let lines = text.lines().map(str::split_whitespace);
    let lines = lines
        .map(Iterator::collect)
        .filter(|line: &Vec<&str>| !line.is_empty());
    let lines: Vec<Vec<&str>> = lines.collect();
    let (letters, rows) = lines.split_last()?;
    let shape = Shape::new(letters.len().try_into().ok()?, rows.len().try_into().ok()?)?;
    let is_column = |(x, letter): (u8, &&str)| letter.to_lowercase() == notation::column(x);
    if !(0..).zip(letters).all(is_column) {
        return None;
    }
    let mut found = Found::default();
    for (y, row) in (0..).zip(rows) {
        let (label, points) = row.split_first()?;
        if *label != (shape.height() - y).to_string() || points.len() != letters.len() {
            return None;
        }
        for (x, word) in (0..).zip(points) {
            found.see(word, Point::new(x, y))?;
        }
    }
    found.game(shape, rule)
}

/// What stands on a diagram.
#[derive(Default)]
struct Found {
    stones: Vec<Stone>,
    numbered: Vec<(usize, Point)>,
}

impl Found {
    fn see(&mut self, word: &str, point: Point) -> Option<()> {
        let colour = match word {
            "." => return Some(()),
            "X" => Colour::Black,
            "O" => Colour::White,
            _ => {
                self.numbered.push((word.parse().ok()?, point));
                return Some(());
            }
        };
        self.stones.push(Stone { point, colour });
        Some(())
    }

    /// The numbers must be those of moves that follow each other; odd ones are black.
    fn game(mut self, shape: Shape, rule: Rule) -> Option<Game> {
        self.numbered.sort_unstable_by_key(|(number, _)| *number);
        let (first, _) = *self.numbered.first()?;
        let in_turn = (first..)
            .zip(&self.numbered)
            .all(|(at, (number, _))| at == *number);
        if first == 0 || !in_turn {
            return None;
        }
        let mut game = Game::new(shape, rule, Default::default());
        game.setup = self.stones;
        game.first = Colour::BOTH[(first - 1) % 2];
        game.moves = self
            .numbered
            .iter()
            .map(|(_, point)| Move::new(*point))
            .collect();
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn game(text: &str) -> Option<Game> {
        read(text, Rule::new(Variant::Renju))
    }

    #[test]
    fn a_diagram_with_numbers() {
        let text = "\n 5  .  . 10  .  .\n 4  .  X  .  9  .\n 3  .  O(11) .  .\n 2  .  .  .  .  .\n 1  .  .  .  .  .\n    a  b  c  d  e\n";
        let game = game(text).unwrap();
        assert_eq!(game.moves_text(), "d4c5c3");
        assert_eq!((game.setup.len(), game.first), (2, Colour::Black));
    }

    #[test]
    fn a_diagram_without_numbers_or_with_a_gap_is_none() {
        let board = |row: &str| {
            format!("5 . . . . .\n4 . . . . .\n3 {row}\n2 . . . . .\n1 . . . . .\n  a b c d e")
        };
        assert!(game(&board("1 2 3 . *")).is_none(), "a row is short");
        assert!(game(&board("1 2*3*. .")).is_some());
        for row in [
            ". X O . .",
            "1 3 . . .",
            "1 1 . . .",
            "0 1 . . .",
            "1 2 . . ?",
        ] {
            assert!(game(&board(row)).is_none(), "{row}");
        }
        assert!(game("").is_none() && game("h8i9").is_none());
    }
}
