//! Sends random and mutated lines to a session: no panic, no hang, only valid replies, and START
//! still replies OK.

use crate::session::Session;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::time::{Duration, Instant};
use tengen_testkit::in_two_lengths;

/// Meaningful lines; `#` stands for a random number.
const LINES: [&str; 52] = [
    "START #", "START 20", "START 15", "START 5", "RECTSTART #,#", "RECTSTART 30,20", "RESTART", "BEGIN", "TURN #,#",
    "TURN #,#", "TURN #,#", "BOARD", "SWAP2BOARD", "DONE", "DONE", "#,#,1", "#,#,2", "#,#,3", "#,#", "#,#,#",
    "INFO timeout_turn #", "INFO timeout_match #", "INFO time_left #", "INFO max_memory #", "INFO max_memory 83886080",
    "INFO rule #", "INFO rule 4", "INFO fb_check #", "INFO game_type #", "INFO folder C:\\temp", "INFO evaluate #,#",
    "INFO max_node #", "INFO max_depth #", "TAKEBACK #,#", "PLAY #,#", "ABOUT", "YXSHOWFORBID", "YXSHOWINFO",
    "YXBOARD", "YXBOARD #,#,1 #,#,2 DONE", "YXBOARD 7,7,1 8,8,2 DONE", "YXNBEST #", "YXNBEST 2", "YXSTOP",
    "YXBLOCK #,# DONE", "YXBLOCKUNDO #,# DONE", "YXBLOCKRESET", "YXHASHCLEAR", "YXSHOWHASHUSAGE", "INFO show_detail #",
    "INFO hash_size #", "HELLO #",
];

/// Valid prefixes of a reply.
const ANSWERS: [&str; 9] =
    ["OK", "ERROR ", "UNKNOWN ", "FORBID ", "name=\"Tengen\"", "SUGGEST ", "SWAP", "MESSAGE ", "INFO "];

struct Fuzzer {
    random: StdRng,
}

impl Fuzzer {
    fn number(&mut self) -> String {
        let random = &mut self.random;
        match random.random_range(0..100) {
            0..75 => random.random_range(0..20).to_string(),
            75..90 => random.random_range(-2..40).to_string(),
            90..95 => random.random_range(-100_000..100_000).to_string(),
            95 => i64::MAX.to_string(),
            96 => i64::MIN.to_string(),
            97 => "99999999999999999999999".into(),
            98 => String::new(),
            _ => "x".into(),
        }
    }

    fn line(&mut self) -> Vec<u8> {
        let template = *LINES.choose(&mut self.random).expect("some lines");
        let mut line = String::new();
        for c in template.chars() {
            match c {
                '#' => line += &self.number(),
                _ => line.push(c),
            }
        }
        let mut line = line.into_bytes();
        if self.random.random_ratio(1, 4) {
            for _ in 0..self.random.random_range(1..4) {
                self.mutate(&mut line);
            }
        }
        line
    }

    fn mutate(&mut self, line: &mut Vec<u8>) {
        let random = &mut self.random;
        let at = random.random_range(0..=line.len());
        match random.random_range(0..7) {
            0 => line.insert(at, random.random()),
            1 => line.truncate(at),
            2 if at < line.len() => line[at] = random.random(),
            3 if at < line.len() => drop(line.remove(at)),
            4 => line.insert(at, b' '),
            5 => line.extend_from_within(..at),
            6 => line.make_ascii_lowercase(),
            _ => {}
        }
        line.retain(|byte| !matches!(byte, b'\r' | b'\n'));
    }
}

fn is_protocol(answer: &str) -> bool {
    let numbers = |c: char| c.is_ascii_digit() || matches!(c, ',' | ' ');
    answer.len() < 300
        && !answer.contains(|c: char| c.is_control())
        && (ANSWERS.iter().any(|start| answer.starts_with(start)) || answer.chars().all(numbers))
}

/// A session that does not use the clock, since fuzzed limits would make the test slow.
fn session(suggest: bool) -> Session {
    Session::with(tengen_session::brain::Config {
        threads: None,
        hash: Some(1 << 20),
        nodes: Some(8),
        suggest,
        seed: Some(1),
        ..Default::default()
    })
}

in_two_lengths!(random_lines_do_no_harm, say, 30_000, 10_000_000);

fn say(lines: u64) {
    let mut fuzzer = Fuzzer { random: StdRng::seed_from_u64(1) };
    let mut talk = session(false);
    let mut slowest = (Duration::ZERO, Vec::new());
    for number in 0..lines {
        if number % 100_000 == 99_999 {
            talk = session(number % 200_000 == 99_999);
        }
        let line = fuzzer.line();
        let start = Instant::now();
        match talk.hear(line.clone()) {
            Some(answers) => {
                for answer in answers {
                    assert!(is_protocol(&answer), "{answer:?} to {}", line.escape_ascii());
                }
            }
            None => talk = session(false),
        }
        slowest = slowest.max((start.elapsed(), line));
    }
    println!("slowest: {:?} for {}", slowest.0, slowest.1.escape_ascii());
    assert!(slowest.0 < Duration::from_secs(5), "{slowest:?}");
    let answers = talk.hear("START 20").expect("the session goes on");
    assert_eq!(answers.last().expect("an answer"), "OK");
}
