//! Makes the choices of an opening rule by search, for brains whose protocol has no commands for them.

use tengen_common::Limits;
use tengen_core::rules::Rule;
use tengen_core::rules::opening::{Answer, Opening};
use tengen_engine::eval::net::Networks;
use tengen_session::level::Level;
use tengen_session::service::{Outcome, Runner, Settings, Task, Work};

/// The hash size of these searches, in bytes.
const MEMORY: usize = 8 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// The same seed makes the same choices.
    pub seed: u64,
    /// Nodes per position; a choice uses up to [`SHARES`](tengen_session::opening::Wanted::SHARES) of them.
    pub nodes: u64,
}

impl Choices {
    pub const fn of(seed: u64) -> Choices {
        Choices { seed, nodes: 5_000 }
    }
}

/// Makes the choices of both sides in an opening.
pub struct Chooser {
    rule: Rule,
    nodes: u64,
    runner: Runner,
}

impl Chooser {
    pub fn new(rule: Rule, Choices { seed, nodes }: Choices) -> Chooser {
        // Whether the game is continuous does not matter for an opening.
        let rule = Rule { continuous: false, ..rule };
        let settings = Settings { seed, ..Settings::new(&Networks::built_in(), MEMORY, 1) };
        Chooser { rule, nodes, runner: Runner::new(settings) }
    }

    /// The answers of the player being asked, until the other one is asked; `None` if nobody is asked.
    pub fn choose(&mut self, opening: &Opening) -> Option<Vec<Answer>> {
        let work = Work::Opening { opening: Box::new(opening.clone()), level: Level::FULL };
        let task = Task { limits: Limits::nodes(self.nodes), ..Task::new(opening.position(), self.rule, work) };
        match self.runner.finish(&task) {
            Some(Outcome::Opening(answers)) => answers,
            _ => None,
        }
    }
}
