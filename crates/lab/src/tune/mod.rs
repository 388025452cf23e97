//! Tuning: fits the numbers of the evaluation and of the move scores to games of self-play.
//!
//! - [`data`]: games → what each quiet position shows of each number;
//! - [`group`]: numbers that are fitted together, and Adam;
//! - [`descent`]: mini-batches, and when to stop;
//! - [`value`]: the evaluation, so that sigmoid(value / 200) foretells what came next;
//! - [`order`]: the move scores, so that the searched move stands out among all.
//!
//! A tenth of the source games is held out, with all that comes from them: it says when to stop, and what
//! the report believes.

pub mod data;
pub mod descent;
pub mod group;
pub mod order;
pub mod value;

use crate::draft;
use anyhow::{Context, Result, ensure};
use data::Samples;
use std::collections::HashSet;
use std::path::PathBuf;
use tengen_core::records::{files, training};
use tengen_core::rules::{Rule, Variant};
use tengen_engine::eval::tables::params::Params;
use tengen_engine::pattern::{CODES, Tables};

/// Which numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Evaluation and move scores.
    All,
    /// The evaluation.
    Value,
    /// The move scores.
    Order,
}

/// What to fit, and to what.
pub struct Plan {
    /// The rule; games of another one are left out.
    pub rule: Rule,
    /// Which numbers are fitted; the others stay as they are.
    pub part: Part,
    /// Files of games.
    pub data: Vec<PathBuf>,
    /// Where the parameters go.
    pub out: PathBuf,
    /// Parameters to start from (and to stay near); by hand when absent.
    pub start: Option<PathBuf>,
    /// How much the target heeds what came after a move rather than the score that was searched for
    /// it, 0 to 1.
    pub lambda: f32,
    /// Weight of staying near the start; 1 is usual.
    pub prior: f32,
    /// Order of the samples.
    pub seed: u64,
}

/// Fits parameters and writes them. `tell` is told, line by line, what is there and how well it is
/// foretold, before and after.
///
/// # Errors
/// When files cannot be read or written, or hold no games of the rule, or too few to hold some out.
pub fn run(plan: &Plan, tell: &mut dyn FnMut(String)) -> Result<()> {
    let rule = plan.rule;
    let start = match &plan.start {
        None => Params::by_hand(Tables::of(rule)),
        Some(path) => {
            let name = || path.display().to_string();
            let bytes = files::read(path, Params::FILE).with_context(name)?;
            Params::from_bytes(&bytes).with_context(name)?
        }
    };
    let mut samples = Samples::new(rule, plan.lambda);
    let mut number = 0;
    let mut sources = HashSet::new();
    for path in &plan.data {
        for game in training::read_file(path)?.iter().filter(|g| g.rule == rule) {
            samples.add(game);
            sources.insert(game.source);
            number += 1;
        }
    }
    ensure!(samples.len() > 0, "no positions of this rule");
    let (train, test) = samples.split();
    tell(format!(
        "{number} games of {} sources, {} quiet positions: {} to learn from, {} held out",
        sources.len(),
        samples.len(),
        train.len(),
        test.len()
    ));
    let mut params = start.clone();
    if plan.part != Part::Order {
        value::fit(&samples, &mut params, plan, tell)?;
    }
    if plan.part != Part::Value {
        order::fit(&samples, &mut params, plan, tell)?;
    }
    draft::write(&plan.out, &params.to_bytes())?;
    tell(format!("written to {}", plan.out.display()));
    Ok(())
}

/// Whether there are samples to learn from and samples held out. When they are few, it is said.
fn ensure_enough(train: &[usize], test: &[usize]) -> Result<()> {
    /// Thousands of numbers are fitted.
    const TRAIN: usize = 20_000;
    const TEST: usize = 2_000;
    let (train, test) = (train.len(), test.len());
    let counts = format!("{train} positions to learn from, {test} held out");
    ensure!(
        train > 0 && test > 0,
        "too little data: {counts}; nothing was written"
    );
    if train < TRAIN || test < TEST {
        log::warn!("too little data to trust: {counts}; tables want {TRAIN} and {TEST} at least");
    }
    Ok(())
}

/// Whether black and white share their numbers.
pub(crate) fn is_symmetric(rule: Rule) -> bool {
    !rule.has_fouls() && rule.variant != Variant::Renju
}

/// The numbers of both sides in one row; of one side when they share.
fn flatten(sides: &[[i16; CODES]; 2], rule: Rule) -> Vec<f32> {
    let sides = if is_symmetric(rule) {
        &sides[..1]
    } else {
        sides
    };
    sides.iter().flatten().map(|&n| n as f32).collect()
}

/// Undoes [`flatten`].
fn unflatten(numbers: &[f32], sides: &mut [[i16; CODES]; 2]) {
    for (side, codes) in sides.iter_mut().enumerate() {
        let from = if numbers.len() == CODES {
            0
        } else {
            side * CODES
        };
        for (code, number) in codes.iter_mut().zip(&numbers[from..]) {
            *code = number.round().clamp(i16::MIN as f32, i16::MAX as f32) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{scratch, selfplay};

    /// Tuning lessens the loss, gives a file that can be read, and the same one each time.
    #[test]
    fn tuning_learns_something_and_repeats() {
        let file = |name| scratch::file(&format!("tune-{name}"));
        let rule = Rule::new(Variant::Caro);
        let games = file("games");
        let quick = selfplay::Plan::quick(rule, 60, &games);
        selfplay::run(&quick, &mut |_, _| ()).unwrap();
        let tuned = ["once", "again"].map(|name| {
            let plan = Plan {
                rule,
                part: Part::All,
                data: vec![games.clone()],
                out: file(name),
                start: None,
                lambda: 0.85,
                prior: 1.0,
                seed: 1,
            };
            let mut told = Vec::new();
            run(&plan, &mut |line| told.push(line)).unwrap();
            assert!(told[0].starts_with("60 games of 60 sources, "), "{told:?}");
            let bytes = std::fs::read(file(name)).unwrap();
            std::fs::remove_file(file(name)).unwrap();
            bytes
        });
        std::fs::remove_file(games).unwrap();
        assert_eq!(tuned[0], tuned[1]);
        let params = Params::from_bytes(&tuned[0]).unwrap();
        assert_ne!(tuned[0], Params::by_hand(Tables::of(rule)).to_bytes());
        assert_eq!(params.values[0], params.values[1]);
    }
}
