//! Evaluation by tables.
//!
//! The value is the sum over the empty points of the values of each side's pcodes, plus a bonus for the strongest
//! threats on the board. All parameters come from [`params`]; most were fitted to self-play games.
//!
//! A stone always helps the side that placed it, so the sum is the average of this position and the one before the
//! last stone. Therefore the value depends on the last stone as well as on the position: a transposition may have a
//! different value. (The alternative, subtracting the average value of a stone, would be wrong by how much this stone
//! differs from the average.)

pub mod file;
pub mod params;

use super::threat_index;
use crate::pattern::cell::Pcodes;
use crate::pattern::state::Step;
use crate::pattern::{Kind, PatternBoard};
use params::{Params, SCALE};
use std::sync::Arc;
use tengen_core::board::Colour;

/// The sums for one board, for each of its steps.
pub struct TableEvaluation {
    params: Arc<Params>,
    /// The sum before the first step of the board.
    start: i32,
    /// The sum after each step processed so far.
    sums: Vec<Sum>,
}

/// Black's pcode values minus White's, after a step.
#[derive(Clone, Copy)]
struct Sum {
    step: u64,
    value: i32,
}

impl TableEvaluation {
    /// Computes the sums from the whole board.
    pub fn new<K: Kind>(board: &PatternBoard<K>, params: Arc<Params>) -> TableEvaluation {
        let points = board.position().empty_points();
        let worths = points.map(|point| worth(&params, board.cell(point).pcodes()));
        let now: i32 = worths.sum();
        let steps = (0..board.steps()).map(|i| difference(&params, board.step(i)));
        TableEvaluation { start: now - steps.sum::<i32>(), sums: Vec::new(), params }
    }

    /// The value for the side to move, in points.
    #[inline]
    pub fn value<K: Kind>(&mut self, board: &PatternBoard<K>) -> i32 {
        self.catch_up(board);
        let before = match self.sums.len() {
            0 => self.start,
            1 => (self.start + self.sums[0].value) / 2,
            steps => (self.sums[steps - 2].value + self.sums[steps - 1].value) / 2,
        };
        let side = board.to_move();
        let sum = match side {
            Colour::Black => before,
            Colour::White => -before,
        };
        sum / SCALE + self.params.threats[threat_index(board, side)] as i32
    }

    /// Removes the steps no longer on the board and adds the new ones.
    #[inline]
    fn catch_up<K: Kind>(&mut self, board: &PatternBoard<K>) {
        let steps = board.steps();
        self.sums.truncate(steps);
        while let Some(last) = self.sums.last()
            && last.step != board.step(self.sums.len() - 1).number
        {
            self.sums.pop();
        }
        let mut value = self.sums.last().map_or(self.start, |sum| sum.value);
        for index in self.sums.len()..steps {
            let step = board.step(index);
            value += difference(&self.params, step);
            let step = step.number;
            self.sums.push(Sum { step, value });
        }
    }
}

/// The change of the sum by a step.
#[inline]
fn difference(params: &Params, step: Step) -> i32 {
    let changes = step.changes.iter();
    let change = changes.map(|c| worth(params, c.after()) - worth(params, c.before()));
    change.sum::<i32>() - worth(params, step.gone)
}

/// The value of an empty point for Black minus its value for White.
#[inline(always)]
fn worth(params: &Params, pcodes: Pcodes) -> i32 {
    let of = |colour: Colour| params.values[colour.index()][pcodes.of(colour) as usize] as i32;
    of(Colour::Black) - of(Colour::White)
}
