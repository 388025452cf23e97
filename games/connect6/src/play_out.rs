//! Games inside this process, from random openings, at a fixed number of nodes per turn, checked by the rules.

use crate::rules::{longest_row, stones_a_turn};
use crate::search::Report;
use crate::searcher::Searcher;
use crate::{ROW, size};
use tengen_common::random::Random;
use tengen_common::{Limits, LimitsOnly};
use tengen_core::board::{Colour, Point, Position};
use tengen_records::training::GameResult;

/// The stones of a random opening: black's first in the centre, and a turn of white.
const OPENING: usize = 3;
/// The maximum distance of white's stones from the centre.
const NEAR: u8 = 3;

/// A random opening; black is to move.
pub fn opening(random: &mut Random) -> Position {
    let mut position = Position::new(size());
    let centre = size().centre();
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

pub fn think(searcher: &mut Searcher, position: &Position, nodes: u64) -> Option<Report> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    searcher.search(position, &limits, &mut LimitsOnly::new())
}

/// Plays a game to its end. `mover` returns each turn; without one, or with an illegal one, its side loses.
pub fn play_out(mut position: Position, mut mover: impl FnMut(&Position) -> Option<Report>) -> GameResult {
    while position.empty_count() > 0 {
        let us = position.to_move();
        let Some(report) = mover(&position) else { return GameResult::Won(!us) };
        let stones = report.turn.stones();
        let legal = |&point: &Point| position.check_empty(point).is_ok();
        if stones.len() != stones_a_turn(&position) || !stones.iter().all(legal) {
            log::error!("an illegal turn: {:?}", report.turn);
            return GameResult::Won(!us);
        }
        for &point in stones {
            position.place(point, us, &mut ());
        }
        if stones.iter().any(|&point| longest_row(&position, point, us) >= ROW) {
            return GameResult::Won(us);
        }
        position.set_to_move(!us);
    }
    GameResult::Drawn
}
