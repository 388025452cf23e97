//! Arguments from Python.

use crate::errors::{ArgumentError, illegal, refused};
use pyo3::prelude::*;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, duration, pages, processors};
use tengen_core::board::{BoardSize, Colour, Point, PointSet, notation};
use tengen_core::message::CodedMessage;
use tengen_core::rules::Rule;
use tengen_records::turns::{self, Turn};
use tengen_session::level::Level;
use tengen_session::service::Resources;

/// The time of a search without limits, as in `tengen analyse`.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// An argument that has one of several types, which are tried in turn; all others are refused by a sentence.
macro_rules! argument {
    ($(#[$doc:meta])* $name:ident { $($variant:ident($kind:ty)),+ } = $kinds:literal) => {
        $(#[$doc])*
        pub enum $name {
            $($variant($kind)),+
        }

        impl<'py> pyo3::FromPyObject<'_, 'py> for $name {
            type Error = pyo3::PyErr;

            fn extract(given: pyo3::Borrowed<'_, 'py, pyo3::PyAny>) -> pyo3::PyResult<$name> {
                $(if let Ok(value) = given.extract::<$kind>() {
                    return Ok($name::$variant(value));
                })+
                let other = given.get_type().name()?;
                Err(pyo3::exceptions::PyTypeError::new_err(format!("must be {}, not {other}", $kinds)))
            }
        }
    };
}
pub(crate) use argument;

argument! {
    /// A number or a text, as on the command line.
    Scalar { Whole(i64), Number(f64), Text(String) } = "a number or a text"
}

impl Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Scalar::Whole(number) => number.fmt(f),
            Scalar::Number(number) => number.fmt(f),
            Scalar::Text(text) => text.fmt(f),
        }
    }
}

impl Scalar {
    fn parsed<T: FromStr<Err: CodedMessage>>(&self) -> PyResult<T> {
        self.to_string().parse().map_err(|error| refused(&error))
    }

    /// A time in seconds.
    pub fn time(&self) -> PyResult<Duration> {
        duration::read(&self.to_string()).map_err(|error| refused(&error))
    }

    /// A playing strength.
    pub fn level(&self) -> PyResult<Level> {
        self.parsed()
    }
}

/// A rule by its name.
pub fn rule(name: &str) -> PyResult<Rule> {
    name.parse().map_err(|error: tengen_core::rules::RuleError| refused(&error))
}

/// The size of a board: `15`, or `20x15`.
pub fn size(size: &Scalar) -> PyResult<BoardSize> {
    size.parsed()
}

/// A side by its name.
pub fn side(name: &str) -> PyResult<Colour> {
    let side = Colour::BOTH.into_iter().find(|side| side.to_string() == name);
    side.ok_or_else(|| refused(&ArgumentError::Side { what: format!("{name:?}") }))
}

/// Threads and memory of searches.
pub fn resources(threads: &Scalar, hash_mb: &Scalar) -> PyResult<Resources> {
    let threads = processors::read(&threads.to_string()).map_err(|error| refused(&error))?;
    let memory = pages::megabytes(&hash_mb.to_string()).map_err(|error| refused(&error))?;
    Ok(Resources { threads, memory })
}

argument! {
    /// A move: `h8` or `pass`, or the row and the column of an array.
    OneMove { Name(String), Place((i64, i64)) } = "a move like 'h8' or a tuple of row and column"
}

impl OneMove {
    /// The point, or `None` for a pass.
    pub fn read(&self, size: BoardSize) -> PyResult<Option<Point>> {
        match self {
            OneMove::Name(name) => one_move(name, size),
            &OneMove::Place((row, column)) => {
                let on_board = || size.point(column.try_into().ok()?, row.try_into().ok()?);
                let (height, width) = (size.height(), size.width());
                let wrong = || illegal(&ArgumentError::Place { row, column, height, width });
                on_board().map(Some).ok_or_else(wrong)
            }
        }
    }

    /// The point.
    pub fn point(&self, size: BoardSize) -> PyResult<Point> {
        let not_one = || illegal(&ArgumentError::NotOneMove { text: "a pass".into(), n: 0 });
        self.read(size)?.ok_or_else(not_one)
    }
}

fn one_move(name: &str, size: BoardSize) -> PyResult<Option<Point>> {
    let turns = turns_of(name, size, Colour::Black)?;
    match turns[..] {
        [turn] => Ok(turn.point),
        _ => Err(illegal(&ArgumentError::NotOneMove { text: format!("{name:?}"), n: turns.len() })),
    }
}

fn turns_of(text: &str, size: BoardSize, first: Colour) -> PyResult<Vec<Turn>> {
    turns::of_parts(&turns::parts(text), size, first).map_err(|error| illegal(&error))
}

argument! {
    /// Moves: a text like `h8i9g7`, or a list.
    MoveList { Text(String), List(Vec<OneMove>) } = "moves like 'h8i9' or a list of names or of tuples of row and column"
}

impl MoveList {
    /// The turns, which alternate.
    pub fn turns(&self, size: BoardSize, first: Colour) -> PyResult<Vec<Turn>> {
        match self {
            MoveList::Text(text) => turns_of(text, size, first),
            MoveList::List(moves) => {
                let sides = [first, !first].into_iter().cycle();
                let turns = sides.zip(moves).map(|(side, one)| Ok(Turn { side, point: one.read(size)? }));
                turns.collect()
            }
        }
    }

    /// The points.
    pub fn points(&self, size: BoardSize) -> PyResult<Vec<Point>> {
        match self {
            MoveList::Text(text) => notation::read(text, size).map_err(|error| illegal(&error)),
            MoveList::List(moves) => moves.iter().map(|one| one.point(size)).collect(),
        }
    }
}

/// The argument of this name, a number that must be at least 1.
pub fn at_least_one<T: TryFrom<i64>>(name: &'static str, number: i64) -> PyResult<T> {
    if number < 1 {
        return Err(refused(&ArgumentError::BelowOne { name, number }));
    }
    T::try_from(number).map_err(|_| refused(&ArgumentError::TooLarge { name, number }))
}

/// A limit by nodes.
pub fn nodes(limit: Option<i64>) -> PyResult<Option<u64>> {
    limit.map(|limit| at_least_one("nodes", limit)).transpose()
}

/// The limits of a search.
#[derive(Default)]
pub struct Limit {
    pub nodes: Option<i64>,
    pub time: Option<Scalar>,
    pub depth: Option<i64>,
}

impl Limit {
    /// The limits; without any, a search takes five seconds.
    pub fn read(&self, exclude: Option<&MoveList>, size: BoardSize) -> PyResult<Limits> {
        let time = self.time.as_ref().map(Scalar::time).transpose()?;
        let time = time.or((self.nodes.is_none() && self.depth.is_none()).then_some(USUAL_TIME));
        let blocked = exclude.map(|points| points.points(size)).transpose()?;
        Ok(Limits {
            time: time.map(TimePlan::fixed),
            nodes: nodes(self.nodes)?,
            depth: self.depth.map(|depth| at_least_one("depth", depth)).transpose()?,
            blocked: blocked.map(PointSet::from_iter).unwrap_or_default(),
            ..Limits::default()
        })
    }
}
