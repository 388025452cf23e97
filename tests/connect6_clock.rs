//! Time and memory of the Connect6 program, from the outside: two of them play each other through pipes.
//!
//! `TENGEN_MOVES=1000 cargo test --release --test connect6_clock -- --nocapture` is the long form. Time for
//! which a thread waited for a processor is taken off, as in `clock.rs`.

mod support;

use std::time::{Duration, Instant};
use support::brain::Brain;
use support::clock::{Strays, alone, assert_in_time};
use support::number_from;
use support::referee::{GRACE, waiting};

fn milliseconds(amount: u64) -> Duration {
    Duration::from_millis(amount)
}

/// Says something; the answer, how long it took, and how much of that was waiting for a processor.
fn ask(brain: &mut Brain, line: &str) -> (String, Duration, Duration) {
    let waits = |brain: &Brain| waiting(brain.id()) + waiting(std::process::id());
    let (waited, start) = (waits(brain), Instant::now());
    brain.send(line);
    let (answer, answered) = brain.timed_answer();
    (
        answer,
        answered - start,
        waits(brain).saturating_sub(waited),
    )
}

/// Games between two programs until so many turns were made, none of them late.
fn turns_at(turn: u64) {
    let _alone = alone();
    let (limit, turns) = (milliseconds(turn), number_from("TENGEN_MOVES", 12));
    let arguments = ["--hash", "4", "--time", &format!("{turn}ms")];
    let mut brains = [(); 2].map(|()| Brain::connect6(&arguments));
    for brain in &mut brains {
        ask(brain, "name?"); // has begun: a start beside it costs nobody time
    }
    let mut margins = Vec::new();
    let (mut late, mut strays) = (0, Strays::default());
    while margins.len() < turns {
        brains[1].send("new white");
        let mut question = "new black".to_string();
        for number in 0..60 {
            let (answer, took, starved) = ask(&mut brains[number % 2], &question);
            assert!(answer.starts_with("move "), "{answer}");
            let alone = took.saturating_sub(starved);
            strays.count(&format!("turn {number}"), alone, limit + GRACE);
            late += usize::from(took > limit);
            margins.push(limit.saturating_sub(took));
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

#[test]
fn no_turn_is_later_than_its_limit() {
    for turn in [30, 100, 300] {
        turns_at(turn);
    }
}

#[test]
fn the_first_answer_comes_within_100_ms() {
    let _alone = alone();
    assert_in_time("the name", milliseconds(100) + GRACE, || {
        let start = Instant::now();
        let mut brain = Brain::connect6(&[]);
        let (name, _, starved) = ask(&mut brain, "name?");
        assert_eq!(name, "name Tengen");
        start.elapsed().saturating_sub(starved)
    });
    let mut brain = Brain::connect6(&[]);
    assert_in_time("the opening", milliseconds(100) + GRACE, || {
        let (opening, took, starved) = ask(&mut brain, "new black");
        assert_eq!(opening, "move JJ@@");
        took.saturating_sub(starved)
    });
}

/// What the program needs beside its tables.
#[cfg(target_os = "linux")]
const BESIDE: u64 = 8;

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_the_tables_and_a_little() {
    for megabytes in [1, 64] {
        let hash = megabytes.to_string();
        let mut brain = Brain::connect6(&["--hash", &hash, "--time", "300ms"]);
        brain.send("new white");
        for line in ["move JJ@@", "move AASS", "move ASSA"] {
            let (answer, ..) = ask(&mut brain, line);
            assert!(answer.starts_with("move "), "{answer}");
        }
        let peak = brain.peak();
        println!("--hash {megabytes}: peak {peak}");
        assert!(peak < (megabytes + BESIDE) << 20, "{peak} bytes");
    }
}
