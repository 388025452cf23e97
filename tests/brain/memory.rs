//! The memory limit, from outside: the peak resident set of real brains in complete games on the
//! largest tournament board. Linux only: it is read from `/proc`.
#![cfg(target_os = "linux")]

use rand::{SeedableRng, rngs::StdRng};
use tengen_core::rules::Rule;
use tengen_e2e::brain::Brain;
use tengen_e2e::referee::Referee;
use tengen_testkit::{FREESTYLE, RENJU, in_two_lengths};

/// The number of games and the milliseconds per turn.
#[derive(Clone, Copy)]
struct Length {
    games: usize,
    turn: u32,
}

const SHORT: Length = Length { games: 1, turn: 40 };
const LONG: Length = Length { games: 2, turn: 1000 };

fn play_whole_games(length: Length, limit: u64, rule: Rule, bits: u32) {
    play_on_threads(1, length, limit, rule, bits);
}

fn play_on_threads(threads: usize, length: Length, limit: u64, rule: Rule, bits: u32) {
    let mut random = StdRng::seed_from_u64(limit);
    let Length { games, turn } = length;
    let mut brains = [Brain::start(&[]), Brain::start(&[])];
    for brain in &mut brains {
        for info in [
            format!("max_memory {limit}"),
            format!("timeout_turn {turn}"),
            format!("rule {bits}"),
            format!("thread_num {threads}"),
        ] {
            brain.send(&format!("INFO {info}"));
        }
    }
    for _ in 0..games {
        let mut referee = Referee::new(20, rule);
        referee.scatter(4, &mut random);
        for brain in &mut brains {
            brain.send("START 20");
            assert_eq!(brain.answer(), "OK");
        }
        while referee.position.empty_count() > 0 {
            let us = referee.position.to_move().index();
            if !referee.ask(&mut brains[us]).open {
                break;
            }
        }
        for brain in &brains {
            let peak = brain.peak();
            println!("max_memory {limit}: peak {peak} after {} stones", referee.position.stones().len());
            assert!(peak < limit, "{peak} of {limit} bytes");
        }
    }
}

in_two_lengths!(
    peak_stays_below_80_mebibytes,
    |length| play_whole_games(length, 83_886_080, FREESTYLE, 0),
    SHORT,
    LONG
);

in_two_lengths!(
    peak_stays_below_80_mebibytes_on_all_threads,
    |length| play_on_threads(1000, length, 83_886_080, FREESTYLE, 0),
    SHORT,
    LONG
);

in_two_lengths!(peak_stays_below_350_mebibytes, |length| play_whole_games(length, 367_001_600, RENJU, 4), SHORT, LONG);

#[test]
fn peak_stays_below_a_limit_that_is_just_enough() {
    let mut brain = Brain::playing(20, &[]);
    brain.send("INFO max_memory 1000");
    brain.send("TURN 10,10");
    let error = brain.answer();
    let needed: u64 = error
        .strip_suffix(" bytes are needed")
        .and_then(|text| text.rsplit(' ').next()?.parse().ok())
        .unwrap_or_else(|| panic!("{error}"));
    play_whole_games(SHORT, needed, FREESTYLE, 0);
}

#[test]
fn without_a_limit_the_tables_take_128_mebibytes() {
    let mut brain = Brain::playing(20, &[]);
    brain.send("INFO timeout_turn 500");
    let mut referee = Referee::new(20, FREESTYLE);
    referee.scatter(10, &mut StdRng::seed_from_u64(1));
    referee.ask(&mut brain);
    assert!(brain.peak() < 160 << 20, "{}", brain.peak());
}
