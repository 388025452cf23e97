//! What is asked of a solver.

use std::time::Duration;
use tengen_core::board::Position;
use tengen_core::rules::Rule;

/// A position and the limits of the search for a win.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The stones; the game is not over, and the side to move attacks.
    pub position: &'a Position,
    /// The rule.
    pub rule: Rule,
    /// Search for a VCF only.
    pub fours_only: bool,
    /// Node limit.
    pub nodes: u64,
    /// Number of threads of the VCT search.
    pub threads: usize,
    /// Time limit.
    pub time: Duration,
    /// Memory for the tables in bytes.
    pub memory: usize,
    /// Skip the replay by the rules: for callers that only need a hint.
    pub hasty: bool,
}

impl Problem<'_> {
    /// The search for any win with this many nodes: on one thread, in any time, with 1 MB for the tables.
    pub fn new(position: &Position, rule: Rule, nodes: u64) -> Problem<'_> {
        Problem {
            position,
            rule,
            fours_only: false,
            nodes,
            threads: 1,
            time: Duration::MAX,
            memory: 1 << 20,
            hasty: false,
        }
    }
}
