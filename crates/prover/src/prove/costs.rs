//! What is left to do for a position, as far as is known.

use super::{COSTS, MoveId, NEVER, ProofMove, ProofSearch, ProvenWin, WinId};

/// How many times harder a proof is expected to be where the attacker may not win this share of games.
pub(super) fn harder(doubt: f32) -> f64 {
    f64::from(10.0 * doubt).exp()
}

impl ProofSearch<'_> {
    /// What the next job of a position costs. Unless a search has found a win, it pays as soon as the moves that are known
    /// have cost much more.
    pub(super) fn next_cost(&self, id: WinId) -> u64 {
        let ProvenWin { level, doubt, spent, .. } = self.wins[id];
        let share = harder(doubt);
        let spent = if doubt > 0.0 { spent / 4 } else { 0 };
        match COSTS[level] {
            NEVER => NEVER,
            cost => ((cost as f64 * share) as u64).saturating_sub(spent / 1_000).max(1),
        }
    }

    /// Brings the cost of a position and of its moves up to date.
    pub(super) fn update(&mut self, at: WinId) {
        if self.wins[at].part.is_none() {
            self.wins[at].moves.clone().into_iter().for_each(|id| self.update_move(id));
        }
        self.wins[at].cost = match self.wins[at].part {
            Some(_) => 0,
            None => {
                let moves = self.wins[at].moves.iter().map(|&id| self.moves[id].cost);
                moves.min().unwrap_or(NEVER).min(self.next_cost(at))
            }
        };
    }

    pub(super) fn update_move(&mut self, id: MoveId) {
        if self.moves[id].guess >= NEVER {
            return;
        }
        if self.moves[id].attack.is_none() && self.wins[self.moves[id].pass].part.is_some() {
            self.list_replies(id);
        }
        let ProofMove { guess, pass, ref attack, ref open, ref pending, .. } = self.moves[id];
        self.moves[id].cost = match attack {
            None => (self.wins[pass].cost + guess).min(NEVER),
            Some(_) => {
                let costs = open.iter().map(|&(_, win)| self.wins[win].cost);
                let (most, all) = costs.fold((0, 0), |(most, all), cost| (cost.max(most), all + cost));
                let known = most + (all - most) / 2 + pending.len() as u64;
                if pending.is_empty() { known.min(NEVER) } else { known.max(guess).min(NEVER) }
            }
        };
        if self.moves[id].cost == 0 && self.wins[self.moves[id].of].part.is_none() && !self.finish(id) {
            (self.moves[id].guess, self.moves[id].cost) = (NEVER, NEVER);
        }
    }
}
