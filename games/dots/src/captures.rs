//! What the side to move can capture, and what it may leave to the other side instead.
//!
//! Capturing boxes as long as possible always leads to the same *rest*, in any order. Only two ways to play are
//! sensible then (Berlekamp): capture everything and move in the rest; or leave the last two boxes of a chain, or the
//! last four of a loop, with a line that closes no box. The other side captures those and must move in the rest.
//!
//! ```text
//!   + - + - + - + - +          + - + - + - + - +
//!     T   T   a   b            T   T   a   b |    the double-dealing line closes the end of the chain
//!   + - + - + - + - +          + - + - + - + - +
//! ```

use super::grid::{GROUND, Grid};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captures {
    pub boxes: i32,
    /// The free lines after all of them are captured.
    pub rest: u64,
    /// The number of boxes to leave so that the other side has to move in the rest; `None` if that is impossible.
    pub left: Option<i32>,
}

/// The lines drawn so far, in order, and the remaining free lines.
struct Taking<'a> {
    grid: &'a Grid,
    free: u64,
    lines: Vec<u64>,
}

/// Captures boxes from `start` on as long as possible, without capturing the boxes in `held`.
#[inline]
fn take(grid: &Grid, free: &mut u64, start: usize, held: u32, mut drawn: impl FnMut(u64)) -> i32 {
    let (mut square, mut boxes) = (start, 0);
    loop {
        let line = grid.strings(square, *free);
        if line == 0 || line & (line - 1) != 0 || held >> square & 1 != 0 {
            return boxes;
        }
        let next = grid.beyond(line, square);
        if next != GROUND && held >> next & 1 != 0 && is_single(grid.strings(next, *free)) {
            return boxes; // a held box would be captured too
        }
        *free ^= line;
        drawn(line);
        boxes += 1;
        if next == GROUND {
            return boxes;
        }
        if grid.strings(next, *free) == 0 {
            return boxes + 1;
        }
        square = next;
    }
}

#[inline(always)]
fn is_single(lines: u64) -> bool {
    lines != 0 && lines & (lines - 1) == 0
}

/// How a chain ends that starts at a box with one free line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChainEnd {
    /// At the ground, or at a box with three or four free lines.
    Open,
    /// At another box with one free line.
    Closed,
}

/// Follows the chain from a box with one free line; returns the number of boxes and the end.
fn follow(grid: &Grid, free: u64, start: usize, mut pass: impl FnMut(u64)) -> (i32, ChainEnd) {
    let mut square = start;
    let mut line = grid.strings(start, free);
    let mut length = 1;
    loop {
        pass(line);
        let next = grid.beyond(line, square);
        if next == GROUND {
            return (length, ChainEnd::Open);
        }
        let lines = grid.strings(next, free);
        match lines.count_ones() {
            1 => return (length + 1, ChainEnd::Closed),
            2 => {}
            _ => return (length, ChainEnd::Open),
        }
        (line, square) = (lines ^ line, next);
        length += 1;
    }
}

impl Captures {
    /// The captures at these boxes and beyond. (If nothing could be captured before a line was drawn, these are the
    /// boxes on both sides of that line.)
    #[inline]
    pub fn of(grid: &Grid, free: u64, starts: &[usize]) -> Captures {
        let mut rest = free;
        let mut boxes = 0;
        for &start in starts.iter().filter(|&&start| start != GROUND) {
            boxes += take(grid, &mut rest, start, 0, |_| {});
        }
        let wanted = boxes > 1 && rest != 0; // a single box cannot be left; at the end it is useless
        let left = if wanted { left(grid, free, starts) } else { None };
        Captures { boxes, rest, left }
    }

    pub fn anywhere(grid: &Grid, free: u64) -> Captures {
        Captures::of(grid, free, &starts(grid, free))
    }
}

/// The boxes that can be captured at once.
fn starts(grid: &Grid, free: u64) -> Vec<usize> {
    let squares = 0..grid.boxes();
    squares.filter(|&square| is_single(grid.strings(square, free))).collect()
}

/// The free lines after capturing everything that does not touch the held boxes.
fn holding(grid: &Grid, free: u64, starts: &[usize], held: u32, mut drawn: impl FnMut(u64)) -> u64 {
    let mut rest = free;
    for &start in starts {
        if start != GROUND && held >> start & 1 == 0 {
            take(grid, &mut rest, start, held, &mut drawn);
        }
    }
    rest
}

fn left(grid: &Grid, free: u64, starts: &[usize]) -> Option<i32> {
    let single = |square: usize| square != GROUND && is_single(grid.strings(square, free));
    for &start in starts.iter().filter(|&&start| single(start)) {
        let rest = holding(grid, free, starts, 1 << start, |_| {});
        if let (2.., ChainEnd::Open) = follow(grid, rest, start, |_| {}) {
            return Some(2);
        }
    }
    for (i, &one) in starts.iter().enumerate() {
        for &other in &starts[i + 1..] {
            if single(one) && single(other) {
                let rest = holding(grid, free, starts, 1 << one | 1 << other, |_| {});
                if let (4.., ChainEnd::Closed) = follow(grid, rest, one, |_| {}) {
                    return Some(4);
                }
            }
        }
    }
    None
}

/// The lines that capture everything.
pub fn take_all(grid: &Grid, free: u64) -> Vec<u64> {
    let mut taking = Taking::new(grid, free);
    taking.take(&starts(grid, free), 0);
    taking.lines
}

/// The lines of a turn that captures all boxes but those to leave, as in [`Captures::left`].
pub fn deal(grid: &Grid, free: u64) -> Option<Vec<u64>> {
    let starts = starts(grid, free);
    for &start in &starts {
        let mut taking = Taking::new(grid, free);
        taking.take(&starts, 1 << start);
        if let Some(lines) = taking.leave(start, ChainEnd::Open, 2) {
            return Some(lines);
        }
    }
    for (i, &one) in starts.iter().enumerate() {
        for &other in &starts[i + 1..] {
            let mut taking = Taking::new(grid, free);
            taking.take(&starts, 1 << one | 1 << other);
            if let Some(lines) = taking.leave(one, ChainEnd::Closed, 4) {
                return Some(lines);
            }
        }
    }
    None
}

impl Taking<'_> {
    fn new(grid: &Grid, free: u64) -> Taking<'_> {
        Taking { grid, free, lines: Vec::new() }
    }

    fn take(&mut self, starts: &[usize], held: u32) {
        let lines = &mut self.lines;
        self.free = holding(self.grid, self.free, starts, held, |line| lines.push(line));
    }

    /// Captures the chain from `start` except for its last boxes, and draws the line that leaves them.
    fn leave(mut self, start: usize, wanted: ChainEnd, left: usize) -> Option<Vec<u64>> {
        let mut chain = Vec::new();
        let (length, end) = follow(self.grid, self.free, start, |line| chain.push(line));
        let taken = (length as usize).checked_sub(left)?;
        if end != wanted {
            return None;
        }
        self.lines.extend(&chain[..taken]);
        self.lines.push(chain[taken + 1]);
        Some(self.lines)
    }
}
