//! Solvers that work beside the search stop in time, like the search itself: when the supervisor says
//! so, or when their share of the time is used up.

use super::{Supervisor, Verdict};
use std::time::Duration;

/// Asked now and then whether to give up.
pub type Stop<'a> = &'a mut dyn FnMut() -> bool;

/// Lets `work` run until it ends by itself, until the time `until` (as the supervisor counts it) or
/// the end of a new plan, or until the supervisor stops it; `work` is given a test that tells when. What came of it, and what
/// the supervisor said last that was not to go on.
pub fn run_until<T>(
    supervisor: &mut dyn Supervisor,
    until: Option<Duration>,
    work: impl FnOnce(Stop) -> T,
) -> (T, Verdict) {
    let mut deadline = Deadline {
        supervisor,
        until,
        verdict: Verdict::GoOn,
    };
    let result = work(&mut || deadline.is_over());
    (result, deadline.verdict)
}

struct Deadline<'a> {
    supervisor: &'a mut dyn Supervisor,
    until: Option<Duration>,
    verdict: Verdict,
}

impl Deadline<'_> {
    fn is_over(&mut self) -> bool {
        match self.supervisor.check() {
            Verdict::GoOn => {}
            news => {
                if let Verdict::Replan(plan) = &news {
                    let until = self.until.unwrap_or(plan.maximum);
                    self.until = Some(until.min(plan.maximum));
                }
                self.verdict = news;
            }
        }
        let stopped = matches!(self.verdict, Verdict::MoveNow | Verdict::Abandon);
        let elapsed = self.supervisor.elapsed();
        stopped || self.until.is_some_and(|until| elapsed >= until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::TimePlan;
    use std::cell::Cell;

    /// A clock that moves a millisecond with each look; after five there is a new limit.
    struct Replanning(Cell<u64>, Option<TimePlan>);

    impl Supervisor for Replanning {
        fn elapsed(&self) -> Duration {
            self.0.set(self.0.get() + 1);
            Duration::from_millis(self.0.get())
        }

        fn check(&mut self) -> Verdict {
            let is_time = self.0.get() >= 5;
            let plan = self.1.take_if(|_| is_time);
            plan.map_or(Verdict::GoOn, Verdict::Replan)
        }
    }

    /// When a solver stops that may work until then, and hears of this limit meanwhile.
    fn stops_at(until: Option<u64>, limit: u64) -> u64 {
        let plan = TimePlan::fixed(Duration::from_millis(limit));
        let mut supervisor = Replanning(Cell::new(0), Some(plan));
        let until = until.map(Duration::from_millis);
        let (_, verdict) = run_until(&mut supervisor, until, |stop| while !stop() {});
        assert!(matches!(verdict, Verdict::Replan(_)));
        supervisor.0.get()
    }

    #[test]
    fn a_solver_that_hears_of_a_shorter_limit_works_no_longer_than_that() {
        assert_eq!(stops_at(Some(60_000), 20), 20);
        assert_eq!(stops_at(Some(60_000), 0), 6);
        assert_eq!(stops_at(Some(30), 1000), 30);
        assert_eq!(stops_at(None, 40), 40);
    }
}
