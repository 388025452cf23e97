//! Games written as a row of moves: `h8i9g7`.

use super::{Game, Move};
use crate::board::{Shape, notation};
use crate::rules::Rule;

/// A game of moves like `h8i9g7`, on this board.
///
/// # Errors
/// What is no point of it.
pub fn game_of_moves(text: &str, rule: Rule, shape: Shape) -> Result<Game, String> {
    let points = notation::read(text, shape)?;
    let mut game = Game::new(shape, rule, Default::default());
    game.moves = points.into_iter().map(Move::new).collect();
    Ok(game)
}

/// `h8`, or more of them in a row; columns of two letters begin with an `a`.
pub(super) fn is_points(mut word: &str) -> bool {
    while !word.is_empty() {
        let after = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        let letters = &word[..word.len() - after.len()];
        let is_column = letters.len() == 1 || letters.len() == 2 && letters.starts_with(['a', 'A']);
        if !is_column || !(1..=2).contains(&(after.len() - rest.len())) {
            return false;
        }
        word = rest;
    }
    true
}
