//! Chains, loops and safe lines in positions without captures.
//!
//! A *chain* is a row of boxes with two free lines each. Drawing one of its lines gives away all its boxes, and which
//! line hardly matters: after any line in a chain of three boxes or more the other side may capture everything or
//! make a double-dealing move; in a chain of two, the middle line prevents that. So one line represents the chain.
//! All other lines, between boxes with three or four free lines, are *safe*.

use super::grid::{BOXES, GROUND, Grid};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainKind {
    /// A chain from the ground to the ground.
    Chain,
    Loop,
    /// A chain that ends at a box with three or four free lines.
    Bound,
}

#[derive(Clone, Copy, Debug)]
pub struct Chain {
    pub kind: ChainKind,
    pub length: i32,
    pub line: u64,
    pub lines: u64,
}

/// The chains and safe lines of a position.
#[derive(Clone, Copy, Debug)]
pub struct Chains {
    all: [Chain; BOXES],
    count: usize,
    /// The lines that give no box away.
    pub safe: u64,
}

const NONE: Chain = Chain { kind: ChainKind::Loop, length: 0, line: 0, lines: 0 };

impl Chains {
    /// Analyses a position without captures.
    #[inline]
    pub fn of(grid: &Grid, free: u64) -> Chains {
        let mut chains = Chains { all: [NONE; BOXES], count: 0, safe: free };
        let mut seen = 0u32;
        for square in 0..grid.boxes() {
            let lines = grid.strings(square, free);
            if seen >> square & 1 == 0 && lines.count_ones() == 2 {
                let chain = chain(grid, free, square, &mut seen);
                chains.safe &= !chain.lines;
                chains.all[chains.count] = chain;
                chains.count += 1;
            }
        }
        chains
    }

    #[inline]
    pub fn all(&self) -> &[Chain] {
        &self.all[..self.count]
    }

    /// The lines of chains that touch nothing but the ground.
    #[inline]
    pub fn apart(&self) -> u64 {
        let apart = self.all().iter().filter(|chain| chain.kind != ChainKind::Bound);
        apart.fold(0, |lines, chain| lines | chain.lines)
    }
}

/// The chain through a box with two free lines.
fn chain(grid: &Grid, free: u64, start: usize, seen: &mut u32) -> Chain {
    *seen |= 1 << start;
    let both = grid.strings(start, free);
    let first = both & both.wrapping_neg();
    let mut chain = Chain { kind: ChainKind::Chain, length: 1, line: first, lines: both };
    for mut line in [first, both ^ first] {
        let mut square = start;
        loop {
            let next = grid.beyond(line, square);
            if next == GROUND {
                break;
            }
            let lines = grid.strings(next, free);
            if lines.count_ones() != 2 {
                chain.kind = ChainKind::Bound;
                break;
            }
            if *seen >> next & 1 != 0 {
                chain.kind = ChainKind::Loop;
                return chain;
            }
            *seen |= 1 << next;
            chain.length += 1;
            chain.line = line; // between two boxes: in a chain of two, the middle line
            chain.lines |= lines;
            (line, square) = (lines ^ line, next);
        }
    }
    chain
}
