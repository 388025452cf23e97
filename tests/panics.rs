//! A panic in a running brain, seen from outside: it prints nothing, the move is still played, and the log contains the
//! panic.
//!
//! No command makes the brain panic, so this program is its own faulty brain (it has no test harness, which would
//! print): the brain's session and panic hook, with an input that panics when a search polls it.

use pbrain_tengen::gomocup;
use std::path::{Path, PathBuf};
use std::process::Command;
use tengen_e2e::brain::Brain;
use tengen_line_io::input::{Line, Peek, Source, ThreadedLines};
use tengen_line_io::quiet;
use tengen_session::brain::Config;

/// Lines that can be waited for, but panic when polled.
struct Explosive(ThreadedLines);

impl Source for Explosive {
    fn next_line(&mut self) -> Option<Line> {
        self.0.next_line()
    }

    fn peek_line(&mut self) -> Peek {
        panic!("the input is broken");
    }
}

fn be_the_broken_brain(log: &Path) {
    quiet::begin(Some(log)).expect("a new log");
    let mut lines = Explosive(ThreadedLines::read(std::io::stdin()));
    let played = gomocup::run(Config::default(), &mut lines, &mut std::io::stdout());
    assert!(played.is_ok());
}

fn play_with_the_broken_brain(log: PathBuf) {
    let this = std::env::current_exe().expect("this program has a path");
    let path = log.to_str().expect("a plain path");
    let mut brain = Brain::start_command(Command::new(this), &[], &[path]);
    let mut exchange = |line: &str, expected: &str| {
        brain.send(line);
        assert_eq!(brain.answer(), expected, "{line}");
    };
    exchange("START 15", "OK");
    exchange("TURN 7,7", "7,6");
    exchange("TURN 0,0", "6,7");
    exchange("TURN 7,6", "ERROR 7,6: point already taken");
    brain.send("END");
    assert_eq!(brain.rest(), [""; 0], "unexpected output");
    assert!(brain.wait().0.success());
    let text = std::fs::read_to_string(&log).expect("the log");
    std::fs::remove_file(&log).expect("the log can go");
    assert_eq!(text.matches("the input is broken").count(), 2, "{text}");
}

fn main() {
    match std::env::args_os().nth(1) {
        Some(log) if log.to_string_lossy().ends_with(".panics") => be_the_broken_brain(log.as_ref()),
        _ => {
            let name = format!("tengen-{}.panics", std::process::id());
            play_with_the_broken_brain(std::env::temp_dir().join(name));
            println!("a panic is logged and the move still played: ok");
        }
    }
}
