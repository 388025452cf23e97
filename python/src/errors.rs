//! Exceptions: each has the code and the fields of the message that it is made from. A panic becomes one too.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use tengen_core::message::{Coded, CodedMessage, Datum};
use tengen_core::messages;
use tengen_records::ReadError;
use tengen_session::service::FAILED;

messages! {
    /// Why an argument is refused.
    pub enum ArgumentError {
        BelowOne { name: &'static str, number: i64 } = "{name} must be at least 1, not {number}",
        TooLarge { name: &'static str, number: i64 } = "{name} must be smaller than {number}",
        Side { what: String } = "{what} is not a side: black or white",
        ArrayType { kind: String, wanted: &'static str } = "an array of {kind} is not {wanted}; a board has integers: 1 black, -1 white, 0 empty, 2 dead",
        ArrayShape { shape: String, wanted: &'static str } = "an array of shape {shape} is not {wanted}",
        ArrayValue { value: i64 } = "{value} is not a point of a board: 1 black, -1 white, 0 empty, 2 dead",
        Sides { count: usize, positions: usize } = "{count} sides to move for {positions} positions",
        Place { row: i64, column: i64, height: u8, width: u8 } = "({row}, {column}) is not a point of a board of {height} rows and {width} columns",
        NotOneMove { text: String, n: usize } = "{text} is {n} moves, not one",
        TakenTwice { point: String } = "two stones are on {point}",
        WinKind { what: String } = "{what} is not a kind of win: vcf, vct or any",
        MixedRules { rule: String, other: String } = "positions of one batch have one rule, not {rule} and {other}",
        MixedBoards { size: String, other: String } = "positions of one batch have one board size, not {size} and {other}",
        NothingToUndo = "no move to take back",
        NoNetwork { rule: String } = "no network for the rule {rule}",
        FileName { name: String, endings: &'static str } = "{name}: the name must end in {endings}",
        FileFormat { name: String, endings: &'static str } = "{name} is not one of the formats {endings}",
        OneGame { name: String, n: usize } = "{name} holds one game, not {n}",
        NoGames = "no game to write",
        DeadPoints = "a record cannot hold dead points that no move made",
        NoMoves = "the game has no moves",
        OtherGame { game: &'static str } = "this is a game of {game}, not of five in a row",
        BrainSpec { why: String } = "{why}",
        PositionNumber { number: i64, count: usize } = "{number} is not one of {count} positions",
        Plies { count: usize } = "plies are {count} numbers, none below 0: one for each position",
        Openings { what: String } = "{what} are not openings: empty, balanced, an opening rule, a file, or lists of moves",
    }
}

/// The classes of exceptions in `tengen/errors.py`.
#[derive(Clone, Copy)]
pub enum Class {
    InvalidArgument,
    IllegalMove,
    ReadError,
    WriteError,
    SearchFailed,
    BrainError,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::InvalidArgument => "InvalidArgument",
            Class::IllegalMove => "IllegalMove",
            Class::ReadError => "ReadError",
            Class::WriteError => "WriteError",
            Class::SearchFailed => "SearchFailed",
            Class::BrainError => "BrainError",
        }
    }

    /// The exception of this class for a message.
    pub fn of(self, message: &impl CodedMessage) -> PyErr {
        self.of_coded(&message.coded())
    }

    /// The exception of this class for a message with its code and data.
    pub fn of_coded(self, coded: &Coded) -> PyErr {
        Python::attach(|py| match exception(py, self.name(), coded) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        })
    }

    /// The exception of this class with a text that has no fields.
    pub fn plain(self, code: &'static str, text: impl Into<String>) -> PyErr {
        self.of_coded(&Coded { code, data: Vec::new(), text: text.into() })
    }
}

fn exception<'py>(py: Python<'py>, class: &str, coded: &Coded) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    for (name, datum) in &coded.data {
        match datum {
            Datum::Text(text) => fields.set_item(name, text)?,
            Datum::Number(number) => fields.set_item(name, number)?,
            Datum::Message(inner) => fields.set_item(name, exception(py, "TengenError", inner)?)?,
        }
    }
    py.import("tengen.errors")?.getattr(class)?.call1((&coded.text, coded.code, fields))
}

/// A refused argument.
pub fn refused(error: &impl CodedMessage) -> PyErr {
    Class::InvalidArgument.of(error)
}

/// A move that cannot be played.
pub fn illegal(error: &impl CodedMessage) -> PyErr {
    Class::IllegalMove.of(error)
}

/// A game that cannot be read.
pub fn unread(error: &ReadError) -> PyErr {
    Class::ReadError.of(error)
}

/// A file that cannot be opened or written.
pub fn unopened(path: &std::path::Path, error: &std::io::Error) -> PyErr {
    std::io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

thread_local! {
    /// The last panic of this thread.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the messages of panics for the exceptions; nothing is printed.
pub fn keep_panics_quiet() {
    set_hook(Box::new(|panic| PANIC.set(Some(panic.to_string()))));
}

/// The exception for a search that failed, which is a bug.
pub fn failed() -> PyErr {
    let panic = PANIC.take().map(|panic| format!(" ({panic})")).unwrap_or_default();
    Class::SearchFailed.plain("Failed", format!("{FAILED}{panic}; please report this"))
}

/// Runs `work`; a panic becomes an exception.
pub fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(failed()))
}
