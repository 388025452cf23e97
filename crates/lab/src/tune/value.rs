//! Fits the evaluation: logistic loss of sigmoid(value / 200) against what came next.

use super::data::{Sample, Samples};
use super::descent::{Model, Schedule, descend, mean, valley};
use super::group::{Group, Prior};
use super::{Plan, ensure_enough, flatten, unflatten};
use anyhow::Result;
use tengen_common::Score;
use tengen_engine::eval::tables::params::{Params, SCALE};

/// Points that are worth sigmoid(1) = 73 % of a win.
const POINTS: f32 = Score::EVALUATED_LOGIT;
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

    fn report(&self, test: &[usize], when: &str) -> String {
        let value = |i| self.value(&self.samples.get(i));
        let results = results(self.samples, test);
        let result_loss = |points: f32| {
            let sum: f64 = results
                .iter()
                .map(|&(i, r)| loss(sigmoid(value(i) / points), r) as f64)
                .sum();
            (sum / results.len().max(1) as f64) as f32
        };
        let points = valley(40.0, 2000.0, result_loss);
        let of_results = if results.is_empty() {
            "no results are known".into()
        } else {
            format!(
                "of results alone {:.5} (best with {points:.0} points for 73 %)",
                result_loss(points)
            )
        };
        format!(
            "value: held-out loss {when} {:.5}; {of_results}; size {:.0} points",
            self.mean_loss(test),
            mean(test, |i| value(i).powi(2)).sqrt()
        )
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

/// The samples whose result is known, with it.
fn results(samples: &Samples, of: &[usize]) -> Vec<(usize, f32)> {
    let known = |&i: &usize| samples.get(i).result.map(|result| (i, result));
    of.iter().filter_map(known).collect()
}

/// Fits values and threats in place.
///
/// # Errors
/// When there is too little data.
pub fn fit(
    samples: &Samples,
    params: &mut Params,
    plan: &Plan,
    tell: &mut dyn FnMut(String),
) -> Result<()> {
    let rule = samples.rule();
    let (train, test) = samples.split();
    ensure_enough(&train, &test)?;
    let mut model = Value {
        samples,
        targets: (0..samples.len()).map(|i| samples.get(i).outcome).collect(),
        codes: Group::of_codes(flatten(&params.values, rule), rule, CODES),
        threats: Group::of_threats(params.threats.map(f32::from).to_vec(), THREATS),
    };
    let floor = mean(&test, |i| loss(model.targets[i], model.targets[i]));
    tell(format!("value: no held-out loss can be below {floor:.5}"));
    tell(model.report(&test, "before"));
    let schedule = Schedule {
        rate: 2.0,
        prior: plan.prior * ALIKE,
        seed: plan.seed,
    };
    descend(&mut model, train, &test, schedule);
    tell(model.report(&test, "after"));
    unflatten(&model.codes.numbers, &mut params.values);
    for (threat, number) in params.threats.iter_mut().zip(&model.threats.numbers) {
        *threat = number.round() as i16;
    }
    Ok(())
}
