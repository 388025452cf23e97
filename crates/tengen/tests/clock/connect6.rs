//! Time and memory of the Connect6 program: two of them play each other through pipes.

use crate::milliseconds;
use tengen_e2e::brain::Brain;
use tengen_e2e::referee::GRACE;
use tengen_testkit::clock::{LateMoves, alone, assert_in_time};
use tengen_testkit::in_two_lengths;
use tengen_testkit::stopwatch::{Stopwatch, Took};

/// Sends a line; returns the reply and the time it took.
fn ask(brain: &mut Brain, line: &str) -> (String, Took) {
    let watch = Stopwatch::of(brain.id());
    brain.send(line);
    let (answer, answered) = brain.timed_answer();
    (answer, watch.until(answered))
}

/// Plays games between two programs until `turns` turns have been made, none of them late.
fn turns_at(turn: u64, turns: usize) {
    let _alone = alone();
    let limit = milliseconds(turn);
    let arguments = ["--hash", "4", "--time", &format!("{turn}ms")];
    let mut brains = [(); 2].map(|()| Brain::connect6(&arguments));
    for brain in &mut brains {
        ask(brain, "name?"); // it has started: the start does not count for the clock
    }
    let mut margins = Vec::new();
    let (mut late, mut late_moves) = (0, LateMoves::default());
    while margins.len() < turns {
        brains[1].send("new white");
        let mut question = "new black".to_string();
        for number in 0..60 {
            let (answer, took) = ask(&mut brains[number % 2], &question);
            assert!(answer.starts_with("move "), "{answer}");
            late_moves.count(&format!("turn {number}"), took.own(), limit + GRACE);
            late += usize::from(took.wall > limit);
            margins.push(limit.saturating_sub(took.wall));
            question = answer;
            if margins.len() >= turns {
                break;
            }
        }
    }
    margins.sort();
    println!(
        "turn {turn} ms: median margin {:?}, least {:?}; {late} of {turns} late with a busy machine",
        margins[turns / 2],
        margins[0]
    );
}

fn turns_are_in_time(turns: usize) {
    for turn in [30, 100, 300] {
        turns_at(turn, turns);
    }
}

in_two_lengths!(no_turn_is_later_than_its_limit, turns_are_in_time, 12, 1000);

#[test]
fn the_first_answer_comes_within_100_ms() {
    let _alone = alone();
    assert_in_time("the name", milliseconds(100) + GRACE, || {
        let watch = Stopwatch::of_the_next();
        let mut brain = Brain::connect6(&[]);
        assert_eq!(ask(&mut brain, "name?").0, "name Tengen");
        watch.has_started(brain.id()).read().own()
    });
    let mut brain = Brain::connect6(&[]);
    assert_in_time("the opening", milliseconds(100) + GRACE, || {
        let (opening, took) = ask(&mut brain, "new black");
        assert_eq!(opening, "move JJ@@");
        took.own()
    });
}

/// The memory needed besides the hash table, in MB.
#[cfg(target_os = "linux")]
const OTHER_MEGABYTES: u64 = 8;

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_the_tables_and_a_little() {
    let _alone = alone();
    for megabytes in [1, 64] {
        let hash = megabytes.to_string();
        let mut brain = Brain::connect6(&["--hash", &hash, "--time", "300ms"]);
        brain.send("new white");
        for line in ["move JJ@@", "move AASS", "move ASSA"] {
            let (answer, _) = ask(&mut brain, line);
            assert!(answer.starts_with("move "), "{answer}");
        }
        let peak = brain.peak();
        println!("--hash {megabytes}: peak {peak}");
        assert!(peak < (megabytes + OTHER_MEGABYTES) << 20, "{peak} bytes");
    }
}
