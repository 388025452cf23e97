//! A search for a win by threats in progress: its board, its memory, its limits.

use super::table::{Lists, Numbers, Table};
use crate::pattern::{Kind, PatternBoard};
use crate::threat::Stop;
use crate::threat::vcf::Vcf;
use tengen_core::board::{Colour, Point, PointSet};

/// The caller is asked whether to go on once in so many steps, or nodes.
const STOP_STEPS: u64 = 16;
const STOP_NODES: u64 = 500;

/// One search.
pub(super) struct ProofSearch<'a, K: Kind> {
    pub board: &'a mut PatternBoard<K>,
    pub attacker: Colour,
    /// The hash of the first position, where the blocked moves are left out.
    pub root: u64,
    pub blocked: PointSet,
    pub table: &'a Table,
    pub lists: &'a mut Lists,
    pub vcf: &'a mut Vcf,
    pub nodes: u64,
    /// Positions that were looked into.
    pub steps: u64,
    /// The caller is asked at so many nodes at the latest.
    pub next_ask: u64,
    pub budget: u64,
    /// The search has been broken off.
    pub over: bool,
    /// A win may have been missed because a look for fours was broken off.
    pub doubtful: bool,
    /// Threats were left out because they lie beyond the threat limit.
    pub cut: bool,
    /// Who of several workers this is; all but the first, 0, choose by lot between moves that promise about
    /// as much.
    pub number: u64,
    pub stop: Stop<'a>,
}

/// A move and what is known of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub point: Point,
    pub numbers: Numbers,
    /// The threat limit behind the move.
    pub threat_limit: u32,
}

impl<K: Kind> ProofSearch<'_, K> {
    /// Names a position and the attacker.
    pub fn key(&self, hash: u64) -> u64 {
        match self.attacker {
            Colour::Black => hash,
            Colour::White => hash ^ 0x5851_f42d_4c95_7f2d,
        }
    }

    /// Whether some of the moves here are left out.
    pub fn is_restricted(&self) -> bool {
        !self.blocked.is_empty() && self.board.position().hash() == self.root
    }

    /// Counts a node; whether that was one too many, or the caller wants no more.
    pub fn is_over(&mut self) -> bool {
        self.nodes += 1;
        self.over |= self.nodes > self.budget;
        self.is_stopped()
    }

    /// Whether the caller, who is asked now and then, wants no more; the budget does not count.
    pub fn is_stopped(&mut self) -> bool {
        self.steps += 1;
        let asks = self.steps.is_multiple_of(STOP_STEPS) || self.nodes >= self.next_ask;
        if asks {
            self.next_ask = self.nodes + STOP_NODES;
            self.over |= (self.stop)();
        }
        self.over
    }

    /// Whether the numbers of the position say that the attacker wins.
    pub fn is_won(&self, numbers: Numbers) -> bool {
        if self.board.to_move() == self.attacker {
            numbers == Numbers::YES
        } else {
            numbers == Numbers::NO
        }
    }
}
