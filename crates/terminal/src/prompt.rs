//! Typed lines: edited at a terminal (arrow keys, history), read as they are from a pipe.

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, IsTerminal, Write};
use tengen_core::lines::read_lines;

const PROMPT: &str = "> ";
/// The exit code of a program that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// Prints what can be typed, on standard error, if a person sits at a terminal; programs get nothing.
pub fn hint(text: &str) {
    if io::stdin().is_terminal() {
        let _ = writeln!(io::stderr(), "{text}"); // it may be closed
    }
}

/// The height of the terminal; `None` if standard output is none.
pub fn rows() -> Option<usize> {
    let (_, rows) = io::stdout().is_terminal().then(crossterm::terminal::size)?.ok()?;
    Some(rows.into())
}

/// Passes typed lines to `give` until the input ends or `give` returns false.
pub fn read(mut give: impl FnMut(&str) -> bool) {
    match Editor::at_terminal() {
        Some(mut editor) => while editor.line().is_some_and(|line| give(&line)) {},
        None => read_lines(io::stdin(), |line| give(&String::from_utf8_lossy(&line))),
    }
}

struct Editor(DefaultEditor);

impl Editor {
    /// The editor, if standard input and output are a terminal.
    fn at_terminal() -> Option<Editor> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return None;
        }
        DefaultEditor::new().ok().map(Editor)
    }

    /// The next line; `None` at the end of the input. Ctrl-C ends the program.
    fn line(&mut self) -> Option<String> {
        match self.0.readline(PROMPT) {
            Ok(line) => {
                let _ = self.0.add_history_entry(&line); // the history is a convenience
                Some(line)
            }
            Err(ReadlineError::Interrupted) => std::process::exit(INTERRUPTED),
            Err(_) => None,
        }
    }
}
