//! Records played by a referee.

use crate::{Ending, Game, ReadError};
use tengen_core::board::notation;
use tengen_core::game;

impl Game {
    /// The game before its first move, with the setup stones.
    pub fn start(&self) -> Result<game::Game, ReadError> {
        let mut start = game::Game::fresh(self.other, self.size, self.rule).position().clone();
        for stone in &self.setup {
            let point = || notation::write(stone.point, self.size);
            let placed = start.check_empty(stone.point).map_err(ReadError::from);
            placed.map_err(|why| ReadError::SetUp { point: point(), why: why.into() })?;
            start.place(stone.point, stone.colour, &mut ());
        }
        start.set_to_move(self.first);
        let game = game::Game::of(self.other, start, self.rule);
        match game.winning_row().iter().next() {
            Some(point) => Err(ReadError::Five { point: notation::write(point, self.size) }),
            None => Ok(game),
        }
    }

    /// The game after all moves.
    pub fn played(&self) -> Result<game::Game, ReadError> {
        self.play(|_| ())
    }

    /// Whether the game has a result that does not follow from its moves.
    pub(super) fn has_result_of_its_own(&self) -> bool {
        let by_moves = self.played().ok().and_then(|game| game.ending());
        self.ending.is_some_and(|ending| by_moves.is_none_or(|by_moves| by_moves.winner != ending.winner))
    }

    /// The win that the moves show, if the record names another result.
    pub(super) fn other_result(&self) -> Option<Ending> {
        let named = self.ending.filter(|_| self.other.is_none())?;
        let by_moves = self.played().ok()?.ending()?;
        (by_moves.winner.is_some() && by_moves.winner != named.winner).then_some(by_moves)
    }

    /// The game before each move, and after the last one.
    pub fn steps(&self) -> Result<Vec<game::Game>, ReadError> {
        let mut steps = Vec::with_capacity(self.moves.len() + 1);
        let last = self.play(|step| steps.push(step.clone()))?;
        steps.push(last);
        Ok(steps)
    }

    /// Calls `before` with the game before each move.
    fn play(&self, mut before: impl FnMut(&game::Game)) -> Result<game::Game, ReadError> {
        let mut game = self.start()?;
        for (i, point) in self.points().enumerate() {
            let wrong = |why: ReadError| ReadError::Move {
                n: i + 1,
                point: notation::write(point, self.size),
                why: why.into(),
            };
            if game.ending().is_some() {
                let rule = match self.other {
                    None => self.rule.to_string(),
                    Some(other) => other.name().into(),
                };
                return Err(wrong(ReadError::Over { rule }));
            }
            before(&game);
            game.play(point).map_err(|error| wrong(error.into()))?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Game, Move};
    use tengen_core::board::{BoardSize, Point, notation};
    use tengen_core::rules::{Rule, Variant};

    #[test]
    fn a_recorded_game_is_judged() {
        let mut game = Game::new(BoardSize::FIFTEEN, Rule::new(Variant::Freestyle), Default::default());
        let moves = notation::read("a1a3b1b3c1c3d1d3e1", BoardSize::FIFTEEN).unwrap();
        game.moves = moves.into_iter().map(Move::new).collect();
        let ending = game.played().unwrap().ending();
        assert_eq!(ending.unwrap().reason.to_string(), "five");
        let steps = game.steps().unwrap();
        let stones: Vec<_> = steps.iter().map(|step| step.position().stones().len()).collect();
        assert_eq!(stones, (0..=9).collect::<Vec<_>>());
        assert_eq!(steps[9].ending(), ending);
        game.moves.push(Move::new(Point::new(9, 9)));
        let refused = game.played().unwrap_err().to_string();
        assert!(refused.starts_with("move 10, j6: the game is already over"), "{refused}");
        game.moves[1].point = game.moves[0].point;
        let refused = game.played().unwrap_err().to_string();
        assert!(refused.starts_with("move 2, a1: "), "{refused}");
    }
}
