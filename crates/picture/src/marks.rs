//! Marks: what is shown besides the stones.

use std::str::FromStr;
use tengen_core::board::{Point, PointSet};
use tengen_core::game::Game;
use tengen_core::message::Quoted;
use tengen_core::messages;

/// What is shown besides the stones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    pub last: Option<Point>,
    pub row: PointSet,
    pub forbidden: PointSet,
    pub hint: Option<Point>,
    /// Fifth stones offered by an opening rule, of which one will be kept.
    pub offered: PointSet,
    pub cursor: Option<Point>,
    /// Planned moves, numbered from 1; the side to move plays the first.
    pub line: Vec<Point>,
    pub numbers: Vec<(Point, usize)>,
    /// Labels on points, with or without a stone.
    pub labels: Vec<(Point, String)>,
}

impl Marks {
    pub fn of_line(line: &[Point]) -> Marks {
        Marks { line: line.to_vec(), ..Marks::default() }
    }

    /// The marks of a game: the last move, the winning row and move numbers.
    pub fn of_game(board: &Game, numbers: Numbers) -> Marks {
        let moves = board.moves();
        let numbered = moves.iter().enumerate().skip(numbers.skipped(moves.len()));
        Marks {
            last: moves.last().copied(),
            row: board.winning_row(),
            numbers: numbered.map(|(at, &point)| (point, at + 1)).collect(),
            ..Marks::default()
        }
    }

    pub fn number(&self, point: Point) -> Option<usize> {
        let found = self.numbers.iter().find(|(at, _)| *at == point);
        found.map(|(_, number)| *number)
    }

    pub fn label(&self, point: Point) -> Option<&str> {
        let found = self.labels.iter().find(|(at, _)| *at == point);
        found.map(|(_, label)| label.as_str())
    }
}

/// Which stones show their move numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbers {
    #[default]
    All,
    None,
    /// The moves from this one on, counted from 1.
    From(usize),
}

impl Numbers {
    /// The number of moves without a number.
    fn skipped(self, moves: usize) -> usize {
        match self {
            Numbers::All => 0,
            Numbers::None => moves,
            Numbers::From(first) => first.saturating_sub(1),
        }
    }
}

messages! {
    /// Why a text does not name the numbered stones.
    pub enum NumbersError {
        NotNumbers { text: Quoted<String> } = "{text} is neither all, nor none, nor a move from 1 on",
    }
}

impl FromStr for Numbers {
    type Err = NumbersError;

    fn from_str(text: &str) -> Result<Numbers, NumbersError> {
        match text {
            "all" => Ok(Numbers::All),
            "none" => Ok(Numbers::None),
            _ => {
                let first = text.parse().ok().filter(|&first| first > 0);
                let wrong = || NumbersError::NotNumbers { text: Quoted(text.into()) };
                first.map(Numbers::From).ok_or_else(wrong)
            }
        }
    }
}
