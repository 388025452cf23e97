//! Makes the choices of an opening rule by search, for brains whose protocol has no commands for them.

use tengen_common::random::Random;
use tengen_common::{Limits, LimitsOnly, Report};
use tengen_core::board::{PointSet, Position};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::{Answer, Opening};
use tengen_engine::search::Searcher;
use tengen_session::opening::{Wanted, choose};

/// The hash size of these searches, in bytes.
const MEMORY: usize = 8 << 20;

/// How choices are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// The same seed makes the same choices.
    pub seed: u64,
    /// Nodes per position; a choice uses up to [`Wanted::SHARES`] of them.
    pub nodes: u64,
}

impl Choices {
    /// Choices for a game.
    pub const fn of(seed: u64) -> Choices {
        Choices { seed, nodes: 5_000 }
    }
}

/// Makes the choices of both sides in an opening.
pub struct Chooser {
    rule: Rule,
    nodes: u64,
    random: Random,
    searcher: Searcher,
}

impl Chooser {
    /// A chooser for one game.
    pub fn new(rule: Rule, choices: Choices) -> Chooser {
        Chooser {
            // Whether the game is continuous does not matter for an opening.
            rule: Rule { continuous: false, ..rule },
            nodes: choices.nodes,
            random: Random::new(choices.seed),
            searcher: Searcher::new(MEMORY),
        }
    }

    /// The answers of the player being asked, until the other one is asked; `None` if nobody is asked.
    pub fn choose(&mut self, opening: &Opening) -> Option<Vec<Answer>> {
        let (rule, nodes, searcher) = (self.rule, self.nodes, &mut self.searcher);
        let mut look = |position: &Position, blocked: PointSet, wanted: Wanted| -> Option<Vec<Report>> {
            let limits =
                Limits { nodes: Some(nodes * u64::from(wanted.share)), blocked, analysis: true, ..Limits::default() };
            Some(searcher.search_lines(position, rule, &limits, wanted.lines, &mut LimitsOnly::new()))
        };
        choose(opening, rule, &mut self.random, &mut look)
    }
}
