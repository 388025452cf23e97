//! Timing of the program for Dots and Boxes, against random turns.

use crate::milliseconds;
use tengen_common::random::Random;
use tengen_core::board::{Point, Position};
use tengen_core::sau::Notation;
use tengen_dots::rules::{draw, empty, is_over, size};
use tengen_e2e::brain::Brain;
use tengen_e2e::referee::GRACE;
use tengen_testkit::clock::{LateMoves, alone};
use tengen_testkit::stopwatch::Stopwatch;

/// Draws the lines of a turn.
fn follow(position: &mut Position, turn: &str) {
    for (x, y) in Notation::Lines.read(turn).expect("a list of lines") {
        draw(position, Point::new(x as u8, y as u8)).expect("a line that is free");
    }
}

/// A random turn in the protocol's notation.
fn random_turn(position: &Position, random: &mut Random) -> String {
    let (mut after, mut turn) = (position.clone(), Vec::new());
    while after.to_move() == position.to_move() && !is_over(&after) {
        let free: Vec<Point> = after.empty_points().collect();
        let &line = random.choose(&free).expect("a line is left");
        draw(&mut after, line).expect("it is free");
        turn.push((line.x().into(), line.y().into()));
    }
    Notation::Lines.write(&turn)
}

#[test]
fn no_turn_is_later_than_its_limit() {
    let _alone = alone();
    for limit in [30, 100, 300] {
        let mut brain = Brain::dots(&["--hash", "4", "--time", &format!("{limit}ms")]);
        let (mut position, mut late_moves) = (empty(size()), LateMoves::default());
        let mut random = Random::new(6);
        let mut question = "new black".to_string();
        while !is_over(&position) && position.empty_count() > 14 {
            let watch = Stopwatch::of(brain.id());
            brain.send(&question);
            let (answer, answered) = brain.timed_answer();
            let took = watch.until(answered);
            println!("{question}: {took:?}");
            late_moves.count(&question, took.own(), milliseconds(limit) + GRACE);
            follow(&mut position, answer.strip_prefix("move ").expect("a turn"));
            let turn = random_turn(&position, &mut random);
            follow(&mut position, &turn);
            question = format!("move {turn}");
        }
    }
}
