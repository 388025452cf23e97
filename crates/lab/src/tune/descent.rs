//! Descent: mini-batches through the samples again and again, until those held out stop gaining.

use super::group::Group;
use tengen_common::random::Random;

/// A model whose numbers are fitted.
pub trait Model {
    /// What this part of the fit is called in reports.
    const NAME: &'static str;
    /// The loss of a sample.
    fn loss(&self, sample: usize) -> f32;
    /// Adds the gradient of `weight` times the loss of a sample.
    fn learn(&mut self, sample: usize, weight: f32);
    /// All its numbers.
    fn groups(&mut self) -> [&mut Group; 2];

    /// The mean loss of some samples.
    fn mean_loss(&self, samples: &[usize]) -> f32 {
        mean(samples, |i| self.loss(i))
    }
}

/// How to go about it.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Rate of the first epochs, in the units of the numbers.
    pub rate: f32,
    /// How many samples the prior counts for.
    pub prior: f32,
    /// Order of the samples.
    pub seed: u64,
}

const BATCH: usize = 2048;
const EPOCHS: usize = 60;
/// The rate halves after each epoch without a gain; after so many in a row, it is over.
const IDLE: usize = 4;
/// What counts as a gain.
const GAIN: f32 = 1e-6;

/// Fits the model to the samples of `train`, and leaves it as it was when `test` liked it best.
pub fn descend<M: Model>(model: &mut M, mut train: Vec<usize>, test: &[usize], schedule: Schedule) {
    let mut random = Random::new(schedule.seed);
    let prior = schedule.prior / train.len() as f32;
    let mut least = model.mean_loss(test);
    model.groups().into_iter().for_each(Group::keep);
    let (mut rate, mut idle) = (schedule.rate, 0);
    for epoch in 1..=EPOCHS {
        random.shuffle(&mut train);
        for batch in train.chunks(BATCH) {
            for &i in batch {
                model.learn(i, 1.0 / batch.len() as f32);
            }
            model
                .groups()
                .into_iter()
                .for_each(|group| group.step(rate, prior));
        }
        let now = model.mean_loss(test);
        log::debug!("{}: epoch {epoch}, rate {rate}, loss {now:.5}", M::NAME);
        idle = if now < least - GAIN { 0 } else { idle + 1 };
        if now < least {
            least = now;
            model.groups().into_iter().for_each(Group::keep);
        }
        if idle > 0 {
            rate /= 2.0;
        }
        if idle == IDLE {
            break;
        }
    }
    model.groups().into_iter().for_each(Group::go_back);
}

/// The mean of something over samples.
pub fn mean(samples: &[usize], of: impl Fn(usize) -> f32) -> f32 {
    let sum: f64 = samples.iter().map(|&i| of(i) as f64).sum();
    (sum / samples.len().max(1) as f64) as f32
}

/// Where a function with one valley between two positive numbers is least, to about 1 %.
pub fn valley(low: f32, high: f32, of: impl Fn(f32) -> f32) -> f32 {
    let (mut low, mut high) = (low.ln(), high.ln());
    while high - low > 0.01 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if of(a.exp()) < of(b.exp()) {
            high = b
        } else {
            low = a
        }
    }
    ((low + high) / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::valley;

    #[test]
    fn valleys_are_found() {
        let found = valley(1.0, 1000.0, |x| (x.ln() - 70f32.ln()).abs());
        assert!((69.0..71.0).contains(&found), "{found}");
    }
}
