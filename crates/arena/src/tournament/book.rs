//! Openings of a tournament: none, those of a file, generated ones, swap2, or another opening rule.
//!
//! A file has one opening a line, black's stone first: points as people write them (`h8i9g7`, as
//! RenLib, Yixin and the `pos` type of c-gomoku-cli have them) or Gomocup's offsets from the middle of
//! the board (`8,-3, 6,-4, 5,-4`). Empty lines and lines that begin with `#` are passed over. (The
//! `pos` type counts rows from the top, we from the bottom: such an opening comes mirrored, which is
//! the same opening.)

use crate::openings::Opener;
use crate::referee::play::Opening;
use tengen_common::random::Random;
use tengen_core::board::{Point, Shape, notation};
use tengen_core::judged::Board;
use tengen_core::records::{ReadError, openings};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::OpeningRule;
use tengen_engine::search::Searcher;

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Book {
    /// Every game begins on the empty board.
    Empty,
    /// The brains negotiate.
    Swap2,
    /// The referee leads the brains through this rule; what it chooses for them hangs on the seed.
    ByRule(OpeningRule, u64),
    /// These, and from the front again when they are used up.
    Lines(Vec<Vec<Point>>),
    /// Random ones in which a search finds the sides about even.
    Balanced {
        /// The board.
        shape: Shape,
        /// The rule.
        rule: Rule,
        /// Which ones.
        seed: u64,
        /// The nodes of that search; without them a glance.
        nodes: Option<u64>,
    },
}

/// Memory of a search that looks whether an opening is even.
const MEMORY: usize = 8 << 20;

impl Book {
    /// The opening of pair `number` of games.
    pub fn opening(&self, number: usize) -> Opening {
        match self {
            Book::Empty => Opening::Moves(Vec::new()),
            Book::Swap2 => Opening::Swap2,
            &Book::ByRule(rule, seed) => {
                Opening::ByRule(rule, Random::of(seed, number as u64).next())
            }
            Book::Lines(lines) => Opening::Moves(lines[number % lines.len()].clone()),
            &Book::Balanced {
                shape,
                rule,
                seed,
                nodes,
            } => {
                let mut random = Random::of(seed, number as u64);
                let glancing = || Opener::glancing(Searcher::new(MEMORY));
                let mut opener = nodes.map_or_else(glancing, Opener::searching);
                let position = opener.draw(&mut random, rule, shape);
                Opening::Moves(position.stones().iter().map(|stone| stone.point).collect())
            }
        }
    }

    /// Brings the lines of a file into a random order.
    pub fn shuffle(&mut self, seed: u64) {
        if let Book::Lines(lines) = self {
            Random::new(seed).shuffle(lines);
        }
    }
}

/// Reads a file of openings.
///
/// # Errors
/// The first line that is no opening, or after which the game would be over.
pub fn read(text: &str, shape: Shape, rule: Rule) -> Result<Book, ReadError> {
    let mut lines = Vec::new();
    for (number, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = openings::read(line, shape).and_then(|points| playable(points, shape, rule));
        lines.push(opening.map_err(|message| ReadError {
            line: number + 1,
            message,
        })?);
    }
    if lines.is_empty() {
        Err(ReadError {
            line: 1,
            message: "no opening in this file".into(),
        })
    } else {
        Ok(Book::Lines(lines))
    }
}

/// The same points if they can be played and leave the game open.
fn playable(points: Vec<Point>, shape: Shape, rule: Rule) -> Result<Vec<Point>, String> {
    let mut board = Board::new(shape, rule);
    for &point in &points {
        let written = notation::write(point, shape);
        board
            .play(point)
            .map_err(|error| format!("{written}: {error}"))?;
        if let Some(ending) = board.ending() {
            return Err(format!(
                "the game is over with {written}: {}",
                ending.reason
            ));
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Variant;

    const RENJU: Rule = Rule::new(Variant::Renju);

    fn shape() -> Shape {
        Shape::square(15).unwrap()
    }

    fn book(text: &str) -> Result<Book, String> {
        read(text, shape(), RENJU).map_err(|error| error.to_string())
    }

    #[test]
    fn both_notations() {
        let point = |text: &str| notation::read(text, shape()).unwrap();
        let text = "# mine\nh8 i9 g7\n\n0,0, 1,-1, -1,1\n";
        assert_eq!(
            book(text),
            Ok(Book::Lines(vec![point("h8i9g7"), point("h8i9g7")]))
        );
    }

    #[test]
    fn bad_lines_are_named() {
        assert_eq!(
            book("h8\nh8h8").unwrap_err(),
            "line 2: h8: point already taken"
        );
        assert_eq!(
            book("p1").unwrap_err(),
            "line 1: \"p1\" is not a point of a 15x15 board"
        );
        assert_eq!(book("8,0").unwrap_err(), "line 1: 8,0 is off the board");
        assert_eq!(
            book("1,0, 2").unwrap_err(),
            "line 1: an odd number of numbers; a point is column,row"
        );
        assert_eq!(
            book("1,x").unwrap_err(),
            "line 1: \"1,x\" is neither h8i9g7 nor 0,0, 1,-1, 2,0"
        );
        assert_eq!(
            book("a1a3b1b3c1c3e1d5f1f5d1").unwrap_err(),
            "line 1: the game is over with d1: foul: overline"
        );
        assert_eq!(
            book("\n# nothing\n").unwrap_err(),
            "line 1: no opening in this file"
        );
    }

    #[test]
    fn openings_come_round_and_generated_ones_stay_the_same() {
        let lines = book("h8\ni9\n").unwrap();
        assert_eq!(lines.opening(0), lines.opening(2));
        assert_ne!(lines.opening(0), lines.opening(1));
        let generated = Book::Balanced {
            shape: shape(),
            rule: RENJU,
            seed: 5,
            nodes: None,
        };
        assert_eq!(generated.opening(3), generated.opening(3));
        assert_ne!(generated.opening(3), generated.opening(4));
    }
}
