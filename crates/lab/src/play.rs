//! Plays games between searchers in this process.

use tengen_common::Report;
use tengen_core::board::Position;
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_records::training::{GameResult, Searched};

/// The best move of a search, with its score.
pub fn best_searched(report: &Report) -> Searched {
    Searched { point: report.best_move(), best: report.best_move(), score: report.score.value() as i16 }
}

/// Plays the moves that `mover` returns from `position` on, until the game is over. It is drawn if two thirds of the board
/// are full or `mover` returns `None`.
pub fn play_out(
    mut position: Position,
    rule: Rule,
    mut mover: impl FnMut(&Position) -> Option<Searched>,
) -> (Vec<Searched>, GameResult) {
    let most = position.size().area() * 2 / 3;
    let mut moves = Vec::new();
    while position.stones().len() < most {
        let Some(searched) = mover(&position) else { break };
        moves.push(searched);
        let side = position.to_move();
        match judge(&position, searched.point, side, rule) {
            Outcome::Five(_) => return (moves, GameResult::Won(side)),
            Outcome::Forbidden(forbidden) => {
                log::error!("{:?} is forbidden: {forbidden:?}", searched.point);
                return (moves, GameResult::Won(!side));
            }
            Outcome::Draw => break,
            Outcome::Open => position.play(searched.point, &mut ()),
        }
    }
    (moves, GameResult::Drawn)
}
