//! The clock and the input of a search.

use super::game::OurGame;
use super::settings::{Config, Settings};
use super::{Inbox, Interrupt, Show};
use crate::service::{Task, Work};
use std::time::{Duration, Instant};
use tengen_common::time::{Stage, TimePlan};
use tengen_common::{Limits, Report, SearchCallback, Signal, StopRequest};
use tengen_core::board::{PointSet, Position};
use tengen_engine::search::Searcher;

/// How long a search is silent towards a manager that has requested nothing.
const SILENCE: Duration = Duration::from_millis(100);

/// The context of one move, from the command that requests it to the answer. It may run several searches (for opening
/// decisions).
pub(super) struct Thinker<'a> {
    pub searcher: &'a mut Searcher,
    pub settings: &'a mut Settings,
    pub config: &'a Config,
    pub inbox: &'a mut dyn Inbox,
    /// When the clock of this move started.
    pub asked: Instant,
    stage: Stage,
    /// The manager's current request, according to the input so far.
    request: StopRequest,
}

/// The result of a search.
pub(super) enum Thought {
    /// A legal move.
    Move(Report),
    /// The search found no move, or failed.
    Nothing,
    /// The move is no longer wanted.
    Abandoned,
}

impl Thought {
    /// The first of the lines that a search has found; `None` if it was abandoned.
    fn of(position: &Position, lines: Option<Vec<Report>>) -> Thought {
        match lines.map(|lines| lines.into_iter().next()) {
            None => Thought::Abandoned,
            Some(Some(report)) if playable(position, &report) => Thought::Move(report),
            Some(_) => Thought::Nothing,
        }
    }
}

impl<'a> Thinker<'a> {
    /// A thinker for one move at this stage of the game.
    pub fn new(
        searcher: &'a mut Searcher,
        settings: &'a mut Settings,
        config: &'a Config,
        inbox: &'a mut dyn Inbox,
        asked: Instant,
        stage: Stage,
    ) -> Thinker<'a> {
        Thinker { searcher, settings, config, inbox, asked, stage, request: StopRequest::GoOn }
    }

    /// Searches with the full time of the move and shows the result.
    pub fn search(&mut self, game: &OurGame, work: Work) -> Thought {
        let rule = self.settings.rule();
        let limits = Limits {
            time: Some(self.plan()),
            nodes: self.nodes(self.settings.level().nodes(), 1),
            blocked: self.settings.blocked,
            analysis: matches!(work, Work::Lines(_)),
            ..Limits::default()
        };
        let task = Task { lead: game.lead(rule), limits, ..Task::new(game.position().clone(), rule, work) };
        Thought::of(game.position(), self.lines(task, self.asked, true))
    }

    /// One of several searches: uses 1/`parts` of the remaining time.
    pub fn search_part(&mut self, position: &Position, parts: u32) -> Thought {
        let plan = self.plan();
        let share = match self.request {
            StopRequest::GoOn => self.left(plan) / parts.max(1),
            StopRequest::MoveNow | StopRequest::Abandon => Duration::ZERO,
        };
        let plan = TimePlan { least_nodes: plan.least_nodes / u64::from(parts.max(1)), ..TimePlan::fixed(share) };
        let limits = Limits { time: Some(plan), ..Limits::default() };
        Thought::of(position, self.part(position, 1, limits, parts))
    }

    /// One of several searches, for some lines whose first moves are not blocked: uses 1/`parts` of the time of the
    /// move. `None` if the decision is no longer wanted.
    pub fn look(&mut self, position: &Position, blocked: PointSet, lines: usize, parts: u32) -> Option<Vec<Report>> {
        let plan = self.plan();
        let time = match self.request {
            StopRequest::GoOn => self.left(plan).min(usable(plan) / parts.max(1)),
            StopRequest::MoveNow | StopRequest::Abandon => Duration::ZERO,
        };
        let limits = Limits { time: Some(TimePlan::fixed(time)), blocked, analysis: true, ..Limits::default() };
        self.part(position, lines, limits, parts)
    }

    fn plan(&self) -> TimePlan {
        self.settings.time.plan(self.stage)
    }

    /// What is left of the time of the move.
    fn left(&self, plan: TimePlan) -> Duration {
        usable(plan).saturating_sub(self.asked.elapsed())
    }

    /// A part of the requested nodes, and no more than the level's.
    fn nodes(&self, of_level: Option<u64>, parts: u32) -> Option<u64> {
        let requested = self.settings.nodes(self.config).map(|nodes| (nodes / u64::from(parts.max(1))).max(1));
        requested.into_iter().chain(of_level).min()
    }

    /// The lines of one of this many searches.
    fn part(&mut self, position: &Position, lines: usize, limits: Limits, parts: u32) -> Option<Vec<Report>> {
        let limits = Limits { nodes: self.nodes(self.settings.level().nodes_a_look(), parts), ..limits };
        let task = Task::new(position.clone(), self.settings.rule(), Work::Lines(lines));
        self.lines(Task { limits, ..task }, Instant::now(), false)
    }

    /// The lines of a search, which may have the full time of the move; `None` if the move is no longer wanted.
    fn lines(&mut self, task: Task, from: Instant, whole_move: bool) -> Option<Vec<Report>> {
        if self.request == StopRequest::Abandon {
            return None;
        }
        let time = task.limits.time.filter(|_| self.settings.clock_counts(self.config));
        let limits = Limits { time, depth: self.settings.depth(), ..task.limits };
        self.settings.time.delays.begin_search();
        let mut watch = MoveCallback {
            from,
            stage: self.stage,
            whole_move,
            settings: self.settings,
            config: self.config,
            inbox: self.inbox,
            request: &mut self.request,
        };
        let Task { position, rule, work, .. } = &task;
        self.searcher.set_lead(task.lead);
        let found = self.searcher.catch_panic(|searcher| match *work {
            Work::Lines(count) => searcher.search_lines(position, *rule, &limits, count, &mut watch),
            Work::Balance(wish) => {
                searcher.search_balance(position, *rule, &limits, wish, &mut watch).into_iter().collect()
            }
            _ => searcher.search_lines(position, *rule, &limits, 1, &mut watch),
        });
        let lines = found.unwrap_or_default();
        self.settings.time.delays.look(from.elapsed());
        if self.request == StopRequest::Abandon {
            return None;
        }
        if whole_move {
            show(self.settings.show(), self.inbox, &lines);
        }
        Some(lines)
    }
}

/// The time of a move that is divided between several searches.
fn usable(plan: TimePlan) -> Duration {
    plan.optimum.min(plan.maximum * 9 / 10)
}

/// Shows lines to a manager that wants to see them.
fn show(what: Show, inbox: &mut dyn Inbox, lines: &[Report]) {
    if what != Show::default() && !lines.is_empty() {
        inbox.show(what, lines);
    }
}

fn playable(position: &Position, report: &Report) -> bool {
    let playable = report.line.first().is_some_and(|&point| position.check_empty(point).is_ok());
    if !playable {
        log::error!("the search returned no playable move: {report:?}");
    }
    playable
}

/// The callback of a search: its clock and its input.
struct MoveCallback<'a> {
    from: Instant,
    stage: Stage,
    /// Changed time limits update the plan only if this search has the full time of the move.
    whole_move: bool,
    settings: &'a mut Settings,
    config: &'a Config,
    inbox: &'a mut dyn Inbox,
    request: &'a mut StopRequest,
}

impl SearchCallback for MoveCallback<'_> {
    fn elapsed(&self) -> Duration {
        self.from.elapsed()
    }

    fn check(&mut self) -> Signal {
        let is_delayed = self.settings.time.delays.look(self.from.elapsed());
        while let Some(interrupt) = self.inbox.poll() {
            match interrupt {
                Interrupt::Leave => *self.request = StopRequest::Abandon,
                Interrupt::MoveNow => *self.request = StopRequest::MoveNow,
                Interrupt::Info(info) => {
                    let before = self.settings.time;
                    self.settings.note(info);
                    if self.settings.time != before {
                        return self.replan();
                    }
                }
            }
            if *self.request == StopRequest::Abandon {
                return Signal::Abandon;
            }
        }
        match *self.request {
            StopRequest::GoOn if is_delayed => self.new_plan(),
            request => request.into(),
        }
    }

    fn report(&mut self, report: &Report) {
        self.report_lines(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        if !self.whole_move {
            return;
        }
        let mut what = self.settings.show();
        what.lines |= what == Show::default() && self.elapsed() >= SILENCE;
        show(what, self.inbox, lines);
    }
}

impl MoveCallback<'_> {
    /// The manager has changed the time limits during the move.
    fn replan(&mut self) -> Signal {
        if self.settings.time.timeout_turn.is_some_and(|turn| turn <= 0) {
            *self.request = StopRequest::MoveNow;
            return Signal::MoveNow;
        }
        self.new_plan()
    }

    /// Another plan by the current limits and delays.
    fn new_plan(&self) -> Signal {
        if !self.whole_move || !self.settings.clock_counts(self.config) {
            return Signal::GoOn;
        }
        Signal::Replan(self.settings.time.plan(self.stage))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Info;
    use super::*;
    use std::collections::VecDeque;

    struct Script(VecDeque<Interrupt>);

    impl Inbox for Script {
        fn poll(&mut self) -> Option<Interrupt> {
            self.0.pop_front()
        }
    }

    /// The signal to a search that has ten seconds, has just started, and finds these messages in the inbox.
    fn signal(interrupts: &[Interrupt]) -> Signal {
        let mut settings = Settings::default();
        settings.note(Info::TimeoutTurn(10_000));
        let mut inbox = Script(interrupts.iter().copied().collect());
        let mut request = StopRequest::GoOn;
        let mut watch = MoveCallback {
            from: Instant::now(),
            stage: Stage { stones: 0, empties: 225 },
            whole_move: true,
            settings: &mut settings,
            config: &Config::default(),
            inbox: &mut inbox,
            request: &mut request,
        };
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
        let mut settings = Settings::default();
        settings.note(Info::TimeoutTurn(200));
        let stage = Stage { stones: 0, empties: 225 };
        let before = settings.time.plan(stage);
        let mut watch = MoveCallback {
            from: Instant::now(),
            stage,
            whole_move: true,
            settings: &mut settings,
            config: &Config::default(),
            inbox: &mut (),
            request: &mut StopRequest::GoOn,
        };
        watch.check();
        std::thread::sleep(Duration::from_millis(60));
        let Signal::Replan(plan) = watch.check() else {
            panic!("the delay is a new plan");
        };
        assert!(plan.maximum < before.maximum && plan.maximum >= Duration::from_millis(100));
    }
}
