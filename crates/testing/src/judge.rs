//! What a move must not do, by `rules/` alone: make a foul, miss a five, miss a block.
//!
//! Slow and obvious: whatever is looked for is tried.

use super::{after, legal_moves};
use tengen_core::board::{Colour, Point, Position, diagram};
use tengen_core::rules::{Rule, completes_five, foul_at};

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A foul, although there were other moves.
    Foul,
    /// It makes no five, and could have.
    MissedFive,
    /// The opponent can make a five next, and could have been kept from it: by a stone on the point, or
    /// in caro by one that caps the row.
    MissedBlock,
}

/// What is wrong with a move of the side to move, the worst first.
pub fn fault(position: &Position, point: Point, rule: Rule) -> Option<Fault> {
    let us = position.to_move();
    let wins = |point: Point| completes_five(position, point, us, rule);
    if wins(point) {
        return None;
    }
    let legal = legal_moves(position, rule);
    let is_foul = us == Colour::Black && foul_at(position, point, rule).is_some();
    if is_foul && !legal.is_empty() {
        return Some(Fault::Foul);
    }
    if legal.iter().any(|&point| wins(point)) {
        return Some(Fault::MissedFive);
    }
    let threats: Vec<Point> = position
        .empty_points()
        .filter(|&point| completes_five(position, point, !us, rule))
        .collect();
    let leaves_a_five = |point: Point| {
        let after = after(position, point, us);
        let mut threats = threats.iter();
        threats.any(|&threat| completes_five(&after, threat, !us, rule))
    };
    let missed = leaves_a_five(point) && !legal.iter().all(|&other| leaves_a_five(other));
    missed.then_some(Fault::MissedBlock)
}

/// Asserts that nothing is wrong with a move; `told` is what the brain knew.
#[track_caller]
pub fn assert_no_fault(position: &Position, point: Point, rule: Rule, told: &str) {
    let fault = fault(position, point, rule);
    assert_eq!(
        fault,
        None,
        "{point:?} of {:?} under {rule}:\n{}{told}",
        position.to_move(),
        diagram::write(position)
    );
}
