//! Fits the evaluation: logistic loss of sigmoid(value / 200) against score and result.

use super::data::{Sample, Samples};
use super::descent::{Course, Model, descend, mean, valley};
use super::group::{Group, Prior};
use super::{Options, flatten, unflatten};
use crate::eval::params::{Params, SCALE};

/// Points that are worth sigmoid(1) = 73 % of a win.
const POINTS: f32 = 200.0;
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

struct Value<'a> {
    samples: &'a Samples,
    /// What each sample should foretell.
    targets: Vec<f32>,
    codes: Group,
    threats: Group,
}

impl Value<'_> {
    fn value(&self, sample: &Sample) -> f32 {
        let numbers = &self.codes.numbers;
        let term = |&(i, n): &(u16, i16)| numbers[i as usize] * n as f32;
        let sum: f32 = sample.features.iter().map(term).sum();
        sum / (2 * SCALE) as f32 + self.threats.numbers[sample.threats as usize]
    }

    fn report(&self, test: &[usize], when: &str) {
        let value = |i| self.value(&self.samples.get(i));
        let result = |i| loss(sigmoid(value(i) / POINTS), self.samples.get(i).result);
        println!(
            "value: held-out loss {when} {:.5}, of results alone {:.5}; size {:.0} points",
            self.mean_loss(test),
            mean(test, result),
            mean(test, |i| value(i).powi(2)).sqrt()
        );
    }
}

impl Model for Value<'_> {
    const NAME: &'static str = "value";

    fn loss(&self, i: usize) -> f32 {
        let value = self.value(&self.samples.get(i));
        loss(sigmoid(value / POINTS), self.targets[i])
    }

    fn learn(&mut self, i: usize, weight: f32) {
        let sample = self.samples.get(i);
        let error = sigmoid(self.value(&sample) / POINTS) - self.targets[i];
        let slope = weight * error / POINTS;
        for &(code, n) in sample.features {
            self.codes.gradient[code as usize] += slope * n as f32 / (2 * SCALE) as f32;
        }
        self.threats.gradient[sample.threats as usize] += slope;
    }

    fn groups(&mut self) -> [&mut Group; 2] {
        [&mut self.codes, &mut self.threats]
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

/// How many points of searched score are worth 73 %: where score foretells the result best.
fn calibrate(samples: &Samples, train: &[usize]) -> f32 {
    let open = |&i: &usize| !samples.get(i).is_proven();
    let train: Vec<usize> = train.iter().copied().filter(open).collect();
    valley(40.0, 2000.0, |points| {
        mean(&train, |i| {
            let sample = samples.get(i);
            loss(sigmoid(sample.score as f32 / points), sample.result)
        })
    })
}

/// Fits values and threats in place.
pub fn fit(samples: &Samples, params: &mut Params, options: &Options) {
    let rule = samples.rule();
    let (train, test) = samples.split();
    let points = calibrate(samples, &train);
    println!("value: {points:.0} points of searched score foretell 73 %");
    let share = options.score_share;
    let target = |i| {
        let sample = samples.get(i);
        share * sigmoid(sample.score as f32 / points) + (1.0 - share) * sample.result
    };
    let mut model = Value {
        samples,
        targets: (0..samples.len()).map(target).collect(),
        codes: Group::of_codes(flatten(&params.values, rule), rule, CODES),
        threats: Group::of_threats(params.threats.map(f32::from).to_vec(), THREATS),
    };
    let floor = mean(&test, |i| loss(target(i), target(i)));
    println!("value: no held-out loss can be below {floor:.5}");
    model.report(&test, "before");
    let course = Course {
        rate: 2.0,
        prior: options.prior * ALIKE,
        seed: options.seed,
    };
    descend(&mut model, train, &test, course);
    model.report(&test, "after");
    unflatten(&model.codes.numbers, &mut params.values);
    for (threat, number) in params.threats.iter_mut().zip(&model.threats.numbers) {
        *threat = number.round() as i16;
    }
}
