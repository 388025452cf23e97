//! Pondering: input is handled at once, and moves are played in time.

use crate::milliseconds;
use std::time::Duration;
use tengen_e2e::brain::{Brain, place};
use tengen_e2e::referee::GRACE;
use tengen_testkit::clock::{alone, assert_in_time, assert_usually_below};
use tengen_testkit::stopwatch::Stopwatch;

/// The maximum latency of input.
const SOON: Duration = Duration::from_millis(250);

/// A brain with far more memory than its short moves can fill.
fn pondering() -> Brain {
    let mut brain = Brain::playing(15, &["--ponder"]);
    brain.send("INFO hash_size 1000000");
    brain.send("INFO timeout_turn 200");
    brain
}

/// The processor time that a brain wants, whether it gets it or not, while nothing happens.
#[cfg(target_os = "linux")]
fn wants_within(time: Duration, brain: &Brain) -> Duration {
    use tengen_testkit::stopwatch::wanted;
    let before = wanted(brain.id());
    std::thread::sleep(time);
    wanted(brain.id()) - before
}

#[test]
fn moves_are_answered_in_time_after_pondering() {
    let _alone = alone();
    assert_in_time("the slowest move", milliseconds(200) + GRACE, || {
        let mut brain = pondering();
        let moves = ["TURN 7,7", "TURN 0,0", "TURN 14,14"].iter().zip([0, 100, 200]);
        let took = moves.map(|(theirs, pause)| {
            let watch = Stopwatch::of(brain.id());
            brain.send(theirs);
            let (answer, received) = brain.timed_answer();
            assert!(place(&answer).is_some(), "{answer}");
            // It ponders after its reply: work done after that does not count for the move.
            let took = watch.until(received).without_waiting();
            std::thread::sleep(milliseconds(pause));
            took
        });
        took.max().expect("moves")
    });
}

#[test]
#[cfg(target_os = "linux")]
fn it_works_only_after_its_own_move() {
    let _alone = alone();
    let mut brain = pondering();
    let (soon, some) = (milliseconds(300), milliseconds(100));
    assert!(wants_within(soon, &brain) < some, "nobody has moved");
    brain.send("TURN 7,7");
    brain.answer();
    assert!(wants_within(2 * soon, &brain) > some, "it thinks");
    brain.send("INFO pondering 0");
    brain.send("TAKEBACK 7,7");
    brain.answer();
    assert!(wants_within(soon, &brain) < some, "it does not any more");
}

#[test]
fn every_command_ends_it() {
    let _alone = alone();
    for (command, answered) in
        [("RESTART", true), ("START 20", true), ("ABOUT", true), ("TAKEBACK 7,7", true), ("END", false)]
    {
        assert_usually_below(SOON + GRACE, || {
            let mut brain = pondering();
            brain.send("TURN 7,7");
            brain.answer();
            std::thread::sleep(milliseconds(50));
            let watch = Stopwatch::of(brain.id());
            brain.send(command);
            if answered {
                drop(brain.answer())
            } else {
                assert_eq!(brain.rest(), [""; 0])
            }
            watch.read()
        });
    }
}

#[test]
fn the_end_of_the_input_ends_it() {
    let _alone = alone();
    assert_usually_below(SOON + GRACE, || {
        let mut brain = pondering();
        brain.send("TURN 7,7");
        brain.answer();
        let watch = Stopwatch::of(brain.id());
        brain.close_input();
        assert_eq!(brain.rest(), [""; 0]);
        let took = watch.read();
        assert!(brain.wait().0.success());
        took
    });
}
