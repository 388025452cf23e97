//! Clock and input of a turn whose time is told once: what players of games with a search of their own have
//! in common.

use crate::clock::Instant;
use crate::time::{Stage, TimePlan, TimeSettings};
use crate::{Inbox, Interrupt};
use crate::{Supervisor, Verdict};
use std::time::Duration;

/// How long to think where a turn may take so long.
pub fn plan(time: Duration, stage: Stage) -> TimePlan {
    let milliseconds = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let settings = TimeSettings {
        timeout_turn: Some(milliseconds),
        ..TimeSettings::default()
    };
    settings.plan(stage)
}

/// Looks at the clock and the input for the search.
pub struct TurnSupervisor<'a> {
    asked: Instant,
    maximum: Duration,
    inbox: &'a mut dyn Inbox,
    left: bool,
}

impl<'a> TurnSupervisor<'a> {
    /// Looks after a turn that was asked for then.
    pub fn new(asked: Instant, plan: &TimePlan, inbox: &'a mut dyn Inbox) -> TurnSupervisor<'a> {
        TurnSupervisor {
            asked,
            maximum: plan.maximum,
            inbox,
            left: false,
        }
    }

    /// Whether nobody waits for the turn any more.
    pub fn is_left(&self) -> bool {
        self.left
    }
}

impl Supervisor for TurnSupervisor<'_> {
    fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    fn check(&mut self) -> Verdict {
        while let Some(interrupt) = self.inbox.poll() {
            self.left |= matches!(interrupt, Interrupt::Leave);
            if self.left {
                return Verdict::Abandon;
            }
        }
        if self.elapsed() >= self.maximum {
            Verdict::MoveNow
        } else {
            Verdict::GoOn
        }
    }
}
