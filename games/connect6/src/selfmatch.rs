//! A/B matches of Connect6: two sets of parameters play each other, each opening with both colours.

use crate::params::Params;
use crate::play_out::{opening, play_out, think};
use crate::searcher::Searcher;
use tengen_arena::stats::Pairs;
use tengen_common::random::Random;
use tengen_core::board::{Colour, Position};

const MEMORY: usize = 16 << 20;

#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Nodes per turn of each side.
    pub nodes: [u64; 2],
    pub seed: u64,
}

/// Plays `pairs` pairs of games; calls `progress` after each.
pub fn run(conditions: Conditions, pairs: usize, sides: &[Params; 2], mut progress: impl FnMut(&Pairs)) -> Pairs {
    let mut searchers = sides.each_ref().map(|params| {
        let mut searcher = Searcher::new(MEMORY);
        *searcher.params_mut() = params.clone();
        searcher
    });
    let mut sum = Pairs::default();
    for number in 0..pairs {
        let mut random = Random::of(conditions.seed, number as u64);
        let start = opening(&mut random);
        sum.add(Colour::BOTH.map(|first| game(&start, conditions, &mut searchers, first)));
        progress(&sum);
    }
    sum
}

/// Plays a game in which the first searcher has the colour `first`. Returns its score.
fn game(start: &Position, conditions: Conditions, searchers: &mut [Searcher; 2], first: Colour) -> f32 {
    searchers.iter_mut().for_each(Searcher::clear);
    let mover = |position: &Position| {
        let side = usize::from(position.to_move() != first);
        think(&mut searchers[side], position, conditions.nodes[side])
    };
    play_out(start.clone(), mover).points(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each opening is played twice by the same deterministic searchers.
    #[test]
    fn equals_come_out_even() {
        let conditions = Conditions { nodes: [200; 2], seed: 3 };
        let side = Params::default();
        let pairs = run(conditions, 3, &[side.clone(), side], |_| {});
        assert_eq!(pairs.counts, [0, 0, 3, 0, 0]);
    }
}
