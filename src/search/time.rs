//! How long to think: pure arithmetic on limits and elapsed time.

use std::time::Duration;

/// How long one move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimePlan {
    /// Stop between iterations once about this much is used (stretched when the move is unsure).
    pub optimum: Duration,
    /// Never think longer.
    pub maximum: Duration,
}
