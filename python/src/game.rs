//! Records of games, and their files.

use crate::arguments::{self, MoveList, Scalar, argument};
use crate::errors::{ArgumentError, Class, guarded, illegal, refused, unopened, unread};
use crate::picture;
use crate::position::PyPosition;
use crate::results::outcome;
use crate::watch::receive;
use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;
use tengen_core::board::{Point, notation};
use tengen_core::files::{Existing, write_new};
use tengen_records::defaults::Defaults;
use tengen_records::opened::Opened;
use tengen_records::save::{ENDINGS, Saved};
use tengen_records::source::Source;
use tengen_records::{Format, Game as Record, Move, ReadError, games};

/// How many games are read ahead.
const AHEAD: usize = 16;

/// What a pickled game consists of: SGF, and notes.
type PickledGame = (String, Vec<String>);

/// A record of a game.
#[pyclass(name = "Game", frozen, module = "tengen")]
pub struct PyGame {
    record: Record,
    /// The file that it was read from, with variations and comments.
    source: Option<Source>,
    notes: Vec<String>,
}

impl PyGame {
    fn of(opened: Opened) -> PyResult<PyGame> {
        let Opened { game, source, doubts, .. } = opened;
        if let Some(other) = game.other {
            return Err(refused(&ArgumentError::OtherGame { game: other.title() }));
        }
        Ok(PyGame { record: game, source, notes: doubts.iter().map(ToString::to_string).collect() })
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    fn name(&self, point: Point) -> String {
        notation::write(point, self.record.size)
    }

    fn written(&self, format: Saved) -> PyResult<Vec<u8>> {
        let written = format.write(&self.record, self.source.as_ref());
        Ok(written.map_err(|error| Class::WriteError.of(&error))?.bytes)
    }
}

#[pymethods]
impl PyGame {
    /// A game of five in a row by its moves.
    #[new]
    #[pyo3(signature = (moves, *, rule="freestyle", size=None, black="", white=""))]
    fn new(moves: MoveList, rule: &str, size: Option<Scalar>, black: &str, white: &str) -> PyResult<PyGame> {
        guarded(|| {
            let rule = arguments::rule(rule)?;
            let size = match (size, &moves) {
                (Some(size), _) => arguments::size(&size)?,
                (None, MoveList::Text(text)) => tengen_records::moves::size_by(text, Defaults::default()),
                (None, MoveList::List(_)) => tengen_records::moves::size_by("", Defaults::default()),
            };
            let mut record = Record::new(size, rule, [black.into(), white.into()]);
            record.moves = moves.points(size)?.into_iter().map(Move::new).collect();
            record.ending = record.played().map_err(|error| illegal(&error))?.ending();
            Ok(PyGame { record, source: None, notes: Vec::new() })
        })
    }

    /// The game of a position. What was played before a pass or out of turn is set up.
    #[staticmethod]
    #[pyo3(signature = (position, *, black="", white=""))]
    fn from_position(position: &PyPosition, black: &str, white: &str) -> PyResult<PyGame> {
        guarded(|| {
            let mut record = position.record()?;
            record.players = [black.into(), white.into()];
            Ok(PyGame { record, source: None, notes: Vec::new() })
        })
    }

    /// The names of black and white.
    #[getter]
    fn players(&self) -> (String, String) {
        self.record.players.clone().into()
    }

    /// The rule.
    #[getter]
    fn rule(&self) -> String {
        self.record.rule.to_string()
    }

    /// The number of columns.
    #[getter]
    fn width(&self) -> u8 {
        self.record.size.width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> u8 {
        self.record.size.height()
    }

    /// The moves.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.points().map(|point| self.name(point)).collect()
    }

    /// The comment of each move, which may be empty.
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.record.moves.iter().map(|played| played.comment.clone()).collect()
    }

    /// The time of each move in seconds, where it is known.
    #[getter]
    fn times(&self) -> Vec<Option<f64>> {
        let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
        self.record.moves.iter().map(|played| played.time.map(seconds)).collect()
    }

    /// The result, if it is known.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.record.ending.map(|ending| outcome(py, ending)).transpose()
    }

    /// What was skipped, or read otherwise than written.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The position after this many moves, or after all.
    #[pyo3(signature = (after=None))]
    fn position(&self, after: Option<usize>) -> PyResult<PyPosition> {
        guarded(|| {
            let all = self.record.moves.len();
            let after = after.unwrap_or(all);
            let mut record = self.record.clone();
            if after > all {
                return Err(pyo3::exceptions::PyIndexError::new_err(format!("the game has {all} moves, not {after}")));
            }
            record.moves.truncate(after);
            Ok(PyPosition::of(record.played().map_err(|error| illegal(&error))?))
        })
    }

    /// The position before each move, and after the last one.
    fn positions(&self) -> PyResult<Vec<PyPosition>> {
        guarded(|| {
            let steps = self.record.steps().map_err(|error| illegal(&error))?;
            Ok(steps.into_iter().map(PyPosition::of).collect())
        })
    }

    /// The game in the Smart Game Format.
    fn sgf(&self) -> PyResult<String> {
        guarded(|| {
            let bytes = self.written(Saved::Record(Format::Sgf))?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        })
    }

    /// The content of a file: ``sgf``, ``psq`` (Piskvork), ``lib`` (RenLib) or ``txt`` (CCGC).
    fn to_bytes<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        guarded(|| {
            let saved = Saved::of_name(Path::new(&format!("game.{format}")));
            let wrong = || refused(&ArgumentError::FileFormat { name: format!("{format:?}"), endings: ENDINGS });
            Ok(PyBytes::new(py, &self.written(saved.ok_or_else(wrong)?)?))
        })
    }

    /// The game, move by move, as an animated GIF.
    #[pyo3(
        signature = (*, numbers="all", delay=Scalar::Whole(1), width=None),
        text_signature = "($self, *, numbers=\"all\", delay=1, width=None)"
    )]
    fn gif<'py>(
        &self,
        py: Python<'py>,
        numbers: &str,
        delay: Scalar,
        width: Option<u32>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guarded(|| {
            let delay = delay.time()?;
            let bytes = py.detach(|| picture::film(&self.record, numbers, delay, width))?;
            Ok(PyBytes::new(py, &bytes))
        })
    }

    fn _repr_html_(&self, py: Python) -> PyResult<String> {
        guarded(|| {
            let bytes =
                py.detach(|| picture::film(&self.record, "all", Duration::from_secs(1), Some(picture::WIDTH)))?;
            let text = py.import("base64")?.call_method1("b64encode", (PyBytes::new(py, &bytes),))?;
            let text: String = text.call_method0("decode")?.extract()?;
            Ok(format!("<img alt=\"{} moves\" src=\"data:image/gif;base64,{text}\">", self.record.moves.len()))
        })
    }

    fn __len__(&self) -> usize {
        self.record.moves.len()
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        other.cast::<PyGame>().is_ok_and(|other| other.get().record == self.record)
    }

    fn __hash__(&self) -> u32 {
        tengen_core::fnv::checksum(self.record.moves_text().as_bytes())
    }

    fn __repr__(&self) -> String {
        let Record { size, rule, players: [black, white], moves, ending, .. } = &self.record;
        let result = ending.map_or(String::new(), |ending| format!(", {}", ending.reason));
        format!("<tengen.Game {black:?} - {white:?}, {rule} {size}, {} moves{result}>", moves.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, PickledGame)> {
        let game = slf.get();
        Ok((slf.get_type().getattr("_restore")?, (game.sgf()?, game.notes.clone())))
    }

    /// A game from what was pickled.
    #[staticmethod]
    fn _restore(sgf: &str, notes: Vec<String>) -> PyResult<PyGame> {
        guarded(|| {
            let opened = games::open(sgf.as_bytes(), Defaults::default(), true).map_err(|error| unread(&error))?;
            Ok(PyGame { notes, ..PyGame::of(opened)? })
        })
    }
}

impl PyPosition {
    /// The record of the moves that led here; what was played before the last pass, or out of turn, is set up.
    fn record(&self) -> PyResult<Record> {
        let mut start = self.game().clone();
        let mut later: Vec<Point> = Vec::new();
        let (mut next, size, rule) = (self.game().to_move(), self.size(), self.rule());
        while let Some((side, tengen_core::game::Action::Stone(point))) = start.actions().last() {
            if side == next {
                break;
            }
            next = side;
            later.push(point);
            start.undo();
        }
        let mut board = start.position().clone();
        board.set_to_move(next);
        if !board.dead().is_empty() {
            return Err(refused(&ArgumentError::DeadPoints));
        }
        let mut record = match board.stones().is_empty() {
            true => Record { first: next, ..Record::new(size, rule, Default::default()) },
            false => Record::from_position(&board, rule),
        };
        record.moves = later.into_iter().rev().map(Move::new).collect();
        record.ending = self.game().ending();
        Ok(record)
    }
}

/// What was read of a game, and its place in the file.
type ReadGame = Result<Opened, ReadError>;

/// The games of a file. After a game that cannot be read, the next call returns the one behind it.
#[pyclass(name = "Games", frozen, module = "tengen")]
pub struct PyGames {
    pieces: Mutex<Receiver<ReadGame>>,
    skip_errors: bool,
}

impl PyGames {
    /// Reads the games on a thread of its own, some of them ahead.
    fn start(
        file: impl BufRead + Send + 'static,
        defaults: Defaults,
        as_five: bool,
        skip_errors: bool,
    ) -> PyResult<PyGames> {
        let (sender, pieces) = sync_channel(AHEAD);
        std::thread::Builder::new().name("tengen games".into()).spawn(move || {
            let mut games = match games::games(file, defaults, as_five) {
                Ok(games) => games,
                Err(error) => return drop(sender.send(Err(error))),
            };
            while let Some(piece) = games.next() {
                let piece = piece.map_err(|error| match games.place() {
                    "" => error,
                    place => error.at(place),
                });
                if sender.send(piece).is_err() {
                    return;
                }
            }
        })?;
        Ok(PyGames { pieces: Mutex::new(pieces), skip_errors })
    }

    /// The next game; `None` after the last one.
    fn next(&self, py: Python) -> PyResult<Option<ReadGame>> {
        receive(py, &self.pieces)
    }
}

#[pymethods]
impl PyGames {
    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__(&self, py: Python) -> PyResult<PyGame> {
        guarded(|| {
            loop {
                match self.next(py)? {
                    None => return Err(PyStopIteration::new_err(())),
                    Some(Ok(opened)) => return PyGame::of(opened),
                    Some(Err(_)) if self.skip_errors => {}
                    Some(Err(error)) => return Err(unread(&error)),
                }
            }
        })
    }
}

fn defaults(rule: Option<&str>, size: Option<&Scalar>) -> PyResult<Defaults> {
    Ok(Defaults {
        rule: rule.map(arguments::rule).transpose()?,
        size: size.map(arguments::size).transpose()?,
        other: None,
    })
}

/// Reads the games of a file of any format that Tengen reads, one after the other.
///
/// ``rule`` and ``size`` are those of games that name none. ``as_five`` reads SGF files of other games too. A game that
/// cannot be read raises :class:`ReadError` in its place, or is skipped.
#[pyfunction]
#[pyo3(signature = (file, *, rule=None, size=None, as_five=false, skip_errors=false))]
pub fn read(
    file: PathBuf,
    rule: Option<&str>,
    size: Option<Scalar>,
    as_five: bool,
    skip_errors: bool,
) -> PyResult<PyGames> {
    guarded(|| {
        let defaults = defaults(rule, size.as_ref())?;
        let opened = File::open(&file).map_err(|error| unopened(&file, &error))?;
        if opened.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(pyo3::exceptions::PyIsADirectoryError::new_err(file.display().to_string()));
        }
        PyGames::start(BufReader::new(opened), defaults, as_five, skip_errors)
    })
}

argument! {
    /// The content of a file.
    Content { Text(String), Bytes(Vec<u8>) } = "str or bytes"
}

/// Reads the games of a text, or of the content of a file: see :func:`read`.
#[pyfunction]
#[pyo3(signature = (content, *, rule=None, size=None, as_five=false, skip_errors=false))]
pub fn parse(
    content: Content,
    rule: Option<&str>,
    size: Option<Scalar>,
    as_five: bool,
    skip_errors: bool,
) -> PyResult<PyGames> {
    guarded(|| {
        let bytes = match content {
            Content::Text(text) => text.into_bytes(),
            Content::Bytes(bytes) => bytes,
        };
        PyGames::start(Cursor::new(bytes), defaults(rule, size.as_ref())?, as_five, skip_errors)
    })
}

/// Writes a game to a file; its name ends in .sgf, .psq, .lib or .txt. An SGF file holds several games.
///
/// A file that exists raises :class:`FileExistsError`, unless ``replace`` is true.
#[pyfunction]
#[pyo3(signature = (file, games, *, replace=false))]
pub fn write(file: PathBuf, games: &Bound<PyAny>, replace: bool) -> PyResult<()> {
    guarded(|| {
        let name = || file.display().to_string();
        let wrong = || refused(&ArgumentError::FileName { name: name(), endings: ENDINGS });
        let format = Saved::of_name(&file).ok_or_else(wrong)?;
        let games = match games.cast::<PyGame>() {
            Ok(game) => vec![game.clone()],
            Err(_) => games.try_iter()?.map(|game| Ok(game?.cast_into::<PyGame>()?)).collect::<PyResult<Vec<_>>>()?,
        };
        match games.len() {
            0 => return Err(refused(&ArgumentError::NoGames)),
            1 => {}
            _ if format == Saved::Record(Format::Sgf) => {}
            n => return Err(refused(&ArgumentError::OneGame { name: name(), n })),
        }
        let bytes = games.iter().map(|game| game.get().written(format)).collect::<PyResult<Vec<_>>>()?.concat();
        let existing = if replace { Existing::Replace } else { Existing::Keep };
        write_new(&file, existing, &bytes).map_err(|error| unopened(&file, &error))
    })
}
