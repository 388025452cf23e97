//! Data shared by the steps of the search at one node.

use super::thread_data::HashEntry;
use crate::threat::threat_state::ThreatState;
use std::marker::PhantomData;
use tengen_common::table::{Bound, Entry, from_table};
use tengen_core::board::{Colour, Point};

/// The window of a node, known when the program is compiled.
pub(super) trait NodeType {
    /// The window is open: the exact value matters.
    const PV: bool;
    /// The first node of a search.
    const ROOT: bool;
}

/// The first node of a search.
pub(super) struct Root;
pub(super) struct OpenWindow;
/// A node with a window of one point: the question is only whether the value is above alpha.
pub(super) struct NullWindow;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for OpenWindow {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for NullWindow {
    const PV: bool = false;
    const ROOT: bool = false;
}

pub(super) struct Node<N: NodeType> {
    pub node_type: PhantomData<N>,
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    pub ply: usize,
    pub side: Colour,
    /// The parent expects this node to fail high.
    pub cut: bool,
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

impl<N: NodeType> Node<N> {
    pub fn is_root(&self) -> bool {
        N::ROOT
    }

    pub fn is_pv(&self) -> bool {
        N::PV
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
    let Some(entry) = known else { return static_value };
    let value = from_table(entry.value, ply);
    let is_better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value > static_value,
        Bound::Upper => value < static_value,
    };
    if is_better { value } else { static_value }
}
