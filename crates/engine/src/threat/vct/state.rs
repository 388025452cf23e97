//! The state of a running VCT search: its board, tables and limits.

use super::Scope;
use super::table::{Lists, Numbers, Table};
use crate::pattern::{Kind, PatternBoard};
use crate::threat::Stop;
use crate::threat::vcf::Vcf;
use tengen_core::board::{Colour, Point, PointSet};

/// The plies of the shortest win that begins with a quiet threat: the threat, a reply, a four, a reply, the five.
pub(super) const QUIET_WIN: u32 = 5;

/// `stop` is polled once in this many steps or nodes.
const STOP_STEPS: u64 = 16;
const STOP_NODES: u64 = 500;

pub(super) struct ProofSearch<'a, K: Kind> {
    pub board: &'a mut PatternBoard<K>,
    pub attacker: Colour,
    pub scope: Scope,
    /// The hash of the root position, the only one where moves are blocked.
    pub root: u64,
    pub blocked: PointSet,
    pub table: &'a Table,
    pub lists: &'a mut Lists,
    pub vcf: &'a mut Vcf,
    pub nodes: u64,
    /// How many times `is_stopped` was called.
    pub steps: u64,
    /// `stop` is polled at this number of nodes at the latest.
    pub next_ask: u64,
    pub budget: u64,
    /// The limit of VCF searches too.
    pub most_nodes: u64,
    /// The search was interrupted.
    pub over: bool,
    /// Results depend on the threat limit: moves beyond it were skipped.
    pub cut: bool,
    /// The worker's number; all but worker 0 break near-ties at random.
    pub number: u64,
    pub stop: Stop<'a>,
}

/// Added to the plies left in keys, which also hold threat limits.
const PLIES_KEY: u32 = 1 << 16;

/// The key of results that hold only within a limit.
pub(super) fn within(key: u64, limit: u32) -> u64 {
    key ^ (limit as u64 + 1).wrapping_mul(0x9fb2_1c65_1e98_df25)
}

/// A move and the known numbers of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub point: Point,
    pub numbers: Numbers,
    /// The threat limit, or the plies left, after the move.
    pub threat_limit: u32,
}

impl<K: Kind> ProofSearch<'_, K> {
    /// A key for the position, the attacker and the width of the search.
    pub fn key(&self, hash: u64) -> u64 {
        let key = match self.attacker {
            Colour::Black => hash,
            Colour::White => hash ^ 0x5851_f42d_4c95_7f2d,
        };
        let key = if self.scope.every_move { key ^ 0x2545_f491_4f6c_dd1d } else { key };
        if self.scope.any_threat { key ^ 0x6c07_8965_d5e1_3a2b } else { key }
    }

    /// The key of what holds for a position whatever the threat limit is; in a search for wins of limited length, of
    /// what holds with this many plies left.
    pub fn lasting_key(&self, hash: u64, limit: u32) -> u64 {
        match self.scope.most_plies {
            None => self.key(hash),
            Some(_) => within(self.key(hash), PLIES_KEY + limit),
        }
    }

    /// The plies left for a win of limited length; `limit` is the limit at this node.
    pub fn plies_left(&self, limit: u32) -> Option<u32> {
        self.scope.most_plies.map(|_| limit)
    }

    /// Whether moves are blocked in this position.
    pub fn is_restricted(&self) -> bool {
        !self.blocked.is_empty() && self.board.position().hash() == self.root
    }

    /// Counts a node; returns whether the search has to stop.
    pub fn is_over(&mut self) -> bool {
        self.nodes += 1;
        self.over |= self.nodes > self.budget;
        self.is_stopped()
    }

    /// How many nodes a VCF search may have that has this budget. `None` if no node is left: then the search is over.
    pub fn within_most(&mut self, budget: u64) -> Option<u64> {
        let left = self.most_nodes.saturating_sub(self.nodes);
        self.over |= left == 0;
        (left > 0).then(|| budget.min(left))
    }

    /// Counts the nodes of a VCF search.
    pub fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.over |= self.nodes > self.most_nodes;
    }

    /// Polls `stop` now and then; returns whether the search was stopped. Ignores the node budget.
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
        if self.board.to_move() == self.attacker { numbers == Numbers::YES } else { numbers == Numbers::NO }
    }
}
