//! What a network thinks of the moves of a node.

use super::move_picker::ScoredMove;
use super::state::Search;
use crate::pattern::Kind;

impl<K: Kind> Search<'_, K> {
    /// Orders moves by the policy of the network too. It is asked for the `many` that look best and some to spare;
    /// of the others it is taken to think as little as of the worst of them.
    pub(super) fn ask_policy(&mut self, many: usize, moves: &mut [ScoredMove]) {
        let p = self.params;
        let many = (many + p.policy_spare as usize).min(moves.len());
        if many < moves.len() {
            moves.select_nth_unstable_by(many, |a, b| b.cmp(a));
        }
        let (likely, others) = moves.split_at_mut(many);
        let mut policies = std::mem::take(&mut self.policies);
        policies.clear();
        let points = likely.iter().map(|scored| scored.point());
        self.evaluator.policies(&self.board, points, &mut policies);
        let best = policies.iter().copied().max().unwrap_or(0);
        let worst = policies.iter().copied().min().unwrap_or(0);
        let told = |scored: &mut ScoredMove, policy: i32| {
            let below = best - policy;
            *scored = scored.with_policy(-below * p.policy_weight / 1024, below);
        };
        let of_likely = likely.iter_mut().zip(&policies);
        of_likely.for_each(|(scored, &policy)| told(scored, policy));
        others.iter_mut().for_each(|scored| told(scored, worst));
        self.policies = policies;
    }
}
