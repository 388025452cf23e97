//! Boards and games as pictures, for notebooks.

use crate::arguments::{MoveList, OneMove};
use crate::errors::{Class, refused};
use crate::position::PyPosition;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::time::Duration;
use tengen_core::board::Colour;
use tengen_engine::pattern::forbidden_points;
use tengen_picture::gif::{self, Film};
use tengen_picture::graph::{self, Graph};
use tengen_picture::{Marks, Numbers, NumbersError, board, scale, svg};
use tengen_records::Game;

/// The width of boards in notebooks, in pixels.
pub const WIDTH: u32 = 420;

/// Parses which moves are numbered: `all`, `none`, or the number of the first one.
pub fn numbers(text: &str) -> PyResult<Numbers> {
    text.parse().map_err(|error: NumbersError| refused(&error))
}

/// A board as SVG. By default, forbidden points are marked if black is to move and the game is not over.
pub fn position(
    position: &PyPosition,
    line: Option<&MoveList>,
    labels: HashMap<String, String>,
    numbers: &str,
    forbidden: Option<bool>,
    width: Option<u32>,
) -> PyResult<String> {
    let (shown, size, game) = (position.board(), position.size(), position.game());
    let mut marks = Marks::of_game(game, self::numbers(numbers)?);
    if let Some(line) = line {
        marks.line = line.points(size)?;
    }
    for (point, label) in labels {
        marks.labels.push((OneMove::Name(point).point(size)?, label));
    }
    let usually = shown.to_move() == Colour::Black && game.ending().is_none();
    if forbidden.unwrap_or(usually) {
        marks.forbidden = forbidden_points(shown, position.rule());
    }
    Ok(svg::write(&board::sketch(shown, &marks), scale(size, width)))
}

/// A game, move by move, as an animated GIF.
pub fn film(game: &Game, numbers: &str, delay: Duration, width: Option<u32>) -> PyResult<Vec<u8>> {
    let film = Film { from: 0, numbers: self::numbers(numbers)?, delay, scale: scale(game.size, width) };
    gif::write(game, &film).map_err(|error| Class::ReadError.of(&error))
}

/// The winning chances over a game as SVG; the moves with these numbers are marked.
pub fn graph(chances: &[Option<f32>], marks: &[usize]) -> String {
    graph::write(&Graph { title: "Black's winning chances", chances, marks })
}
