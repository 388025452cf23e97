//! The sessions printed in documents: the brain still answers as they say.

use tengen_e2e::brain::Brain;
use tengen_e2e::repository;

/// Documents with a session by hand: lines with `>` are sent, the others are answers.
const DOCUMENTS: [&str; 2] = ["README.md", "docs/src/guide/first-steps.md"];

/// The commands of the session in a document, with the answers to each.
fn session(document: &str) -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(repository().join(document)).expect("a document");
    let block = text.split("```").find(|block| block.starts_with("text\n> START"));
    let mut session: Vec<(String, Vec<String>)> = Vec::new();
    for line in block.unwrap_or_else(|| panic!("{document} shows no session")).lines().skip(1) {
        match (line.strip_prefix("> "), session.last_mut()) {
            (Some(command), _) => session.push((command.into(), Vec::new())),
            (None, Some((_, answers))) => answers.push(line.into()),
            (None, None) => unreachable!("it begins with a command"),
        }
    }
    session
}

/// Without what differs from machine to machine: speed and time.
fn steady(line: &str) -> String {
    let parts = line.trim_start_matches("MESSAGE ").split(" | ");
    let is_steady = |part: &&str| !part.starts_with("Speed ") && !part.starts_with("Time ");
    parts.filter(is_steady).collect::<Vec<_>>().join(" | ")
}

/// The answer and the last MESSAGE lines before it: slow machines print more of them.
fn answer(brain: &mut Brain, count: usize) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let line = brain.line();
        let is_message = line.starts_with("MESSAGE ");
        lines.push(line);
        if !is_message {
            return lines.split_off(lines.len() - count);
        }
    }
}

#[test]
fn the_brain_answers_as_the_documents_say() {
    for document in DOCUMENTS {
        let mut brain = Brain::start(&[]);
        for (command, answers) in session(document) {
            brain.send(&command);
            if answers.is_empty() {
                continue;
            }
            let answer = answer(&mut brain, answers.len());
            for (line, shown) in answer.iter().zip(&answers) {
                assert_eq!(steady(line), steady(shown), "{document}: {command}");
            }
        }
    }
}
