//! Searches: each is a task of the session.

use crate::arguments::{self, Limit, MoveList, Scalar, argument};
use crate::array::{Boards, common_rule, of_floats, of_policies};
use crate::errors::{ArgumentError, failed, guarded, illegal, refused};
use crate::game::PyGame;
use crate::position::PyPosition;
use crate::results::{self, names, report, result};
use crate::watch::{Watch, receive, wait_for};
use crate::{errors, picture};
use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tengen_common::{Limits, Report, Shortening, StopRequest};
use tengen_core::board::{BoardSize, Colour, notation};
use tengen_core::game;
use tengen_core::rules::Rule;
use tengen_engine::eval::chances::Chances;
use tengen_engine::eval::net::Networks;
use tengen_engine::study::Means;
use tengen_engine::study::review::sentence::sentence;
use tengen_session::level::Level;
use tengen_session::service::{Event, Judged, Outcome, Resources, Reviewed, Runner, Settings, Task, Work};

/// The engine with its memory. It searches one position at a time; other threads wait for their turn.
///
/// Searches with a limit by nodes use one thread, and their results are reproducible. ``networks`` are files that replace
/// the built-in network of their rule. ``seed`` decides on the random moves of the lower levels.
#[pyclass(name = "Engine", frozen, module = "tengen")]
pub struct PyEngine {
    runner: Arc<Mutex<Runner>>,
    resources: Resources,
}

/// A search that is observed.
#[derive(Clone, Copy)]
struct SearchMode {
    /// Whether what was learned before may be used.
    afresh: bool,
    every: Duration,
}

impl PyEngine {
    /// The outcome of a task.
    fn outcome(&self, py: Python, task: &Task) -> PyResult<Outcome> {
        run(py, &self.runner, task, &mut |_| Ok(()))
    }

    /// The task about a position whose game is open.
    fn task(&self, position: &PyPosition, work: Work, limits: Limits, effort: SearchMode) -> PyResult<Task> {
        position.check_open()?;
        // The number of threads divides the memory, and a search by nodes needs only one.
        let threads = if effort.afresh && limits.nodes.is_some() { 1 } else { self.resources.threads };
        Ok(Task {
            lead: position.lead(),
            limits,
            resources: Some(Resources { threads, ..self.resources }),
            afresh: effort.afresh,
            every: effort.every,
            ..Task::new(position.board().clone(), position.rule(), work)
        })
    }
}

/// Runs a task without Python's lock; `listener` receives the other events.
fn run(
    py: Python,
    runner: &Mutex<Runner>,
    task: &Task,
    listener: &mut (dyn FnMut(Event) -> PyResult<()> + Send),
) -> PyResult<Outcome> {
    py.detach(|| {
        let mut watch = Watch::new();
        let found = watch.lock(runner).and_then(|mut runner| {
            let watch = RefCell::new(&mut watch);
            let mut request = || watch.borrow_mut().request();
            runner.answer(task, &mut request, &mut |event| {
                let heard = listener(event);
                watch.borrow_mut().note(heard);
            })
        });
        watch.end()?;
        found.ok_or_else(failed)
    })
}

/// A new engine for one task.
fn alone(resources: Resources, table: usize) -> Mutex<Runner> {
    Mutex::new(Runner::new(Settings::new(&Networks::built_in(), table, resources.threads)))
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(
        signature = (*, threads=Scalar::Whole(1), hash_mb=Scalar::Whole(256), networks=Vec::new(), seed=0),
        text_signature = "(*, threads=1, hash_mb=256, networks=(), seed=0)"
    )]
    fn new(threads: Scalar, hash_mb: Scalar, networks: Vec<PathBuf>, seed: u64) -> PyResult<PyEngine> {
        guarded(|| {
            let resources = arguments::resources(&threads, &hash_mb)?;
            let networks = Networks::with_files(&networks).map_err(|error| refused(&error))?;
            let settings = Settings { seed, ..Settings::new(&networks, resources.memory, resources.threads) };
            Ok(PyEngine { runner: Arc::new(Mutex::new(Runner::new(settings))), resources })
        })
    }

    /// The number of threads; at most one for each processor.
    #[getter]
    fn threads(&self) -> usize {
        self.resources.threads
    }

    /// The memory of the tables.
    #[getter]
    fn hash_mb(&self) -> usize {
        self.resources.memory >> 20
    }

    /// Forgets everything that was learned.
    fn clear(&self, py: Python) -> PyResult<()> {
        guarded(|| {
            py.detach(|| {
                let mut watch = Watch::new();
                if let Some(mut runner) = watch.lock(&self.runner) {
                    runner.clear();
                }
                watch.end()
            })
        })
    }

    /// Finds the best ``lines`` moves with their lines, within limits; without any it takes five seconds.
    ///
    /// With ``every``, in seconds, it returns an iterator of reports, of which the last is the result. ``exclude`` are
    /// moves that are not considered. ``reuse`` allows to use what earlier searches have learned; it is usual without
    /// limits of nodes and depth.
    #[pyo3(signature = (position, *, nodes=None, time=None, depth=None, lines=1, every=None, exclude=None, reuse=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        position: PyPosition,
        nodes: Option<i64>,
        time: Option<Scalar>,
        depth: Option<i64>,
        lines: i64,
        every: Option<Scalar>,
        exclude: Option<MoveList>,
        reuse: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| {
            let afresh = reuse.map_or(nodes.is_some() || depth.is_some(), |reuse| !reuse);
            let limits = Limit { nodes, time, depth }.read(exclude.as_ref(), position.size())?;
            let lines: u16 = arguments::at_least_one("lines", lines)?;
            let interval = every.as_ref().map(Scalar::time).transpose()?;
            let effort = SearchMode { afresh, every: interval.unwrap_or(Duration::MAX) };
            let task = self.task(&position, Work::Lines(lines.into()), limits, effort)?;
            if interval.is_some() {
                let reports = Reports::start(self.runner.clone(), task, position)?;
                return Ok(Bound::new(py, reports)?.into_any());
            }
            let outcome = self.outcome(py, &task)?;
            report(py, &position, outcome.lines())
        })
    }

    /// Chooses a move to play, at a level from 1 (beginner) to 8 (full strength).
    ///
    /// With a seed, seed and position decide on the random moves of the lower levels.
    #[pyo3(signature = (position, *, level=None, nodes=None, time=None, depth=None, exclude=None, seed=None, reuse=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        position: PyPosition,
        level: Option<Scalar>,
        nodes: Option<i64>,
        time: Option<Scalar>,
        depth: Option<i64>,
        exclude: Option<MoveList>,
        seed: Option<u64>,
        reuse: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| {
            let level = level.map_or(Ok(Level::FULL), |level| level.level())?;
            let by_nodes = nodes.is_some() || depth.is_some() || !level.is_for_time();
            let limits = Limit { nodes, time, depth }.read(exclude.as_ref(), position.size())?;
            let effort = SearchMode { afresh: reuse.map_or(by_nodes, |reuse| !reuse), every: Duration::MAX };
            let task = self.task(&position, Work::Move { level, seed }, limits, effort)?;
            let Outcome::Move(choice) = self.outcome(py, &task)? else { return Err(failed()) };
            let choice = choice.ok_or_else(|| errors::Class::IllegalMove.plain("NoMove", "no move is legal"))?;
            let name = notation::write(choice.point, position.size());
            let found = choice.report.as_slice();
            let report = (!found.is_empty()).then(|| report(py, &position, found)).transpose()?;
            result!(py, "Choice", { move: name, report: report })
        })
    }

    /// Evaluates positions by the network alone: the winning chances of the side to move, and for each position the
    /// probability of every move, as an array of rows and columns.
    ///
    /// ``batch`` is a list of positions, or an array of boards as of :meth:`Position.from_array`.
    #[pyo3(signature = (batch, *, to_move=None, rule=None))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
        to_move: Option<ToMove>,
        rule: Option<&str>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        guarded(|| {
            let EvaluationBatch { positions, leads, rule, size } = match batch.extract::<Vec<PyRef<PyPosition>>>() {
                Ok(positions) => EvaluationBatch::of_positions(&positions)?,
                Err(_) => EvaluationBatch::of_array(batch, to_move, rule)?,
            };
            let start = tengen_core::board::Position::new(size);
            let task =
                Task { resources: Some(self.resources), ..Task::new(start, rule, Work::Evaluate(positions.clone())) };
            let Outcome::Evaluate(found) = self.outcome(py, &task)? else { return Err(failed()) };
            let no_network = || refused(&ArgumentError::NoNetwork { rule: rule.to_string() });
            let found = found.ok_or_else(no_network)?;
            let rate = |((position, &lead), evaluation): ((_, &i32), &tengen_engine::study::Evaluation)| {
                Chances::of(position, rule).leading_by(lead).share(evaluation.score)
            };
            let rates: Vec<f32> = positions.iter().zip(&leads).zip(&found).map(rate).collect();
            let policies: Vec<_> = found.into_iter().map(|evaluation| evaluation.policy).collect();
            Ok((of_floats(py, &rates, &[rates.len()])?, of_policies(py, size, &policies)?))
        })
    }

    /// Looks for a forced win of the side to move: see :func:`solve`.
    #[pyo3(
        signature = (position, kind="any", *, nodes=None, time=Scalar::Whole(10), shortest=true),
        text_signature = "($self, position, kind=\"any\", *, nodes=None, time=10, shortest=True)"
    )]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        position: PyPosition,
        kind: &str,
        nodes: Option<i64>,
        time: Scalar,
        shortest: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| {
            let task = win_task(&position, kind, nodes, &time, shortest, self.resources)?;
            solved(py, &position, self.outcome(py, &task)?)
        })
    }

    fn __repr__(&self) -> String {
        format!("tengen.Engine(threads={}, hash_mb={})", self.threads(), self.hash_mb())
    }
}

argument! {
    /// Who is to move in the boards of a batch.
    ToMove { All(String), Each(Vec<String>) } = "a side or a list of sides"
}

/// Positions to be evaluated together.
struct EvaluationBatch {
    positions: Vec<tengen_core::board::Position>,
    leads: Vec<i32>,
    rule: Rule,
    size: BoardSize,
}

impl EvaluationBatch {
    fn of_positions(positions: &[PyRef<PyPosition>]) -> PyResult<EvaluationBatch> {
        let rule = common_rule(positions.iter().map(|position| position.rule()))?;
        let size = positions.first().map(|position| position.size());
        for position in positions {
            position.check_open()?;
            if let Some(first) = size.filter(|&first| first != position.size()) {
                let (size, other) = (first.to_string(), position.size().to_string());
                return Err(refused(&ArgumentError::MixedBoards { size, other }));
            }
        }
        Ok(EvaluationBatch {
            leads: positions.iter().map(|position| position.lead()).collect(),
            positions: positions.iter().map(|position| position.board().clone()).collect(),
            rule: rule.unwrap_or(Rule::new(tengen_core::rules::Variant::Freestyle)),
            size: size.unwrap_or(BoardSize::FIFTEEN),
        })
    }

    fn of_array(array: &Bound<PyAny>, to_move: Option<ToMove>, rule: Option<&str>) -> PyResult<EvaluationBatch> {
        let rule = arguments::rule(rule.unwrap_or("freestyle"))?;
        let boards = Boards::read(array, true)?;
        let sides: Vec<Colour> = match &to_move {
            None => Vec::new(),
            Some(ToMove::All(side)) => vec![arguments::side(side)?; boards.count()],
            Some(ToMove::Each(sides)) => sides.iter().map(|side| arguments::side(side)).collect::<PyResult<_>>()?,
        };
        let (count, positions) = (sides.len(), boards.count());
        if to_move.is_some() && count != positions {
            return Err(refused(&ArgumentError::Sides { count, positions }));
        }
        let size = boards.size();
        let positions = boards.positions(|number| sides.get(number).copied())?;
        for position in &positions {
            PyPosition::of(game::Game::of(None, position.clone(), rule)).check_open()?;
        }
        Ok(EvaluationBatch { leads: vec![0; positions.len()], positions, rule, size })
    }
}

/// The reports of a search that goes on while they are used. Closing or dropping it ends the search.
#[pyclass(frozen, module = "tengen")]
pub struct Reports {
    position: PyPosition,
    updates: Mutex<Receiver<Update>>,
    stop: Arc<AtomicBool>,
}

/// News of a search.
enum Update {
    Lines(Vec<Report>),
    Done(Option<Outcome>),
}

impl Reports {
    fn start(runner: Arc<Mutex<Runner>>, task: Task, position: PyPosition) -> PyResult<Reports> {
        let (sender, updates) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        std::thread::Builder::new().name("tengen".into()).spawn(move || {
            let is_stopped = || stopped.load(Ordering::Relaxed);
            let Some(mut runner) = wait_for(&runner, &mut || is_stopped()) else { return };
            let mut request = || if is_stopped() { StopRequest::Abandon } else { StopRequest::GoOn };
            let outcome = runner.answer(&task, &mut request, &mut |event| {
                if let Event::Lines(lines) = event {
                    let _ = sender.send(Update::Lines(lines));
                }
            });
            drop(runner);
            let _ = sender.send(Update::Done(outcome));
        })?;
        Ok(Reports { position, updates: Mutex::new(updates), stop })
    }

    fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The next update; `None` if there is no other.
    fn next(&self, py: Python) -> PyResult<Option<Update>> {
        receive(py, &self.updates).inspect_err(|_| self.end())
    }
}

#[pymethods]
impl Reports {
    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| match self.next(py)? {
            _ if self.stop.load(Ordering::Relaxed) => Err(PyStopIteration::new_err(())),
            None => Err(PyStopIteration::new_err(())),
            Some(Update::Lines(lines)) => report(py, &self.position, &lines),
            Some(Update::Done(Some(outcome))) => report(py, &self.position, outcome.lines()),
            Some(Update::Done(None)) => Err(failed()),
        })
    }

    /// Ends the search.
    fn close(&self) {
        self.end();
    }

    fn __enter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __exit__(&self, _kind: &Bound<PyAny>, _error: &Bound<PyAny>, _traceback: &Bound<PyAny>) {
        self.end();
    }
}

impl Drop for Reports {
    fn drop(&mut self) {
        self.end();
    }
}

fn win_task(
    position: &PyPosition,
    kind: &str,
    nodes: Option<i64>,
    time: &Scalar,
    shortest: bool,
    resources: Resources,
) -> PyResult<Task> {
    let means = match kind {
        "vcf" => Means::Fours,
        "vct" => Means::Threats,
        "any" => Means::Search,
        _ => return Err(refused(&ArgumentError::WinKind { what: format!("{kind:?}") })),
    };
    position.check_open()?;
    let nodes = arguments::nodes(nodes)?;
    let threads = nodes.map_or(resources.threads, |_| 1);
    let shortening = if shortest { Shortening::Fixed } else { Shortening::None };
    Ok(Task {
        limits: Limits { nodes, shortening, ..Limits::time(time.time()?) },
        resources: Some(Resources { threads, ..resources }),
        ..Task::new(position.board().clone(), position.rule(), Work::Win(means))
    })
}

fn solved<'py>(py: Python<'py>, position: &PyPosition, outcome: Outcome) -> PyResult<Bound<'py, PyAny>> {
    let Outcome::Win(solution, proof) = outcome else { return Err(failed()) };
    results::solution(py, position, &solution, &proof)
}

/// Looks for a forced win of the side to move: by fours (``vcf``), by threats (``vct``), or by any moves (``any``).
///
/// It then looks for the shortest win of any kind within the limits, unless ``shortest`` is false. The proof of a win
/// ends after its first 1,000 positions.
#[pyfunction]
#[pyo3(
    signature = (position, kind="any", *, nodes=None, time=Scalar::Whole(10), threads=Scalar::Whole(1), hash_mb=Scalar::Whole(256), shortest=true),
    text_signature = "(position, kind=\"any\", *, nodes=None, time=10, threads=1, hash_mb=256, shortest=True)"
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn solve<'py>(
    py: Python<'py>,
    position: PyPosition,
    kind: &str,
    nodes: Option<i64>,
    time: Scalar,
    threads: Scalar,
    hash_mb: Scalar,
    shortest: bool,
) -> PyResult<Bound<'py, PyAny>> {
    guarded(|| {
        let resources = arguments::resources(&threads, &hash_mb)?;
        let task = win_task(&position, kind, nodes, &time, shortest, resources)?;
        let runner = alone(resources, resources.memory / 2);
        solved(py, &position, run(py, &runner, &task, &mut |_| Ok(()))?)
    })
}

/// Grades the moves of a game, with 100,000 nodes for each unless other limits are given.
///
/// ``progress`` is called with the number of positions done and of all.
#[pyfunction]
#[pyo3(
    signature = (game, *, nodes=None, time=None, threads=Scalar::Whole(1), hash_mb=Scalar::Whole(256), progress=None),
    text_signature = "(game, *, nodes=None, time=None, threads=1, hash_mb=256, progress=None)"
)]
pub fn review<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    nodes: Option<i64>,
    time: Option<Scalar>,
    threads: Scalar,
    hash_mb: Scalar,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    /// Nodes a move, unless other limits are given.
    const NODES: u64 = 100_000;
    guarded(|| {
        let resources = arguments::resources(&threads, &hash_mb)?;
        let record = game.get().record();
        if record.moves.is_empty() {
            return Err(refused(&ArgumentError::NoMoves));
        }
        let boards = record.steps().map_err(|error| illegal(&error))?;
        let open = |board: &game::Game| {
            let side = board.to_move();
            (board.ending().is_none().then(|| board.position().clone()), board.lead(side))
        };
        let reviewed = Reviewed::game(boards.iter().map(open), record.points());
        let nodes = arguments::nodes(nodes)?.or(time.is_none().then_some(NODES));
        let time = time.as_ref().map(Scalar::time).transpose()?;
        let limits = Limits { nodes, ..time.map(Limits::time).unwrap_or_default() };
        let threads = nodes.map_or(resources.threads, |_| 1);
        let task = Task {
            limits,
            resources: Some(Resources { threads, ..resources }),
            ..Task::new(boards[0].position().clone(), record.rule, Work::Review(reviewed))
        };
        let (mut judged, all) = (BTreeMap::new(), boards.len());
        run(py, &alone(resources, resources.memory), &task, &mut |event| {
            if let Event::Judged(one) = event {
                judged.insert(one.after, one);
            }
            let show = |progress: &Py<PyAny>| Python::attach(|py| progress.call1(py, (judged.len(), all)).map(drop));
            progress.as_ref().map_or(Ok(()), show)
        })?;
        let judged: Vec<Judged> = judged.into_values().collect();
        reviewed_game(py, game, &boards, &judged)
    })
}

/// The chances of black in a position.
fn chance(board: &game::Game, judged: &Judged) -> Option<f32> {
    match board.ending() {
        Some(ending) => Some(ending.winner.map_or(0.5, |winner| if winner == Colour::Black { 1.0 } else { 0.0 })),
        None => {
            let rate = judged.report.as_ref()?.win_rate;
            Some(if board.to_move() == Colour::Black { rate } else { 1.0 - rate })
        }
    }
}

fn reviewed_game<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    boards: &[game::Game],
    judged: &[Judged],
) -> PyResult<Bound<'py, PyAny>> {
    let record = game.get().record();
    let (size, continuous, mut moves, mut marked) = (record.size, record.rule.continuous, Vec::new(), Vec::new());
    for (number, (board, one)) in boards.iter().zip(judged).enumerate() {
        let (Some(verdict), Some(played)) = (&one.verdict, record.moves.get(number)) else { continue };
        if verdict.grade.is_marked() {
            marked.push(number + 1);
        }
        let side = board.to_move();
        moves.push(result!(py, "ReviewedMove", {
            number: number + 1,
            side: side.to_string(),
            move: notation::write(played.point, size),
            grade: verdict.grade.name(),
            is_marked: verdict.grade.is_marked(),
            loss: verdict.loss,
            accuracy: verdict.accuracy(),
            reason: verdict.reason.map(|reason| sentence(reason, &verdict.shown, side, size, continuous)),
            better: names(py, verdict.better.iter().copied(), size)?,
            position: PyPosition::of(board.clone()),
        })?);
    }
    let chances: Vec<Option<f32>> = boards.iter().zip(judged).map(|(board, one)| chance(board, one)).collect();
    result!(py, "Review", {
        game: game,
        moves: PyTuple::new(py, moves)?,
        win_rates: PyTuple::new(py, &chances)?,
        graph: picture::graph(&chances, &marked),
    })
}
