//! What tests of the clock share.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

static ALONE: Mutex<()> = Mutex::new(());

/// Tests of the clock do not run side by side: they would measure each other.
pub fn alone() -> MutexGuard<'static, ()> {
    ALONE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The middle one of five measurements.
pub fn median(measure: impl FnMut() -> Duration) -> Duration {
    let mut all: Vec<Duration> = std::iter::repeat_with(measure).take(5).collect();
    all.sort();
    println!("{all:?}");
    all[2]
}
