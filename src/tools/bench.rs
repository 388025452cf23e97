//! `bench`: a fixed amount of search, for its speed and for its signature.
//!
//! The positions, rules and depths never depend on the machine, so the number of nodes is the same
//! everywhere: it changes only with the search itself. Test farms read the last lines.

use crate::board::{Position, diagram};
use crate::rules::{Rule, Variant};
use crate::search::{Limits, Report, Searcher, Supervisor, Verdict};
use std::fmt;
use std::time::{Duration, Instant};

const MEMORY: usize = 32 << 20;
const DEPTH: u32 = 8;
const NODES: u64 = 200_000;

const POSITIONS: [(Variant, &str); 4] = [
    (
        Variant::Freestyle,
        ". . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . O . . . . . . .
         . . . . . . X X . . . . . . .
         . . . . . . O X O . . . . . .
         . . . . . . . . X . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .",
    ),
    (
        Variant::Standard,
        ". . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . O . . . . . . . . . . .
         . . . . X . . . . . . . . . .
         . . . . . X O . . . . . . . .
         . . . . . O X X . . . . . . .
         . . . . . . O . O . . . . . .
         . . . . . X . . . X . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .",
    ),
    (
        Variant::Renju,
        ". . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . X . . . . . .
         . . . . . . . O . O . . . . .
         . . . . . . . O . . . . . . .
         . . . . . . . X X O . . . . .
         . . . . . . . X . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .",
    ),
    (
        Variant::Caro,
        ". . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . O . . . . . . . .
         . . . . . . . X X . . . . . .
         . . . . . . . X O . . . . . .
         . . . . . . . O . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .",
    ),
];

/// What a run of the benchmark has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Positions visited: the signature of the search.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// `123456 nodes 654321 nps` and, as test farms and commit messages have it, `Bench: 123456`.
impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let nps = self.nodes as u128 * 1_000_000 / self.elapsed.as_micros().max(1);
        writeln!(f, "{} nodes {nps} nps", self.nodes)?;
        write!(f, "Bench: {}", self.nodes)
    }
}

/// Never in a hurry.
struct Patient(Instant);

impl Supervisor for Patient {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn check(&mut self) -> Verdict {
        Verdict::GoOn
    }
}

/// Searches the positions.
pub fn run() -> Bench {
    let start = Instant::now();
    let nodes = POSITIONS
        .iter()
        .filter_map(|(variant, drawing)| search(*variant, drawing))
        .map(|report| report.nodes)
        .sum();
    Bench {
        nodes,
        elapsed: start.elapsed(),
    }
}

fn search(variant: Variant, drawing: &str) -> Option<Report> {
    let position: Position = diagram::read(drawing)
        .expect("the drawings are right")
        .position;
    let limits = Limits {
        time: None,
        nodes: Some(NODES),
        depth: Some(DEPTH),
    };
    let mut patient = Patient(Instant::now());
    Searcher::new(MEMORY).search(&position, Rule::new(variant), &limits, &mut patient)
}
