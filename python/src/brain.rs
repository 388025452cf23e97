//! Matches: brains behind pipes, openings, and what the results say.

use crate::arguments::{self, Scalar};
use crate::errors::{ArgumentError, Class, failed, guarded, refused};
use crate::position::PyPosition;
use crate::results::{names, result};
use crate::watch::{beside, wait_for};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tengen_arena::chooser::{Choices, Chooser};
use tengen_arena::referee::clock::Limits;
use tengen_arena::referee::dialect::{Dialect, Place, Spec, Wanted};
use tengen_arena::referee::play::GameOpening;
use tengen_arena::referee::seat::{Failure, Seat};
use tengen_arena::stats::Pairs;
use tengen_arena::tournament::openings::{Openings, read as read_openings};
use tengen_arena::tournament::player_spec;
use tengen_core::board::{Colour, Point};
use tengen_core::files;
use tengen_core::game::Game;
use tengen_core::message::{Coded, Datum};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::{Opening, OpeningRule};

/// A brain in its own process: a command line, or ``NAME=VALUE`` parts as in ``tengen match``.
///
/// ``turn=SECONDS`` limits the time of a move, ``nodes=N`` its nodes; without limits it takes one second.
#[pyclass(name = "Brain", frozen, module = "tengen")]
pub struct PyBrain {
    conversation: Mutex<Conversation>,
    name: String,
    stop: Arc<AtomicBool>,
}

/// A brain's seat, and what the brain knows of a game.
struct Conversation {
    dialect: &'static dyn Dialect,
    seat: Seat,
    /// The game up to the brain's last move, or without moves since its start; `None` before the first game, and after a
    /// move that cannot be played.
    known: Option<Game>,
}

impl Conversation {
    fn start(&mut self, game: &Game, side: Colour) -> PyResult<()> {
        let (size, rule) = (game.position().size(), game.rule());
        let opening = game.moves().len() > usize::from(side == Colour::White);
        if let Some(why) = self.dialect.unsupported(&Wanted { other: None, size, rule, opening }) {
            return Err(refused(&ArgumentError::BrainSpec { why }));
        }
        self.known = Some(Game::new(size, rule));
        self.seat.start_game(game, side).map_err(|failure| fault(self.seat.name(), failure))
    }

    /// The brain's answer in a position of the game that it knows, or of another one, which is started first.
    fn ask(&mut self, game: &Game) -> PyResult<Option<Place>> {
        if !self.seat.is_running() || !self.known.as_ref().is_some_and(|known| is_next(game, known)) {
            self.start(game, game.to_move())?;
        }
        let answer = self.seat.ask_move(game).map_err(|failure| fault(self.seat.name(), failure))?;
        let place = answer.what.first().copied();
        self.known = place.and_then(|place| played(game, place));
        Ok(place)
    }
}

/// Whether the game is the known one and a reply; any of the same board and rule if no move is known.
fn is_next(game: &Game, known: &Game) -> bool {
    if (game.position().size(), game.rule()) != (known.position().size(), known.rule()) {
        return false;
    }
    let replies = game.last_mover() == Some(known.to_move()) && game.to_move() != known.to_move();
    let mut before = game.clone();
    known.moves().is_empty() || (replies && before.undo() && before.position() == known.position())
}

/// The game after a brain's answer, if that is a move.
fn played(game: &Game, (x, y): Place) -> Option<Game> {
    let mut game = game.clone();
    game.play(game.position().size().point(x, y)?).ok()?;
    Some(game)
}

impl PyBrain {
    /// Talks to the brain; an exception of a signal handler stops it.
    fn talk<T: Send>(&self, py: Python, work: impl FnOnce(&mut Conversation) -> PyResult<T> + Send) -> PyResult<T> {
        self.stop.store(false, Ordering::Relaxed);
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        let talk = || match wait_for(&self.conversation, &mut || is_stopped()) {
            Some(mut conversation) => work(&mut conversation).inspect_err(|_| conversation.seat.dismiss()),
            None => Err(fault(&self.name, Failure::Stopped)),
        };
        let said = beside(py, talk, || self.stop.store(true, Ordering::Relaxed))?;
        said.ok_or_else(failed)?
    }
}

fn fault(name: &str, failure: Failure) -> PyErr {
    match failure {
        Failure::Fault(reason, why) => Class::BrainError.of_coded(&Coded {
            code: "Fault",
            data: vec![("reason", Datum::Text(reason.to_string()))],
            text: format!("{name}: {why}"),
        }),
        Failure::Stopped => Class::BrainError.plain("Stopped", format!("{name}: the match was stopped")),
    }
}

#[pymethods]
impl PyBrain {
    /// A brain by its command line, or by `NAME=VALUE` parts as in `tengen match`.
    #[new]
    fn new(command: &str) -> PyResult<PyBrain> {
        guarded(|| {
            let [margin, patience] = [200, 30_000].map(Duration::from_millis);
            let common = Spec::new("", "", Limits { margin, patience, ..Limits::default() });
            let spec = player_spec::read(command, &common);
            let mut spec = spec.map_err(|error| refused(&ArgumentError::BrainSpec { why: format!("{error:#}") }))?;
            if !spec.limits.has_clock() && spec.nodes.is_none() {
                spec.limits.turn = Some(Duration::from_secs(1));
            }
            let (name, stop) = (spec.name.clone(), Arc::new(AtomicBool::new(false)));
            let dialect = spec.dialect;
            let seat = Seat::new(Arc::new(spec), stop.clone(), false);
            Ok(PyBrain { conversation: Mutex::new(Conversation { dialect, seat, known: None }), name, stop })
        })
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Starts a game in which it plays this side.
    fn start(&self, py: Python, position: PyPosition, side: &str) -> PyResult<()> {
        guarded(|| {
            let (side, game) = (arguments::side(side)?, position.with_stones_as_moves()?);
            self.talk(py, |conversation| conversation.start(&game, side))
        })
    }

    /// Its move, as row and column. A position that does not continue the game of :meth:`start`, or of the last call,
    /// begins another game.
    fn __call__(&self, py: Python, position: PyPosition) -> PyResult<(i64, i64)> {
        guarded(|| {
            position.check_open()?;
            let game = position.with_stones_as_moves()?;
            let (x, y) = self.talk(py, |conversation| conversation.ask(&game))?.ok_or_else(failed)?;
            Ok((y.into(), x.into()))
        })
    }

    /// Ends the program.
    fn close(&self, py: Python) -> PyResult<()> {
        guarded(|| {
            self.talk(py, |conversation| {
                conversation.seat.dismiss();
                Ok(())
            })
        })
    }

    fn __repr__(&self) -> String {
        format!("<tengen.Brain {}>", self.name)
    }
}

/// Plays an opening by its rule; searches of this many nodes make the choices of both players.
fn conducted(mut opening: Opening, rule: Rule, choices: Choices) -> PyResult<Vec<Point>> {
    let mut chooser = Chooser::new(rule, choices);
    while !opening.is_over() {
        Python::attach(|py| py.check_signals())?;
        for answer in chooser.choose(&opening).ok_or_else(failed)? {
            opening.answer(&answer).map_err(|_| failed())?;
        }
    }
    Ok(opening.stones().to_vec())
}

/// Openings of a match: ``empty``, ``balanced`` (drawn at random and searched), by an opening rule like ``swap2``, with
/// the choices of both players by searches, or those of a file, in order.
#[pyfunction]
#[pyo3(
    signature = (kind, count, *, rule="freestyle", size=Scalar::Whole(15), seed=0, nodes=None),
    text_signature = "(kind, count, *, rule=\"freestyle\", size=15, seed=0, nodes=None)"
)]
pub fn openings<'py>(
    py: Python<'py>,
    kind: &str,
    count: usize,
    rule: &str,
    size: Scalar,
    seed: u64,
    nodes: Option<i64>,
) -> PyResult<Bound<'py, PyTuple>> {
    guarded(|| {
        let (rule, size, nodes) = (arguments::rule(rule)?, arguments::size(&size)?, arguments::nodes(nodes)?);
        let source = match kind {
            "empty" => Openings::Empty,
            "balanced" => Openings::Balanced { size, rule, seed, nodes },
            name => match OpeningRule::from_name(name) {
                Some(opening_rule) => Openings::ByRule(opening_rule, seed),
                None => {
                    let wrong = || refused(&ArgumentError::Openings { what: format!("{name:?}") });
                    let text = files::read_list(Path::new(name)).map_err(|_| wrong())?;
                    read_openings(&text, size, rule).map_err(|error| Class::ReadError.of(&error))?
                }
            },
        };
        let mut found = Vec::new();
        for number in 0..count {
            py.check_signals()?;
            let points = py.detach(|| match source.opening(number) {
                GameOpening::Moves(points) => Ok(points),
                GameOpening::ByRule(opening_rule, choices) => {
                    let opening = Opening::new(opening_rule, size).map_err(|error| refused(&error))?;
                    let nodes = nodes.unwrap_or(choices.nodes);
                    conducted(opening, rule, Choices { nodes, ..choices })
                }
                GameOpening::Swap2 => unreachable!("brains are not asked"),
            });
            found.push(names(py, points?, size)?);
        }
        PyTuple::new(py, found)
    })
}

/// What the scores of pairs of games say about the strength of the first player.
#[pyfunction]
pub fn elo<'py>(py: Python<'py>, pairs: Vec<(f32, f32)>) -> PyResult<Bound<'py, PyAny>> {
    guarded(|| {
        let mut results = Pairs::default();
        for &(first, second) in &pairs {
            for score in [first, second] {
                if ![0.0, 0.5, 1.0].contains(&score) {
                    let why = format!("a score is 0, 0.5 or 1, not {score}");
                    return Err(Class::InvalidArgument.plain("Score", why));
                }
            }
            results.add([first, second]);
        }
        let ((elo, error), (low, high)) = (results.elo(), results.interval());
        let is_known = |number: f64| number.is_finite().then_some(number);
        result!(py, "Elo", {
            difference: is_known(elo).filter(|_| !pairs.is_empty()),
            error: is_known(error).filter(|_| low.is_some() && high.is_some()),
            low: low,
            high: high,
            superiority: results.superiority(),
            text: results.to_string(),
        })
    })
}
