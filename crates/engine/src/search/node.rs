//! What the steps of the search know of the node they are at.

use super::thread_data::HashEntry;
use crate::threat::standing::Standing;
use tengen_common::table::{Bound, Entry, from_table};
use tengen_core::board::{Colour, Point};

/// What the steps of one node know.
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
    pub standing: Standing,
    /// A move that is left out (the singular test).
    pub excluded: Option<Point>,
    /// Names the position and the excluded move in the table.
    pub hash: u64,
    pub known: Option<Entry<HashEntry>>,
    /// The static value, corrected by the table; none while the opponent threatens to win at once.
    pub eval: Option<i32>,
    pub improving: bool,
    /// A cut node whose static value is well above beta.
    pub likely_high: bool,
    /// Extension of the table's move.
    pub table_extension: i32,
    /// The last stones of the side to move and of the opponent.
    pub last_own: Option<Point>,
    pub last_other: Option<Point>,
}

impl Node {
    pub fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// The opponent has a four: only its replies count, and nothing is pruned.
    pub fn is_forced(&self) -> bool {
        matches!(self.standing, Standing::MustReply(_))
    }

    /// The opponent threatens to win at once, by a five or an open four.
    pub fn is_threatened(&self) -> bool {
        matches!(self.standing, Standing::MustReply(_) | Standing::Threatened)
    }

    pub fn table_move(&self) -> Option<Point> {
        self.known.and_then(|entry| entry.note.best)
    }
}

/// The static value, or the table's where its bound is tighter.
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
