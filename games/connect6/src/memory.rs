//! The data that a searcher keeps from turn to turn.

use super::attack::Attack;
use super::table::Table;

/// The transposition table and the attack solver.
pub(super) struct Memory {
    pub table: Table,
    pub attack: Attack,
}

impl Memory {
    /// Three quarters of `bytes` for the transposition table, one quarter for failed attacks.
    pub fn new(bytes: usize) -> Memory {
        Memory { table: Table::new(bytes / 4 * 3), attack: Attack::new(bytes / 4 / size_of::<u64>()) }
    }
}
