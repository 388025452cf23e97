//! Static evaluation.
//!
//! A *stretch* of a side is a run of adjacent windows of a line without a stone of the other side: a part of the line
//! that can still be filled. Its class is the highest level of its windows and the number of windows with that level:
//! if three or more windows have level 2, two stones make a double threat; if only one has, they make a threat that
//! one stone stops. The side to move has two stones available, so the same stretch is worth more to it.

use super::Board;
use super::params::{ByClass, COUNTS, LEVELS, Params};
pub use super::windows::LINES;
use tengen_core::board::Colour;

/// The weights, and the values of all lines, updated incrementally for one board.
#[derive(Clone)]
pub struct Evaluation {
    weights: [ByClass; 2],
    /// For each line and colour: its value if that colour is to move, and if it is not.
    lines: [[[i32; 2]; 2]; LINES],
    /// The sums over all lines.
    sums: [[i32; 2]; 2],
}

impl Evaluation {
    pub fn new(params: &Params) -> Evaluation {
        Evaluation { weights: [params.mover(), params.waiter()], lines: [[[0; 2]; 2]; LINES], sums: [[0; 2]; 2] }
    }

    pub fn evaluate(&mut self, board: &mut Board) -> i32 {
        let mut changed = board.take_changed();
        while changed != 0 {
            self.renew(board, changed.trailing_zeros() as usize);
            changed &= changed - 1;
        }
        let us = board.to_move();
        self.sums[us.index()][0] - self.sums[(!us).index()][1]
    }

    fn renew(&mut self, board: &Board, line: usize) {
        for colour in Colour::BOTH {
            let mut worth = [0; 2];
            for (level, count) in stretches(board, line, colour) {
                for (worth, weights) in worth.iter_mut().zip(&self.weights) {
                    *worth += weights[level][count];
                }
            }
            let old = &mut self.lines[line][colour.index()];
            let sums = &mut self.sums[colour.index()];
            for ((sum, old), new) in sums.iter_mut().zip(old).zip(worth) {
                *sum += new - *old;
                *old = new;
            }
        }
    }
}

/// The classes of a side's stretches on a line, as indices into [`ByClass`].
pub fn stretches(board: &Board, line: usize, side: Colour) -> impl Iterator<Item = (usize, usize)> {
    let mut windows = board.geometry().on_line(line);
    std::iter::from_fn(move || {
        loop {
            let (mut best, mut count) = (0, 0);
            let first = windows.next()?;
            let mut window = Some(first);
            while let Some(stones) = window.and_then(|window| board.stones_in(window, side)) {
                let level = stones.count_ones() as usize;
                count = match level.cmp(&best) {
                    std::cmp::Ordering::Less => count,
                    std::cmp::Ordering::Equal => count + 1,
                    std::cmp::Ordering::Greater => 1,
                };
                best = best.max(level);
                window = windows.next();
            }
            if best > 0 {
                return Some((best.min(LEVELS) - 1, count.min(COUNTS) - 1));
            }
        }
    })
}
