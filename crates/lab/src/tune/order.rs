//! Fits the move scores: a softmax over the candidates should give the searched move.

use super::data::{Sample, Samples};
use super::descent::{Model, Schedule, descend, mean, valley};
use super::group::{Group, Prior};
use super::{Plan, ensure_enough, flatten, unflatten};
use anyhow::Result;
use tengen_engine::eval::tables::params::Params;

/// Expected corrections, in points of move ordering.
const CODES: Prior = Prior {
    part: 40.0,
    single: 15.0,
};
/// Moves of one game are less alike than its values.
const ALIKE: f32 = 2.0;

struct Order<'a> {
    samples: &'a Samples,
    attack: Group,
    defence: Group,
    /// Points of move ordering that make a move *e* times as likely. Chosen once, so that the
    /// fitted numbers keep the scale of the first ones, which history and killers are added to.
    scale: f32,
    /// Work space: the likelihood of each group of moves.
    shares: Vec<f32>,
}

impl Order<'_> {
    fn scores(&self, sample: &Sample) -> impl Iterator<Item = f32> {
        sample.moves.iter().map(|m| {
            self.attack.numbers[m.attack as usize] + self.defence.numbers[m.defence as usize]
        })
    }

    fn best(&self, sample: &Sample) -> f32 {
        let best = sample.best.and_then(|best| self.scores(sample).nth(best));
        best.expect("samples without a best move are left out")
    }

    /// The cross-entropy of the best move, with `scale` points to a factor *e*.
    fn cross_entropy(&self, sample: &Sample, scale: f32) -> f32 {
        let most = self.scores(sample).fold(f32::MIN, f32::max);
        let weight = |(score, count): (f32, f32)| ((score - most) / scale).exp() * count;
        let counts = sample.moves.iter().map(|m| m.count as f32);
        let sum: f32 = self.scores(sample).zip(counts).map(weight).sum();
        sum.ln() - (self.best(sample) - most) / scale
    }

    /// 1 when the best move scores highest; a share of it among equals.
    fn hit(&self, sample: &Sample) -> f32 {
        let most = self.scores(sample).fold(f32::MIN, f32::max);
        let scored = self.scores(sample).zip(sample.moves);
        let equals = scored.filter(|&(score, _)| score == most);
        let count: f32 = equals.map(|(_, m)| m.count as f32).sum();
        if self.best(sample) == most {
            1.0 / count
        } else {
            0.0
        }
    }

    fn report(&self, test: &[usize], when: &str) -> String {
        let hits = mean(test, |i| self.hit(&self.samples.get(i)));
        format!(
            "order: held-out loss {when} {:.4}, first guess right {:.1} %",
            self.mean_loss(test),
            100.0 * hits
        )
    }
}

impl Model for Order<'_> {
    const NAME: &'static str = "order";

    fn loss(&self, i: usize) -> f32 {
        self.cross_entropy(&self.samples.get(i), self.scale)
    }

    fn learn(&mut self, i: usize, weight: f32) {
        let sample = self.samples.get(i);
        let mut shares = std::mem::take(&mut self.shares);
        shares.clear();
        shares.extend(self.scores(&sample));
        let most = shares.iter().copied().fold(f32::MIN, f32::max);
        for (share, m) in shares.iter_mut().zip(sample.moves) {
            *share = ((*share - most) / self.scale).exp() * m.count as f32;
        }
        let sum: f32 = shares.iter().sum();
        for (i, (share, m)) in shares.iter().zip(sample.moves).enumerate() {
            let wanted = if Some(i) == sample.best { 1.0 } else { 0.0 };
            let slope = weight * (share / sum - wanted) / self.scale;
            self.attack.gradient[m.attack as usize] += slope;
            self.defence.gradient[m.defence as usize] += slope;
        }
        self.shares = shares;
    }

    fn groups(&mut self) -> [&mut Group; 2] {
        [&mut self.attack, &mut self.defence]
    }
}

/// Fits attack and defence in place.
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
    let (mut train, mut test) = samples.split();
    for part in [&mut train, &mut test] {
        part.retain(|&i| samples.get(i).best.is_some());
    }
    ensure_enough(&train, &test)?;
    let mut model = Order {
        samples,
        attack: Group::of_codes(flatten(&params.attack, rule), rule, CODES),
        defence: Group::of_codes(flatten(&params.defence, rule), rule, CODES),
        scale: 0.0,
        shares: Vec::new(),
    };
    model.scale = valley(1.0, 300.0, |scale| {
        mean(&train, |i| model.cross_entropy(&samples.get(i), scale))
    });
    tell(format!(
        "order: {:.1} points make a move e times as likely",
        model.scale
    ));
    tell(model.report(&test, "before"));
    let schedule = Schedule {
        rate: 1.0,
        prior: plan.prior * ALIKE,
        seed: plan.seed,
    };
    descend(&mut model, train, &test, schedule);
    tell(model.report(&test, "after"));
    unflatten(&model.attack.numbers, &mut params.attack);
    unflatten(&model.defence.numbers, &mut params.defence);
    Ok(())
}
