//! Solvers that work beside the search stop in time, like the search itself: when the supervisor says
//! so, or when their share of the time is used up.

use super::{Supervisor, Verdict};
use std::time::Duration;

/// Asked now and then whether to give up.
pub type Stop<'a> = &'a mut dyn FnMut() -> bool;

/// Lets `work` run until it ends by itself, until the time `until` (as the supervisor counts it), or
/// until the supervisor stops it; `work` is given a test that tells when. What came of it, and what
/// the supervisor said last that was not to go on.
pub fn watched<T>(
    supervisor: &mut dyn Supervisor,
    until: Option<Duration>,
    work: impl FnOnce(Stop) -> T,
) -> (T, Verdict) {
    let mut watch = Watch {
        supervisor,
        until,
        verdict: Verdict::GoOn,
    };
    let result = work(&mut || watch.is_over());
    (result, watch.verdict)
}

struct Watch<'a> {
    supervisor: &'a mut dyn Supervisor,
    until: Option<Duration>,
    verdict: Verdict,
}

impl Watch<'_> {
    fn is_over(&mut self) -> bool {
        match self.supervisor.check() {
            Verdict::GoOn => {}
            news => self.verdict = news,
        }
        let stopped = matches!(self.verdict, Verdict::MoveNow | Verdict::Abandon);
        let elapsed = self.supervisor.elapsed();
        stopped || self.until.is_some_and(|until| elapsed >= until)
    }
}
