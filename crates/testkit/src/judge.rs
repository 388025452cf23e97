//! Checks moves by `rules/` alone: a move must not be forbidden, miss a five or miss a block.
//!
//! Slow but obvious: every possibility is tried.

use super::legal_moves;
use tengen_core::board::{Colour, Point, Position, diagram};
use tengen_core::rules::{Rule, completes_five, forbidden_at};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A forbidden move although there were legal ones.
    Forbidden,
    /// The move makes no five although one was possible.
    MissedFive,
    /// The opponent can make five next although a move could have prevented it: on the five point, or in caro by
    /// capping the row.
    MissedBlock,
}

/// The worst fault of a move of the side to move, if any.
pub fn fault(position: &Position, point: Point, rule: Rule) -> Option<Fault> {
    let us = position.to_move();
    let wins = |point: Point| completes_five(position, point, us, rule);
    if wins(point) {
        return None;
    }
    let legal = legal_moves(position, rule);
    let is_forbidden = us == Colour::Black && forbidden_at(position, point, rule).is_some();
    if is_forbidden && !legal.is_empty() {
        return Some(Fault::Forbidden);
    }
    if legal.iter().any(|&point| wins(point)) {
        return Some(Fault::MissedFive);
    }
    let threats: Vec<Point> =
        position.empty_points().filter(|&point| completes_five(position, point, !us, rule)).collect();
    let leaves_a_five = |point: Point| {
        let after = position.with_stone(point, us);
        let mut threats = threats.iter();
        threats.any(|&threat| completes_five(&after, threat, !us, rule))
    };
    let missed = leaves_a_five(point) && !legal.iter().all(|&other| leaves_a_five(other));
    missed.then_some(Fault::MissedBlock)
}

/// Asserts that a move has no fault; `known` describes what the brain knew.
#[track_caller]
pub fn assert_no_fault(position: &Position, point: Point, rule: Rule, known: &str) {
    let fault = fault(position, point, rule);
    assert_eq!(fault, None, "{point:?} of {:?} under {rule}:\n{}{known}", position.to_move(), diagram::write(position));
}
