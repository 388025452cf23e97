//! A search polls its callback often, under every rule and in every phase, so that "move now" takes effect soon.

use rand::{SeedableRng, rngs::StdRng};
use std::cell::Cell;
use std::time::Duration;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, SearchCallback, Signal};
use tengen_core::board::Position;
use tengen_core::rules::Rule;
use tengen_engine::search::Searcher;
use tengen_testkit::positions::random_cluster;
use tengen_testkit::stopwatch::worked_by_this_thread;
use tengen_testkit::{ALL_RULES, in_two_lengths};

/// Records the processor time between polls.
struct PollGaps {
    last: Duration,
    gaps: Vec<Duration>,
}

impl SearchCallback for PollGaps {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn check(&mut self) -> Signal {
        let now = worked_by_this_thread();
        self.gaps.push(now - self.last);
        self.last = now;
        Signal::GoOn
    }
}

/// The times between polls over a whole search.
fn gaps(position: &Position, rule: Rule) -> Vec<Duration> {
    let mut polls = PollGaps { last: worked_by_this_thread(), gaps: Vec::new() };
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    Searcher::new(4 << 20).search(position, rule, &limits, &mut polls);
    polls.gaps
}

/// The longest time between polls. The same search polls at the same points, so delays from a busy machine are
/// removed by taking the minimum over several runs.
fn longest_gap(position: &Position, rule: Rule) -> Duration {
    let runs = [(); 5].map(|()| gaps(position, rule));
    assert!(runs.iter().all(|run| run.len() == runs[0].len()));
    let least = |i: usize| runs.iter().map(|run| run[i]).min();
    (1..runs[0].len()).filter_map(least).max().unwrap_or_default()
}

in_two_lengths!(no_solver_works_long_without_polling, poll_often, 6, 300);

fn poll_often(positions: usize) {
    for rule in ALL_RULES {
        Searcher::new(Searcher::MIN_MEMORY).prepare(rule);
        let mut rng = StdRng::seed_from_u64(17);
        let position = |_| random_cluster(&mut rng, rule, 15..=20, 8..45);
        let positions: Vec<Position> = (0..positions).map(position).collect();
        let longest = positions.iter().map(|p| longest_gap(p, rule)).max();
        println!("{rule:?}: {longest:?}");
        assert!(longest < Some(Duration::from_millis(10)), "{rule:?}");
    }
}

/// A clock that advances by a microsecond each time it is read.
struct Ticking(Cell<Duration>);

impl SearchCallback for Ticking {
    fn elapsed(&self) -> Duration {
        self.0.set(self.0.get() + Duration::from_micros(1));
        self.0.get()
    }

    fn check(&mut self) -> Signal {
        Signal::GoOn
    }
}

/// Even with many fours on the board, where the VCF search is interrupted and continued, the move takes no longer.
#[test]
fn no_solver_works_beyond_the_time_of_the_move() {
    let time = Duration::from_micros(300);
    let limits = Limits { time: Some(TimePlan::fixed(time)), ..Limits::default() };
    let mut rng = StdRng::seed_from_u64(23);
    for number in 0..600 {
        let rule = ALL_RULES[number % ALL_RULES.len()];
        let position = random_cluster(&mut rng, rule, 15..=20, 12..40);
        let mut clock = Ticking(Cell::default());
        Searcher::new(4 << 20).search(&position, rule, &limits, &mut clock);
        let taken = clock.0.get();
        assert!(taken < time + Duration::from_micros(100), "{rule:?}: {taken:?}");
    }
}
