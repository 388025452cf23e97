//! A database explored at a terminal, line by line: moves are typed to go on, comments and labels to be kept.

use super::drawing::Ink;
use super::explore;
use super::given::Setting;
use anyhow::{Context, Result, ensure};
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;
use tengen_core::board::{Point, Position, notation};
use tengen_core::lines::read_lines;
use tengen_core::printable;
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_database::{Library, Place, Record, note};

/// How long a note waits for a file that another program holds.
const NOTE_PATIENCE: Duration = Duration::from_secs(10);

const HELP: &str = "\
h8            go on with a move, or with several: h8i9
back          take the last move back
start         go back to where it began
board         show the position again
comment TEXT  write a comment on this position; without TEXT it is taken away
label TEXT    write a label upon the move that led here
quit          leave";

/// Shows one position after another until the lines end, or somebody leaves.
///
/// # Errors
/// When the output cannot be written any more.
pub fn run(
    library: &dyn Library,
    start: Setting,
    ink: Ink,
    input: impl Read,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut explorer = Explorer {
        library,
        start,
        line: Vec::new(),
        ink,
    };
    let mut written = writeln!(output, "{}", told(explorer.show()));
    read_lines(input, |line| {
        let text = String::from_utf8_lossy(&line);
        match explorer.hear(text.trim()) {
            Some(answer) => written = writeln!(output, "{answer}"),
            None => return false,
        }
        written.is_ok()
    });
    written
}

/// An answer, or why there is none.
fn told(answer: Result<String>) -> String {
    answer.unwrap_or_else(|error| printable::line(format_args!("{error:#}")))
}

/// Somebody who looks around in a database.
struct Explorer<'a> {
    library: &'a dyn Library,
    start: Setting,
    /// The moves since then.
    line: Vec<Point>,
    ink: Ink,
}

impl Explorer<'_> {
    /// What is said to a line; nothing to somebody who leaves.
    fn hear(&mut self, line: &str) -> Option<String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Some(told(match word {
            "quit" | "exit" => return None,
            "help" => Ok(HELP.into()),
            "" | "board" => self.show(),
            "back" => self.back(),
            "start" => {
                self.line.clear();
                self.show()
            }
            "comment" => self.comment(rest.trim()),
            "label" => self.label(rest.trim()),
            _ => self.go(line),
        }))
    }

    fn rule(&self) -> Rule {
        self.start.rule
    }

    fn position(&self) -> Position {
        let mut position = self.start.position.clone();
        for &point in &self.line {
            position.play(point, &mut ());
        }
        position
    }

    fn show(&self) -> Result<String> {
        let setting = Setting {
            position: self.position(),
            rule: self.rule(),
        };
        Ok(explore::run(self.library, setting)?.text(self.ink))
    }

    fn back(&mut self) -> Result<String> {
        ensure!(self.line.pop().is_some(), "this is where it began");
        self.show()
    }

    /// All of these moves, or none.
    fn go(&mut self, moves: &str) -> Result<String> {
        let mut position = self.position();
        let unknown = || format!("{moves:?} is no move and no command; help lists those");
        let moves = notation::read(moves, position.shape()).ok();
        let moves = moves.filter(|moves| !moves.is_empty());
        let moves = moves.with_context(unknown)?;
        for &point in &moves {
            let name = notation::write(point, position.shape());
            position.check_empty(point).with_context(|| name.clone())?;
            let outcome = judge(&position, point, position.to_move(), self.rule());
            ensure!(outcome == Outcome::Open, "{name} ends the game");
            position.play(point, &mut ());
        }
        self.line.extend(moves);
        self.show()
    }

    fn comment(&self, text: &str) -> Result<String> {
        let comment = note::comment(text)?;
        self.note(move |known| Record {
            comment: comment.clone(),
            ..known
        })
    }

    fn label(&self, text: &str) -> Result<String> {
        let label = note::label(text)?;
        self.note(move |known| Record {
            label: label.clone(),
            ..known
        })
    }

    /// Changes the record of the position.
    fn note(&self, change: impl Fn(Record) -> Record + Send + Sync + 'static) -> Result<String> {
        ensure!(
            self.library.is_writable(),
            "{} is only read; --database-write lets you write into it",
            self.library.name()
        );
        let place = Place::of(&self.position(), self.rule());
        self.library.change(place.key(), Arc::new(change))?;
        self.library.flush(NOTE_PATIENCE)?;
        self.show()
    }
}
