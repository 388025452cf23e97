//! The leaves of the search.

use super::state::{MAX_PLY, Search, win};
use crate::pattern::Kind;
use crate::threat::standing::{Standing, may_make_four, standing};
use tengen_common::Score;
use tengen_core::board::Point;

impl<K: Kind> Search<'_, K> {
    /// A forced line ends here: nothing is known but the evaluation and wins by fours.
    pub(super) fn leaf(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        if self.ends_here(ply) {
            return Score::DRAW.value();
        }
        let standing = standing(&mut self.board);
        match standing {
            Standing::Win(_, plies) => return win(ply, plies),
            Standing::Lost => return -win(ply, 2),
            _ if ply >= MAX_PLY => return self.evaluate(),
            Standing::MustReply(replies) => {
                let mut best = -Score::INFINITE.value();
                for reply in replies.iter() {
                    self.board.play(reply);
                    let value = -self.leaf(-beta, -alpha.max(best), ply + 1);
                    self.board.undo();
                    best = best.max(value);
                    if best >= beta || self.guard.over {
                        break;
                    }
                }
                return best;
            }
            Standing::Threatened | Standing::Pressed(_) | Standing::Open => {}
        }
        let value = self.evaluate();
        if value >= beta {
            return value;
        }
        match self.glance(self.params.leaf_budget) {
            Some((_, plies)) => win(ply, plies),
            None => value,
        }
    }

    /// A quick look for a win by fours.
    pub(super) fn glance(&mut self, budget: i32) -> Option<(Point, u32)> {
        if budget <= 0 || !may_make_four(&self.board, self.board.to_move()) {
            return None;
        }
        let found = self.experience.fours.glance(&mut self.board, budget as u64);
        self.nodes += self.experience.fours.nodes();
        found
    }
}
