//! Arrays of NumPy.

use crate::errors::{ArgumentError, refused};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use tengen_core::board::{BoardSize, Colour, Content, Point, PointSet, Position};
use tengen_core::rules::Rule;
use tengen_records::turns::side_to_move;

/// What a point of an array is.
const BLACK: i8 = 1;
const WHITE: i8 = -1;
const DEAD: i8 = 2;

/// An array with these bytes, which can be written to.
pub fn of_bytes<'py>(py: Python<'py>, bytes: &[u8], kind: &str, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let flat = py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, bytes), kind))?;
    flat.call_method1("reshape", (shape.to_vec(),))
}

/// An array of numbers of a kind, given by their bytes in this machine's order.
pub fn of_numbers<'py, const N: usize>(
    py: Python<'py>,
    numbers: Vec<[u8; N]>,
    kind: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    of_bytes(py, numbers.as_flattened(), kind, shape)
}

/// An array of floating-point numbers.
pub fn of_floats<'py>(py: Python<'py>, numbers: &[f32], shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    of_numbers(py, numbers.iter().map(|number| number.to_ne_bytes()).collect(), "float32", shape)
}

/// Rows and columns.
fn sides(size: BoardSize) -> [usize; 2] {
    [size.height().into(), size.width().into()]
}

/// The stones of a position.
pub fn of_stones<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
    let size = position.size();
    let cell = |point| match position.at(point) {
        Content::Empty => 0,
        Content::Stone(Colour::Black) => BLACK,
        Content::Stone(Colour::White) => WHITE,
        Content::Edge => DEAD,
    };
    let bytes: Vec<u8> = size.points().map(|point| cell(point) as u8).collect();
    of_bytes(py, &bytes, "int8", &sides(size))
}

/// Which points of a board are in a set.
pub fn of_set<'py>(py: Python<'py>, size: BoardSize, set: &PointSet) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = size.points().map(|point| set.contains(point).into()).collect();
    of_bytes(py, &bytes, "bool", &sides(size))
}

/// Boards from Python.
pub struct Boards {
    size: BoardSize,
    cells: Vec<u8>,
}

impl Boards {
    /// Reads an array of one board, or of several (`many`).
    pub fn read(array: &Bound<PyAny>, many: bool) -> PyResult<Boards> {
        let array = array.py().import("numpy")?.call_method1("asarray", (array,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if !"iu".contains(&kind) {
            let kind = array.getattr("dtype")?.str()?.to_string();
            let wanted = if many { "a list of positions or an array of boards" } else { "a board" };
            return Err(refused(&ArgumentError::ArrayType { kind, wanted }));
        }
        let shape: Vec<usize> = array.getattr("shape")?.extract()?;
        let size = match (&shape[..], many) {
            (&[height, width], false) | (&[_, height, width], true) => size_of(height, width)?,
            _ => {
                let wanted = if many { "boards: number, rows, columns" } else { "a board: rows, columns" };
                return Err(refused(&ArgumentError::ArrayShape { shape: format!("{shape:?}"), wanted }));
            }
        };
        if shape.iter().all(|&side| side > 0) {
            for end in ["min", "max"] {
                let value: i64 = array.call_method0(end)?.extract()?;
                if !(WHITE.into()..=DEAD.into()).contains(&value) {
                    return Err(refused(&ArgumentError::ArrayValue { value }));
                }
            }
        }
        let cells = array.call_method1("astype", ("int8",))?.call_method0("tobytes")?.extract()?;
        Ok(Boards { size, cells })
    }

    /// The size of each.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The number of boards.
    pub fn count(&self) -> usize {
        self.cells.len() / self.size.area()
    }

    /// The positions; a side to move that is not given follows from the stones.
    pub fn positions(&self, sides: impl Fn(usize) -> Option<Colour>) -> PyResult<Vec<Position>> {
        let boards = self.cells.chunks(self.size.area()).enumerate();
        boards.map(|(number, cells)| position(self.size, cells, sides(number))).collect()
    }
}

fn size_of(height: usize, width: usize) -> PyResult<BoardSize> {
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    BoardSize::checked(side(width), side(height)).map_err(|error| refused(&error))
}

fn position(size: BoardSize, cells: &[u8], to_move: Option<Colour>) -> PyResult<Position> {
    let mut position = Position::new(size);
    for (point, &cell) in size.points().zip(cells) {
        match cell as i8 {
            BLACK => position.place(point, Colour::Black, &mut ()),
            WHITE => position.place(point, Colour::White, &mut ()),
            DEAD => position.kill(point).map_err(|error| refused(&error))?,
            _ => {}
        }
    }
    let side = side_to_move(position.stones(), to_move, "to_move");
    position.set_to_move(side.map_err(|why| refused(&why))?);
    Ok(position)
}

/// The probabilities of the moves of positions on boards of one size, as one array.
pub fn of_policies<'py>(
    py: Python<'py>,
    size: BoardSize,
    policies: &[Vec<(Point, f32)>],
) -> PyResult<Bound<'py, PyAny>> {
    let ([height, width], area) = (sides(size), size.area());
    let mut shares = vec![0.0; policies.len() * area];
    for (board, policy) in shares.chunks_mut(area).zip(policies) {
        for &(point, share) in policy {
            board[usize::from(point.y()) * width + usize::from(point.x())] = share;
        }
    }
    of_floats(py, &shares, &[policies.len(), height, width])
}

/// The rule that all have.
pub fn common_rule(rules: impl IntoIterator<Item = Rule>) -> PyResult<Option<Rule>> {
    let mut common = None;
    for rule in rules {
        if let Some(other) = common.replace(rule)
            && other != rule
        {
            let (rule, other) = (other.to_string(), rule.to_string());
            return Err(refused(&ArgumentError::MixedRules { rule, other }));
        }
    }
    Ok(common)
}
