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

#[derive(Clone, Copy)]
pub(super) struct LastSurvey {
    pub survey: Survey,
    pub ended: Instant,
    pub took: Duration,
}

impl LastSurvey {
    /// Whether it is too early for the next one. Surveys take less than a twentieth of the time.
    pub fn is_fresh(&self, now: Instant) -> bool {
        const SHORTEST: Duration = Duration::from_secs(10);
        now.saturating_duration_since(self.ended) < (20 * self.took).max(SHORTEST)
    }
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

    pub(super) fn timed_survey(&self) -> LastSurvey {
        let begun = Instant::now();
        let survey = self.survey();
        let ended = Instant::now();
        LastSurvey { survey, ended, took: ended - begun }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surveys_take_less_than_a_twentieth_of_the_time() {
        let milliseconds = Duration::from_millis;
        let (survey, ended) = (Survey { disproof_number: 0, wasted: 0.0 }, Instant::now());
        for (took, pause) in [(0, 10_000), (500, 10_000), (501, 10_020), (60_000, 1_200_000)] {
            let last = LastSurvey { survey, ended, took: milliseconds(took) };
            assert!(last.is_fresh(ended + milliseconds(pause - 1)), "{took}");
            assert!(!last.is_fresh(ended + milliseconds(pause)), "{took}");
        }
    }
}
