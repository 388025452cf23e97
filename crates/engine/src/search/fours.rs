//! Wins by fours at the root, and the replay that every claimed win has to pass.

use super::state::Search;
use crate::pattern::Kind;
use crate::threat::Stop;
use crate::threat::proof;
use crate::threat::vcf::Found;
use std::time::Duration;
use tengen_common::{Report, Score};
use tengen_core::board::{Point, Position};

/// The complete search for fours takes at most this part of the time before the search begins: what it finds in
/// half of it is found. Where there are few fours, or they do not hang together, it is done in a millisecond …
const FOURS_SHARE: u32 = 2;
/// … at most this part of the nodes, where they are counted …
const FOURS_SHARE_OF_NODES: u64 = 3;
/// … and, where that was not enough, this part of the time that has passed.
const FOURS_LATER: u32 = 2;
/// The replay of a win takes at most this part of the time.
const REPLAY_SHARE: u32 = 8;

impl<K: Kind> Search<'_, K> {
    /// A win by fours before the search. With a clock only the time counts, and what is not settled in it
    /// is looked for again by [`Self::win_by_fours_after_all`].
    pub(super) fn win_by_fours(&mut self) -> Option<Report> {
        let nodes = self.guard.node_limit / FOURS_SHARE_OF_NODES;
        let budget = match self.guard.plan {
            Some(_) => nodes,
            None => nodes.min(self.params.root_budget as u64),
        };
        self.look_for_fours(budget, self.guard.share(FOURS_SHARE))
    }

    /// Between iterations: goes on where the look for a win by fours was broken off, for as long as the search
    /// has taken since, but not beyond the time for the move.
    pub(super) fn win_by_fours_after_all(&mut self) -> Option<Report> {
        let plan = self.guard.plan.filter(|_| self.root.fours_open)?;
        let (elapsed, spent) = (self.guard.elapsed(), self.root.fours_spent);
        if spent * FOURS_LATER > elapsed {
            return None;
        }
        let until = (elapsed + (elapsed - spent)).min(plan.maximum);
        self.look_for_fours(u64::MAX, Some(until))
    }

    /// A win by fours, believed when the rules confirm it.
    fn look_for_fours(&mut self, budget: u64, until: Option<Duration>) -> Option<Report> {
        let start = self.guard.elapsed();
        let found = self.let_work(until, |board, solvers, stop| {
            solvers.fours.solve(board, budget, stop)
        });
        self.nodes += self.solvers.fours.nodes();
        self.root.fours_spent += self.guard.elapsed().saturating_sub(start);
        self.root.fours_open = found == Found::Unknown;
        let Found::Win(line, plies) = found else {
            return None;
        };
        let rule = self.root.rule;
        let confirmed = self.confirms(&line, |position, stop| {
            proof::wins_by_fours(position, rule, &line, stop)
        });
        let is_blocked = self.root.blocked.contains(line[0]);
        (confirmed && !is_blocked).then(|| self.report(plies, Score::win_in(plies), line))
    }

    /// Whether the replay of a win confirms it in time. When we have to move in the middle of it, the
    /// move that it begins with is the best we know.
    pub(super) fn confirms(
        &mut self,
        line: &[Point],
        replay: impl FnOnce(&Position, Stop) -> bool,
    ) -> bool {
        let until = self.guard.share(REPLAY_SHARE);
        let confirmed = self.let_work(until, |board, _, stop| replay(board.position(), stop));
        if !confirmed {
            log::debug!("a win was not confirmed in time: {line:?}");
            if self.guard.is_late() {
                self.root.unverified = line.first().copied();
                self.guard.over = true;
            }
        }
        confirmed
    }
}
