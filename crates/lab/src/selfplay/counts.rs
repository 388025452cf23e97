//! The statistics of a run, in one line.

use tengen_common::Score;
use tengen_core::board::Colour;
use tengen_records::training::{GameResult, TrainingGame};

/// The statistics of a run: `black 3 white 2 drawn 0, 41 moves a game, 0 won but not taken`.
#[derive(Clone, Default, Debug)]
pub struct Counts {
    black: usize,
    white: usize,
    drawn: usize,
    moves: usize,
    /// Games not won by a side that had a proven win.
    spoilt: usize,
}

impl Counts {
    pub(super) fn count(&mut self, game: &TrainingGame) {
        match game.result {
            GameResult::Won(Colour::Black) => self.black += 1,
            GameResult::Won(Colour::White) => self.white += 1,
            GameResult::Drawn | GameResult::Unfinished => self.drawn += 1,
        }
        self.moves += game.moves.len();
        let first = game.opening.len();
        let mut proven = game.moves.iter().enumerate().filter_map(|(i, searched)| {
            let won = Score::from_value(searched.score.into()).is_proven();
            let side = Colour::BOTH[(first + i + (searched.score < 0) as usize) % 2];
            won.then_some(side)
        });
        self.spoilt += proven.any(|side| game.result != GameResult::Won(side)) as usize;
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let games = (self.black + self.white + self.drawn).max(1);
        write!(
            f,
            "black {} white {} drawn {}, {} moves a game, {} won but not taken",
            self.black,
            self.white,
            self.drawn,
            self.moves / games,
            self.spoilt
        )
    }
}
