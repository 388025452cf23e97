//! The gain from a second thread: time to depth, and nodes per second.
//!
//! Run `cargo bench -p tengen-arena --bench thread_speed` on an idle machine. The environment variables
//! `TENGEN_SECONDS=2`, `TENGEN_POSITIONS=20` and `TENGEN_THREADS=2` set the time, the number of positions and the
//! number of threads.
//!
//! Two effects would distort the measurement. The system allocates new tables page by page, and more threads have
//! larger tables: so each searcher first searches something else. And the depth that one thread just reaches within
//! the time took it less work than such depths usually do: so both are timed to two plies less.

use std::str::FromStr;
use std::time::{Duration, Instant};
use tengen_arena::openings::{Balance, balanced};
use tengen_common::random::Random;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, SearchCallback, Signal};
use tengen_core::board::{BoardSize, Position};
use tengen_core::rules::{Rule, Variant};
use tengen_engine::search::Searcher;

const MEMORY: usize = 256 << 20;

/// Records the depth of the last iteration.
struct StopWatch {
    start: Instant,
    depth: u32,
}

impl StopWatch {
    fn start() -> StopWatch {
        StopWatch { start: Instant::now(), depth: 0 }
    }
}

impl SearchCallback for StopWatch {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Signal {
        Signal::GoOn
    }

    fn report(&mut self, report: &Report) {
        self.depth = report.depth;
    }
}

struct SpeedRun {
    depth: u32,
    time: Duration,
    speed: f64,
}

/// A search without previous knowledge, in memory that has been used before.
fn run(position: &Position, rule: Rule, threads: usize, limits: &Limits) -> SpeedRun {
    let mut searcher = Searcher::new(MEMORY);
    searcher.set_threads(threads);
    let other = balanced_by(&mut Random::new(1), rule, position.size());
    searcher.search(&other, rule, limits, &mut StopWatch::start());
    let mut watch = StopWatch::start();
    let report = searcher.search(position, rule, limits, &mut watch).expect("a move");
    SpeedRun { depth: watch.depth, time: report.elapsed, speed: report.nodes as f64 / report.elapsed.as_secs_f64() }
}

fn balanced_by(random: &mut Random, rule: Rule, size: BoardSize) -> Position {
    let balance = Balance { nodes: 2_000, margin: 80 };
    balanced(random, &mut Searcher::new(8 << 20), rule, size, balance)
}

/// A number from the environment.
fn setting<T: FromStr>(variable: &str, otherwise: T) -> T {
    let value = std::env::var(variable).ok();
    value.map_or(otherwise, |value| {
        let number = value.parse().ok();
        number.unwrap_or_else(|| panic!("{variable}={value} is no number"))
    })
}

/// Measures the time to the depth that one thread reaches.
fn main() {
    let seconds: f64 = setting("TENGEN_SECONDS", 1.5);
    let threads = setting("TENGEN_THREADS", 2);
    let mut random = Random::new(7);
    let (mut times, mut speeds, mut ratios) = ([0.0; 2], [0.0; 2], Vec::new());
    for number in 0..setting("TENGEN_POSITIONS", 40) {
        let rule = Rule::new(Variant::ALL[number % Variant::ALL.len()]);
        let side = if number % 2 == 0 { 15 } else { 20 };
        let size = BoardSize::square(side).expect("a board");
        let position = balanced_by(&mut random, rule, size);
        let time = Some(TimePlan::fixed(Duration::from_secs_f64(seconds)));
        let in_time = Limits { time, ..Limits::default() };
        let reached = run(&position, rule, 1, &in_time).depth;
        let as_deep = Limits { depth: Some(reached.saturating_sub(2).max(1)), ..in_time };
        let one = run(&position, rule, 1, &as_deep);
        let all = run(&position, rule, threads, &as_deep);
        let [one_took, all_took] = [&one, &all].map(|run| run.time.as_secs_f64());
        println!(
            "{rule}: depth {} in {one_took:.3} s, on {threads} threads in {all_took:.3} s; \
             {:.0} and {:.0} nodes a second",
            one.depth, one.speed, all.speed
        );
        for (i, run) in [one, all].iter().enumerate() {
            times[i] += run.time.as_secs_f64();
            speeds[i] += run.speed;
        }
        ratios.push(all_took / one_took.max(1e-6));
    }
    let mean = ratios.iter().map(|ratio: &f64| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    println!(
        "time: {:.3} of one thread's in all, {:.3} in the geometric mean; nodes a second: {:.2} times",
        times[1] / times[0],
        mean.exp(),
        speeds[1] / speeds[0]
    );
}
