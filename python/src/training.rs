//! Positions of training games for a trainer.

use crate::arguments::Scalar;
use crate::array::{common_rule, of_numbers};
use crate::errors::{ArgumentError, Class, guarded, refused};
use crate::position::PyPosition;
use crate::results::result;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use tengen_common::processors;
use tengen_core::rules::{Rule, Variant};
use tengen_lab::positions::{Inputs, Label, Positions};

/// The positions of training games, in the order of files, games and moves; their games stay packed in memory.
///
/// Only positions that a search would evaluate count, unless ``decided`` is true. Files are read and inputs computed by
/// ``threads`` (``all``: as many as there are processors), on whose number no result depends; other Python threads run meanwhile.
#[pyclass(name = "Positions", frozen, module = "tengen.training")]
pub struct PyPositions(Positions);

#[pymethods]
impl PyPositions {
    #[new]
    #[pyo3(
        signature = (files, *, decided=false, threads=Scalar::Whole(1)),
        text_signature = "(files, *, decided=False, threads=1)"
    )]
    fn new(py: Python, files: Vec<PathBuf>, decided: bool, threads: Scalar) -> PyResult<PyPositions> {
        guarded(|| {
            let threads = processors::read(&threads.to_string()).map_err(|error| refused(&error))?;
            let read = py.detach(|| Positions::read(&files, decided, threads));
            read.map(PyPositions).map_err(|error| Class::ReadError.plain("TrainingFile", format!("{error:#}")))
        })
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The number of the first position of each file.
    #[getter]
    fn starts(&self) -> Vec<usize> {
        self.0.starts().to_vec()
    }

    /// The rules of the games.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.0.rules().iter().map(ToString::to_string).collect()
    }

    /// What is known of the positions with these numbers; ``plies`` later for each, the score there too.
    #[pyo3(signature = (positions, *, plies=None))]
    fn labels<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        plies: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| {
            let positions = self.numbers(positions)?;
            let plies = plies.map_or_else(|| Ok(vec![0; positions.len()]), integers)?;
            if plies.len() != positions.len() || plies.iter().any(|&plies| plies < 0) {
                return Err(refused(&ArgumentError::Plies { count: positions.len() }));
            }
            let labels: Vec<Label> = py.detach(|| {
                positions.iter().zip(plies).map(|(&number, plies)| self.0.label(number, plies as usize)).collect()
            });
            let bytes = |number: fn(&Label) -> u8| {
                of_numbers(py, labels.iter().map(|label| [number(label)]).collect(), "uint8", &[labels.len()])
            };
            let numbers = |number: fn(&Label) -> i16| {
                of_numbers(
                    py,
                    labels.iter().map(|label| number(label).to_ne_bytes()).collect(),
                    "int16",
                    &[labels.len()],
                )
            };
            let sources = labels.iter().map(|label| label.source.to_ne_bytes()).collect();
            result!(py, "Labels", {
                height: bytes(|label| label.size.height())?,
                width: bytes(|label| label.size.width())?,
                side: bytes(|label| label.side.index() as u8)?,
                stones: numbers(|label| label.stones as i16)?,
                check: bytes(|label| label.check as u8)?,
                score: numbers(|label| label.score)?,
                best_row: bytes(|label| label.best.y())?,
                best_column: bytes(|label| label.best.x())?,
                is_random: bytes(|label| label.is_random.into())?,
                result: numbers(|label| label.result.into())?,
                source: of_numbers(py, sources, "uint64", &[labels.len()])?,
                later_score: numbers(|label| label.later.map_or(0, |(score, _)| score))?,
                later_plies: numbers(|label| label.later.map_or(-1, |(_, plies)| plies as i16))?,
            })
        })
    }

    /// The inputs of the network for the positions with these numbers.
    fn inputs<'py>(&self, py: Python<'py>, positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| {
            let positions = self.numbers(positions)?;
            arrays(py, py.detach(|| self.0.inputs(&positions)))
        })
    }

    /// The values of the positions by the pattern tables, for the side to move.
    fn table_values<'py>(&self, py: Python<'py>, positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| {
            let positions = self.numbers(positions)?;
            let value = |&number| self.0.table_value(number).to_ne_bytes();
            let values = py.detach(|| positions.iter().map(value).collect());
            of_numbers(py, values, "int16", &[positions.len()])
        })
    }

    fn __repr__(&self) -> String {
        format!("<tengen.training.Positions: {}>", self.0.len())
    }
}

impl PyPositions {
    /// Numbers of positions.
    fn numbers(&self, positions: &Bound<PyAny>) -> PyResult<Vec<usize>> {
        let count = self.0.len();
        let number = |number: i64| {
            let index = usize::try_from(number).ok().filter(|&index| index < count);
            index.ok_or_else(|| refused(&ArgumentError::PositionNumber { number, count }))
        };
        integers(positions)?.into_iter().map(number).collect()
    }
}

/// The inputs of the network for any positions of one rule.
#[pyfunction]
pub fn inputs<'py>(py: Python<'py>, positions: Vec<PyPosition>) -> PyResult<Bound<'py, PyAny>> {
    guarded(|| {
        let rule = common_rule(positions.iter().map(|position| position.rule()))?;
        let boards: Vec<_> = positions.iter().map(|position| position.board().clone()).collect();
        arrays(py, py.detach(|| Inputs::of(&boards, rule.unwrap_or(Rule::new(Variant::Freestyle)))))
    })
}

fn arrays(py: Python, inputs: Inputs) -> PyResult<Bound<PyAny>> {
    let (count, [height, width]) = (inputs.threats.len(), [inputs.rows, inputs.columns].map(usize::from));
    let numbers = |numbers: Vec<i16>, shape: &[usize]| {
        of_numbers(py, numbers.into_iter().map(i16::to_ne_bytes).collect(), "int16", shape)
    };
    result!(py, "Inputs", {
        pcodes: numbers(inputs.pcodes, &[count, 2, height, width])?,
        windows: numbers(inputs.windows, &[count, 4, height, width])?,
        threats: numbers(inputs.threats, &[count])?,
    })
}

/// The numbers of an array or a list.
fn integers(numbers: &Bound<PyAny>) -> PyResult<Vec<i64>> {
    let array = numbers.py().import("numpy")?.call_method1("asarray", (numbers, "int64"))?;
    let bytes: Vec<u8> = array.call_method0("tobytes")?.extract()?;
    let (numbers, _) = bytes.as_chunks();
    Ok(numbers.iter().map(|&bytes| i64::from_ne_bytes(bytes)).collect())
}
