//! Windows: the stones near a point on each of its lines, which a network may read besides the pcodes.
//!
//! ```text
//!   . x o ● . . #        reach 3: three cells to either side of ●; # is off the board
//! ```
//!
//! A window and its mirror image have the same number. Whatever lies beyond the first edge on either side is edge.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use tengen_core::board::{Colour, DIRECTIONS, Direction, Lines, Point, Position, Window};

/// The largest reach.
pub(super) const REACH_MAX: usize = 4;
/// The content of a cell off the board; an empty cell is 0, an own stone 1, the opponent's 2.
const EDGE: usize = 3;

/// The own stones in the cells before a point and those after it, as bits, then the opponent's. Off the board, both are
/// set. Keys of a short reach are small, so that the part of the table that is used fits into the processor's cache.
type Key = u16;

/// The numbers of the windows of one reach.
pub(super) struct Numbers {
    by_key: Box<[u16; 1 << 16]>,
    /// How many there are.
    pub count: usize,
}

impl Numbers {
    /// The numbers for a reach from 1 to [`REACH_MAX`].
    pub fn of(reach: usize) -> &'static Numbers {
        static MADE: [OnceLock<Numbers>; REACH_MAX] = [const { OnceLock::new() }; REACH_MAX];
        MADE[reach - 1].get_or_init(|| Numbers::new(reach))
    }

    fn new(reach: usize) -> Numbers {
        let firsts: Vec<usize> = (0..1 << (4 * reach)).map(|key| first(key, reach)).collect();
        let different: BTreeSet<usize> = firsts.iter().copied().collect();
        let different: Vec<usize> = different.into_iter().collect();
        let number = |first: &usize| different.partition_point(|other| other < first) as u16;
        let mut by_key = Box::new([0; 1 << 16]);
        for (to, first) in by_key.iter_mut().zip(&firsts) {
            *to = number(first);
        }
        Numbers { by_key, count: different.len() }
    }
}

/// The cells of a window, from one end to the other, as a number of base four; the smaller one of the window's and its
/// mirror image's.
fn first(key: usize, reach: usize) -> usize {
    let cell = |at: usize| (key >> at & 1) | (key >> (2 * reach + at) & 1) << 1;
    let half = |nearest_first: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
        let mut beyond = false;
        let seen = |at| {
            beyond |= cell(at) == EDGE;
            if beyond { EDGE } else { cell(at) }
        };
        nearest_first.map(seen).collect()
    };
    let (before, after) = (half(&mut (0..reach).rev()), half(&mut (reach..2 * reach)));
    let number =
        |left: &[usize], right: &[usize]| left.iter().rev().chain(right).fold(0, |number, cell| 4 * number + cell);
    number(&before, &after).min(number(&after, &before))
}

/// The windows on a board, as seen by one side.
pub(super) struct Windows {
    reach: usize,
    numbers: &'static Numbers,
    side: Colour,
    lines: Lines,
}

impl Windows {
    /// The windows of a position.
    pub fn new(reach: usize, position: &Position, side: Colour) -> Windows {
        let lines = position.lines().clone();
        Windows { reach, numbers: Numbers::of(reach), side, lines }
    }

    /// The rows of an empty point's windows in the table of weights: a row of zeros, then those of rows and columns,
    /// then those of diagonals.
    pub fn rows(&self, point: Point) -> [u16; 4] {
        DIRECTIONS.map(|d| self.row(self.lines.window(point, d, REACH_MAX), d))
    }

    #[inline(always)]
    fn row(&self, window: Window, direction: Direction) -> u16 {
        let (reach, before) = (self.reach, (1 << self.reach) - 1);
        let without_centre = |bits: u32| bits & before | bits >> 1 & before << reach;
        let [black, white] = [window.black, window.white].map(|bits| without_centre(bits >> (REACH_MAX - reach)));
        let key = match self.side {
            Colour::Black => black | white << (2 * reach),
            Colour::White => white | black << (2 * reach),
        } as Key;
        let diagonals = (direction.index() >= Direction::Falling.index()) as usize;
        (1 + diagonals * self.numbers.count) as u16 + self.numbers.by_key[key as usize]
    }

    /// Places a stone and calls `changed` for the empty points whose window on a line has changed, with the new row.
    #[inline(always)]
    pub fn place(&mut self, stone: Point, colour: Colour, mut changed: impl FnMut(Point, usize, u16)) {
        self.lines.place(stone, colour);
        const WINDOW: u32 = (1 << (2 * REACH_MAX + 1)) - 1;
        let near = (1u32 << (2 * self.reach + 1)) - 1;
        for d in DIRECTIONS {
            let around = self.lines.window(stone, d, 2 * REACH_MAX);
            let mut empty = !(around.black | around.white) & near << (2 * REACH_MAX - self.reach);
            while empty != 0 {
                let at = empty.trailing_zeros() as usize;
                empty &= empty - 1;
                let [black, white] = [around.black, around.white].map(|bits| bits >> (at - REACH_MAX) & WINDOW);
                let point = d.walk(stone, at as i32 - 2 * REACH_MAX as i32);
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
