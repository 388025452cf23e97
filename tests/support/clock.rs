//! What tests of the clock share.
//!
//! A machine is sometimes taken away for some milliseconds by what nobody tells us of: its host, or a page
//! of memory that has to be brought. What the brain does wrong it does again. So what is late is measured
//! once more, or counted.

use super::number_from;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

static ALONE: Mutex<()> = Mutex::new(());

/// Tests of the clock do not run side by side: they would measure each other.
pub fn alone() -> MutexGuard<'static, ()> {
    ALONE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Asserts that something usually takes less than `limit`: the middle one of five measurements does.
/// The machine may be busy for a while, so there are three trials.
pub fn assert_usually_below(limit: Duration, mut measure: impl FnMut() -> Duration) {
    let mut trial = || {
        let mut all: Vec<Duration> = std::iter::repeat_with(&mut measure).take(5).collect();
        all.sort();
        println!("{all:?}");
        all[2] < limit
    };
    assert!((0..3).any(|_| trial()), "it takes {limit:?} or more");
}

/// Asserts that one of three measurements is not above `limit`.
#[track_caller]
pub fn assert_in_time(what: &str, limit: Duration, mut measure: impl FnMut() -> Duration) {
    let in_time = (0..3).any(|_| {
        let took = measure();
        println!("{what}: {took:?}, the limit is {limit:?}");
        took <= limit
    });
    assert!(in_time, "{what}: three times above {limit:?}");
}

/// So many moves of a short sequence may be late. Whoever measures at length (`TENGEN_MOVES`) is told of
/// each.
const STRAYS: usize = 1;

/// Counts what is late in a sequence that cannot be repeated.
#[derive(Default)]
pub struct Strays(usize);

impl Strays {
    /// Asserts that not too much has been late.
    #[track_caller]
    pub fn count(&mut self, what: &str, took: Duration, limit: Duration) {
        if took > limit {
            self.0 += 1;
            println!("{what}: {took:?}, the limit is {limit:?}");
        }
        let allowed = match number_from("TENGEN_MOVES", 0) {
            0 => STRAYS,
            _ => 0,
        };
        assert!(
            self.0 <= allowed,
            "{what}: {took:?}, the limit is {limit:?}; {} late",
            self.0
        );
    }
}
