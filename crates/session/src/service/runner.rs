//! Runs tasks on the calling thread.

use super::owner::Owner;
use super::pool::Share;
use super::reviewer::Reviewer;
use super::{Event, Outcome, Settings, Task, Work};
use crate::level::advise;
use std::time::Duration;
use tengen_common::random::Random;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, StopRequest, Stoppable};
use tengen_core::board::Position;
use tengen_core::rules::{Outcome as GameOutcome, judge};
use tengen_engine::search::Searcher;
use tengen_engine::study::{self, Problem};

/// The interval of progress reports.
const INTERVAL: Duration = Duration::from_millis(60);
/// Nodes and bytes for each reply to a threat.
const RESIST_NODES: u64 = 50_000;
const RESIST_MEMORY: usize = 1 << 20;

/// Runs tasks, one after another.
pub struct Runner {
    settings: Settings,
    searcher: Searcher,
    random: Random,
    memory: Allowance,
}

impl Runner {
    /// A runner with these settings.
    pub fn new(settings: Settings) -> Runner {
        Runner {
            searcher: settings.searcher(),
            random: Random::new(settings.seed),
            memory: Allowance::of(&settings),
            settings,
        }
    }

    /// Runs a task. The last event is [`Event::Done`] or [`Event::Failed`], unless the task is abandoned.
    pub fn run(&mut self, task: &Task, request: &dyn Fn() -> StopRequest, listener: &dyn Fn(Event)) {
        let owner = Owner { request, listener };
        if owner.has_abandoned() {
            return;
        }
        let Runner { settings, searcher, random, memory } = self;
        let found =
            searcher.catch_panic(|searcher| Run { settings, searcher, random, memory, owner: &owner }.outcome(task));
        memory.give_back(searcher);
        let to_ponder = found.as_ref().and_then(|outcome| self.to_ponder(task, outcome));
        if !owner.has_abandoned() {
            listener(found.map_or(Event::Failed, Event::Done));
        }
        if let Some(position) = to_ponder {
            let mut has_come = || owner.has_abandoned();
            self.searcher.catch_panic(|searcher| {
                searcher.ponder(&position, task.rule, &mut has_come);
            });
        }
    }

    /// The position to ponder after a task: that after the chosen move, unless it ends the game.
    fn to_ponder(&self, task: &Task, outcome: &Outcome) -> Option<Position> {
        let (Work::Move { level, .. }, Outcome::Move(Some(choice))) = (&task.work, outcome) else {
            return None;
        };
        if !self.settings.ponder || !level.is_for_time() {
            return None;
        }
        let (position, side) = (&task.position, task.position.to_move());
        let is_open = judge(position, choice.point, side, task.rule) == GameOutcome::Open;
        let mut after = position.clone();
        after.place(choice.point, side, &mut ());
        is_open.then_some(after)
    }
}

/// A running task.
struct Run<'a> {
    settings: &'a Settings,
    searcher: &'a mut Searcher,
    random: &'a mut Random,
    memory: &'a mut Allowance,
    owner: &'a Owner<'a>,
}

/// The memory that tasks may use.
struct Allowance {
    /// For the table, by the last task with [`Resources`], or the settings.
    wanted: usize,
    /// Part of the memory shared with others.
    share: Option<Share>,
}

impl Allowance {
    fn of(settings: &Settings) -> Allowance {
        let share = settings.pool.as_ref().map(Share::of);
        Allowance { wanted: settings.memory, share }
    }

    fn take(&self, bytes: usize) -> usize {
        self.share.as_ref().map_or(bytes, |share| share.take(bytes))
    }

    /// Sets the memory of the table for a task; returns that of its solver.
    fn prepare(&mut self, work: &Work, searcher: &mut Searcher) -> usize {
        if let Work::Lines { resources, .. } = work {
            self.wanted = resources.memory;
        }
        let solver = match work {
            Work::Win { resources, .. } => resources.memory,
            _ => 0,
        };
        let both = self.take(self.wanted.saturating_add(solver));
        let table = match both < self.wanted.saturating_add(solver) {
            true if solver > 0 => self.wanted.min(both / 2),
            true => both,
            false => self.wanted,
        };
        searcher.set_memory(table);
        solver.min(both - table)
    }

    /// Returns what is more than an equal part, or was the solver's.
    fn give_back(&self, searcher: &mut Searcher) {
        searcher.set_memory(self.take(searcher.memory()));
    }
}

impl Run<'_> {
    /// Does the work of the task.
    fn outcome(self, task: &Task) -> Outcome {
        let Task { position, rule, lead, work } = task;
        let Run { settings, searcher, random, memory, owner } = self;
        searcher.set_threads(settings.threads);
        let solver_memory = memory.prepare(work, searcher);
        searcher.set_lead(*lead);
        let mut request = || (owner.request)();
        let mut see = |lines: &[Report]| (owner.listener)(Event::Lines(lines.to_vec()));
        let progress = &mut Stoppable::new(&mut request, &mut see).at_intervals(INTERVAL);
        match work {
            &Work::Move { level, time } => {
                Outcome::Move(level.choose(position, *rule, time, searcher, random, progress))
            }
            &Work::Hint { time } => Outcome::Move(advise(position, *rule, time, searcher, progress)),
            Work::Opening { opening, level, time } => {
                let request = &mut || (owner.request)();
                let answers = level.choose_in_opening(opening, *rule, *time, searcher, random, request);
                Outcome::Opening(answers)
            }
            Work::Lines { count, blocked, time, resources } => {
                searcher.set_threads(resources.threads);
                let limits =
                    Limits { time: time.map(TimePlan::fixed), blocked: *blocked, analysis: true, ..Limits::default() };
                let lines = study::best_lines(searcher, position, *rule, &limits, *count, progress);
                Outcome::Lines(lines)
            }
            &Work::Balance { wish, time } => {
                let limits = Limits { time: Some(TimePlan::fixed(time)), ..Limits::default() };
                let found = searcher.search_balance(position, *rule, &limits, wish, progress);
                Outcome::Balance(found)
            }
            &Work::Win { fours_only, time, resources } => {
                let problem = Problem {
                    position,
                    rule: *rule,
                    fours_only,
                    nodes: u64::MAX,
                    threads: resources.threads,
                    time,
                    memory: solver_memory,
                    hasty: false,
                };
                let (solution, proof) = study::solve_and_list(&problem, &|| owner.wants_an_end());
                Outcome::Win(solution, proof)
            }
            &Work::Resist { time } => {
                let problem = Problem {
                    position,
                    rule: *rule,
                    fours_only: false,
                    nodes: RESIST_NODES,
                    threads: 1,
                    time,
                    memory: RESIST_MEMORY,
                    hasty: true,
                };
                Outcome::Resist(study::resist(&problem, &|| owner.wants_an_end()))
            }
            Work::Review { game, nodes, time } => {
                let limits = Limits {
                    nodes: nodes.map(|nodes| nodes.max(1)),
                    time: time.map(TimePlan::fixed),
                    analysis: true,
                    ..Limits::default()
                };
                Reviewer { searcher, rule: *rule, limits, owner }.review(game);
                Outcome::Review
            }
        }
    }
}
