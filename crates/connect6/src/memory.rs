//! What a searcher keeps from turn to turn.

use super::attack::Attack;
use super::table::Table;

/// Positions and attacks.
pub(super) struct Memory {
    /// Positions.
    pub table: Table,
    /// Attacks that fail.
    pub attack: Attack,
}

impl Memory {
    /// Three quarters for positions, a quarter for attacks that fail.
    pub fn new(bytes: usize) -> Memory {
        Memory {
            table: Table::new(bytes / 4 * 3),
            attack: Attack::new(bytes / 4 / size_of::<u64>()),
        }
    }
}
