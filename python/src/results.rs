//! Results as objects of the dataclasses in `tengen/results.py`.

use crate::position::PyPosition;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tengen_common::Report;
use tengen_core::board::{BoardSize, Point, notation};
use tengen_core::game::Ending;
use tengen_engine::study::{Finding, Solution};
use tengen_engine::threat::proof::{Plan, ProofStep};

/// An object of a dataclass, by the names of its fields.
macro_rules! result {
    ($py:expr, $class:literal, { $($name:ident: $value:expr),* $(,)? }) => {{
        let fields = PyDict::new($py);
        $(fields.set_item(stringify!($name), $value)?;)*
        $crate::results::new($py, $class, &fields)
    }};
}
pub(crate) use result;

pub fn new<'py>(py: Python<'py>, class: &str, fields: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    py.import("tengen.results")?.getattr(class)?.call((), Some(fields))
}

/// The names of points.
pub fn names<'py>(
    py: Python<'py>,
    points: impl IntoIterator<Item = Point>,
    size: BoardSize,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, notation::names(points, size))
}

/// How a game ended.
pub fn outcome<'py>(py: Python<'py>, ending: Ending) -> PyResult<Bound<'py, PyAny>> {
    result!(py, "Outcome", {
        winner: ending.winner.map(|side| side.to_string()),
        reason: ending.reason.to_string(),
    })
}

fn line<'py>(py: Python<'py>, position: &PyPosition, report: &Report) -> PyResult<Bound<'py, PyAny>> {
    let size = position.size();
    result!(py, "Line", {
        position: position.clone(),
        move: notation::write(report.best_move(), size),
        score: report.shown_score.value(),
        win_in: report.shown_score.win_distance(),
        loss_in: report.shown_score.loss_distance(),
        win_rate: report.win_rate,
        principal_variation: names(py, report.line.iter().copied(), size)?,
        depth: report.depth,
        selective_depth: report.selective_depth,
    })
}

/// The lines of a search, the best first.
pub fn report<'py>(py: Python<'py>, position: &PyPosition, lines: &[Report]) -> PyResult<Bound<'py, PyAny>> {
    let shown = lines.iter().map(|report| line(py, position, report)).collect::<PyResult<Vec<_>>>()?;
    result!(py, "Report", {
        position: position.clone(),
        lines: PyTuple::new(py, shown)?,
        nodes: lines.first().map_or(0, |best| best.nodes),
        elapsed: lines.first().map_or(0.0, |best| best.elapsed.as_secs_f64()),
    })
}

/// A forced win, or that there is none.
pub fn solution<'py>(
    py: Python<'py>,
    position: &PyPosition,
    solution: &Solution,
    proof: &[ProofStep],
) -> PyResult<Bound<'py, PyAny>> {
    let size = position.size();
    let (finding, line, plies) = match &solution.finding {
        Finding::Win(line, plies) => ("win", &line[..], Some(*plies)),
        Finding::None => ("none", &[][..], None),
        Finding::NotFound => ("unknown", &[][..], None),
    };
    result!(py, "Solution", {
        position: position.clone(),
        finding: finding,
        kind: solution.what.name().to_lowercase(),
        line: names(py, line.iter().copied(), size)?,
        plies: plies,
        is_shortest: solution.is_shortest,
        proof: tree(py, position, proof)?,
        nodes: solution.nodes,
        elapsed: solution.elapsed.as_secs_f64(),
    })
}

/// The steps of a proof as a tree; positions that are reached in several ways are one object.
fn tree<'py>(py: Python<'py>, start: &PyPosition, steps: &[ProofStep]) -> PyResult<Option<Bound<'py, PyAny>>> {
    let size = start.size();
    let name = |point| notation::write(point, size);
    let nodes = steps.iter().map(|step| {
        let (attack, fours) = match &step.plan {
            Plan::Fours(fours) => (fours.first().copied(), fours),
            Plan::Threat(threat) => (Some(threat.point), &threat.fours),
        };
        result!(py, "Proof", {
            position: start.with(&step.position),
            move: attack.map(name),
            plies: step.plies,
            fours: names(py, fours.iter().copied(), size)?,
            replies: PyDict::new(py),
        })
    });
    let nodes = nodes.collect::<PyResult<Vec<_>>>()?;
    for (node, step) in nodes.iter().zip(steps) {
        let Plan::Threat(threat) = &step.plan else { continue };
        let replies = node.getattr("replies")?;
        for (&reply, next) in threat.replies.iter().zip(&step.next) {
            replies.set_item(name(reply), next.and_then(|next| nodes.get(next)))?;
        }
    }
    Ok(nodes.into_iter().next())
}
