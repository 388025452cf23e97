//! Windows: the stones near a point on each of its lines, which the network reads besides the pcodes.
//!
//! ```text
//!   . x o ● . . #        reach 3: three cells to either side of ●; # is off the board
//! ```
//!
//! A window and its mirror image have the same number. Whatever lies beyond the first edge on either side is edge.

use super::sizes::{REACH, WINDOWS};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use tengen_core::board::{Colour, DIRECTIONS, Direction, Lines, Point, Position, Window};

/// The content of a cell off the board; an empty cell is 0, an own stone 1, the opponent's 2.
const EDGE: usize = 3;
/// The own stones in the cells before a point and those after it, as bits, then the opponent's. Off the board, both are
/// set.
const KEYS: usize = 1 << (4 * REACH);

/// The numbers of windows by their keys.
static NUMBERS: LazyLock<[u16; KEYS]> = LazyLock::new(|| {
    let firsts: [usize; KEYS] = std::array::from_fn(first);
    let different: Vec<usize> = BTreeSet::from(firsts).into_iter().collect();
    assert_eq!(different.len(), WINDOWS);
    firsts.map(|first| different.partition_point(|&other| other < first) as u16)
});

/// The cells of a window, from one end to the other, as a number of base four; the smaller one of the window's and its
/// mirror image's.
fn first(key: usize) -> usize {
    let cell = |at: usize| (key >> at & 1) | (key >> (2 * REACH + at) & 1) << 1;
    let half = |nearest_first: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
        let mut beyond = false;
        let seen = |at| {
            beyond |= cell(at) == EDGE;
            if beyond { EDGE } else { cell(at) }
        };
        nearest_first.map(seen).collect()
    };
    let (before, after) = (half(&mut (0..REACH).rev()), half(&mut (REACH..2 * REACH)));
    let number =
        |left: &[usize], right: &[usize]| left.iter().rev().chain(right).fold(0, |number, cell| 4 * number + cell);
    number(&before, &after).min(number(&after, &before))
}

/// The windows on a board, as seen by one side.
pub(super) struct Windows {
    numbers: &'static [u16; KEYS],
    side: Colour,
    lines: Lines,
}

impl Windows {
    /// The windows of a position.
    pub fn new(position: &Position, side: Colour) -> Windows {
        Windows { numbers: &NUMBERS, side, lines: position.lines().clone() }
    }

    /// The rows of an empty point's windows in the table of weights: a row of zeros, then those of rows and columns,
    /// then those of diagonals.
    pub fn rows(&self, point: Point) -> [u16; 4] {
        DIRECTIONS.map(|d| self.row(self.lines.window(point, d, REACH), d))
    }

    #[inline(always)]
    fn row(&self, window: Window, direction: Direction) -> u16 {
        const BEFORE: u32 = (1 << REACH) - 1;
        let without_centre = |bits: u32| bits & BEFORE | bits >> 1 & BEFORE << REACH;
        let [black, white] = [window.black, window.white].map(without_centre);
        let key = match self.side {
            Colour::Black => black | white << (2 * REACH),
            Colour::White => white | black << (2 * REACH),
        };
        let diagonals = (direction.index() >= Direction::Falling.index()) as usize;
        (1 + diagonals * WINDOWS) as u16 + self.numbers[key as usize % KEYS]
    }

    /// Places a stone and calls `changed` for the empty points whose window on a line has changed, with the new row.
    #[inline(always)]
    pub fn place(&mut self, stone: Point, colour: Colour, mut changed: impl FnMut(Point, usize, u16)) {
        self.lines.place(stone, colour);
        const WINDOW: u32 = (1 << (2 * REACH + 1)) - 1;
        for d in DIRECTIONS {
            let around = self.lines.window(stone, d, 2 * REACH);
            let mut empty = !(around.black | around.white) & WINDOW << REACH;
            while empty != 0 {
                let at = empty.trailing_zeros() as usize;
                empty &= empty - 1;
                let [black, white] = [around.black, around.white].map(|bits| bits >> (at - REACH) & WINDOW);
                let point = d.walk(stone, at as i32 - 2 * REACH as i32);
                changed(point, d.index(), self.row(Window { black, white }, d));
            }
        }
    }

    /// Takes back a stone.
    #[inline(always)]
    pub fn remove(&mut self, stone: Point, colour: Colour) {
        self.lines.remove(stone, colour);
    }
}
