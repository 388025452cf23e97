//! The evaluation, fitted to games of the search against itself: to their results, and to what the
//! search thought.
//!
//! The value of a position is a sum of counts with weights, so this is a logistic regression: the
//! chance to win is 1 / (1 + e^(−value/SCALE)). Only quiet positions count, in which nobody threatens.

use super::{opening, play_out, think};
use tengen_common::Score;
use tengen_common::random::Random;
use tengen_connect6::eval::{LINES, stretches};
use tengen_connect6::params::{COUNTS, Params};
use tengen_connect6::{Board, Searcher};
use tengen_core::board::{Colour, Position};

/// So many points of the evaluation make odds of e to 1.
const SCALE: f64 = 100.0;
/// Classes of stretches that have a weight: levels 1 to 3 of either side.
const FEATURES: usize = 2 * SIDE;
const SIDE: usize = 3 * COUNTS;
const MEMORY: usize = 16 << 20;

/// A position by its counts, and the points of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    counts: [f64; FEATURES],
    points: f64,
}

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Nodes a turn.
    pub nodes: u64,
    /// Games.
    pub games: usize,
    /// Which openings.
    pub seed: u64,
}

/// The quiet positions of games of `params` against itself.
pub fn samples(plan: Plan, params: &Params, mut progress: impl FnMut(usize)) -> Vec<Sample> {
    let mut searcher = Searcher::new(MEMORY);
    *searcher.params_mut() = params.clone();
    let mut samples = Vec::new();
    for number in 0..plan.games {
        searcher.clear();
        let start = opening(&mut Random::of(plan.seed, number as u64));
        let mut seen: Vec<(Colour, Score, [f64; FEATURES])> = Vec::new();
        let ending = play_out(start, |position| {
            let report = think(&mut searcher, position, plan.nodes)?;
            let counts = quiet_counts(position, params);
            seen.extend(counts.map(|counts| (position.to_move(), report.score, counts)));
            Some(report)
        });
        samples.extend(seen.into_iter().map(|(side, score, counts)| Sample {
            counts,
            points: target(ending.points(side).into(), score),
        }));
        progress(number + 1);
    }
    samples
}

/// How much of the target is the result of the game; the rest is what the search thought.
const RESULT: f64 = 0.5;

/// The points that a position is expected to bring.
fn target(result: f64, score: Score) -> f64 {
    let searched = 1.0 / (1.0 + (f64::from(-score.value()) / SCALE).exp());
    RESULT * result + (1.0 - RESULT) * searched
}

/// The counts of a position in which nobody threatens.
fn quiet_counts(position: &Position, params: &Params) -> Option<[f64; FEATURES]> {
    let board = Board::new(position, params);
    let us = position.to_move();
    let quiet = !board.threatens(us) && !board.threatens(!us);
    quiet.then(|| {
        let mut counts = [0.0; FEATURES];
        for line in 0..LINES {
            for (level, count) in stretches(&board, line, us) {
                counts[level * COUNTS + count] += 1.0;
            }
            for (level, count) in stretches(&board, line, !us) {
                counts[SIDE + level * COUNTS + count] -= 1.0;
            }
        }
        counts
    })
}

/// The numbers with the weights that fit best; the loss before and after.
pub fn fit(samples: &[Sample], params: &Params) -> (Params, [f64; 2]) {
    let start = weights(params);
    let mut weights = start;
    let before = loss(samples, &weights);
    for _ in 0..ROUNDS {
        step(samples, &mut weights, &start);
    }
    let mut fitted = params.clone();
    for (i, weight) in weights.iter().enumerate() {
        let known = fitted.set(&name(i), weight.round() as i32);
        debug_assert!(known, "{}", name(i));
    }
    (fitted, [before, loss(samples, &weights)])
}

/// Newton's method is there long before.
const ROUNDS: usize = 20;

/// The name of a weight among the numbers.
fn name(feature: usize) -> String {
    let side = ["mover", "waiter"][feature / SIDE];
    let (level, count) = (feature % SIDE / COUNTS, feature % COUNTS);
    format!("{side}_{}_{}", level + 1, count + 1)
}

fn weights(params: &Params) -> [f64; FEATURES] {
    let by_side = [params.mover(), params.waiter()];
    std::array::from_fn(|i| by_side[i / SIDE][i % SIDE / COUNTS][i % COUNTS].into())
}

fn chance(sample: &Sample, weights: &[f64; FEATURES]) -> f64 {
    let value: f64 = sample.counts.iter().zip(weights).map(|(c, w)| c * w).sum();
    1.0 / (1.0 + (-value / SCALE).exp())
}

/// Mean cross-entropy.
fn loss(samples: &[Sample], weights: &[f64; FEATURES]) -> f64 {
    let of = |sample: &Sample| {
        let chance = chance(sample, weights).clamp(1e-9, 1.0 - 1e-9);
        -sample.points * chance.ln() - (1.0 - sample.points) * (1.0 - chance).ln()
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

/// How strongly a weight that no sample speaks for stays at its start.
const PRIOR: f64 = 10.0;

/// One step of Newton's method, a shorter one where that leads too far.
#[allow(clippy::needless_range_loop)] // indices are what matrices are made of
fn step(samples: &[Sample], weights: &mut [f64; FEATURES], start: &[f64; FEATURES]) {
    let mut gradient: [f64; FEATURES] =
        std::array::from_fn(|i| PRIOR * (start[i] - weights[i]) / SCALE);
    let mut curvature = [[0.0; FEATURES]; FEATURES];
    for (i, row) in curvature.iter_mut().enumerate() {
        row[i] = PRIOR;
    }
    for sample in samples {
        let chance = chance(sample, weights);
        for i in 0..FEATURES {
            gradient[i] += (sample.points - chance) * sample.counts[i];
            for j in 0..FEATURES {
                curvature[i][j] += chance * (1.0 - chance) * sample.counts[i] * sample.counts[j];
            }
        }
    }
    let change = solve(curvature, gradient);
    let before = loss(samples, weights);
    let shares = [1.0, 0.5, 0.25, 0.1, 0.03];
    let tried = shares.map(|share| std::array::from_fn(|i| weights[i] + share * SCALE * change[i]));
    if let Some(better) = tried.iter().find(|weights| loss(samples, weights) < before) {
        *weights = *better;
    }
}

/// Gauss's elimination; the matrix is positive definite.
#[allow(clippy::needless_range_loop)]
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut right: [f64; FEATURES]) -> [f64; FEATURES] {
    for i in 0..FEATURES {
        for j in i + 1..FEATURES {
            let factor = matrix[j][i] / matrix[i][i];
            for k in i..FEATURES {
                matrix[j][k] -= factor * matrix[i][k];
            }
            right[j] -= factor * right[i];
        }
    }
    for i in (0..FEATURES).rev() {
        let known: f64 = (i + 1..FEATURES).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fit is held to the weights it starts with (`PRIOR`): by a hundredth of the way back, with as
    /// many samples as here. So the start must not lie wherever the last fit has left the defaults.
    fn from_nothing() -> Params {
        let mut params = Params::default();
        for i in 0..FEATURES {
            assert!(params.set(&name(i), 0), "{}", name(i));
        }
        params
    }

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let made: [f64; FEATURES] = std::array::from_fn(|i| (i * 7 % 23) as f64);
        let mut random = Random::new(1);
        let samples: Vec<Sample> = (0..6000)
            .map(|_| {
                let counts = std::array::from_fn(|i| {
                    let count = random.below(3) as f64;
                    if i < SIDE { count } else { -count }
                });
                let mut sample = Sample {
                    counts,
                    points: 0.0,
                };
                sample.points = chance(&sample, &made);
                sample
            })
            .collect();
        let (fitted, [before, after]) = fit(&samples, &from_nothing());
        assert!(after < before);
        for (weight, made) in weights(&fitted).into_iter().zip(made) {
            assert!((weight - made).abs() < 2.0, "{weight} {made}");
        }
    }
}
