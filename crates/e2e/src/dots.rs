//! Random turns of Dots and Boxes.

use tengen_common::random::Random;
use tengen_core::board::{Point, Position};
use tengen_dots::rules::{draw, is_over};

/// A random legal turn: the coordinates of its lines.
///
/// # Panics
/// If the game is over.
pub fn random_turn(position: &Position, random: &mut Random) -> Vec<(i32, i32)> {
    let mut after = position.clone();
    let mut turn = Vec::new();
    while after.to_move() == position.to_move() && !is_over(&after) {
        let free: Vec<Point> = after.empty_points().collect();
        let &line = random.choose(&free).expect("a line is left");
        draw(&mut after, line).expect("it is free");
        turn.push((line.x().into(), line.y().into()));
    }
    turn
}
