//! A/B matches of Tengen against itself: two sets of parameters (of evaluation or search) play each other inside this process, at a fixed number
//! of nodes or time per move, from random balanced openings, each with both colours.

use crate::play::{best_searched, play_out};
use tengen_arena::openings::{Balance, Opener};
use tengen_arena::stats::Pairs;
use tengen_common::LimitsOnly;
use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Colour, Position};
use tengen_core::rules::Rule;
use tengen_engine::effort::Effort;
use tengen_engine::eval::Values;
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Searcher;
use tengen_engine::search::params::SearchParams;

#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    pub rule: Rule,
    pub size: BoardSize,
    /// The effort per move of the first and the second side.
    pub effort: [Effort; 2],
    pub seed: u64,
    /// Nodes of the search that checks the balance of openings; `None` for a quick search.
    pub balance: Option<u64>,
}

const MEMORY: usize = 8 << 20;

/// The parameters of a side, for evaluation and search.
#[derive(Clone)]
pub struct Side {
    /// Evaluation and move scores.
    pub values: Values,
    pub search: SearchParams,
}

impl Side {
    fn searcher(&self) -> Searcher {
        let mut searcher = Searcher::new(MEMORY);
        searcher.set_values(self.values.clone());
        searcher.set_params(self.search.clone());
        searcher
    }
}

pub struct Arena {
    conditions: Conditions,
    /// Draws openings; the quick check uses the pattern tables, so that a seed gives the same openings with any
    /// network.
    opener: Opener,
}

impl Arena {
    pub fn new(conditions: Conditions) -> Arena {
        let opener = match conditions.balance {
            None => Opener::judging_by(&Networks::none(), Balance::QUICK),
            Some(nodes) => Opener::judging_by(&Networks::built_in(), Balance::of(nodes)),
        };
        Arena { conditions, opener }
    }

    /// Plays opening `number` with both colours. Returns the first searcher's score in each game.
    pub fn pair(&mut self, number: usize, searchers: &mut [Searcher; 2]) -> [f32; 2] {
        let Conditions { rule, size, .. } = self.conditions;
        let mut random = Random::of(self.conditions.seed, number as u64);
        let opening = self.opener.draw(&mut random, rule, size);
        Colour::BOTH.map(|first| self.game(&opening, searchers, first))
    }

    /// Plays a game in which the first searcher has the colour `first`. Returns its score.
    fn game(&self, opening: &Position, searchers: &mut [Searcher; 2], first: Colour) -> f32 {
        let rule = self.conditions.rule;
        let limits = self.conditions.effort.map(|effort| effort.limits());
        searchers.iter_mut().for_each(Searcher::clear);
        let mover = |position: &Position| {
            let side = (position.to_move() != first) as usize;
            let report = searchers[side].search(position, rule, &limits[side], &mut LimitsOnly::new());
            report.map(|report| best_searched(&report))
        };
        play_out(opening.clone(), rule, mover).1.points(first)
    }
}

/// Plays `pairs` pairs of games; calls `progress` after each.
pub fn run(conditions: Conditions, pairs: usize, sides: &[Side; 2], mut progress: impl FnMut(&Pairs)) -> Pairs {
    let mut arena = Arena::new(conditions);
    let mut searchers = sides.each_ref().map(Side::searcher);
    let mut sum = Pairs::default();
    for number in 0..pairs {
        sum.add(arena.pair(number, &mut searchers));
        progress(&sum);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Variant;
    use tengen_engine::eval::tables::params;

    /// Each opening is played twice by the same deterministic searchers.
    #[test]
    fn equals_come_out_even() {
        let rule = Rule::new(Variant::Standard);
        let conditions = Conditions {
            rule,
            size: BoardSize::square(11).unwrap(),
            effort: [Effort::Nodes(100); 2],
            seed: 3,
            balance: None,
        };
        let side = Side { values: params::of(rule).into(), search: SearchParams::default() };
        let pairs = run(conditions, 3, &[side.clone(), side], |_| {});
        assert_eq!(pairs.counts, [0, 0, 3, 0, 0]);
    }

    #[test]
    fn the_side_with_more_nodes_wins() {
        let rule = Rule::new(Variant::Freestyle);
        let conditions = Conditions {
            rule,
            size: BoardSize::square(11).unwrap(),
            effort: [Effort::Nodes(4000), Effort::Nodes(20)],
            seed: 3,
            balance: None,
        };
        let side = Side { values: params::of(rule).into(), search: SearchParams::default() };
        let pairs = run(conditions, 3, &[side.clone(), side], |_| {});
        assert!(pairs.counts[3] + pairs.counts[4] >= 2, "{:?}", pairs.counts);
    }
}
