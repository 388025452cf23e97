//! Supervises a search: polls whether it is still wanted, and reports progress.

use super::line_text::line_text;
use super::{Channel, Task, Urgency};
use crate::wire::Reply;
use std::time::Duration;
use tengen_common::clock::Instant;
use tengen_common::{Report, SearchCallback, Signal};

/// The interval of progress messages.
const NEWS: Duration = Duration::from_millis(60);

/// What to report of a running search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Nothing.
    Nothing,
    /// The best line.
    Best,
    /// All lines.
    All,
}

/// Supervises one search.
pub(super) struct TaskCallback<'a> {
    task: &'a Task,
    shown: Shown,
    start: Instant,
    sent: Option<Instant>,
    /// The lines not reported yet.
    latest: Vec<Report>,
    channel: &'a Channel,
}

impl<'a> TaskCallback<'a> {
    /// Supervises the search of a task.
    pub fn new(task: &'a Task, channel: &'a Channel, shown: Shown) -> TaskCallback<'a> {
        TaskCallback { task, shown, start: Instant::now(), sent: None, latest: Vec::new(), channel }
    }

    /// Reports new lines, unless the last message was too recent.
    fn tell_news(&mut self) {
        let recent = |sent: Instant| sent.elapsed() < NEWS;
        if self.latest.is_empty() || self.sent.is_some_and(recent) {
            return;
        }
        let size = self.task.game.position().size();
        let latest = std::mem::take(&mut self.latest);
        let mut lines: Vec<_> = latest.iter().map(|r| line_text(r, size)).collect();
        let reply = match self.shown {
            Shown::Nothing => return,
            Shown::Best => Reply::Seen { line: lines.swap_remove(0) },
            Shown::All => Reply::Lines { lines },
        };
        self.channel.send(self.task, reply, Urgency::May);
        self.sent = Some(Instant::now());
    }
}

impl SearchCallback for TaskCallback<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Signal {
        self.tell_news();
        self.channel.wish(self.task).into()
    }

    fn report(&mut self, report: &Report) {
        self.report_lines(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        if self.shown != Shown::Nothing {
            self.latest = lines.to_vec();
            self.tell_news();
        }
    }
}
