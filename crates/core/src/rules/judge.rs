//! What a move means for the game.

use super::{Foul, Rule, Run, five_through, foul_at};
use crate::board::{Colour, Point, Position};

/// What became of a game after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It goes on.
    Open,
    /// The mover has a winning row. In a continuous game the row dies and play goes on.
    Five(Run),
    /// The move is a foul of black: black has lost.
    Foul(Foul),
    /// No empty point is left.
    Draw,
}

/// Judges `colour`'s move on the empty `point` of the position *before* it.
pub fn judge(position: &Position, point: Point, colour: Colour, rule: Rule) -> Outcome {
    debug_assert!(position.is_empty(point));
    if let Some(run) = five_through(position, point, colour, rule) {
        return Outcome::Five(run);
    }
    if colour == Colour::Black
        && let Some(foul) = foul_at(position, point, rule)
    {
        return Outcome::Foul(foul);
    }
    if position.empty_count() == 1 {
        return Outcome::Draw;
    }
    Outcome::Open
}

/// Whether the side to move has a point that is no foul: black may have none where every point that is left is one.
pub fn can_move(position: &Position, rule: Rule) -> bool {
    let is_foul = |point| foul_at(position, point, rule).is_some();
    let mut points = position.empty_points();
    match position.to_move() {
        Colour::Black => points.any(|point| !is_foul(point)),
        Colour::White => points.next().is_some(),
    }
}
