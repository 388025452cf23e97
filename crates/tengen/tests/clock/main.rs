//! Timing tests, run one after another: those of the Gomocup protocol here, those of all protocols in `moves.rs` and
//! `ends.rs`. The real programs run behind pipes and are measured as a manager measures them.
//!
//! The long forms (`cargo test --release -p tengen --test clock long -- --ignored --nocapture`) print the median
//! margin. The machine may be busy with other programs: the limit applies to the processor time used by the brain, and
//! to the wall time minus the time its threads waited for a processor (Linux counts both). Elsewhere there is a grace
//! period instead. Late moves are measured again or counted, see `crates/testkit/src/clock.rs`. The games are exact
//! caro, where wins are rare, since a game with an obvious win takes no time.

mod ends;
mod moves;
mod ponder;
mod threads;

use rand::{SeedableRng, rngs::StdRng};
use std::time::{Duration, Instant};
use tengen_e2e::brain::Brain;
use tengen_e2e::referee::{GRACE, Referee};
use tengen_testkit::CARO_EXACT;
use tengen_testkit::clock::{alone, assert_in_time, assert_usually_below};
use tengen_testkit::stopwatch::Stopwatch;

/// A hash table small enough to be filled in no time; see `tables_cost_no_time` for others.
const SMALL: [&str; 2] = ["--hash", "16"];

fn milliseconds(amount: u64) -> Duration {
    Duration::from_millis(amount)
}

/// A brain in a long search on an open board.
fn searching() -> Brain {
    let mut brain = Brain::playing(20, &[]);
    brain.send("INFO timeout_turn 60000");
    brain.send_bytes(b"BOARD\n10,10,1\n3,16,2\n16,4,1\n4,4,2\nDONE\n");
    thinks_on(&mut brain, milliseconds(100));
    brain
}

/// Expects no answer, only messages, for this long.
fn thinks_on(brain: &mut Brain, time: Duration) {
    let begun = Instant::now();
    while let Some(line) = brain.unexpected(time.saturating_sub(begun.elapsed())) {
        assert!(line.starts_with("MESSAGE "), "it searches: {line}");
    }
}

/// Plays two hundred moves, each in another open position, with a match clock that runs down. Returns the time they
/// took in total, or up to the first that exceeded the clock. The brain is sent the time left times `factor`; a factor of 0
/// means that none is left.
fn spent_in_a_match(whole: Duration, turn: Duration, factor: u32) -> Duration {
    let mut random = StdRng::seed_from_u64(7);
    let mut brain = Brain::playing(20, &SMALL);
    brain.send(&format!("INFO timeout_turn {}", turn.as_millis()));
    brain.send(&format!("INFO timeout_match {}", whole.as_millis()));
    brain.send("INFO rule 9");
    let mut spent = Duration::ZERO;
    for number in 0..200 {
        let mut referee = Referee::new(20, CARO_EXACT);
        referee.scatter(2 + number / 3, &mut random);
        let Some(left) = whole.checked_sub(spent) else { break };
        brain.send(&format!("INFO time_left {}", (factor * left).as_millis()));
        let took = referee.ask(&mut brain).took.own();
        assert!(took <= turn, "{took:?} with a turn limit of {turn:?}");
        spent += took;
    }
    spent
}

/// On a machine whose caches are used by other programs, two hundred instant moves take longer than ninety
/// milliseconds: their time there plus a quarter is allowed.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "a busy machine eats the clock")]
fn a_match_clock_is_never_overrun() {
    let _alone = alone();
    for (whole, turn) in [(1500, 300), (400, 1000), (90, 5000)] {
        let (whole, turn) = (milliseconds(whole), milliseconds(turn));
        let at_once = spent_in_a_match(milliseconds(60_000), turn, 0);
        let limit = whole.max(at_once * 5 / 4);
        assert_in_time("the match", limit, || spent_in_a_match(whole, turn, 1));
    }
}

#[test]
fn a_clock_that_has_run_out_moves_at_once() {
    let _alone = alone();
    let mut brain = Brain::playing(20, &SMALL);
    brain.send("INFO timeout_turn 10000");
    brain.send("INFO rule 9");
    let mut random = StdRng::seed_from_u64(3);
    for left in [-1, -5000, 0, 1, 5] {
        let left = format!("time_left {left}");
        assert_in_time(&left, milliseconds(20) + GRACE, || move_after(&mut brain, &[&left], &mut random));
    }
}

/// The time for a move on an open board after these INFO lines, without the load of the machine.
fn move_after(brain: &mut Brain, info: &[&str], random: &mut StdRng) -> Duration {
    info.iter().for_each(|line| brain.send(&format!("INFO {line}")));
    let mut referee = Referee::new(20, CARO_EXACT);
    referee.scatter(9, random);
    referee.ask(brain).took.own()
}

#[test]
fn the_time_left_is_believed_whichever_way_it_jumps() {
    let _alone = alone();
    let mut random = StdRng::seed_from_u64(5);
    let mut brain = Brain::playing(20, &SMALL);
    brain.send("INFO timeout_turn 200");
    brain.send("INFO timeout_match 90000");
    brain.send("INFO rule 9");
    for left in [90_000, 60, 2_147_483_647, -3, 400, 50, 90_000, 0] {
        let limit = milliseconds(left.clamp(20, 200) as u64);
        let ample = left >= 90_000;
        let info = format!("time_left {left}");
        assert_in_time(&info, limit + GRACE, || {
            let start = Instant::now();
            let took = move_after(&mut brain, &[&info], &mut random);
            assert!(!ample || start.elapsed() > milliseconds(90), "{info}"); // half may be kept in reserve
            took
        });
    }
}

#[test]
fn each_limit_may_be_absent() {
    let _alone = alone();
    let mut random = StdRng::seed_from_u64(6);
    let cases = [
        (["timeout_turn 0", "timeout_match 90000", "rule 9"], 20),
        (["timeout_turn 200", "timeout_match 0", "rule 9"], 200),
        (["max_depth 0", "timeout_match 700", "rule 9"], 100),
    ];
    for (info, limit) in cases {
        assert_in_time(&info.join(", "), milliseconds(limit) + GRACE, || {
            let mut brain = Brain::playing(20, &SMALL);
            move_after(&mut brain, &info, &mut random)
        });
    }
}

/// Obvious moves take no time if the time can be used later.
#[test]
fn forced_moves_and_wins_spare_the_match_clock() {
    let _alone = alone();
    let mut brain = Brain::playing(15, &SMALL);
    brain.send("INFO timeout_turn 5000");
    brain.send("INFO time_left 60000");
    let plain = [
        // Four in a row, blocked at one end: there is one reply.
        "3,7,2\n4,7,2\n5,7,2\n6,7,2\n2,7,1\n0,0,1\n14,3,1\n9,14,1\n",
        // An open three of ours, and no four of the opponent.
        "7,7,1\n8,7,1\n9,7,1\n0,0,2\n14,2,2\n3,14,2\n",
    ];
    for board in plain {
        assert_in_time("a plain move", milliseconds(100) + GRACE, || {
            let watch = Stopwatch::of(brain.id());
            brain.send_bytes(format!("BOARD\n{board}DONE\n").as_bytes());
            let (_, answered) = brain.timed_answer();
            watch.until(answered).own()
        });
    }
}

#[test]
fn another_game_or_board_stops_a_search_within_50_ms() {
    let _alone = alone();
    // The board has an immediate win.
    let board = "BOARD 3,3,1 3,9,2 4,3,1 5,9,2 5,3,1 7,9,2 6,3,1 2,3,2 DONE";
    let set_up = "YXBOARD 5,5,1 5,7,2 DONE\r\nYXSHOWFORBID";
    for (command, answer) in [
        ("RESTART", "OK"),
        ("START 15", "OK"),
        ("RECTSTART 20,15", "OK"),
        ("RESTART\r\nBEGIN", "OK"),
        (board, "7,3"),
        (set_up, "FORBID ."),
    ] {
        assert_usually_below(milliseconds(50) + GRACE, || {
            let mut brain = searching();
            let watch = Stopwatch::of(brain.id());
            brain.send(command);
            let (line, answered) = brain.timed_answer();
            assert_eq!(line, answer, "{command}: no move before the answer");
            watch.until(answered)
        });
    }
}

#[test]
fn info_timeout_turn_0_moves_now() {
    let _alone = alone();
    assert_usually_below(milliseconds(50) + GRACE, || {
        let mut brain = searching();
        let watch = Stopwatch::of(brain.id());
        brain.send("INFO timeout_turn 0");
        let (answer, answered) = brain.timed_answer();
        assert!(tengen_e2e::brain::place(&answer).is_some(), "{answer}");
        watch.until(answered)
    });
}

#[test]
fn new_limits_count_in_the_middle_of_a_move() {
    let _alone = alone();
    assert_in_time("the move", milliseconds(1000) + GRACE, || {
        let begun = Instant::now();
        let mut brain = searching();
        let watch = Stopwatch::of(brain.id());
        brain.send("INFO evaluate 3,3");
        brain.send("INFO timeout_turn 1000");
        let (_, answered) = brain.timed_answer();
        // On a busy machine the brain keeps up to half of the limit in reserve.
        assert!(answered - begun > milliseconds(450), "half a second of the move was left");
        watch.until(answered).own()
    });
}

#[test]
fn what_is_not_urgent_waits_for_the_move() {
    let _alone = alone();
    let mut brain = searching();
    brain.send("ABOUT");
    brain.send("TAKEBACK 16,4");
    brain.send("HELLO");
    thinks_on(&mut brain, milliseconds(200));
    // A limit that comes after other commands stays behind them …
    brain.send("INFO timeout_turn 0");
    thinks_on(&mut brain, milliseconds(200));
    // … but END does not.
    brain.send("END");
    assert_eq!(brain.remaining_answers(), [""; 0]);
}

/// The tournament manager suspends a brain while the opponent thinks.
#[cfg(unix)]
#[test]
fn a_suspended_brain_loses_no_time() {
    let _alone = alone();
    let signal = |brain: &Brain, name: &str| {
        let kill = format!("kill -{name} {}", brain.id());
        let status = std::process::Command::new("sh").args(["-c", &kill]).status();
        assert!(status.expect("a shell").success());
    };
    let mut brain = Brain::playing(20, &SMALL);
    brain.send("INFO timeout_turn 400");
    signal(&brain, "STOP");
    brain.send_bytes(b"BOARD\n10,10,1\n3,16,2\n16,4,1\n4,4,2\nDONE\n");
    std::thread::sleep(milliseconds(600));
    signal(&brain, "CONT");
    let start = Instant::now();
    let (_, answered) = brain.timed_answer();
    // On a busy machine the brain keeps up to half of the limit in reserve.
    assert!(answered - start > milliseconds(150), "{:?}", answered - start);
}
