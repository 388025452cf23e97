//! The rule, board and attacker of a proof.

use tengen_certificate::Head;
use tengen_core::board::{BoardSize, Colour};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::OpeningRule;

/// What all jobs of a proof have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    pub rule: Rule,
    /// The opening rule that the attacker's moves obey, if there is one.
    pub opening: Option<OpeningRule>,
    pub size: BoardSize,
    pub attacker: Colour,
}

impl Setting {
    pub fn of(head: &Head) -> Setting {
        Setting { rule: head.rule, opening: head.opening, size: head.size, attacker: head.attacker() }
    }
}
