//! Searches with a fixed effort.

use crate::search::Searcher;
use std::time::Duration;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, LimitsOnly, Report};
use tengen_core::board::Position;
use tengen_core::rules::Rule;

/// The effort for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A fixed number of nodes: the same game on every machine.
    Nodes(u64),
    /// A fixed time: slower evaluations get fewer nodes.
    Time(Duration),
}

impl Effort {
    /// The search limits of this effort.
    pub fn limits(self) -> Limits {
        let (nodes, time) = match self {
            Effort::Nodes(nodes) => (Some(nodes), None),
            Effort::Time(time) => (None, Some(time)),
        };
        Limits { nodes, time: time.map(TimePlan::fixed), ..Limits::default() }
    }
}

/// Searches a position with a fixed number of nodes.
pub fn think(searcher: &mut Searcher, position: &Position, rule: Rule, nodes: u64) -> Option<Report> {
    let limits = Effort::Nodes(nodes).limits();
    searcher.search(position, rule, &limits, &mut LimitsOnly::new())
}
