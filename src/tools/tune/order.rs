//! Fits the move scores: a softmax over the candidates should give the searched move.

use super::data::{Sample, Samples};
use super::group::{Group, Prior};
use super::value::least;
use super::{Options, flatten, unflatten};
use crate::eval::params::Params;
use crate::tools::random::Random;

const BATCH: usize = 2048;
const EPOCHS: usize = 40;
/// Expected corrections, in points of move ordering.
const CODES: Prior = Prior {
    part: 40.0,
    single: 15.0,
};
/// Moves of one game are less alike than its values.
const ALIKE: f32 = 2.0;

struct Model {
    attack: Group,
    defence: Group,
    /// Points of move ordering that make a move *e* times as likely. Chosen once, so that the
    /// fitted numbers keep the scale of the first ones, which history and killers are added to.
    scale: f32,
    /// Work space: the likelihood of each group of moves.
    shares: Vec<f32>,
}

impl Model {
    fn scores<'a>(&'a self, sample: &Sample<'a>) -> impl Iterator<Item = f32> + 'a {
        sample.moves.iter().map(|m| {
            self.attack.numbers[m.attack as usize] + self.defence.numbers[m.defence as usize]
        })
    }

    fn best(&self, sample: &Sample) -> f32 {
        let best = sample.best.and_then(|best| self.scores(sample).nth(best));
        best.expect("samples without a best move are left out")
    }

    /// The cross-entropy of the best move, with `scale` points to a factor *e*.
    fn loss(&self, sample: &Sample, scale: f32) -> f32 {
        let most = self.scores(sample).fold(f32::MIN, f32::max);
        let weight = |(score, count): (f32, f32)| ((score - most) / scale).exp() * count;
        let counts = sample.moves.iter().map(|m| m.count as f32);
        let sum: f32 = self.scores(sample).zip(counts).map(weight).sum();
        let best = self.best(sample);
        sum.ln() - (best - most) / scale
    }

    /// 1 when the best move scores highest; a share of it among equals.
    fn hit(&self, sample: &Sample) -> f32 {
        let most = self.scores(sample).fold(f32::MIN, f32::max);
        let equals = self
            .scores(sample)
            .zip(sample.moves)
            .filter(|&(s, _)| s == most);
        let count: f32 = equals.map(|(_, m)| m.count as f32).sum();
        let best = self.best(sample);
        if best == most { 1.0 / count } else { 0.0 }
    }

    fn learn(&mut self, sample: &Sample, weight: f32) {
        let mut shares = std::mem::take(&mut self.shares);
        shares.clear();
        shares.extend(self.scores(sample));
        let most = shares.iter().copied().fold(f32::MIN, f32::max);
        for (share, m) in shares.iter_mut().zip(sample.moves) {
            *share = ((*share - most) / self.scale).exp() * m.count as f32;
        }
        let sum: f32 = shares.iter().sum();
        for (i, (share, m)) in shares.iter().zip(sample.moves).enumerate() {
            let wanted = if Some(i) == sample.best { 1.0 } else { 0.0 };
            let error = weight * (share / sum - wanted) / self.scale;
            self.attack.gradient[m.attack as usize] += error;
            self.defence.gradient[m.defence as usize] += error;
        }
        self.shares = shares;
    }
}

fn mean(samples: &Samples, indices: &[usize], of: impl Fn(&Sample) -> f32) -> f32 {
    let sum: f64 = indices.iter().map(|&i| of(&samples.get(i)) as f64).sum();
    sum as f32 / indices.len().max(1) as f32
}

/// Fits attack and defence in place.
pub fn fit(samples: &Samples, params: &mut Params, options: &Options) {
    let rule = samples.rule();
    let (mut train, mut test) = samples.split();
    for half in [&mut train, &mut test] {
        half.retain(|&i| samples.get(i).best.is_some());
    }
    let mut model = Model {
        attack: Group::of_codes(flatten(&params.attack, rule), rule, CODES),
        defence: Group::of_codes(flatten(&params.defence, rule), rule, CODES),
        scale: 0.0,
        shares: Vec::new(),
    };
    model.scale = least(1.0, 300.0, |scale| {
        mean(samples, &train, |sample| model.loss(sample, scale))
    });
    let scale = model.scale;
    println!("order: {scale:.1} points make a move e times as likely");
    let report = |model: &Model, when: &str| {
        println!(
            "order: held-out loss {when} {:.4}, first guess right {:.1} %",
            mean(samples, &test, |sample| model.loss(sample, scale)),
            100.0 * mean(samples, &test, |sample| model.hit(sample))
        );
    };
    report(&model, "before");
    let mut random = Random::of(options.seed, 2);
    let prior = options.prior * ALIKE / train.len() as f32;
    let mut best = f32::MAX;
    let mut kept = (Vec::new(), Vec::new());
    let (mut rate, mut idle) = (1.0, 0);
    for epoch in 1..=EPOCHS {
        random.shuffle(&mut train);
        for batch in train.chunks(BATCH) {
            for &i in batch {
                model.learn(&samples.get(i), 1.0 / batch.len() as f32);
            }
            model.attack.step(rate, prior);
            model.defence.step(rate, prior);
        }
        let now = mean(samples, &test, |sample| model.loss(sample, scale));
        log::info!("order: epoch {epoch}, rate {rate}, held-out loss {now:.4}");
        idle = if now < best - 1e-5 { 0 } else { idle + 1 };
        if now < best {
            best = now;
            kept = (model.attack.numbers.clone(), model.defence.numbers.clone());
        }
        if idle > 0 {
            rate *= 0.5;
        }
        if idle >= 4 || rate < 0.02 {
            break;
        }
    }
    (model.attack.numbers, model.defence.numbers) = kept;
    report(&model, "after");
    unflatten(&model.attack.numbers, &mut params.attack);
    unflatten(&model.defence.numbers, &mut params.defence);
}
