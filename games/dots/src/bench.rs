//! The benchmark of Dots and Boxes: speed and signature of a fixed amount of search.

use crate::rules::{draw, empty, size};
use crate::searcher::DotsSearcher;
use std::time::Instant;
use tengen_common::random::Random;
use tengen_common::{Limits, LimitsOnly};
use tengen_core::board::{Point, Position};
use tengen_engine::bench::Bench;

/// The number of random lines before each search, so that some positions are solved and others played out.
const DRAWN: [usize; 12] = [0, 4, 10, 16, 24, 24, 26, 26, 28, 28, 32, 36];
const NODES: u64 = 60_000;
const MEMORY: usize = 16 << 20;

pub fn scatter(random: &mut Random, lines: usize) -> Position {
    let mut position = empty(size());
    for _ in 0..lines {
        let free: Vec<Point> = position.empty_points().collect();
        if let Some(&line) = random.choose(&free) {
            draw(&mut position, line).expect("the line is free");
        }
    }
    position
}

pub fn run() -> Bench {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut nodes = 0;
    let start = Instant::now();
    for (number, &lines) in DRAWN.iter().enumerate() {
        let position = scatter(&mut Random::of(1, number as u64), lines);
        let report = DotsSearcher::new(MEMORY).search(&position, &limits, &mut LimitsOnly::new());
        nodes += report.map_or(0, |report| report.nodes);
    }
    Bench { nodes, elapsed: start.elapsed() }
}
