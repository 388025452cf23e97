//! The evaluation by tables.
//!
//! The value is the sum, over the empty points, of what each side's code there is worth, plus what the
//! strongest threats on the board are worth to the side that is to move. All numbers come from [`params`];
//! most were tuned on games of self-play (`lab/tune`).
//!
//! A stone always helps the side that placed it, so the sum is taken midway between this position and the one
//! before the last stone. That is the one thing besides the position that the value depends on: a position that
//! is reached by another order of moves has another last stone. (The alternative, what a stone is worth on
//! average, would be wrong by what this stone is worth more or less.)

pub mod file;
pub mod params;

use super::threat_index;
use crate::pattern::prospect::Codes;
use crate::pattern::state::Step;
use crate::pattern::{Kind, PatternBoard};
use params::{Params, SCALE};
use std::sync::Arc;
use tengen_core::board::Colour;

/// The sums of one board, kept for each stone that lies on it.
pub struct TableEvaluation {
    params: Arc<Params>,
    /// The sum before the first step of the board.
    start: i32,
    /// The sum after each step that was looked at.
    sums: Vec<Sum>,
}

/// Black's codes minus white's, after a step.
#[derive(Clone, Copy)]
struct Sum {
    step: u64,
    value: i32,
}

impl TableEvaluation {
    /// Reads the whole board.
    pub fn new<K: Kind>(board: &PatternBoard<K>, params: Arc<Params>) -> TableEvaluation {
        let points = board.position().empty_points();
        let worths = points.map(|point| worth(&params, board.prospect(point).codes()));
        let now: i32 = worths.sum();
        let steps = (0..board.steps()).map(|i| difference(&params, board.step(i)));
        TableEvaluation {
            start: now - steps.sum::<i32>(),
            sums: Vec::new(),
            params,
        }
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

    /// Takes back what is not on the board any more, and adds up what has come.
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

/// What a step has added to the sum.
#[inline]
fn difference(params: &Params, step: Step) -> i32 {
    let changes = step.changes.iter();
    let change = changes.map(|c| worth(params, c.after()) - worth(params, c.before()));
    change.sum::<i32>() - worth(params, step.gone)
}

/// What an empty point is worth to black, less what it is worth to white.
#[inline(always)]
fn worth(params: &Params, codes: Codes) -> i32 {
    let of = |colour: Colour| params.values[colour.index()][codes.of(colour) as usize] as i32;
    of(Colour::Black) - of(Colour::White)
}
