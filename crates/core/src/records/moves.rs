//! Games written as a row of moves: `h8i9g7`.

use super::defaults::Defaults;
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

/// How many columns and rows a board needs for moves like `h8i9g7`.
pub(super) fn reach(text: &str) -> (usize, usize) {
    let largest = Shape::square(32).expect("a board");
    let points = notation::read(text, largest).unwrap_or_default();
    let columns = points.iter().map(|point| usize::from(point.x()) + 1);
    let rows = points.iter().map(|point| 32 - usize::from(point.y()));
    (columns.max().unwrap_or(0), rows.max().unwrap_or(0))
}

/// A game of moves like `h8i9g7`.
///
/// # Errors
/// What is no point of its board.
pub fn game_by(text: &str, defaults: Defaults) -> Result<Game, String> {
    let (columns, rows) = reach(text);
    game_of_moves(text, defaults.rule(), defaults.shape(columns, rows))
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
