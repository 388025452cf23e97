//! One thinking: the clock and the input while a search runs.

use super::settings::{Config, Settings};
use super::{Inbox, Interrupt, Show};
use crate::search::{Balance, Searcher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tengen_common::clock::Instant;
use tengen_common::time::{Stage, TimePlan};
use tengen_common::{Limits, Report, StopRequest, Supervisor, Verdict};
use tengen_core::board::{PointSet, Position};

/// Everything a move is thought out with. Lives from the command that asks for the move to the
/// answer, and may run several searches (the opening choices do).
pub(super) struct Thinker<'a> {
    pub searcher: &'a mut Searcher,
    pub settings: &'a mut Settings,
    pub config: &'a Config,
    pub inbox: &'a mut dyn Inbox,
    /// When the clock of this move began to run.
    pub asked: Instant,
    stage: Stage,
    /// What the manager wants, by what has come in.
    request: StopRequest,
}

/// What came of a search.
pub(super) enum Thought {
    /// A legal move.
    Move(Report),
    /// The search found nothing to play, or failed.
    Nothing,
    /// Nobody waits for the move any more.
    Abandoned,
}

impl<'a> Thinker<'a> {
    /// Prepares to think about a move at this stage of the game.
    pub fn new(
        searcher: &'a mut Searcher,
        settings: &'a mut Settings,
        config: &'a Config,
        inbox: &'a mut dyn Inbox,
        asked: Instant,
        stage: Stage,
    ) -> Thinker<'a> {
        Thinker {
            searcher,
            settings,
            config,
            inbox,
            asked,
            stage,
            request: StopRequest::GoOn,
        }
    }

    /// Searches with all the time of the move, and shows what comes of it.
    pub fn search(&mut self, position: &Position) -> Thought {
        let plan = self.plan();
        self.run(position, self.asked, plan, Purpose::Move)
    }

    /// Searches with all the time of the move for this many lines, and shows what comes of it.
    pub fn analyse(&mut self, position: &Position, lines: usize) -> Thought {
        let plan = self.plan();
        self.run(position, self.asked, plan, Purpose::Analysis { lines })
    }

    /// Searches with all the time of the move for what comes nearest to a value; the moves laid begin
    /// the line.
    pub fn balance(&mut self, position: &Position, wish: Balance) -> Thought {
        let plan = self.plan();
        self.run(position, self.asked, plan, Purpose::Balance(wish))
    }

    /// Searches as one of several: with a `1 / parts` share of the time that is still left.
    pub fn search_part(&mut self, position: &Position, parts: u32) -> Thought {
        let plan = self.plan();
        let whole = plan.optimum.min(plan.maximum * 9 / 10);
        let left = whole.saturating_sub(self.asked.elapsed());
        let share = match self.request {
            StopRequest::GoOn => left / parts.max(1),
            StopRequest::MoveNow | StopRequest::Abandon => Duration::ZERO,
        };
        let plan = TimePlan {
            least_nodes: plan.least_nodes / u64::from(parts.max(1)),
            ..TimePlan::fixed(share)
        };
        self.run(position, Instant::now(), plan, Purpose::Part(parts))
    }

    fn plan(&self) -> TimePlan {
        self.settings.time.plan(self.stage)
    }

    fn run(
        &mut self,
        position: &Position,
        from: Instant,
        plan: TimePlan,
        purpose: Purpose,
    ) -> Thought {
        if self.request == StopRequest::Abandon {
            return Thought::Abandoned;
        }
        let nodes = self.settings.nodes(self.config);
        let limits = Limits {
            time: self.settings.clock_counts(self.config).then_some(plan),
            nodes: nodes.map(|nodes| (nodes / purpose.parts()).max(1)),
            depth: self.settings.depth(),
            blocked: purpose.blocked(self.settings),
            analysis: matches!(purpose, Purpose::Analysis { .. }),
        };
        let rule = self.settings.rule();
        let mut watch = MoveSupervisor {
            from,
            stage: self.stage,
            whole_move: purpose.is_whole(),
            settings: self.settings,
            config: self.config,
            inbox: self.inbox,
            request: &mut self.request,
        };
        let searcher = &mut *self.searcher;
        let found = catch_unwind(AssertUnwindSafe(|| {
            let (searcher, watch) = (searcher, &mut watch);
            match purpose {
                Purpose::Balance(wish) => searcher
                    .search_balance(position, rule, &limits, wish, watch)
                    .into_iter()
                    .collect(),
                _ => searcher.search_lines(position, rule, &limits, purpose.lines(), watch),
            }
        }));
        let lines = found.unwrap_or_else(|_| {
            log::error!("the search panicked; its tables are made anew");
            *self.searcher = self.config.searcher();
            Vec::new()
        });
        if self.request == StopRequest::Abandon {
            return Thought::Abandoned;
        }
        if purpose.is_whole() {
            show(self.settings, self.inbox, &lines);
        }
        match lines.into_iter().next() {
            Some(report) if playable(position, &report) => Thought::Move(report),
            _ => Thought::Nothing,
        }
    }
}

/// What a search is for.
#[derive(Clone, Copy)]
enum Purpose {
    /// The move.
    Move,
    /// What the position is worth, by this many lines.
    Analysis { lines: usize },
    /// What comes nearest to a value.
    Balance(Balance),
    /// A part of the thinking: one of so many.
    Part(u32),
}

impl Purpose {
    fn lines(self) -> usize {
        match self {
            Purpose::Analysis { lines } => lines,
            Purpose::Move | Purpose::Balance(_) | Purpose::Part(_) => 1,
        }
    }

    /// All the time of the move is for this.
    fn is_whole(self) -> bool {
        !matches!(self, Purpose::Part(_))
    }

    /// Points that are not to be played: a wish about moves, not about the stones of an opening.
    fn blocked(self, settings: &Settings) -> PointSet {
        if self.is_whole() {
            settings.blocked
        } else {
            PointSet::EMPTY
        }
    }

    fn parts(self) -> u64 {
        match self {
            Purpose::Move | Purpose::Analysis { .. } | Purpose::Balance(_) => 1,
            Purpose::Part(parts) => parts.max(1).into(),
        }
    }
}

/// Shows lines to a manager who has asked for it.
fn show(settings: &Settings, inbox: &mut dyn Inbox, lines: &[Report]) {
    let what = settings.show();
    if what != Show::default() && !lines.is_empty() {
        inbox.show(what, lines);
    }
}

fn playable(position: &Position, report: &Report) -> bool {
    let playable = report
        .line
        .first()
        .is_some_and(|&point| position.check_empty(point).is_ok());
    if !playable {
        log::error!("the search returned no playable move: {report:?}");
    }
    playable
}

/// The clock, and what comes in, for the search.
struct MoveSupervisor<'a> {
    from: Instant,
    stage: Stage,
    /// Changed limits make a new plan only when this search has the whole move's time.
    whole_move: bool,
    settings: &'a mut Settings,
    config: &'a Config,
    inbox: &'a mut dyn Inbox,
    request: &'a mut StopRequest,
}

impl Supervisor for MoveSupervisor<'_> {
    fn elapsed(&self) -> Duration {
        self.from.elapsed()
    }

    fn check(&mut self) -> Verdict {
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
                return Verdict::Abandon;
            }
        }
        (*self.request).into()
    }

    fn report(&mut self, report: &Report) {
        self.report_lines(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        if self.whole_move {
            show(self.settings, self.inbox, lines);
        }
    }
}

impl MoveSupervisor<'_> {
    /// The manager has changed the time limits in the middle of the move.
    fn replan(&mut self) -> Verdict {
        if self
            .settings
            .time
            .timeout_turn
            .is_some_and(|turn| turn <= 0)
        {
            *self.request = StopRequest::MoveNow;
            return Verdict::MoveNow;
        }
        if !self.whole_move || !self.settings.clock_counts(self.config) {
            return Verdict::GoOn;
        }
        Verdict::Replan(self.settings.time.plan(self.stage))
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

    /// What a search is told that has ten seconds, is at its start and finds this in the inbox.
    fn verdict(interrupts: &[Interrupt]) -> Verdict {
        let mut settings = Settings::default();
        settings.note(Info::TimeoutTurn(10_000));
        let mut inbox = Script(interrupts.iter().copied().collect());
        let mut request = StopRequest::GoOn;
        let mut watch = MoveSupervisor {
            from: Instant::now(),
            stage: Stage {
                stones: 0,
                empties: 225,
            },
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
        assert!(matches!(verdict(&[]), Verdict::GoOn));
        assert!(matches!(verdict(&[info(Info::Rule(4))]), Verdict::GoOn));
        assert!(matches!(
            verdict(&[info(Info::TimeoutTurn(0))]),
            Verdict::MoveNow
        ));
        assert!(matches!(
            verdict(&[info(Info::Rule(4)), Interrupt::MoveNow]),
            Verdict::MoveNow
        ));
        assert!(matches!(
            verdict(&[info(Info::Rule(4)), Interrupt::Leave]),
            Verdict::Abandon
        ));
        let Verdict::Replan(plan) = verdict(&[info(Info::TimeoutTurn(1000))]) else {
            panic!("a new limit is a new plan");
        };
        assert!(plan.maximum < Duration::from_secs(1));
    }
}
