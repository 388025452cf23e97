//! Data shared by the steps of the search at one node.

use super::thread_data::HashEntry;
use crate::threat::threat_state::ThreatState;
use tengen_common::table::{Bound, Entry, from_table};
use tengen_core::board::{Colour, Point};

/// Data shared by the steps of one node.
pub(super) struct Node {
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    pub ply: usize,
    pub side: Colour,
    /// The parent expects this node to fail high.
    pub cut: bool,
    /// The window is open: the exact value matters.
    pub pv: bool,
    pub threat_state: ThreatState,
    /// The excluded move (singular test).
    pub excluded: Option<Point>,
    /// The table key of the position and the excluded move.
    pub hash: u64,
    pub known: Option<Entry<HashEntry>>,
    /// The static value, corrected by the table; `None` while the opponent threatens to win at once.
    pub eval: Option<i32>,
    pub improving: bool,
    /// A cut node whose static value is well above beta.
    pub likely_high: bool,
    /// Extension of the table move.
    pub table_extension: i32,
    /// The last stones of the side to move and of the opponent.
    pub last_own: Option<Point>,
    pub last_other: Option<Point>,
}

impl Node {
    pub fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// The opponent has a four: only replies to it are searched, and nothing is pruned.
    pub fn is_forced(&self) -> bool {
        matches!(self.threat_state, ThreatState::MustReply(_))
    }

    /// The opponent threatens to win at once, by a five or an open four.
    pub fn is_threatened(&self) -> bool {
        matches!(self.threat_state, ThreatState::MustReply(_) | ThreatState::Threatened)
    }

    pub fn table_move(&self) -> Option<Point> {
        self.known.and_then(|entry| entry.note.best)
    }
}

/// The static value, or the table's value if its bound is tighter.
pub(super) fn better_known(static_value: i32, known: Option<Entry<HashEntry>>, ply: usize) -> i32 {
    let Some(entry) = known else {
        return static_value;
    };
    let value = from_table(entry.value, ply);
    let is_better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value > static_value,
        Bound::Upper => value < static_value,
    };
    if is_better { value } else { static_value }
}
