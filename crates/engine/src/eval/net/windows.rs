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
use tengen_core::board::{Colour, Direction, Lines, Point};

/// The content of a cell off the board; an empty cell is 0, an own stone 1, the opponent's 2.
const EDGE: usize = 3;
/// A key has the stones of one side in the cells before a point and those after it, as bits, then those of the other. Off
/// the board, both are set.
const KEYS: usize = 1 << (4 * REACH);

/// The numbers of windows by their keys: in the low half as seen by the side of the low bits, in the high half as seen by
/// the other.
static NUMBERS: LazyLock<[u32; KEYS]> = LazyLock::new(|| {
    let firsts: [usize; KEYS] = std::array::from_fn(first);
    let different: Vec<usize> = BTreeSet::from(firsts).into_iter().collect();
    assert_eq!(different.len(), WINDOWS);
    let number = |key: usize| different.partition_point(|&other| other < firsts[key]) as u32;
    let turned = |key: usize| key >> (2 * REACH) | key << (2 * REACH) & (KEYS - 1);
    std::array::from_fn(|key| number(key) | number(turned(key)) << 16)
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

/// The windows on a board.
#[derive(Clone, Copy)]
pub struct Windows(&'static [u32; KEYS]);

/// Those of any board.
impl Default for Windows {
    fn default() -> Windows {
        Windows(&NUMBERS)
    }
}

impl Windows {
    /// The rows of a window in the table of weights as seen by Black (the low half) and by White: a row of zeros, then
    /// those of rows and columns, then those of diagonals. The lowest bits of each half of `both` are the window: Black's stones
    /// in the low half, White's in the high half.
    #[inline(always)]
    pub(super) fn row(&self, both: u32, direction: Direction) -> u32 {
        const BEFORE: u32 = ((1 << REACH) - 1) * 0x1_0001;
        let without_centre = both & BEFORE | both >> 1 & BEFORE << REACH;
        let key = (without_centre | without_centre >> (16 - 2 * REACH)) as usize % KEYS;
        let first = if direction.index() < Direction::Falling.index() { 1 } else { 1 + WINDOWS as u32 };
        self.0[key] + first * 0x1_0001
    }

    /// The row of an empty point's window on one of its lines, as seen by a side.
    pub fn row_of(self, lines: &Lines, point: Point, direction: Direction, side: Colour) -> u16 {
        let around = lines.window(point, direction, REACH);
        (self.row(around.black | around.white << 16, direction) >> (16 * side.index())) as u16
    }
}
