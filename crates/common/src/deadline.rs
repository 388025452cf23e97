//! Stops solvers that run next to the search: at the callback's request, or at the end of their share of the time.

use super::{SearchCallback, Signal};
use std::time::Duration;

/// A callback that solvers poll; they give up when it returns true.
pub type Stop<'a> = &'a mut dyn FnMut() -> bool;

/// Runs `work` with a stop condition: the time `until` (on the callback's clock), the end of a new time plan, or a
/// stop by the callback. Returns the result and the callback's last signal other than [`Signal::GoOn`].
pub fn run_until<T>(
    callback: &mut dyn SearchCallback,
    until: Option<Duration>,
    work: impl FnOnce(Stop) -> T,
) -> (T, Signal) {
    let mut deadline = Deadline { callback, until, signal: Signal::GoOn };
    let result = work(&mut || deadline.is_over());
    (result, deadline.signal)
}

struct Deadline<'a> {
    callback: &'a mut dyn SearchCallback,
    until: Option<Duration>,
    signal: Signal,
}

impl Deadline<'_> {
    fn is_over(&mut self) -> bool {
        match self.callback.check() {
            Signal::GoOn => {}
            news => {
                if let Signal::Replan(plan) = &news {
                    let until = self.until.unwrap_or(plan.maximum);
                    self.until = Some(until.min(plan.maximum));
                }
                self.signal = news;
            }
        }
        let stopped = matches!(self.signal, Signal::MoveNow | Signal::Abandon);
        let elapsed = self.callback.elapsed();
        stopped || self.until.is_some_and(|until| elapsed >= until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::TimePlan;
    use std::cell::Cell;

    /// A clock that advances by a millisecond whenever it is read; after five, the callback returns a new time plan.
    struct Replanning(Cell<u64>, Option<TimePlan>);

    impl SearchCallback for Replanning {
        fn elapsed(&self) -> Duration {
            self.0.set(self.0.get() + 1);
            Duration::from_millis(self.0.get())
        }

        fn check(&mut self) -> Signal {
            let is_time = self.0.get() >= 5;
            let plan = self.1.take_if(|_| is_time);
            plan.map_or(Signal::GoOn, Signal::Replan)
        }
    }

    /// The time in milliseconds at which a solver with this `until` stops if a new time plan has this limit.
    fn stops_at(until: Option<u64>, limit: u64) -> u64 {
        let plan = TimePlan::fixed(Duration::from_millis(limit));
        let mut callback = Replanning(Cell::new(0), Some(plan));
        let until = until.map(Duration::from_millis);
        let (_, signal) = run_until(&mut callback, until, |stop| while !stop() {});
        assert!(matches!(signal, Signal::Replan(_)));
        callback.0.get()
    }

    #[test]
    fn a_solver_stops_at_the_earlier_of_its_own_and_the_new_limit() {
        assert_eq!(stops_at(Some(60_000), 20), 20);
        assert_eq!(stops_at(Some(60_000), 0), 6);
        assert_eq!(stops_at(Some(30), 1000), 30);
        assert_eq!(stops_at(None, 40), 40);
    }
}
