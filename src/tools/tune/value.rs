//! Fits the evaluation: logistic loss of sigmoid(value / 200) against score and result.

use super::data::{Sample, Samples};
use super::group::{Group, Prior};
use super::{Options, flatten, unflatten};
use crate::eval::params::{Params, SCALE};
use crate::tools::random::Random;

/// Points that are worth sigmoid(1) = 73 % of a win.
const POINTS: f32 = 200.0;
const BATCH: usize = 2048;
const EPOCHS: usize = 60;
/// Expected corrections, in the tables' own units.
const CODES: Prior = Prior {
    part: 200.0,
    single: 40.0,
};
const THREATS: Prior = Prior {
    part: 100.0,
    single: 10.0,
};
/// Positions of one game say nearly the same: so many count as one.
const ALIKE: f32 = 5.0;

struct Model {
    values: Group,
    threats: Group,
}

impl Model {
    fn value(&self, sample: &Sample) -> f32 {
        let numbers = &self.values.numbers;
        let term = |&(i, n): &(u16, i16)| numbers[i as usize] * n as f32;
        let sum: f32 = sample.features.iter().map(term).sum();
        sum / (2 * SCALE) as f32 + self.threats.numbers[sample.threats as usize]
    }

    /// Adds the gradient of `weight` times the sample's loss.
    fn learn(&mut self, sample: &Sample, target: f32, weight: f32) {
        let error = weight * (sigmoid(self.value(sample) / POINTS) - target) / POINTS;
        for &(i, n) in sample.features {
            self.values.gradient[i as usize] += error * n as f32 / (2 * SCALE) as f32;
        }
        self.threats.gradient[sample.threats as usize] += error;
    }

    fn step(&mut self, rate: f32, prior: f32) {
        self.values.step(rate, prior);
        self.threats.step(rate, prior);
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The logistic loss of foretelling `p`.
fn loss(p: f32, target: f32) -> f32 {
    let p = p.clamp(1e-6, 1.0 - 1e-6);
    -(target * p.ln() + (1.0 - target) * (1.0 - p).ln())
}

fn mean(indices: &[usize], of: impl Fn(usize) -> f32) -> f32 {
    indices.iter().map(|&i| of(i) as f64).sum::<f64>() as f32 / indices.len().max(1) as f32
}

/// How many points of searched score are worth 73 %: where score foretells the result best.
fn calibrate(samples: &Samples, train: &[usize]) -> f32 {
    let open = |&i: &usize| (samples.get(i).score as i32).abs() < 29_000;
    let train: Vec<usize> = train.iter().copied().filter(open).collect();
    let loss_at = |points: f32| {
        mean(&train, |i| {
            let sample = samples.get(i);
            loss(sigmoid(sample.score as f32 / points), sample.result)
        })
    };
    least(40.0, 2000.0, loss_at)
}

/// Where `of` is least between two positive numbers, to about 1 %.
pub(super) fn least(low: f32, high: f32, of: impl Fn(f32) -> f32) -> f32 {
    let (mut low, mut high) = (low.ln(), high.ln());
    while high - low > 0.01 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        match of(a.exp()) < of(b.exp()) {
            true => high = b,
            false => low = a,
        }
    }
    ((low + high) / 2.0).exp()
}

/// Fits values and threats in place.
pub fn fit(samples: &Samples, params: &mut Params, options: &Options) {
    let (mut train, test) = samples.split();
    let scale = calibrate(samples, &train);
    println!("value: {scale:.0} points of searched score foretell 73 %");
    let share = options.score_share;
    let target = |sample: &Sample| {
        share * sigmoid(sample.score as f32 / scale) + (1.0 - share) * sample.result
    };
    let mut model = Model {
        values: Group::of_codes(
            flatten(&params.values, samples.rule()),
            samples.rule(),
            CODES,
        ),
        threats: Group::of_threats(params.threats.map(f32::from).to_vec(), THREATS),
    };
    let test_loss = |model: &Model| {
        mean(&test, |i| {
            let sample = samples.get(i);
            loss(sigmoid(model.value(&sample) / POINTS), target(&sample))
        })
    };
    let result_loss = |model: &Model| {
        mean(&test, |i| {
            let sample = samples.get(i);
            loss(sigmoid(model.value(&sample) / POINTS), sample.result)
        })
    };
    let floor = mean(&test, |i| {
        let target = target(&samples.get(i));
        loss(target, target)
    });
    let size = |model: &Model| mean(&test, |i| model.value(&samples.get(i)).powi(2)).sqrt();
    let own_scale = least(20.0, 2000.0, |points| {
        mean(&test, |i| {
            let sample = samples.get(i);
            loss(sigmoid(model.value(&sample) / points), target(&sample))
        })
    });
    println!(
        "value: before, {own_scale:.0} points would be 73 %; size {:.0}",
        size(&model)
    );
    println!(
        "value: held-out loss before {:.5} (floor {floor:.5}), of results {:.5}",
        test_loss(&model),
        result_loss(&model)
    );
    let mut random = Random::of(options.seed, 1);
    let prior = options.prior * ALIKE / train.len() as f32;
    let mut best = (
        test_loss(&model),
        model.values.numbers.clone(),
        model.threats.numbers.clone(),
    );
    let (mut rate, mut idle) = (2.0, 0);
    for epoch in 1..=EPOCHS {
        random.shuffle(&mut train);
        for batch in train.chunks(BATCH) {
            for &i in batch {
                let sample = samples.get(i);
                model.learn(&sample, target(&sample), 1.0 / batch.len() as f32);
            }
            model.step(rate, prior);
        }
        let now = test_loss(&model);
        log::info!("value: epoch {epoch}, rate {rate}, held-out loss {now:.5}");
        idle = if now < best.0 - 1e-6 { 0 } else { idle + 1 };
        if now < best.0 {
            best = (
                now,
                model.values.numbers.clone(),
                model.threats.numbers.clone(),
            );
        }
        if idle > 0 {
            rate *= 0.5;
        }
        if idle >= 4 || rate < 0.02 {
            break;
        }
    }
    (model.values.numbers, model.threats.numbers) = (best.1, best.2);
    println!(
        "value: held-out loss after {:.5}, of results {:.5}, size {:.0}",
        best.0,
        result_loss(&model),
        size(&model)
    );
    unflatten(&model.values.numbers, &mut params.values);
    for (threat, number) in params.threats.iter_mut().zip(&model.threats.numbers) {
        *threat = number.round() as i16;
    }
}
