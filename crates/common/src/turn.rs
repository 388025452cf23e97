//! Clock and input of a turn with a fixed time, for the players of games with their own search.

use crate::time::{Stage, TimePlan, TimeSettings};
use crate::{Inbox, Interrupt};
use crate::{SearchCallback, Signal};
use std::time::{Duration, Instant};

/// The time plan for a turn of at most `time`.
pub fn plan(time: Duration, stage: Stage) -> TimePlan {
    let milliseconds = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let settings = TimeSettings { timeout_turn: Some(milliseconds), ..TimeSettings::default() };
    settings.plan(stage)
}

/// A callback that checks the clock and polls the input.
pub struct TurnCallback<'a> {
    asked: Instant,
    maximum: Duration,
    inbox: &'a mut dyn Inbox,
    left: bool,
}

impl<'a> TurnCallback<'a> {
    /// Supervises a turn that was requested at `asked`.
    pub fn new(asked: Instant, plan: &TimePlan, inbox: &'a mut dyn Inbox) -> TurnCallback<'a> {
        TurnCallback { asked, maximum: plan.maximum, inbox, left: false }
    }

    /// Whether the turn was abandoned.
    pub fn is_left(&self) -> bool {
        self.left
    }
}

impl SearchCallback for TurnCallback<'_> {
    fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    fn check(&mut self) -> Signal {
        while let Some(interrupt) = self.inbox.poll() {
            self.left |= matches!(interrupt, Interrupt::Leave);
            if self.left {
                return Signal::Abandon;
            }
        }
        if self.elapsed() >= self.maximum { Signal::MoveNow } else { Signal::GoOn }
    }
}
