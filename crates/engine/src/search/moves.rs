//! The moves of a node: the table move first, then all, ordered by patterns, policy and history.

use super::move_picker::{Hints, MovePicker, ScoredMove, generate};
use super::node::{Node, NodeType};
use super::state::Search;
use crate::pattern::Kind;
use tengen_core::board::Point;

impl<K: Kind> Search<'_, K> {
    /// The table move, where it can be searched before others are generated: usually it fails high, and the policy is
    /// not needed.
    pub(super) fn first_move(&mut self, node: &Node<impl NodeType>) -> Option<Point> {
        let best = node.table_move().filter(|_| !node.is_root() && !node.is_forced())?;
        let is_generated = node.excluded != Some(best) && self.board.near().contains(best);
        (is_generated && self.is_playable(best)).then_some(best)
    }

    pub(super) fn generate(&mut self, node: &Node<impl NodeType>, moves: &mut Vec<ScoredMove>) {
        if node.is_root() {
            self.generate_at_root(node, moves)
        } else {
            generate(&self.board, Some(&node.threat_state), &self.hints(node), moves)
        }
        let is_worth_it = node.depth >= self.params.policy_depth && !node.is_forced();
        if self.evaluator.has_policy() && is_worth_it {
            self.order_by_policy(node, moves);
        }
    }

    /// What else orders the moves of a node.
    pub(super) fn hints(&self, node: &Node<impl NodeType>) -> Hints<'_> {
        let last = self.board.position().stones().last();
        Hints {
            best: node.table_move(),
            killers: self.stack[node.ply].killers,
            counter: last.and_then(|s| self.histories.history.counter(s.colour, s.point)),
            history: &self.histories.history,
            past_success: self.past_success,
            evaluator: &self.evaluator,
            params: self.params,
        }
    }

    /// Orders moves by policy and history. The policy is computed only for the moves with the best patterns; the
    /// others get the lowest policy among them.
    fn order_by_policy(&mut self, node: &Node<impl NodeType>, moves: &mut [ScoredMove]) {
        let p = self.params;
        let asked = (2 * self.move_limit(node) + p.policy_spare as usize).min(moves.len());
        if asked < moves.len() {
            moves.select_nth_unstable_by(asked, |a, b| b.cmp(a));
        }
        let mut policies = std::mem::take(&mut self.policies);
        policies.clear();
        let points = moves[..asked].iter().map(|scored| scored.point());
        self.evaluator.policies(&self.board, points, &mut policies);
        let best = policies.iter().copied().max().unwrap_or(0);
        let worst = policies.iter().copied().min().unwrap_or(0);
        let counter = self.hints(node).counter;
        let order = |scored: &mut ScoredMove, below: i32| {
            let answer = p.counter_bonus * (counter == Some(scored.point())) as i32;
            *scored = scored.with_policy(scored.past() + answer - below * p.policy_weight / 1024, below);
        };
        let (best_patterns, others) = moves.split_at_mut(asked);
        best_patterns.iter_mut().zip(&policies).for_each(|(scored, policy)| order(scored, best - policy));
        others.iter_mut().for_each(|scored| order(scored, best - worst));
        self.policies = policies;
    }

    /// The move order. At nodes where most moves are expected to fail low, every other helper starts from the far
    /// end.
    #[inline]
    pub(super) fn move_picker<'a>(&self, node: &Node<impl NodeType>, moves: &'a mut [ScoredMove]) -> MovePicker<'a> {
        let splits = self.number % 2 == 1 && !node.cut && !node.is_forced();
        match splits && node.depth >= self.params.split_depth {
            true if node.is_root() => MovePicker::from_behind(moves, usize::MAX),
            true => MovePicker::from_behind(moves, self.move_limit(node)),
            false => MovePicker::forth(moves),
        }
    }
}
