//! Runs transcripts of sessions with the SAU programs.
//!
//! `# …` is a comment, `$ …` adds arguments to the command line, `> …` is sent, `< …` is the expected answer. After the
//! last line, `quit` must end the program.

use std::path::PathBuf;
use tengen_e2e::brain::Brain;

/// The board as the platform sees it.
pub trait Board {
    /// Applies a command that was not answered with `error`.
    fn follow(&mut self, command: &str);
    /// Whether an answer is as expected; a move is played on the board.
    fn takes(&mut self, answer: &str, expected: &str) -> bool;
}

/// Runs every transcript of a folder, each with a board for its arguments.
pub fn run_all<B: Board>(folder: &str, at_least: usize, board: impl Fn(&[&str]) -> B, start: fn(&[&str]) -> Brain) {
    let files = transcripts(folder);
    assert!(files.len() >= at_least, "some transcripts are missing");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable transcript");
        let name = file.file_name().unwrap().to_string_lossy();
        let arguments = arguments(&text);
        let brain = start(&arguments);
        run(&format!("{folder}/{name}"), &text, board(&arguments), brain);
    }
}

fn transcripts(folder: &str) -> Vec<PathBuf> {
    let root = tengen_e2e::repository().join("tests/transcripts");
    let files = std::fs::read_dir(root.join(folder)).expect("the folder of transcripts");
    let mut files: Vec<_> = files.map(|entry| entry.expect("a transcript").path()).collect();
    files.sort();
    files
}

/// Default arguments, and those of the lines that begin with `$`.
fn arguments(text: &str) -> Vec<&str> {
    let mut arguments = vec!["--nodes", "300", "--hash", "2"];
    let more = text.lines().filter_map(|line| line.strip_prefix("$ "));
    arguments.extend(more.flat_map(str::split_whitespace));
    arguments
}

fn run(name: &str, text: &str, mut board: impl Board, mut brain: Brain) {
    let mut command: Option<String> = None;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(line) = line.strip_prefix('>') {
            if let Some(before) = command.take() {
                board.follow(&before);
            }
            let line = line.strip_prefix(' ').unwrap_or(line);
            brain.send(line);
            command = Some(line.to_string());
        } else if let Some(expected) = line.strip_prefix("< ") {
            let answer = brain.answer();
            let sent = command.take().expect("a command before its answer");
            if !answer.starts_with("error") {
                board.follow(&sent);
            }
            assert!(board.takes(&answer, expected), "{name}:{number}: {sent} was answered {answer}, not {expected}");
        } else {
            let known = line.is_empty() || line.starts_with(['#', '$']);
            assert!(known, "{name}:{number}: {line}");
        }
    }
    brain.send("quit");
    assert_eq!(brain.rest(), [""; 0], "{name}: unexpected output");
    assert!(brain.wait().0.success(), "{name}");
}
