//! The callback of a search for another program: stops it, and shows intermediate results.

use std::time::Duration;
use tengen_common::clock::Instant;
use tengen_common::{Report, SearchCallback, Signal};

/// Stops a search on request and shows its lines at intervals.
pub struct Watch<'a> {
    start: Instant,
    /// The time between intermediate results; `None` shows none.
    interval: Option<Duration>,
    /// The time of the last intermediate result.
    shown: Duration,
    /// The lines not shown yet.
    latest: Vec<Report>,
    is_stopped: &'a mut dyn FnMut() -> bool,
    show: &'a mut dyn FnMut(&[Report]),
}

impl<'a> Watch<'a> {
    /// Starts the clock. `show` receives the latest lines once per interval, unless they are the same as before.
    pub fn new(
        interval: Option<Duration>,
        is_stopped: &'a mut dyn FnMut() -> bool,
        show: &'a mut dyn FnMut(&[Report]),
    ) -> Watch<'a> {
        let (start, shown, latest) = (Instant::now(), Duration::ZERO, Vec::new());
        Watch { start, interval, shown, latest, is_stopped, show }
    }

    fn show_news(&mut self) {
        let Some(interval) = self.interval else { return };
        let now = self.elapsed();
        if !self.latest.is_empty() && now - self.shown >= interval {
            (self.show)(&std::mem::take(&mut self.latest));
            self.shown = now;
        }
    }
}

impl SearchCallback for Watch<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Signal {
        self.show_news();
        if (self.is_stopped)() { Signal::MoveNow } else { Signal::GoOn }
    }

    fn report(&mut self, report: &Report) {
        self.report_lines(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        self.latest = lines.to_vec();
        self.show_news();
    }
}
