//! What looks after a search: whether it is still wanted, and what is told of it meanwhile.

use super::line_text::line_text;
use super::{Channel, Task, Urgency};
use crate::wire::Tell;
use std::time::Duration;
use tengen_common::clock::Instant;
use tengen_common::{Report, Supervisor, Verdict};

/// What a search sees is told this often.
const NEWS: Duration = Duration::from_millis(60);

/// What is told of a search while it runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Nothing.
    Nothing,
    /// The best line.
    Best,
    /// All lines.
    All,
}

/// Looks after one search.
pub(super) struct TaskSupervisor<'a> {
    task: &'a Task,
    shown: Shown,
    start: Instant,
    told: Option<Instant>,
    /// What has not been told yet.
    latest: Vec<Report>,
    channel: &'a Channel,
}

impl<'a> TaskSupervisor<'a> {
    /// Looks after the search of a task.
    pub fn new(task: &'a Task, channel: &'a Channel, shown: Shown) -> TaskSupervisor<'a> {
        TaskSupervisor {
            task,
            shown,
            start: Instant::now(),
            told: None,
            latest: Vec::new(),
            channel,
        }
    }

    /// Tells what there is, if the last time is long enough ago.
    fn tell_news(&mut self) {
        let recent = |told: Instant| told.elapsed() < NEWS;
        if self.latest.is_empty() || self.told.is_some_and(recent) {
            return;
        }
        let shape = self.task.game.position().shape();
        let latest = std::mem::take(&mut self.latest);
        let mut lines: Vec<_> = latest.iter().map(|r| line_text(r, shape)).collect();
        let tell = match self.shown {
            Shown::Nothing => return,
            Shown::Best => Tell::Seen {
                line: lines.swap_remove(0),
            },
            Shown::All => Tell::Lines { lines },
        };
        self.channel.tell(self.task, tell, Urgency::May);
        self.told = Some(Instant::now());
    }
}

impl Supervisor for TaskSupervisor<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Verdict {
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
