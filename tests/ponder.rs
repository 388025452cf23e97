//! Thinking in the opponent's time: what comes in is heard at once, and a move is answered in its time.

mod support;

use std::time::{Duration, Instant};
use support::brain::{Brain, place};

/// How soon the brain is to hear what comes in, on a machine that is busy with other tests.
const SOON: Duration = Duration::from_millis(250);

fn pondering() -> Brain {
    let mut brain = Brain::playing(15, &["--ponder"]);
    brain.send("INFO timeout_turn 200");
    brain
}

/// The part of a processor that a process has used meanwhile; only Linux tells.
#[cfg(target_os = "linux")]
fn ticks(brain: &Brain) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", brain.id())).expect("a process");
    let fields: Vec<&str> = stat
        .rsplit(") ")
        .next()
        .expect("fields")
        .split(' ')
        .collect();
    fields[11].parse::<u64>().expect("a number") + fields[12].parse::<u64>().expect("a number")
}

#[test]
fn moves_are_answered_in_time_after_pondering() {
    let mut brain = pondering();
    for (i, theirs) in ["TURN 7,7", "TURN 0,0", "TURN 14,14"].iter().enumerate() {
        brain.send(theirs);
        let asked = Instant::now();
        let (answer, said) = brain.timed_answer();
        assert!(place(&answer).is_some(), "{answer}");
        assert!(said - asked < Duration::from_millis(200) + SOON, "{i}");
        std::thread::sleep(Duration::from_millis(100 * i as u64));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn it_works_only_after_its_own_move() {
    let mut brain = pondering();
    let idle = ticks(&brain);
    std::thread::sleep(Duration::from_millis(300));
    assert!(ticks(&brain) - idle < 10, "nobody has moved");
    brain.send("TURN 7,7");
    brain.answer();
    let begun = ticks(&brain);
    std::thread::sleep(Duration::from_millis(600));
    assert!(ticks(&brain) - begun >= 5, "it thinks");
    brain.send("INFO pondering 0");
    brain.send("TAKEBACK 7,7");
    brain.answer();
    let ended = ticks(&brain);
    std::thread::sleep(Duration::from_millis(300));
    assert!(ticks(&brain) - ended < 10, "it does not any more");
}

#[test]
fn every_command_ends_it() {
    for (command, answered) in [
        ("RESTART", true),
        ("START 20", true),
        ("ABOUT", true),
        ("TAKEBACK 7,7", true),
        ("END", false),
    ] {
        let mut brain = pondering();
        brain.send("TURN 7,7");
        brain.answer();
        std::thread::sleep(Duration::from_millis(50));
        brain.send(command);
        let asked = Instant::now();
        let took = match answered {
            true => brain.timed_answer().1 - asked,
            false => brain.wait().1,
        };
        assert!(took < SOON, "{command}: {took:?}");
    }
}

#[test]
fn the_end_of_the_input_ends_it() {
    let mut brain = pondering();
    brain.send("TURN 7,7");
    brain.answer();
    brain.close_input();
    let (status, took) = brain.wait();
    assert!(status.success() && took < SOON, "{status} {took:?}");
}
