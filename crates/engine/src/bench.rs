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
const DEPTH: u32 = 11;
const NODES: u64 = 600_000;
/// The limit of nodes in the middle of a game.
const NODES_OF_GAMES: u64 = 20_000;

/// Rule bits as in `INFO rule`, board, moves: undecided positions in the middle of games. Most of the time goes into these,
/// because a tournament is played there. `scripts/speed` uses them too.
const OF_GAMES: &str = include_str!("bench/positions.txt");

/// Rule bits, width, height, moves: positions of games under every rule, most of them undecided at this depth. Decided
/// ones would take most of the time for proofs, and hide the speed of the evaluation.
const POSITIONS: [(u32, u32, u32, &str); 13] = [
    (0, 15, 15, "c12f12d10e11f10e10f9e9"),
    (0, 15, 15, "a13e15b12e13d12i13h12f12a11c11e11g11e10f10h10"),
    (0, 15, 15, "h12i13g11g10f10h10e9j10e8f9g8i9e7d8g7f8h7h8f6f7j6e6i5g6"),
    (0, 20, 20, "k14j14l14k13j13l13i12j12k12m12g11h11l11i11m11j11j10n11h9i10j9m10l9i9l7"),
    (0, 20, 20, "j19j16i16l16m16i15k15m15l14n15n14k14l13m12n12"),
    (0, 30, 20, "o10p11n11o12p9m10"),
    (1, 15, 15, "g9g10h9d9i9f9e8f8f7h8g7h7g6f6h5h6i5j6j5g5h4i4"),
    (1, 15, 15, "m12k11j10i10i9k10j9j8j7l6"),
    (4, 15, 15, "j6k7i5i6k5m6l5j5k4j4"),
    (4, 15, 15, "f10g11g10d10c9f9d9c8e9d8f8e8c7g8h7"),
    (4, 15, 15, "l11m12m11k11i10l10j10m10k10i9k9m9j8l8n8j7j6k7"),
    (8, 15, 15, "e10h10i9d9j9f9k9l9e8h8j8i8i7d7k7e7f6h6i6j6"),
    (9, 15, 15, "i9g9f8h9e7g7d6g6h6e5i6f4g5h4i4"),
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
    let limits = |nodes, depth| Limits { time: None, nodes: Some(nodes), depth, ..Limits::default() };
    let of_games = OF_GAMES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let [bits, size, moves] = words[..] else { panic!("not a position: {line}") };
        let (width, height) = size.split_once('x').expect("a board");
        let number = |text: &str| text.parse().expect("a number");
        ((number(bits), number(width), number(height), moves), limits(NODES_OF_GAMES, None))
    });
    let positions = POSITIONS.into_iter().map(|position| (position, limits(NODES, Some(DEPTH)))).chain(of_games);
    let prepared: Vec<(Rule, Position, Limits)> = positions
        .map(|((bits, width, height, moves), limits)| {
            let rule = Rule::from_bits(bits, false);
            Tables::of(rule);
            (rule, position(width, height, moves), limits)
        })
        .collect();
    let start = Instant::now();
    let searched = prepared.iter().filter_map(|(rule, position, limits)| {
        let mut searcher = Searcher::judging_by(networks, MEMORY);
        searcher.set_kernel(kernel);
        searcher.search(position, *rule, limits, &mut LimitsOnly::new())
    });
    Bench { nodes: searched.map(|report: Report| report.nodes).sum(), elapsed: start.elapsed() }
}

fn position(width: u32, height: u32, moves: &str) -> Position {
    let size = BoardSize::new(width, height).expect("a board");
    Position::new(size).after_all(notation::read(moves, size).expect("moves of that board"))
}
