//! The stones of a drawing, and the order of those that have numbers.

use super::cells::{CROSS, DrawnCell};
use super::signs::Signs;
use super::{Drawn, Game, Move, ReadError};
use tengen_core::board::{BoardSize, Colour, Point, Position, Stone};
use tengen_core::rules::Rule;

/// The content of a diagram as it is being read.
pub(super) struct DrawnBoard {
    position: Position,
    numbered: Vec<(usize, Point)>,
}

impl DrawnBoard {
    pub fn new(size: BoardSize) -> DrawnBoard {
        DrawnBoard { position: Position::new(size), numbered: Vec::new() }
    }

    /// Adds a point; `None` if the word has no meaning.
    pub fn add(&mut self, signs: &Signs, word: &str, point: Point, crosses_are_empty: bool) -> Option<()> {
        match signs.point(word) {
            Some(DrawnCell::Empty) => {}
            Some(DrawnCell::Dead) => self.position.kill(point).ok()?,
            Some(DrawnCell::Stone(colour)) => self.position.place(point, colour, &mut ()),
            None if signs.numbers.is_some() => return None,
            None if word.starts_with(CROSS) && crosses_are_empty => {}
            None => self.numbered.push((word.parse().ok().filter(|number| *number > 0)?, point)),
        }
        Some(())
    }

    /// Whether most points have stones, and one side has more of them: its number may mean an empty point.
    pub fn is_unclear(&self) -> bool {
        let stones = self.position.stones();
        let black = stones.iter().filter(|stone| stone.colour == Colour::Black).count();
        2 * stones.len() > self.position.size().area() && black.abs_diff(stones.len() - black) > 1
    }

    pub fn finish(mut self, rule: Rule) -> Result<Drawn, ReadError> {
        self.position.set_to_move(next_side(self.position.stones()));
        self.numbered.sort_unstable_by_key(|(number, _)| *number);
        let Some(&(first, _)) = self.numbered.first() else { return Ok(Drawn::Position(self.position.into())) };
        let gap = (first..).zip(&self.numbered).find(|(at, (n, _))| at != n);
        if let Some((at, (number, _))) = gap {
            return Err(ReadError::Count { number: *number, expected: at });
        }
        if !self.position.dead().is_empty() {
            return Err(ReadError::DeadGame);
        }
        let stones = self.position.stones();
        let mut game = Game::new(self.position.size(), rule, Default::default());
        game.first = match first {
            1 => next_side(stones),
            number => Colour::BOTH[(number - 1) % 2],
        };
        game.setup = stones.to_vec();
        let points = self.numbered.iter().map(|(_, point)| *point);
        game.moves = points.map(Move::new).collect();
        Ok(Drawn::Game(game.into()))
    }
}

/// The side to move if it is not specified: black, unless black has more stones.
fn next_side(stones: &[Stone]) -> Colour {
    let black = stones.iter().filter(|s| s.colour == Colour::Black).count();
    match 2 * black > stones.len() {
        true => Colour::White,
        false => Colour::Black,
    }
}
