//! Move pruning, extensions and late-move reductions.

use super::move_picker::ScoredMove;
use super::node::{Node, NodeType};
use super::state::{PLY, Search};
use crate::pattern::{CellClass, Kind};
use tengen_core::board::{Colour, Point};

/// A move and the features that pruning and reductions use.
pub(super) struct Candidate {
    scored: ScoredMove,
    /// Its rank in move order, from 1.
    pub number: usize,
    /// The class of the point for its own side and for the opponent.
    pub own: CellClass,
    other: CellClass,
    /// Looks forbidden for Black but is legal (Renju).
    seemingly_forbidden: bool,
    /// Far from the last stone of its own side, or of the opponent.
    far_from_own: bool,
    far_from_other: bool,
    /// Far from both; under Renju by one more point from the own stone.
    distant: bool,
}

impl Candidate {
    pub fn point(&self) -> Point {
        self.scored.point()
    }

    /// The move makes a three or more.
    pub fn is_threat(&self) -> bool {
        self.own >= CellClass::Three
    }

    /// The move neither makes nor stops anything.
    fn is_trivial(&self) -> bool {
        self.own == CellClass::None && self.other == CellClass::None
    }
}

impl<K: Kind> Search<'_, K> {
    pub(super) fn candidate(&self, node: &Node<impl NodeType>, scored: ScoredMove, number: usize) -> Candidate {
        let point = scored.point();
        let far = |last: Option<Point>, near| last.is_some_and(|last| last.distance(point) as i32 > near);
        let near = self.params.far_distance;
        let black = self.board.class(point, Colour::Black);
        let far_from_other = far(node.last_other, near);
        Candidate {
            scored,
            number,
            own: self.board.class(point, node.side),
            other: self.board.class(point, !node.side),
            seemingly_forbidden: K::FORBIDDEN && black == CellClass::Forbidden,
            far_from_own: far(node.last_own, near),
            far_from_other,
            distant: far_from_other && far(node.last_own, near + K::FORBIDDEN as i32),
        }
    }

    /// Move-count pruning: the number of moves searched at a node.
    pub(super) fn move_limit(&self, node: &Node<impl NodeType>) -> usize {
        let plies = node.depth / PLY;
        if plies == 0 {
            return 0;
        }
        let p = self.params;
        let square = p.move_count_square * plies * plies / 10;
        let limit = (p.move_count_base + p.move_count_slope * plies + square) / 100;
        (if node.improving { limit } else { limit / 2 }) as usize
    }

    /// Whether a move is pruned near the leaves: it neither makes nor stops anything, its policy is low, or it does
    /// not stop a threat.
    pub(super) fn is_hopeless(&self, node: &Node<impl NodeType>, candidate: &Candidate) -> bool {
        let p = self.params;
        let is_low = node.depth < p.trivial_depth;
        if is_low && candidate.is_trivial() {
            return true;
        }
        let most = p.policy_pruning_base + p.policy_pruning_slope * node.depth / PLY;
        if candidate.scored.policy_gap().is_some_and(|gap| gap > most * 1024 / 100) {
            return true;
        }
        let stops_nothing = node.is_threatened() && candidate.other < CellClass::Four;
        is_low && stops_nothing && candidate.distant
    }

    /// The extension of a move (negative: a reduction).
    pub(super) fn extension(&self, node: &Node<impl NodeType>, candidate: &Candidate) -> i32 {
        let p = self.params;
        if node.is_forced() {
            return p.reply_extension;
        }
        let of_table = match node.table_move() == Some(candidate.point()) {
            true => node.table_extension,
            false => 0,
        };
        let four = candidate.own >= CellClass::Four;
        of_table
            + match node.likely_high {
                true if !four => -p.fail_high_reduction,
                true if self.has_made(CellClass::Four, node.ply, 2) => PLY,
                _ => 0,
            }
    }

    /// The late-move reduction of the first search of a move.
    pub(super) fn reduction(&self, node: &Node<impl NodeType>, candidate: &Candidate, alpha: i32, best: i32) -> i32 {
        let p = self.params;
        let product = (self.log((node.depth / PLY) as usize) * self.log(candidate.number)) >> 10;
        let by_number = product * p.reduction_scale / 1024;
        let by_window = match node.is_pv() {
            true => {
                let width = (node.beta - alpha) as i64 * p.reduction_window as i64;
                (by_number - (width / self.root_width.max(1) as i64) as i32).max(0)
            }
            false if !node.improving && by_number > PLY => by_number + p.reduction_improving,
            false => by_number,
        };
        by_window + self.reduction_by_node(node, candidate, best) + self.reduction_by_move(node, candidate)
            - self.reduction_by_history(node, candidate)
    }

    fn reduction_by_node(&self, node: &Node<impl NodeType>, candidate: &Candidate, best: i32) -> i32 {
        let p = self.params;
        let entry = &self.stack[node.ply];
        let killer = entry.killers.contains(&Some(candidate.point()));
        let is_quiet_killer = killer && !node.is_threatened() && !candidate.is_threat();
        let opponents = node.ply % 2 == 1;
        p.reduction_cut * (node.cut && !is_quiet_killer) as i32
            + p.reduction_no_gain * (opponents && best >= -self.root_alpha) as i32
            - p.reduction_was_pv * entry.was_pv as i32
    }

    fn reduction_by_move(&self, node: &Node<impl NodeType>, candidate: &Candidate) -> i32 {
        let p = self.params;
        let by_policy = |gap: i32| (gap * p.reduction_policy / 1024 - p.policy_free).clamp(0, p.policy_most);
        let mut reduction = candidate.scored.policy_gap().map_or(0, by_policy);
        if node.is_threatened() && candidate.other < CellClass::Four {
            reduction += p.reduction_far_defence * candidate.far_from_other as i32;
            reduction += p.reduction_far_from_own * candidate.far_from_own as i32;
        }
        let near_attack = !candidate.far_from_own && candidate.own >= CellClass::TwoTwos;
        if !node.is_threatened()
            && (candidate.is_threat() || near_attack)
            && self.has_made(CellClass::Three, node.ply, 2)
        {
            reduction -= p.reduction_attack;
        }
        reduction - p.reduction_seemingly_forbidden * candidate.seemingly_forbidden as i32
    }

    fn reduction_by_history(&self, node: &Node<impl NodeType>, candidate: &Candidate) -> i32 {
        let p = self.params;
        let history = &self.histories.history;
        let score = |threat| history.score(node.side, candidate.point(), threat);
        (score(true) + score(false) - p.history_expected) / p.reduction_history
    }

    /// After a reduced search failed high: the change of depth for the re-search. Deeper if the value is far above
    /// alpha, shallower if it is hardly better than the best so far.
    pub(super) fn change_after_reduction(&mut self, ply: usize, depth: i32, value: i32, alpha: i32, best: i32) -> i32 {
        let p = self.params;
        let deeper = (value - alpha > p.deeper_margin) as i32;
        let much_deeper = (value - alpha > p.much_deeper_margin) as i32;
        let shallower = (value < best + depth / PLY) as i32;
        let mut change = deeper + much_deeper - shallower;
        let gained = &mut self.stack[ply].gained;
        if *gained >= p.gained_by_reductions {
            change = change.min(1);
        } else {
            *gained += PLY * (change - 1).max(0);
        }
        change * PLY
    }
}
