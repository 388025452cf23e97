//! `bench`: a fixed amount of search that measures speed and yields a signature.
//!
//! The positions, rules and depths are the same on every machine, so the number of nodes is too: it changes only if
//! the search changes. Test farms read the last lines.

use crate::eval::net::Networks;
use crate::kernel::Kernel;
use crate::pattern::Tables;
use crate::search::Searcher;
use std::fmt;
use std::time::{Duration, Instant};
use tengen_common::{Limits, LimitsOnly, Report};
use tengen_core::board::{BoardSize, Position, notation};
use tengen_core::rules::Rule;

const MEMORY: usize = 32 << 20;
const DEPTH: u32 = 14;
const NODES: u64 = 600_000;

/// Rule bits as in `INFO rule`, width, height, moves: openings, middle games and sharp positions under every rule.
const POSITIONS: [(u32, u32, u32, &str); 12] = [
    (0, 15, 15, "h8i9g9h10i8h9"),
    (0, 15, 15, "h8h9i9g7j8i8k9j9h7g8i10"),
    (0, 20, 20, "j10k11l10j12k9l12i11m13"),
    (0, 20, 20, "c6d7e6c8d5e8f7d9f5"),
    (0, 30, 20, "o10p11n11o12p9m10"),
    (1, 15, 15, "h8i7g7h6i9h9j8g9f8"),
    (1, 15, 15, "n8m4n4j3k5l6"),
    (4, 15, 15, "h8h9j10g7i8i9g9h7"),
    (4, 15, 15, "h8i9j7g8i7h7g6h6i5"),
    (4, 15, 15, "c5c9e4g4c4e6a7"),
    (8, 15, 15, "h8i8h9h7i9g9g10f11j8"),
    (9, 15, 15, "h8g9i9i10g7j8f6e5h6"),
];

/// The result of a benchmark run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Nodes searched: the signature of the search.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// `123456 nodes 654321 nps`, then `Bench: 123456` as test farms and commit messages have it.
impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let nps = self.nodes as u128 * 1_000_000 / self.elapsed.as_micros().max(1);
        writeln!(f, "{} nodes {nps} nps", self.nodes)?;
        write!(f, "Bench: {}", self.nodes)
    }
}

/// Searches the positions with this instruction set and these networks. The constant tables are built before the
/// clock starts.
pub fn run(kernel: Kernel, networks: &Networks) -> Bench {
    let positions = POSITIONS.map(|(bits, width, height, moves)| {
        let rule = Rule::from_bits(bits, false);
        let size = BoardSize::new(width, height).expect("a board");
        let mut position = Position::new(size);
        for point in notation::read(moves, size).expect("moves of that board") {
            position.play(point, &mut ());
        }
        Tables::of(rule);
        (rule, position)
    });
    let start = Instant::now();
    let searched =
        positions.iter().filter_map(|(rule, position)| search(*rule, position, kernel, networks));
    Bench { nodes: searched.map(|report| report.nodes).sum(), elapsed: start.elapsed() }
}

fn search(rule: Rule, position: &Position, kernel: Kernel, networks: &Networks) -> Option<Report> {
    let limits = Limits { time: None, nodes: Some(NODES), depth: Some(DEPTH), ..Limits::default() };
    let mut searcher = Searcher::judging_by(networks, MEMORY);
    searcher.set_kernel(kernel);
    searcher.search(position, rule, &limits, &mut LimitsOnly::new())
}
