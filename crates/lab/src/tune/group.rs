//! Numbers that are fitted together.
//!
//! Most codes are rare, so a number of its own for each would learn little. Each is the sum of its
//! start, of the corrections of what it is made of (four shapes and a class, say), and of a small
//! correction of its own; rare ones follow what they are made of.

use super::is_symmetric;
use tengen_core::board::Colour;
use tengen_core::rules::Rule;
use tengen_engine::eval::tables::params::THREATS;
use tengen_engine::pattern::class::CLASSES;
use tengen_engine::pattern::line_pattern::LINE_PATTERNS;
use tengen_engine::pattern::{CODES, Code, Tables};

/// How far from the start things are expected to stray (standard deviations of the prior).
#[derive(Clone, Copy, Debug)]
pub struct Prior {
    /// Corrections of parts.
    pub part: f32,
    /// Corrections of single numbers.
    pub single: f32,
}

/// A row of numbers in the course of being fitted.
pub struct Group {
    start: Vec<f32>,
    /// The parts of each number, `width` each.
    parts: Vec<u16>,
    width: usize,
    prior: Prior,
    /// Corrections: of the parts, then of the single numbers.
    free: Vec<f32>,
    kept: Vec<f32>,
    part_count: usize,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// The numbers as they stand.
    pub numbers: Vec<f32>,
    /// The gradient of the loss by each number; taken and cleared by each step.
    pub gradient: Vec<f32>,
}

impl Group {
    /// Numbers of codes: parts are shapes and classes, of each side apart.
    pub fn of_codes(start: Vec<f32>, rule: Rule, prior: Prior) -> Group {
        let tables = Tables::of(rule);
        let mut parts = Vec::with_capacity(start.len() * 5);
        for (side, colour) in Colour::BOTH.into_iter().enumerate() {
            if side > 0 && is_symmetric(rule) {
                break;
            }
            let offset = side * (LINE_PATTERNS + CLASSES);
            for code in 0..CODES as Code {
                let shapes = tables
                    .codes()
                    .shapes(code)
                    .map(|s| (offset + s as usize) as u16);
                parts.extend(shapes);
                parts.push((offset + LINE_PATTERNS + tables.class(colour, code) as usize) as u16);
            }
        }
        Group::new(start, parts, 5, prior)
    }

    /// Numbers of threat combinations: parts are the bits, and one that all have.
    pub fn of_threats(start: Vec<f32>, prior: Prior) -> Group {
        let bits = THREATS.trailing_zeros() as usize;
        // Part 0 is in all, part 2i + 1 or 2i + 2 says whether bit i is set.
        let parts = (0..THREATS)
            .flat_map(|index| {
                let bit = move |i: usize| (1 + 2 * i + (index >> i & 1)) as u16;
                std::iter::once(0).chain((0..bits).map(bit))
            })
            .collect();
        Group::new(start, parts, bits + 1, prior)
    }

    fn new(start: Vec<f32>, parts: Vec<u16>, width: usize, prior: Prior) -> Group {
        assert_eq!(
            parts.len(),
            start.len() * width,
            "every number has its parts"
        );
        let part_count = parts.iter().max().map_or(0, |&p| p as usize + 1);
        let free = part_count + start.len();
        Group {
            numbers: start.clone(),
            gradient: vec![0.0; start.len()],
            start,
            parts,
            width,
            prior,
            free: vec![0.0; free],
            kept: vec![0.0; free],
            part_count,
            mean: vec![0.0; free],
            square: vec![0.0; free],
            steps: 0,
        }
    }

    /// One step of Adam (Kingma and Ba, 2015) down the gradient of the loss and of the prior, which
    /// counts as `prior_weight` samples' worth.
    pub fn step(&mut self, rate: f32, prior_weight: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let bias = |decay: f32| 1.0 - decay.powi(self.steps);
        let (mean_bias, square_bias) = (bias(MEAN), bias(SQUARE));
        let mut slope = vec![0.0; self.free.len()];
        for (i, &g) in self.gradient.iter().enumerate() {
            if g != 0.0 {
                slope[self.part_count + i] = g;
                for &part in &self.parts[i * self.width..][..self.width] {
                    slope[part as usize] += g;
                }
            }
        }
        self.gradient.fill(0.0);
        for (i, &slope) in slope.iter().enumerate() {
            let deviation = if i < self.part_count {
                self.prior.part
            } else {
                self.prior.single
            };
            let slope = slope + prior_weight * self.free[i] / (deviation * deviation);
            self.mean[i] += (1.0 - MEAN) * (slope - self.mean[i]);
            self.square[i] += (1.0 - SQUARE) * (slope * slope - self.square[i]);
            let step = (self.mean[i] / mean_bias) / ((self.square[i] / square_bias).sqrt() + 1e-10);
            self.free[i] -= rate * step;
        }
        self.refresh();
    }

    /// Remembers the numbers as they stand.
    pub fn keep(&mut self) {
        self.kept.clone_from(&self.free);
    }

    /// Returns to the numbers remembered last.
    pub fn go_back(&mut self) {
        self.free.clone_from(&self.kept);
        self.refresh();
    }

    fn refresh(&mut self) {
        for (i, number) in self.numbers.iter_mut().enumerate() {
            let parts = &self.parts[i * self.width..][..self.width];
            let sum: f32 = parts.iter().map(|&p| self.free[p as usize]).sum();
            *number = self.start[i] + sum + self.free[self.part_count + i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Variant;
    use tengen_engine::pattern::LinePattern;

    #[test]
    fn rare_codes_follow_what_they_are_made_of() {
        let rule = Rule::new(Variant::Freestyle);
        let prior = Prior {
            part: 100.0,
            single: 10.0,
        };
        let mut group = Group::of_codes(vec![0.0; CODES], rule, prior);
        let codes = Tables::of(rule).codes();
        let three = |code: usize| {
            let shapes = codes.shapes(code as Code);
            shapes.iter().filter(|&&s| s == LinePattern::Three).count()
        };
        // Every second code with a three should be 30.
        let seen: Vec<usize> = (0..CODES).filter(|&c| three(c) == 1).step_by(2).collect();
        for _ in 0..500 {
            for &code in &seen {
                group.gradient[code] = group.numbers[code] - 30.0;
            }
            group.step(0.5, 1e-6);
        }
        let unseen = (0..CODES).filter(|&c| three(c) == 1 && !seen.contains(&c));
        let (sum, count) = unseen.fold((0.0, 0), |(s, n), c| (s + group.numbers[c], n + 1));
        let mean = sum / count as f32;
        assert!((15.0..40.0).contains(&mean), "{mean}");
        assert!((group.numbers[seen[3]] - 30.0).abs() < 3.0);
    }
}
