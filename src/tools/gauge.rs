//! The gauge: two sets of numbers (of evaluation or search) play each other inside this process, at a
//! fixed number of nodes a move, from random balanced openings, each twice with colours swapped.

use super::openings::{Balance, balanced};
use super::play::{Searched, play_out, think};
use super::random::Random;
use crate::board::{Colour, Position, Shape};
use crate::eval::params::Params;
use crate::rules::Rule;
use crate::search::Searcher;
use crate::search::params::SearchParams;
use std::fmt;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub shape: Shape,
    /// Nodes a move.
    pub nodes: u64,
    /// Which openings.
    pub seed: u64,
}

const MEMORY: usize = 8 << 20;
const MARGIN: i32 = 60;

/// Results of pairs of games, from the first side's view.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pairs {
    /// How many pairs brought 0, ½, 1, 1½, 2 points.
    pub counts: [usize; 5],
    /// Games won, drawn, lost.
    pub games: [usize; 3],
}

impl Pairs {
    /// Counts the points of two games.
    pub fn add(&mut self, points: [f32; 2]) {
        self.counts[((points[0] + points[1]) * 2.0) as usize] += 1;
        for point in points {
            self.games[((1.0 - point) * 2.0) as usize] += 1;
        }
    }

    /// Elo difference and the half-width of its 95 % interval, from the spread of the pairs.
    pub fn elo(&self) -> (f64, f64) {
        let pairs = self.counts.iter().sum::<usize>() as f64;
        let points = |i: usize| i as f64 / 4.0;
        let each = || self.counts.iter().enumerate();
        let mean = each().map(|(i, &n)| points(i) * n as f64).sum::<f64>() / pairs;
        let square = each().map(|(i, &n)| (points(i) - mean).powi(2) * n as f64);
        let error = (square.sum::<f64>() / pairs / pairs).sqrt();
        let elo = |share: f64| {
            let share = share.clamp(1e-6, 1.0 - 1e-6);
            -400.0 * (1.0 / share - 1.0).log10()
        };
        let spread = (elo(mean + 1.96 * error) - elo(mean - 1.96 * error)) / 2.0;
        (elo(mean), spread)
    }
}

/// `+120 =10 -70 of 200: Elo +87.4 ± 42.0 (pairs 10 5 40 5 40)`.
impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [won, drawn, lost] = self.games;
        let (elo, spread) = self.elo();
        let [a, b, c, d, e] = self.counts;
        write!(f, "+{won} ={drawn} -{lost} of {}: ", won + drawn + lost)?;
        write!(f, "Elo {elo:+.1} ± {spread:.1} (pairs {a} {b} {c} {d} {e})")
    }
}

/// What is measured: the numbers of the evaluation, and of the search.
#[derive(Clone)]
pub struct Side {
    /// Evaluation and move scores.
    pub values: &'static Params,
    /// Search.
    pub search: SearchParams,
}

impl Side {
    fn searcher(&self) -> Searcher {
        let mut searcher = Searcher::new(MEMORY);
        searcher.set_values(self.values);
        *searcher.params_mut() = self.search.clone();
        searcher
    }
}

/// Where pairs of games are played.
pub struct Arena {
    options: Options,
    /// Finds openings.
    judge: Searcher,
}

impl Arena {
    /// An arena.
    pub fn new(options: Options) -> Arena {
        Arena {
            options,
            judge: Searcher::new(MEMORY),
        }
    }

    /// Plays opening `number` with both colours: the points of the first searcher in each game.
    pub fn pair(&mut self, number: usize, searchers: &mut [Searcher; 2]) -> [f32; 2] {
        let Options {
            rule, shape, nodes, ..
        } = self.options;
        let mut random = Random::of(self.options.seed, number as u64);
        let balance = Balance {
            nodes,
            margin: MARGIN,
        };
        let opening = balanced(&mut random, &mut self.judge, rule, shape, balance);
        Colour::BOTH.map(|first| self.game(&opening, searchers, first))
    }

    /// One game; the first searcher has the stones of `first`. Its points.
    fn game(&self, opening: &Position, searchers: &mut [Searcher; 2], first: Colour) -> f32 {
        let Options { rule, nodes, .. } = self.options;
        searchers.iter_mut().for_each(Searcher::clear);
        let mover = |position: &Position| {
            let searcher = &mut searchers[(position.to_move() != first) as usize];
            let report = think(searcher, position, rule, nodes)?;
            Some(Searched {
                point: report.line[0],
                best: report.line[0],
                score: report.score.value() as i16,
            })
        };
        play_out(opening.clone(), rule, mover).1.points(first)
    }
}

/// Plays so many pairs of games; `progress` is told after each.
pub fn run(
    options: Options,
    pairs: usize,
    sides: &[Side; 2],
    mut progress: impl FnMut(&Pairs),
) -> Pairs {
    let mut arena = Arena::new(options);
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
    use crate::eval::params;
    use crate::rules::Variant;

    #[test]
    fn elo_of_known_results() {
        let mut pairs = Pairs::default();
        for _ in 0..50 {
            pairs.add([1.0, 1.0]);
            pairs.add([1.0, 0.0]);
        }
        let (elo, spread) = pairs.elo();
        assert_eq!(pairs.games, [150, 0, 50]);
        assert!((elo - 190.8).abs() < 0.1, "{elo}");
        assert!((40.0..60.0).contains(&spread), "{spread}");
    }

    /// Each opening is played twice by the same deterministic searchers.
    #[test]
    fn equals_come_out_even() {
        let rule = Rule::new(Variant::Standard);
        let options = Options {
            rule,
            shape: Shape::square(11).unwrap(),
            nodes: 100,
            seed: 3,
        };
        let side = Side {
            values: params::of(rule),
            search: SearchParams::default(),
        };
        let pairs = run(options, 3, &[side.clone(), side], |_| {});
        assert_eq!(pairs.counts, [0, 0, 3, 0, 0]);
    }
}
