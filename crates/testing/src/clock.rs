//! What tests of time share. All of them stand in `crates/tengen/tests/clock/main.rs`, apart from the rest, and run one after the
//! other.
//!
//! A machine is sometimes taken away for some milliseconds by what nobody tells us of: its host, or a page
//! of memory that has to be brought. What the brain does wrong it does again. So what is late is measured
//! once more, or counted.

use super::stopwatch::Took;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

static ALONE: Mutex<()> = Mutex::new(());

/// Tests of the clock do not run side by side: they would measure each other.
pub fn alone() -> MutexGuard<'static, ()> {
    ALONE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Asserts that something usually takes less than `limit`: see [`usually_below`]. The machine may be busy
/// for a while, so there are three trials of five.
#[track_caller]
pub fn assert_usually_below<T: Into<Took>>(limit: Duration, mut measure: impl FnMut() -> T) {
    let mut measured = || measure().into();
    let mut trial = || usually_below(limit, &std::array::from_fn::<Took, 5, _>(|_| measured()));
    assert!((0..3).any(|_| trial()), "it takes {limit:?} or more");
}

/// Whether the middle one of the times for which processors worked is less than `limit`, and so is the least
/// of those on the wall: where a thread has ended the wall also tells how long that waited for a processor, but
/// who sleeps always sleeps.
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

/// So many moves of a sequence may be late.
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
        assert!(
            self.0 <= STRAYS,
            "{what}: {took:?}, the limit is {limit:?}; {} late",
            self.0
        );
    }
}
