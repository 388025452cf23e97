//! Timing of the brain in the protocol of the SAU platform.

use crate::milliseconds;
use std::time::Duration;
use tengen_e2e::brain::Brain;
use tengen_e2e::referee::GRACE;
use tengen_testkit::clock::{LateMoves, alone, assert_usually_below};
use tengen_testkit::stopwatch::Stopwatch;

/// A brain that has replied to `name?`.
fn playing(environment: &[(&str, &str)]) -> Brain {
    let mut brain = Brain::start_in(environment, &["--hash", "16"]);
    brain.send("name?");
    assert_eq!(brain.answer(), "name Tengen");
    brain
}

#[test]
fn the_name_comes_within_100_ms() {
    let _alone = alone();
    assert_usually_below(milliseconds(100) + GRACE, || {
        let watch = Stopwatch::of_the_next();
        let brain = playing(&[]);
        watch.has_started(brain.id()).read()
    });
}

/// A brain in a long search.
fn searching() -> Brain {
    let mut brain = playing(&[("TENGEN_TIME", "60s")]);
    for line in ["new white", "move HH"] {
        brain.send(line);
    }
    assert_eq!(brain.unexpected(milliseconds(300)), None, "it searches");
    brain
}

#[test]
fn quit_ends_a_search_within_a_second() {
    let _alone = alone();
    assert_usually_below(Duration::from_secs(1), || {
        let mut brain = searching();
        let watch = Stopwatch::of(brain.id());
        brain.send("quit");
        assert_eq!(brain.rest(), [""; 0]);
        let took = watch.read();
        assert!(brain.wait().0.success());
        took
    });
}

#[test]
fn moves_of_ended_games_are_not_sent() {
    let _alone = alone();
    let mut brain = searching();
    brain.send_bytes(b"end black\nname?\n");
    assert_eq!(brain.answer(), "name Tengen");
    brain.send_bytes(b"new white\nmove HH\n");
    assert_eq!(brain.unexpected(milliseconds(300)), None);
    brain.send("new black");
    assert_eq!(brain.answer(), "move HH");
    brain.send_bytes(b"move GG\naccept\n");
    assert_eq!(brain.unexpected(milliseconds(300)), None);
    brain.close_input();
    assert_eq!(brain.rest(), [""; 0]);
}

#[test]
fn no_move_is_later_than_its_limit() {
    let _alone = alone();
    let limit = milliseconds(200);
    let mut brain = playing(&[("TENGEN_TIME", "200ms"), ("TENGEN_RULE", "caro-exact")]);
    let (mut margins, mut slowest) = (Vec::new(), Duration::ZERO);
    let mut late_moves = LateMoves::default();
    for first in ["HH", "GI", "FJ", "AA", "OO", "CH", "JJ", "KD"] {
        brain.send("new white");
        for line in [&format!("move {first}"), "error"] {
            let watch = Stopwatch::of(brain.id());
            brain.send(line);
            let (answer, answered) = brain.timed_answer();
            assert!(answer.starts_with("move "), "{answer}");
            let took = watch.until(answered);
            late_moves.count(line, took.own(), limit + GRACE);
            margins.push(limit.saturating_sub(took.own()));
            slowest = slowest.max(took.wall);
        }
    }
    margins.sort();
    println!("limit {limit:?}: least left {:?}; slowest with a busy machine {slowest:?}", margins[0]);
}
