//! Whoever makes the choices of an opening rule for brains that have no words for them: Tengen's search.

use tengen_common::random::Random;
use tengen_common::{Limits, LimitsOnly, Report};
use tengen_core::board::{PointSet, Position};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::{Answer, Opening};
use tengen_engine::opening::{Wanted, choose};
use tengen_engine::search::Searcher;

/// Nodes of a usual look at a position; a choice takes up to [`Wanted::SHARES`] of them.
const NODES: u64 = 5_000;
/// Memory of these searches.
const MEMORY: usize = 8 << 20;

/// Chooses for both sides of one opening.
pub struct Chooser {
    rule: Rule,
    random: Random,
    searcher: Searcher,
}

impl Chooser {
    /// One whose choices are the same every time for the same seed.
    pub fn new(rule: Rule, seed: u64) -> Chooser {
        Chooser {
            // The value of an opening does not hang on what becomes of a five later.
            rule: Rule {
                continuous: false,
                ..rule
            },
            random: Random::new(seed),
            searcher: Searcher::new(MEMORY),
        }
    }

    /// What the player who is asked answers, until the other is asked; `None` when nobody is.
    pub fn choose(&mut self, opening: &Opening) -> Option<Vec<Answer>> {
        let (rule, searcher) = (self.rule, &mut self.searcher);
        let mut look =
            |position: &Position, blocked: PointSet, wanted: Wanted| -> Option<Vec<Report>> {
                let limits = Limits {
                    nodes: Some(NODES * u64::from(wanted.share)),
                    blocked,
                    analysis: true,
                    ..Limits::default()
                };
                Some(searcher.search_lines(
                    position,
                    rule,
                    &limits,
                    wanted.lines,
                    &mut LimitsOnly::new(),
                ))
            };
        choose(opening, rule, &mut self.random, &mut look)
    }
}
