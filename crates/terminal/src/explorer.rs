//! Explores a database at a terminal, line by line: users type moves to continue, and comments and labels to store.

use super::drawing::Ink;
use super::explore::{self, Exploration};
use super::given::Setting;
use super::prompt;
use anyhow::{Context, Result, ensure};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use tengen_core::board::{Point, Position, notation};
use tengen_core::printable;
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_database::{Place, PositionBook, Record, note};

/// How long a note waits for a file that another program holds.
const NOTE_PATIENCE: Duration = Duration::from_secs(10);

const HELP: &str = "\
h8            play a move, or several: h8i9
back          take the last move back
start         go back to the first position
board         show the position again, with the board
all           show all moves, not only the ten best
comment TEXT  set the comment of this position; without TEXT, delete it
label TEXT    set the label of the last move
help          show this list
quit          quit; or exit";

const HINT: &str = "Type moves like h8i9, or back, start, board, all, help or quit.";

const BEST: usize = 10;

/// Shows one position after another until the input ends or the user quits.
pub fn run(book: &dyn PositionBook, start: Setting, ink: Ink, output: &mut dyn Write) -> io::Result<()> {
    prompt::hint(HINT);
    let mut explorer = Explorer { book, start, line: Vec::new(), ink };
    let mut written = writeln!(output, "{}", or_error(explorer.show()));
    prompt::read(|line| {
        match explorer.hear(line.trim()) {
            Some(answer) => written = writeln!(output, "{answer}"),
            None => return false,
        }
        written.is_ok()
    });
    written
}

fn or_error(answer: Result<String>) -> String {
    answer.unwrap_or_else(|error| printable::line(format_args!("{error:#}")))
}

struct Explorer<'a> {
    book: &'a dyn PositionBook,
    start: Setting,
    /// The moves since `start`.
    line: Vec<Point>,
    ink: Ink,
}

impl Explorer<'_> {
    /// The answer to a line; `None` to quit.
    fn hear(&mut self, line: &str) -> Option<String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Some(or_error(match word.to_lowercase().as_str() {
            "quit" | "exit" | "q" => return None,
            "help" | "?" => Ok(HELP.into()),
            "" => self.show(),
            "board" => self.look().map(|found| found.text(self.ink, BEST)),
            "all" => self.look().map(|found| found.words(usize::MAX)),
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
        self.start.position.clone().after_all(&self.line)
    }

    fn look(&self) -> Result<Exploration> {
        let setting = Setting { position: self.position(), rule: self.rule(), lead: 0 };
        explore::run(self.book, setting)
    }

    /// The best moves, below the board if the terminal has room for both.
    fn show(&self) -> Result<String> {
        let found = self.look()?;
        let whole = found.text(self.ink, BEST);
        let lines = whole.lines().count() + 2; // what can be typed, and the prompt
        Ok(match prompt::rows() {
            Some(rows) if rows < lines => found.words(BEST),
            _ => whole,
        })
    }

    fn back(&mut self) -> Result<String> {
        ensure!(self.line.pop().is_some(), "this is the first position");
        self.show()
    }

    /// Plays all of these moves, or none.
    fn go(&mut self, moves: &str) -> Result<String> {
        let mut position = self.position();
        let unknown = || format!("{moves:?} is neither a move nor a command; help lists the commands");
        let moves = notation::read(moves, position.size()).ok();
        let moves = moves.filter(|moves| !moves.is_empty()).with_context(unknown)?;
        for &point in &moves {
            let name = notation::write(point, position.size());
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
        self.note(move |known| Record { comment: comment.clone(), ..known })
    }

    fn label(&self, text: &str) -> Result<String> {
        let label = note::label(text)?;
        self.note(move |known| Record { label: label.clone(), ..known })
    }

    fn note(&self, change: impl Fn(Record) -> Record + Send + Sync + 'static) -> Result<String> {
        ensure!(self.book.is_writable(), "{} is read-only; --database-write allows changes", self.book.name());
        let place = Place::of(&self.position(), self.rule());
        self.book.change(place.key(), Arc::new(change))?;
        self.book.flush(NOTE_PATIENCE)?;
        self.show()
    }
}
