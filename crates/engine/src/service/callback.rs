//! Supervises a search: polls the request, and reports progress.

use super::Event;
use std::time::Duration;
use tengen_common::clock::Instant;
use tengen_common::{Report, SearchCallback, Signal, StopRequest};

/// The interval of progress reports.
const INTERVAL: Duration = Duration::from_millis(60);

/// The callback of one search.
pub(super) struct Progress<'a> {
    start: Instant,
    request: &'a dyn Fn() -> StopRequest,
    listener: &'a dyn Fn(Event),
    sent: Option<Instant>,
    /// Lines not reported yet.
    latest: Vec<Report>,
}

impl<'a> Progress<'a> {
    /// Starts the clock.
    pub fn new(request: &'a dyn Fn() -> StopRequest, listener: &'a dyn Fn(Event)) -> Progress<'a> {
        Progress { start: Instant::now(), request, listener, sent: None, latest: Vec::new() }
    }

    /// Reports new lines, unless the last report was too recent.
    fn send(&mut self) {
        let recent = self.sent.is_some_and(|sent| sent.elapsed() < INTERVAL);
        if !self.latest.is_empty() && !recent {
            (self.listener)(Event::Lines(std::mem::take(&mut self.latest)));
            self.sent = Some(Instant::now());
        }
    }
}

impl SearchCallback for Progress<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Signal {
        self.send();
        (self.request)().into()
    }

    fn report(&mut self, report: &Report) {
        self.report_lines(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        self.latest = lines.to_vec();
        self.send();
    }
}
