//! The clock and the input of a search.

use super::settings::{Config, ManagerSettings};
use super::{Brain, Inbox, Interrupt, Show};
use crate::level::{Choice, Level};
use crate::service::{Outcome, Resources, Task, Work};
use std::time::{Duration, Instant};
use tengen_common::time::{Stage, TimePlan};
use tengen_common::{Limits, Report, SearchCallback, Signal, StopRequest};
use tengen_core::board::{PointSet, Position};

/// How long a search is silent towards a manager that has requested nothing.
const SILENCE: Duration = Duration::from_millis(100);

/// The clock of a search, and the manager's request according to the input so far.
#[derive(Clone, Copy)]
pub(super) struct MoveClock {
    pub from: Instant,
    pub stage: Stage,
    /// The search has the full time of the move: it shows its result, and changed time limits update its plan.
    pub whole_move: bool,
    pub request: StopRequest,
}

impl MoveClock {
    pub fn of_move(position: &Position, asked: Instant) -> MoveClock {
        MoveClock { from: asked, stage: Stage::of(position), whole_move: true, request: StopRequest::GoOn }
    }
}

/// The context of the searches for one decision of an opening, which share the time of a move.
pub(super) struct Thinker<'a> {
    pub brain: &'a mut Brain,
    pub resources: Resources,
    pub inbox: &'a mut dyn Inbox,
    pub clock: MoveClock,
}

pub(super) enum Thought {
    Move(Choice),
    /// The search found no move, or failed.
    Nothing,
    Abandoned,
}

impl Thought {
    /// The move in the outcome of a task about this position.
    pub fn of(position: &Position, found: Option<Outcome>, clock: &MoveClock) -> Thought {
        let choice = match found {
            None if clock.request == StopRequest::Abandon => return Thought::Abandoned,
            None => None,
            Some(Outcome::Move(choice)) => choice,
            Some(outcome) => outcome.lines().first().cloned().map(Choice::of),
        };
        match choice {
            Some(choice) if position.check_empty(choice.point).is_ok() => Thought::Move(choice),
            Some(choice) => {
                log::error!("the search returned no playable move: {choice:?}");
                Thought::Nothing
            }
            None => Thought::Nothing,
        }
    }
}

impl Thinker<'_> {
    /// One of several searches: uses 1/`parts` of the remaining time.
    pub fn search_part(&mut self, position: &Position, parts: u32) -> Thought {
        let plan = self.plan();
        let share = match self.clock.request {
            StopRequest::GoOn => self.left(plan) / parts.max(1),
            StopRequest::MoveNow | StopRequest::Abandon => Duration::ZERO,
        };
        let plan = TimePlan { least_nodes: plan.least_nodes / u64::from(parts.max(1)), ..TimePlan::fixed(share) };
        let limits = Limits { time: Some(plan), ..Limits::default() };
        let work = Work::Move { level: Level::FULL, seed: None };
        let found = self.part(position, work, limits, parts);
        Thought::of(position, found, &self.clock)
    }

    /// One of several searches, for some moves that are not blocked: uses 1/`parts` of the time of the move. `None` if
    /// the decision is no longer wanted.
    pub fn look(&mut self, position: &Position, blocked: PointSet, moves: usize, parts: u32) -> Option<Vec<Report>> {
        let plan = self.plan();
        let time = match self.clock.request {
            StopRequest::GoOn => self.left(plan).min(usable(plan) / parts.max(1)),
            StopRequest::MoveNow | StopRequest::Abandon => Duration::ZERO,
        };
        let limits = Limits { time: Some(TimePlan::fixed(time)), blocked, ..Limits::default() };
        match self.part(position, Work::Moves(moves), limits, parts) {
            None if self.clock.request == StopRequest::Abandon => None,
            Some(Outcome::Lines(lines)) => Some(lines),
            _ => Some(Vec::new()),
        }
    }

    fn plan(&self) -> TimePlan {
        self.brain.settings.time.plan(self.clock.stage)
    }

    fn left(&self, plan: TimePlan) -> Duration {
        usable(plan).saturating_sub(self.clock.from.elapsed())
    }

    /// The outcome of one of this many searches.
    fn part(&mut self, position: &Position, work: Work, limits: Limits, parts: u32) -> Option<Outcome> {
        let settings = &self.brain.settings;
        let requested = settings.nodes(&self.brain.config).map(|nodes| (nodes / u64::from(parts.max(1))).max(1));
        let nodes = requested.into_iter().chain(settings.level().nodes_a_look()).min();
        let task = Task::new(position.clone(), settings.rule(), work);
        let task = Task { limits: Limits { nodes, ..limits }, resources: Some(self.resources), ..task };
        let mut clock = MoveClock { from: Instant::now(), whole_move: false, ..self.clock };
        let found = self.brain.ask(task, &mut clock, self.inbox);
        self.clock.request = clock.request;
        found
    }
}

/// The time of a move that is divided between several searches.
fn usable(plan: TimePlan) -> Duration {
    plan.optimum.min(plan.maximum * 9 / 10)
}

/// The callback of a search: its clock and its input.
pub(super) struct MoveCallback<'a> {
    pub clock: &'a mut MoveClock,
    pub settings: &'a mut ManagerSettings,
    pub config: &'a Config,
    pub inbox: &'a mut dyn Inbox,
}

impl SearchCallback for MoveCallback<'_> {
    fn elapsed(&self) -> Duration {
        self.clock.from.elapsed()
    }

    fn check(&mut self) -> Signal {
        let is_delayed = self.settings.time.delays.look(self.clock.from.elapsed());
        while let Some(interrupt) = self.inbox.poll() {
            match interrupt {
                Interrupt::Leave => self.clock.request = StopRequest::Abandon,
                Interrupt::MoveNow => self.clock.request = StopRequest::MoveNow,
                Interrupt::Info(info) => {
                    let before = self.settings.time;
                    self.settings.note(info);
                    if self.settings.time != before {
                        return self.replan();
                    }
                }
            }
            if self.clock.request == StopRequest::Abandon {
                return Signal::Abandon;
            }
        }
        match self.clock.request {
            StopRequest::GoOn if is_delayed => self.new_plan(),
            request => request.into(),
        }
    }

    fn report(&mut self, report: &Report) {
        self.report_lines(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        if !self.clock.whole_move {
            return;
        }
        let mut what = self.settings.show();
        what.lines |= what == Show::default() && self.elapsed() >= SILENCE;
        self.show(what, lines);
    }
}

impl MoveCallback<'_> {
    /// The search has ended with these lines.
    pub fn end(&mut self, lines: &[Report]) {
        self.settings.time.delays.look(self.elapsed());
        if self.clock.whole_move && self.clock.request != StopRequest::Abandon {
            self.show(self.settings.show(), lines);
        }
    }

    fn show(&mut self, what: Show, lines: &[Report]) {
        if what != Show::default() {
            self.inbox.show(what, lines);
        }
    }

    /// The manager has changed the time limits during the move.
    fn replan(&mut self) -> Signal {
        if self.settings.time.timeout_turn.is_some_and(|turn| turn <= 0) {
            self.clock.request = StopRequest::MoveNow;
            return Signal::MoveNow;
        }
        self.new_plan()
    }

    /// Another plan by the current limits and delays.
    fn new_plan(&self) -> Signal {
        if !self.clock.whole_move || !self.settings.clock_counts(self.config) {
            return Signal::GoOn;
        }
        Signal::Replan(self.settings.time.plan(self.clock.stage))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Info;
    use super::*;
    use std::collections::VecDeque;
    use tengen_core::board::BoardSize;

    struct Script(VecDeque<Interrupt>);

    impl Inbox for Script {
        fn poll(&mut self) -> Option<Interrupt> {
            self.0.pop_front()
        }
    }

    fn first_move() -> MoveClock {
        MoveClock::of_move(&Position::new(BoardSize::FIFTEEN), Instant::now())
    }

    /// The signal to a search that has ten seconds, has just started, and finds these messages in the inbox.
    fn signal(interrupts: &[Interrupt]) -> Signal {
        let mut settings = ManagerSettings::default();
        settings.note(Info::TimeoutTurn(10_000));
        let mut inbox = Script(interrupts.iter().copied().collect());
        let config = Config::default();
        let mut watch =
            MoveCallback { clock: &mut first_move(), settings: &mut settings, config: &config, inbox: &mut inbox };
        watch.check()
    }

    #[test]
    fn a_search_hears_what_comes_in() {
        let info = |info| Interrupt::Info(info);
        assert!(matches!(signal(&[]), Signal::GoOn));
        assert!(matches!(signal(&[info(Info::Rule(4))]), Signal::GoOn));
        assert!(matches!(signal(&[info(Info::TimeoutTurn(0))]), Signal::MoveNow));
        assert!(matches!(signal(&[info(Info::Rule(4)), Interrupt::MoveNow]), Signal::MoveNow));
        assert!(matches!(signal(&[info(Info::Rule(4)), Interrupt::Leave]), Signal::Abandon));
        let Signal::Replan(plan) = signal(&[info(Info::TimeoutTurn(1000))]) else {
            panic!("a new limit is a new plan");
        };
        assert!(plan.maximum < Duration::from_secs(1));
    }

    #[test]
    fn a_search_that_was_held_up_gets_a_shorter_plan() {
        let mut settings = ManagerSettings::default();
        settings.note(Info::TimeoutTurn(200));
        let (mut clock, config) = (first_move(), Config::default());
        let before = settings.time.plan(clock.stage);
        let mut watch = MoveCallback { clock: &mut clock, settings: &mut settings, config: &config, inbox: &mut () };
        watch.check();
        std::thread::sleep(Duration::from_millis(60));
        let Signal::Replan(plan) = watch.check() else { panic!("the delay is a new plan") };
        assert!(plan.maximum < before.maximum && plan.maximum >= Duration::from_millis(100));
    }
}
