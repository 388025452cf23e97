//! The effect of a move on the game.

use super::{Forbidden, Rule, Run, five_through, forbidden_at};
use crate::board::{Colour, Point, Position};

/// The state of a game after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The game continues.
    Open,
    /// The mover has a winning row. In a continuous game its stones become dead points and play continues.
    Five(Run),
    /// The move is forbidden: black has lost.
    Forbidden(Forbidden),
    /// The board is full.
    Draw,
}

/// Evaluates `colour`'s move on the empty `point`; `position` is the position *before* the move.
pub fn judge(position: &Position, point: Point, colour: Colour, rule: Rule) -> Outcome {
    debug_assert!(position.is_empty(point));
    if let Some(run) = five_through(position, point, colour, rule) {
        return Outcome::Five(run);
    }
    if colour == Colour::Black
        && let Some(forbidden) = forbidden_at(position, point, rule)
    {
        return Outcome::Forbidden(forbidden);
    }
    if position.empty_count() == 1 {
        return Outcome::Draw;
    }
    Outcome::Open
}

/// Whether the side to move has a legal move: for black, all remaining points may be forbidden.
pub fn can_move(position: &Position, rule: Rule) -> bool {
    let is_forbidden = |point| forbidden_at(position, point, rule).is_some();
    let mut points = position.empty_points();
    match position.to_move() {
        Colour::Black => points.any(|point| !is_forbidden(point)),
        Colour::White => points.next().is_some(),
    }
}
