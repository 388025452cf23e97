//! SPSA (Spall, 1992) for the search parameters: in each step all of them are perturbed randomly, up for one side and
//! down for the other, the two sides play a pair of games, and the parameters move a little towards the winner.
//!
//! The current values are written to a file of lines `name value` every few pairs, from which an interrupted run
//! continues.

use super::selfmatch::{Arena, Conditions};
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::PathBuf;
use tengen_common::params::Parameter;
use tengen_common::random::Random;
use tengen_core::files::{self, Existing};
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Searcher;
use tengen_engine::search::params::SearchParams;

pub struct Plan {
    pub conditions: Conditions,
    pub networks: Networks,
    /// The parameters to tune; all if empty.
    pub names: Vec<String>,
    pub pairs: usize,
    pub out: PathBuf,
}

impl Plan {
    fn usual(&self) -> SearchParams {
        let rule = self.conditions.rule;
        SearchParams::of(rule, self.networks.of(rule).is_some())
    }
}

/// The initial perturbation, as a share of a parameter's value …
const REACH: f64 = 0.25;
/// … and at least this share of its range.
const LEAST_REACH: f64 = 0.02;
/// The initial step after a won pair, as a share of the perturbation.
const RATE: f64 = 0.15;
/// Exponents of the decay of perturbation and step (Spall's).
const REACH_DECAY: f64 = 0.101;
const RATE_DECAY: f64 = 0.602;
/// The number of pairs between writes of the file.
const INTERVAL: usize = 20;
const MEMORY: usize = 8 << 20;

/// A parameter being tuned.
struct Number {
    parameter: Parameter,
    value: f64,
    reach: f64,
}

impl Number {
    fn new(parameter: Parameter) -> Number {
        let (low, high) = parameter.range;
        let value = parameter.value as f64;
        let least = ((high - low) as f64 * LEAST_REACH).min(value.abs().max(20.0));
        Number { value, reach: (value.abs() * REACH).max(least).max(1.0), parameter }
    }

    fn clamp(&mut self) {
        let (low, high) = self.parameter.range;
        self.value = self.value.clamp(low as f64, high as f64);
    }
}

/// Runs the tuning and returns the final values as text. Calls `progress` with the number of pairs at the start and
/// after each write of the file.
pub fn run(plan: &Plan, progress: &mut dyn FnMut(usize)) -> Result<String> {
    let all = plan.usual().list();
    let known = |name: &String| all.iter().any(|p| p.name == name);
    if let Some(name) = plan.names.iter().find(|name| !known(name)) {
        bail!("unknown parameter: {name}");
    }
    let wanted = |p: &Parameter| plan.names.is_empty() || plan.names.iter().any(|n| n == p.name);
    let mut numbers: Vec<Number> = all.into_iter().filter(wanted).map(Number::new).collect();
    let name = || plan.out.display().to_string();
    files::check_plain(&plan.out).with_context(name)?;
    let mut done = match files::read_list(&plan.out) {
        Ok(text) => resume(&text, &mut numbers).with_context(name)?,
        Err(error) if error.kind() == ErrorKind::NotFound => 0,
        Err(error) => return Err(error).with_context(name),
    };
    let mut arena = Arena::new(plan.conditions);
    let mut searchers = [(); 2].map(|()| Searcher::judging_by(&plan.networks, MEMORY));
    progress(done);
    while done < plan.pairs {
        step(plan, done, &mut numbers, &mut arena, &mut searchers);
        done += 1;
        if done % INTERVAL == 0 || done == plan.pairs {
            let text = report(done, &numbers);
            let written = files::write_new(&plan.out, Existing::Replace, text.as_bytes());
            written.with_context(|| plan.out.display().to_string())?;
            progress(done);
        }
    }
    Ok(report(done, &numbers))
}

/// Plays one pair of games.
fn step(plan: &Plan, done: usize, numbers: &mut [Number], arena: &mut Arena, searchers: &mut [Searcher; 2]) {
    let mut random = Random::of(plan.conditions.seed ^ 0x5b5a, done as u64);
    let count = (done + 1) as f64;
    let offset = plan.pairs as f64 / 10.0;
    let rate = RATE * ((1.0 + offset) / (count + offset)).powf(RATE_DECAY);
    let moves: Vec<f64> = numbers
        .iter()
        .map(|number| {
            let sign = if random.next() & 1 == 0 { 1.0 } else { -1.0 };
            sign * number.reach * count.powf(-REACH_DECAY)
        })
        .collect();
    for (searcher, sign) in searchers.iter_mut().zip([1.0, -1.0]) {
        let mut params = plan.usual();
        for (number, by) in numbers.iter().zip(&moves) {
            let value = (number.value + sign * by).round() as i32;
            params.set(number.parameter.name, value);
        }
        searcher.set_params(params);
    }
    let points: f32 = arena.pair(done, searchers).iter().sum();
    let won = points as f64 - 1.0;
    for (number, by) in numbers.iter_mut().zip(&moves) {
        number.value += rate * won * by;
        number.clamp();
    }
}

/// The contents of the file: the number of pairs, then the parameters with their initial values.
fn report(done: usize, numbers: &[Number]) -> String {
    let mut text = format!("pairs {done}\n");
    for number in numbers {
        let Parameter { name, value, .. } = number.parameter;
        let _ = writeln!(text, "{name} {:.2} (was {value})", number.value);
    }
    text
}

/// Reads the parameters of a file and returns its number of pairs.
fn resume(text: &str, numbers: &mut [Number]) -> Result<usize> {
    let mut pairs = None;
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let (name, value) = (words.next(), words.next());
        let (name, value) = name.zip(value).context("a line without a value")?;
        if name == "pairs" {
            pairs = Some(value.parse()?);
            continue;
        }
        let number = numbers.iter_mut().find(|n| n.parameter.name == name);
        let number = number.with_context(|| format!("the file has {name}, which is not tuned"))?;
        number.value = value.parse()?;
        number.clamp();
    }
    pairs.context("the file does not say how many pairs were played")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch;
    use tengen_core::board::BoardSize;
    use tengen_core::rules::{Rule, Variant};
    use tengen_engine::effort::Effort;

    fn plan(out: PathBuf) -> Plan {
        let rule = Rule::new(Variant::Freestyle);
        Plan {
            conditions: Conditions {
                rule,
                size: BoardSize::square(9).unwrap(),
                effort: [Effort::Nodes(30); 2],
                seed: 1,
                balance: None,
            },
            networks: Networks::none(),
            names: vec!["aspiration_window".into()],
            pairs: 1,
            out,
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_not_overwritten() {
        let out = scratch::file("spsa-unreadable");
        std::fs::write(&out, b"pairs 40\n\xff\xfe").unwrap();
        let error = run(&plan(out.clone()), &mut |_| ()).unwrap_err();
        assert!(format!("{error:#}").contains("spsa-unreadable"), "{error:#}");
        assert_eq!(std::fs::read(&out).unwrap(), b"pairs 40\n\xff\xfe");
        std::fs::remove_file(out).unwrap();
    }

    #[test]
    fn a_missing_file_is_a_fresh_start() {
        let out = scratch::file("spsa-fresh");
        let numbers = run(&plan(out.clone()), &mut |_| ()).unwrap();
        assert_eq!(std::fs::read_to_string(&out).unwrap(), numbers);
        std::fs::remove_file(out).unwrap();
    }

    #[test]
    fn a_file_is_taken_up_again() {
        let list = || SearchParams::default().list().into_iter().map(Number::new);
        let mut before: Vec<Number> = list().collect();
        before[0].value += 3.25;
        before[5].value = 1e9;
        before[5].clamp();
        let text = report(40, &before);
        let mut after: Vec<Number> = list().collect();
        assert_eq!(resume(&text, &mut after).unwrap(), 40);
        for (a, b) in before.iter().zip(&after) {
            assert_eq!(a.value, b.value, "{}", a.parameter.name);
        }
        assert!(resume("what 3\n", &mut after).is_err());
        assert!(resume("", &mut after).is_err());
    }
}
