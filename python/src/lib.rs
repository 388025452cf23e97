//! The native part of the Python package `tengen`: `python/tengen/` offers it, with the results as dataclasses.
//!
//! - [`position`]: boards; [`game`]: records and their files; [`picture`]: both as SVG;
//! - [`engine`]: searches, each a `Task` of the session; [`results`]: what they find, as Python objects;
//! - [`training`]: positions of training games, for a trainer;
//! - [`arguments`], [`array`]: what Python hands over; [`errors`]: exceptions, also in place of panics.
//!
//! While the engine works, other Python threads run. A search asks Python for signals now and then, so that Ctrl-C ends
//! it.

mod arguments;
mod array;
mod brain;
mod engine;
mod errors;
mod game;
mod picture;
mod position;
mod results;
mod training;
mod watch;

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::brain::{PyBrain, elo, openings};
    #[pymodule_export]
    use super::engine::{PyEngine, Reports, review, solve};
    #[pymodule_export]
    use super::game::{PyGame, PyGames, parse, read, write};
    #[pymodule_export]
    use super::position::PyPosition;
    #[pymodule_export]
    use super::training::{PyPositions, inputs};

    use super::errors;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        errors::keep_panics_quiet();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
