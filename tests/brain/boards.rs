//! Graphical boards: tests that transcripts cannot express, because they depend on time or on many moves.

use crate::session::Session;
use std::time::Duration;
use tengen_e2e::brain::{Brain, place};
use tengen_testkit::stopwatch::Stopwatch;

/// Searches until it is stopped.
const WITHOUT_END: [&str; 4] = ["--nodes", "100000000000", "--hash", "16"];

fn thinking(command: &str) -> Brain {
    let mut brain = Brain::playing(15, &WITHOUT_END);
    brain.send("YXSHOWINFO");
    brain.send("INFO timeout_turn 600000");
    brain.send("YXBOARD 7,7,1 8,8,2 DONE");
    brain.send(command);
    brain
}

#[test]
fn a_search_shows_its_lines_while_it_runs_and_stops_at_once() {
    for command in ["YXNBEST 1", "YXNBEST 4", "BEGIN", "TURN 9,9"] {
        let mut brain = thinking(command);
        while !brain.line().starts_with("MESSAGE Depth 5-") {}
        let watch = Stopwatch::of(brain.id());
        brain.send("YXSTOP");
        let (answer, time) = brain.timed_answer();
        assert!(place(&answer).is_some(), "{command}: {answer}");
        let took = watch.until(time).own();
        println!("{command}: {took:?}");
        assert!(took < Duration::from_millis(500), "{command}: {took:?}");
    }
}

#[test]
fn a_board_can_show_more_while_it_thinks() {
    let mut brain = thinking("YXNBEST 2");
    while !brain.line().starts_with("MESSAGE Depth 4-") {}
    brain.send("INFO show_detail 2");
    while brain.line() != "INFO PV DONE" {}
    brain.send("END");
    assert!(brain.wait().0.success());
}

/// The moves for a position if each is blocked before the next is requested.
fn moves_one_after_the_other(rule: u32, board: &str, count: usize) -> Vec<String> {
    let mut session = Session::new(500);
    session.ask(&["START 15"]);
    session.hear(format!("INFO rule {rule}"));
    let ask = |session: &mut Session| {
        session.hear(format!("YXBOARD {board} DONE"));
        let answer = session.ask(&["YXNBEST 1"]);
        session.hear(format!("YXBLOCK {answer} DONE"));
        answer
    };
    (0..count).map(|_| ask(&mut session)).collect()
}

#[test]
fn a_blocked_point_is_not_played() {
    let open = "7,7,1 8,8,2 9,7,1 6,6,2";
    let four_of_ours = "3,3,1 3,9,2 4,3,1 5,9,2 5,3,1 7,9,2 6,3,1 9,12,2";
    let four_of_theirs = "3,3,2 3,9,1 4,3,2 5,9,1 5,3,2 7,9,1 6,3,2 2,3,1";
    let three_of_ours = "3,3,1 3,9,2 4,3,1 5,9,2 5,3,1 7,12,2";
    for board in ["", open, four_of_ours, four_of_theirs, three_of_ours] {
        for rule in [0, 1, 4] {
            let moves = moves_one_after_the_other(rule, board, 12);
            for (i, point) in moves.iter().enumerate() {
                assert!(place(point).is_some(), "{board}: {moves:?}");
                assert!(!moves[..i].contains(point), "{board}: {moves:?}");
            }
        }
    }
}
