//! The benchmark of Connect6: speed and signature of a fixed amount of search.

use crate::play_out::{opening, play_out, think};
use crate::searcher::Searcher;
use std::time::Instant;
use tengen_common::random::Random;
use tengen_engine::bench::Bench;

const GAMES: u64 = 4;
const NODES: u64 = 6000;
const MEMORY: usize = 16 << 20;

pub fn run() -> Bench {
    let mut searcher = Searcher::new(MEMORY);
    let mut nodes = 0;
    let start = Instant::now();
    for number in 0..GAMES {
        searcher.clear();
        let start = opening(&mut Random::of(1, number));
        play_out(start, |position| {
            let report = think(&mut searcher, position, NODES)?;
            nodes += report.nodes;
            Some(report)
        });
    }
    Bench { nodes, elapsed: start.elapsed() }
}
