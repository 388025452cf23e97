//! How many threads are worth starting.

use std::num::NonZero;
use std::thread::available_parallelism;

/// So many threads of this process can run at the same moment; one where the system does not tell. More
/// would only stand in each other's way.
pub fn count() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}
