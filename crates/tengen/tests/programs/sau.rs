//! The SAU protocol as the platform sees it: transcripts, and the clock.
//!
//! `tests/transcripts/sau/*.txt`, and `tests/transcripts/connect6/*.txt` for the Connect6 program (see
//! [`sau_transcripts`]): in an expected answer `<point>` is any empty point that was not rejected before, and
//! `<points>` are two of them.

use crate::sau_transcripts::{self, run_all};
use std::collections::HashSet;
use std::io::Write;
use std::process::Stdio;
use std::time::Duration;
use tengen_e2e::brain::{Brain, brain_command};
use tengen_testkit::clock::alone;
use tengen_testkit::stopwatch::Stopwatch;

/// The board as the platform sees it, with points as letters.
struct Board {
    side: u8,
    taken: HashSet<String>,
    refused: HashSet<String>,
    ours: Vec<String>,
}

/// The points of a turn, two letters each, without the padding.
fn points(turn: &str) -> Vec<String> {
    let letters: Vec<char> = turn.to_ascii_uppercase().replace(' ', "").chars().collect();
    let points = letters.chunks(2).map(String::from_iter);
    points.filter(|point| point != "@@").collect()
}

impl Board {
    /// The board for these arguments of a program whose default board has sides of `usual_side`.
    fn new(arguments: &[&str], usual_side: u8) -> Board {
        let size = arguments.iter().position(|&word| word == "--size");
        Board {
            side: size.map_or(usual_side, |at| arguments[at + 1].parse().expect("a size")),
            taken: HashSet::new(),
            refused: HashSet::new(),
            ours: Vec::new(),
        }
    }

    fn is_open(&self, point: &str) -> bool {
        let last = b'A' + self.side - 1;
        let on_the_board = point.len() == 2 && point.bytes().all(|c| (b'A'..=last).contains(&c));
        on_the_board && !self.taken.contains(point) && !self.refused.contains(point)
    }
}

impl sau_transcripts::Board for Board {
    fn follow(&mut self, command: &str) {
        let command = command.trim().to_ascii_lowercase();
        let (word, arguments) = command.split_once(' ').unwrap_or((&command, ""));
        match word {
            "new" => {
                self.taken.clear();
                self.refused.clear();
            }
            "move" => {
                self.taken.extend(points(arguments));
            }
            "error" => {
                for ours in self.ours.drain(..) {
                    self.taken.remove(&ours);
                    self.refused.insert(ours);
                }
            }
            _ => {}
        }
    }

    fn takes(&mut self, answer: &str, expected: &str) -> bool {
        let Some(turn) = answer.strip_prefix("move ") else {
            return answer == expected;
        };
        let points = points(turn);
        let open = points.iter().all(|point| self.is_open(point));
        let form = match points.len() {
            1 => answer.replacen(&points[0], "<point>", 1),
            _ => "move <points>".into(),
        };
        self.taken.extend(points.iter().cloned());
        self.ours = points;
        open && (expected == form || expected == answer)
    }
}

#[test]
fn transcripts() {
    run_all("sau", 19, |words| Board::new(words, 15), Brain::start);
}

#[test]
fn transcripts_of_connect6() {
    let board = |words: &[&str]| Board::new(words, 19);
    run_all("connect6", 11, board, Brain::connect6);
}

/// A brain as the platform starts it: only a small hash table as argument, and these settings in the environment.
fn playing(environment: &[(&str, &str)]) -> Brain {
    let mut brain = Brain::start_in(environment, &["--hash", "16"]);
    brain.send("name?");
    assert_eq!(brain.answer(), "name Tengen");
    brain
}

/// The output for these bytes of input.
fn output_of(bytes: &[u8]) -> Vec<u8> {
    let mut child = brain_command()
        .args(["--nodes", "300", "--hash", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(bytes).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stderr, b"");
    output.stdout
}

#[test]
fn the_answers_to_the_byte() {
    for text in ["name?\nnew black\n", "name?\r\nnew black\r\n", "\n\n \nname?\n\nnew black"] {
        let output = output_of(text.as_bytes());
        assert_eq!(String::from_utf8(output).unwrap(), "name Tengen\nmove HH\n", "{text:?}");
    }
    assert_eq!(output_of(b"error\n"), b"UNKNOWN error\n"); // Gomocup, since no `name?` was sent
    assert_eq!(output_of(b"quit\nerror\n"), b"");
    assert_eq!(output_of(b""), b"");
}

#[test]
fn strange_bytes_and_long_lines_do_no_harm() {
    let mut bytes = b"name?\n\xff\xfe\x00\nmove \xff\xff\n".to_vec();
    for word in ["move ", "new ", "take ", "name? ", "end "] {
        bytes.extend(word.as_bytes());
        bytes.resize(bytes.len() + 100_000, b'Z');
        bytes.push(b'\n');
    }
    bytes.extend(b"new black\n");
    let text = String::from_utf8(output_of(&bytes)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8, "{lines:?}");
    assert!(lines.iter().all(|line| line.len() < 256));
    assert!(lines[1..3].iter().chain(&lines[3..5]).all(|line| line.starts_with("error ")));
    assert_eq!(lines[5..], ["name Tengen", "error end wants black, white or nothing", "move HH"]);
}

#[test]
fn the_first_line_selects_the_language_unless_it_is_forced() {
    let answer = |arguments: &[&str], line: &str| {
        let mut brain = Brain::start(arguments);
        brain.send(line);
        brain.answer()
    };
    assert_eq!(answer(&[], "START 15"), "OK");
    assert_eq!(answer(&[], "name?"), "name Tengen");
    assert_eq!(answer(&["--protocol", "gomocup"], "name?"), "UNKNOWN name?");
    assert_eq!(answer(&["--protocol", "sau"], "new black"), "move HH");
    assert_eq!(answer(&["--protocol", "sau"], "START 15"), "error unknown command \"START\"");
}

#[test]
fn the_environment_sets_what_the_platform_does_not_tell() {
    let mut brain = playing(&[("TENGEN_SIZE", "19"), ("TENGEN_TIME", "100ms")]);
    brain.send("new black");
    assert_eq!(brain.answer(), "move JJ");
    let watch = Stopwatch::of(brain.id());
    brain.send("move AA");
    brain.answer();
    let worked = watch.read().worked;
    assert!(worked < Duration::from_secs(2), "it takes five seconds by itself");
    let mut brain = Brain::start_in(&[("TENGEN_PROTOCOL", "sau")], &[]);
    brain.send("new black");
    assert_eq!(brain.answer(), "move HH");
}

/// A game in which the opponent has just made five in the top row. Our answers that would block the four are rejected.
fn lost() -> Brain {
    let mut brain = playing(&[("TENGEN_TIME", "650ms"), ("TENGEN_RULE", "freestyle")]);
    brain.send("new white");
    for point in ["AA", "BA", "CA", "DA"] {
        brain.send(&format!("move {point}"));
        let mut answer = brain.answer();
        while answer == "move EA" {
            brain.send("error");
            answer = brain.answer();
        }
    }
    brain.send("move EA");
    brain
}

#[test]
fn the_loser_is_silent_when_the_platform_ends_the_game() {
    let _alone = alone();
    let mut brain = lost();
    std::thread::sleep(Duration::from_millis(50));
    brain.send_bytes(b"end black\nname?\n");
    assert_eq!(brain.answer(), "name Tengen");
}

#[test]
fn a_five_that_the_platform_does_not_count_is_answered() {
    let _alone = alone();
    let mut brain = lost();
    let answer = brain.answer();
    assert!(answer.starts_with("move "), "{answer}");
    brain.send(if answer == "move OO" { "move NO" } else { "move OO" });
    let answer = brain.answer();
    assert!(answer.starts_with("move "), "{answer}");
}
