//! The laboratory of Connect6: games inside this process, from random openings, at a fixed number of
//! nodes a turn, judged by the rules.
//!
//! - [`mod@bench`]: speed and signature of the search;
//! - [`gauge`]: which of two sets of numbers plays better;
//! - [`tune`]: the evaluation, fitted to games.

pub mod bench;
pub mod gauge;
pub mod tune;

use tengen_common::random::Random;
use tengen_common::{Limits, LimitsOnly};
use tengen_connect6::rules::{longest_row, stones_a_turn};
use tengen_connect6::{ROW, Report, Searcher, shape};
use tengen_core::board::{Colour, Point, Position};
use tengen_core::records::training::GameResult;

/// Stones of a random opening: black's first in the middle, and a turn of white.
const OPENING: usize = 3;
/// They lie so near to the middle.
const NEAR: u8 = 3;

/// A random opening; black is to move.
pub fn opening(random: &mut Random) -> Position {
    let mut position = Position::new(shape());
    let centre = shape().centre();
    position.play(centre, &mut ());
    let mut near = |middle: u8| middle - NEAR + random.below(usize::from(2 * NEAR + 1)) as u8;
    while position.stones().len() < OPENING {
        let point = Point::new(near(centre.x()), near(centre.y()));
        if position.is_empty(point) {
            position.place(point, Colour::White, &mut ());
        }
    }
    position
}

/// Searches a position with a fixed number of nodes.
pub fn think(searcher: &mut Searcher, position: &Position, nodes: u64) -> Option<Report> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    searcher.search(position, &limits, &mut LimitsOnly::new())
}

/// Plays a game to its end. `mover` gives each turn; when it has none, or an illegal one, it loses.
pub fn play_out(
    mut position: Position,
    mut mover: impl FnMut(&Position) -> Option<Report>,
) -> GameResult {
    while position.empty_count() > 0 {
        let us = position.to_move();
        let Some(report) = mover(&position) else {
            return GameResult::Won(!us);
        };
        let stones = report.turn.stones();
        let legal = |&point: &Point| position.check_empty(point).is_ok();
        if stones.len() != stones_a_turn(&position) || !stones.iter().all(legal) {
            log::error!("an illegal turn: {:?}", report.turn);
            return GameResult::Won(!us);
        }
        for &point in stones {
            position.place(point, us, &mut ());
        }
        if stones
            .iter()
            .any(|&point| longest_row(&position, point, us) >= ROW)
        {
            return GameResult::Won(us);
        }
        position.set_to_move(!us);
    }
    GameResult::Drawn
}
