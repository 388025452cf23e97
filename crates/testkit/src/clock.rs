//! Shared parts of timing tests. Most of them are in `crates/tengen/tests/clock/`, separate from other tests,
//! and run one after the other.
//!
//! A machine sometimes stops for some milliseconds for reasons that a test cannot see, such as its host or a page
//! fault. Errors of the brain repeat, so a late result is measured again or counted.

use super::stopwatch::Took;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

static ALONE: Mutex<()> = Mutex::new(());

/// Timing tests hold this lock, because tests that run in parallel would disturb each other.
pub fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Asserts that something usually takes less than `limit`: see [`usually_below`]. The machine may be busy for a while,
/// so there are three trials of five measurements each.
#[track_caller]
pub fn assert_usually_below<T: Into<Took>>(limit: Duration, mut measure: impl FnMut() -> T) {
    let mut measured = || measure().into();
    let mut trial = || usually_below(limit, &std::array::from_fn::<Took, 5, _>(|_| measured()));
    assert!((0..3).any(|_| trial()), "it takes {limit:?} or more");
}

/// Whether the median processor time is below `limit`, and so is the minimum of the wall-clock times without waiting.
/// Wall-clock times of a process may still include the waiting of ended threads, so one good value is enough; a sleep
/// would show in all of them.
pub fn usually_below(limit: Duration, took: &[Took]) -> bool {
    let sorted = |part: fn(&Took) -> Duration| {
        let mut all: Vec<Duration> = took.iter().map(part).collect();
        all.sort();
        all
    };
    let (worked, wall) = (sorted(|took| took.worked), sorted(Took::without_waiting));
    println!("worked {worked:?}, on the wall {wall:?}, the limit is {limit:?}");
    worked[worked.len() / 2] < limit && wall[0] < limit
}

/// Asserts that one of five measurements is at most `limit`.
#[track_caller]
pub fn assert_in_time(what: &str, limit: Duration, mut measure: impl FnMut() -> Duration) {
    let in_time = (0..5).any(|_| {
        let took = measure();
        println!("{what}: {took:?}, the limit is {limit:?}");
        took <= limit
    });
    assert!(in_time, "{what}: five times above {limit:?}");
}

/// The number of moves in a sequence that may be late.
const MOST_LATE: usize = 1;

/// Counts the late moves of a sequence that cannot be repeated.
#[derive(Default)]
pub struct LateMoves(usize);

impl LateMoves {
    /// Counts the move if it is late, and asserts that not too many were.
    #[track_caller]
    pub fn count(&mut self, what: &str, took: Duration, limit: Duration) {
        if took > limit {
            self.0 += 1;
            println!("{what}: {took:?}, the limit is {limit:?}");
        }
        assert!(self.0 <= MOST_LATE, "{what}: {took:?}, the limit is {limit:?}; {} late", self.0);
    }
}
