//! Programs start soon, and end a search at once when its answer is not wanted any more, in every protocol.

use crate::{SMALL, milliseconds, searching};
use tengen_e2e::brain::Brain;
use tengen_e2e::referee::GRACE;
use tengen_e2e::toolbox::tengen;
use tengen_testkit::clock::{alone, assert_in_time, assert_usually_below};
use tengen_testkit::stopwatch::Stopwatch;

#[test]
fn the_first_answer_comes_within_100_ms() {
    let _alone = alone();
    type Start = fn(&[&str]) -> Brain;
    let programs: [(Start, &str, &str); 4] = [
        (Brain::start, "START 20", "OK"),
        (Brain::start, "name?", "name Tengen"),
        (Brain::connect6, "name?", "name Tengen"),
        (Brain::dots, "name?", "name Tengen"),
    ];
    for (start, question, answer) in programs {
        assert_usually_below(milliseconds(100) + GRACE, || {
            let watch = Stopwatch::of_the_next();
            let mut brain = start(&[]);
            brain.send(question);
            assert_eq!(brain.answer(), answer);
            watch.has_started(brain.id()).read()
        });
    }
}

#[test]
fn the_opening_of_connect6_comes_within_100_ms() {
    let _alone = alone();
    let mut brain = Brain::connect6(&[]);
    brain.send("name?");
    brain.answer();
    assert_in_time("the opening", milliseconds(100) + GRACE, || {
        let watch = Stopwatch::of(brain.id());
        brain.send("new black");
        let (opening, answered) = brain.timed_answer();
        assert_eq!(opening, "move JJ@@");
        watch.until(answered).own()
    });
}

/// A program in a long search under the SAU protocol.
fn searching_sau(mut brain: Brain, lines: &[&str]) -> Brain {
    brain.send("name?");
    assert_eq!(brain.answer(), "name Tengen");
    lines.iter().for_each(|line| brain.send(line));
    assert_eq!(brain.unexpected(milliseconds(100)), None, "it searches");
    brain
}

fn searching_gomoku() -> Brain {
    searching_sau(Brain::start_in(&[("TENGEN_TIME", "60s")], &SMALL), &["new white", "move HH"])
}

#[test]
fn the_last_command_ends_a_search_at_once_and_without_a_move() {
    let _alone = alone();
    type Ending<'a> = (&'a str, &'a dyn Fn() -> Brain, fn(&mut Brain), u64);
    let dots = || searching_sau(Brain::dots(&["--time", "60s", "--hash", "4"]), &["new black"]);
    let programs: [Ending; 4] = [
        ("END", &searching, |brain| brain.send("END"), 50),
        (
            "the end of the input",
            &|| {
                let mut brain = searching();
                brain.send_bytes(b"ABOUT\nTURN 1,1");
                brain
            },
            Brain::close_input,
            50,
        ),
        ("quit", &searching_gomoku, |brain| brain.send("quit"), 1000),
        ("quit in Dots and Boxes", &dots, |brain| brain.send("quit"), 1000),
    ];
    for (what, start, end, limit) in programs {
        println!("{what}");
        assert_usually_below(milliseconds(limit) + GRACE, || {
            let mut brain = start();
            let watch = Stopwatch::of(brain.id());
            end(&mut brain);
            assert_eq!(brain.remaining_answers(), [""; 0], "{what}");
            let took = watch.read();
            assert!(brain.wait().0.success(), "{what}");
            took
        });
    }
}

#[test]
fn moves_of_ended_games_are_not_sent() {
    let _alone = alone();
    let mut brain = searching_gomoku();
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
fn the_next_command_ends_an_analysis_at_once() {
    let _alone = alone();
    let mut gtp = Brain::start_command(tengen(&["gtp", "--hash", "16", "--threads", "1"]), &[], &[]);
    for command in ["play b h8", "play w j9", "play b g7"] {
        gtp.send(command);
        assert_eq!([gtp.line(), gtp.line()], ["= ", ""]);
    }
    for command in ["lz-analyze 10", "kata-analyze b 10 maxmoves 3", "lz-analyze 50"] {
        gtp.send(command);
        assert_eq!(gtp.line(), "=");
        assert!(gtp.line().starts_with("info move "));
        let watch = Stopwatch::of(gtp.id());
        gtp.send("name");
        while gtp.line().starts_with("info") {}
        assert_eq!(gtp.line(), "= Tengen");
        let took = watch.read().own();
        assert!(took <= milliseconds(100), "{command}: {took:?}");
        assert_eq!(gtp.line(), "");
    }
}

/// The memory that Connect6 needs besides the hash table, in MB.
#[cfg(target_os = "linux")]
const OTHER_MEGABYTES: u64 = 8;

#[cfg(target_os = "linux")]
#[test]
fn memory_of_connect6_stays_below_the_tables_and_a_little() {
    let _alone = alone();
    for megabytes in [1, 64] {
        let hash = megabytes.to_string();
        let mut brain = Brain::connect6(&["--hash", &hash, "--time", "300ms"]);
        brain.send("new white");
        for line in ["move JJ@@", "move AASS", "move ASSA"] {
            brain.send(line);
            let answer = brain.answer();
            assert!(answer.starts_with("move "), "{answer}");
        }
        let peak = brain.peak();
        println!("--hash {megabytes}: peak {peak}");
        assert!(peak < (megabytes + OTHER_MEGABYTES) << 20, "{peak} bytes");
    }
}
