//! What a proof search has done for nothing, and how far it is from giving up.

use super::{JOBS, MoveId, NEVER, ProofSearch, ROOT, WinId};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// What is found by a walk through the whole search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey {
    pub disproof_number: u64,
    pub wasted: f64,
}

/// The nodes that were searched in the last hour: when, for which position, how many.
#[derive(Default)]
pub(super) struct Recent(VecDeque<(Instant, WinId, u64)>);

impl Recent {
    pub fn add(&mut self, now: Instant, at: WinId, nodes: u64) {
        const HOUR: Duration = Duration::from_secs(3_600);
        self.0.push_back((now, at, nodes));
        while self.0.front().is_some_and(|&(then, ..)| now - then > HOUR) {
            self.0.pop_front();
        }
    }

    /// The share of the nodes that were searched for positions that are not needed.
    fn wasted(&self, is_needed: &[bool]) -> f64 {
        let sum = |of: &dyn Fn(WinId) -> bool| -> u64 {
            self.0.iter().filter(|&&(_, at, _)| of(at)).map(|&(_, _, nodes)| nodes).sum()
        };
        sum(&|at| !is_needed[at]) as f64 / sum(&|_| true).max(1) as f64
    }
}

impl ProofSearch<'_> {
    pub(super) fn survey(&self) -> Survey {
        let mut known = vec![None; self.wins.len()];
        Survey { disproof_number: self.disproof(ROOT, &mut known), wasted: self.recent.wasted(&self.needed()) }
    }

    /// The positions of the best moves, and of what is proven of them: all that a proof would need, as far as is known.
    fn needed(&self) -> Vec<bool> {
        let mut is_needed = vec![false; self.wins.len()];
        let mut open = vec![ROOT];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut is_needed[at], true) {
                continue;
            }
            // A win that was found by a job needs no move.
            if let Some(best) = self.best(at).filter(|best| self.wins[at].part.is_none() || best.cost == 0) {
                open.push(best.pass);
                open.extend(best.open.iter().map(|&(_, win)| win));
            }
        }
        is_needed
    }

    /// How many jobs, at least, must find nothing until no win can be found from a position.
    fn disproof(&self, at: WinId, known: &mut Vec<Option<u64>>) -> u64 {
        if let Some(number) = known[at] {
            return number;
        }
        let win = &self.wins[at];
        let number = match win.part {
            Some(_) => NEVER,
            None => {
                let own = (JOBS.len() - win.level) as u64;
                let moves: u64 = win.moves.iter().map(|&id| self.disproof_of_move(id, known)).sum();
                (own + moves).min(NEVER)
            }
        };
        known[at] = Some(number);
        number
    }

    fn disproof_of_move(&self, id: MoveId, known: &mut Vec<Option<u64>>) -> u64 {
        let one = &self.moves[id];
        if one.guess >= NEVER {
            return 0;
        }
        if one.attack.is_none() {
            return self.disproof(one.pass, known);
        }
        let unseen = if one.pending.is_empty() { NEVER } else { JOBS.len() as u64 };
        let open: Vec<WinId> = self.unproven(one).map(|(_, win)| win).collect();
        open.into_iter().map(|win| self.disproof(win, known)).fold(unseen, u64::min)
    }
}
