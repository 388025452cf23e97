//! How many threads are worth starting.

use std::num::NonZero;
use std::sync::LazyLock;
use std::thread::available_parallelism;

/// Some systems answer from a handful of files, which takes longer than a move at once: they are asked once.
static COUNT: LazyLock<usize> = LazyLock::new(|| available_parallelism().map_or(1, NonZero::get));

/// So many threads of this process can run at the same moment; one where the system does not tell. More
/// would only stand in each other's way.
pub fn count() -> usize {
    *COUNT
}
