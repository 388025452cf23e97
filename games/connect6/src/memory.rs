//! The data that a searcher keeps from turn to turn.

use super::attack::FoursAttack;
use super::table::Connect6Table;

/// The transposition table and the attack solver.
pub(super) struct SearchMemory {
    pub table: Connect6Table,
    pub attack: FoursAttack,
}

impl SearchMemory {
    /// Three quarters of `bytes` for the transposition table, one quarter for failed attacks.
    pub fn new(bytes: usize) -> SearchMemory {
        SearchMemory {
            table: Connect6Table::new(bytes / 4 * 3),
            attack: FoursAttack::new(bytes / 4 / size_of::<u64>()),
        }
    }
}
