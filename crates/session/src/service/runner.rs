//! Runs tasks on the calling thread.

use super::owner::Owner;
use super::pool::Share;
use super::reviewer::Reviewer;
use super::{Event, Outcome, Resources, Settings, Task, Work};
use std::cell::RefCell;
use std::time::{Duration, Instant};
use tengen_common::random::Random;
use tengen_common::{Limits, Report, StopRequest, Stoppable};
use tengen_core::board::Position;
use tengen_core::rules::{Outcome as GameOutcome, judge};
use tengen_engine::search::Searcher;
use tengen_engine::study::{self, Means, Problem};

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

    /// Runs a task. The last event is [`Event::Done`] or [`Event::Failed`], unless the task is abandoned. Ponders then, if
    /// the settings want it.
    pub fn run(&mut self, task: &Task, request: &mut dyn FnMut() -> StopRequest, listener: &mut dyn FnMut(Event)) {
        if request() == StopRequest::Abandon {
            return;
        }
        let outcome = self.answer(task, request, listener);
        let to_ponder = outcome.as_ref().and_then(|outcome| self.to_ponder(task, outcome));
        if request() != StopRequest::Abandon {
            listener(outcome.map_or(Event::Failed, Event::Done));
        }
        if let Some(position) = to_ponder {
            let mut has_come = || request() == StopRequest::Abandon;
            self.searcher.catch_panic(|searcher| searcher.ponder(&position, task.rule, &mut has_come));
        }
    }

    /// The outcome of a task that only its limits stop; see [`Runner::answer`].
    pub fn finish(&mut self, task: &Task) -> Option<Outcome> {
        self.answer(task, &mut || StopRequest::GoOn, &mut |_| ())
    }

    /// The outcome of a task. `listener` receives the other events. Returns `None` if the search panicked, which is a
    /// bug.
    pub fn answer(
        &mut self,
        task: &Task,
        request: &mut dyn FnMut() -> StopRequest,
        listener: &mut dyn FnMut(Event),
    ) -> Option<Outcome> {
        let (request, listener) = (RefCell::new(request), RefCell::new(listener));
        let owner = Owner { request: &|| request.borrow_mut()(), listener: &|event| listener.borrow_mut()(event) };
        let Runner { settings, searcher, random, memory } = self;
        let found = searcher.catch_panic(|searcher| {
            Run { settings, searcher, random, memory, owner: &owner, start: Instant::now() }.outcome(task)
        });
        memory.give_back(searcher);
        found
    }

    /// The position to ponder after a task: that after the chosen move, unless it ends the game.
    fn to_ponder(&self, task: &Task, outcome: &Outcome) -> Option<Position> {
        let (Work::Move { level, .. }, Outcome::Move(Some(choice))) = (&task.work, outcome) else {
            return None;
        };
        if !self.settings.ponder || !level.is_for_time() || task.limits.analysis {
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
    start: Instant,
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
    fn prepare(&mut self, work: &Work, resources: Option<Resources>, searcher: &mut Searcher) -> usize {
        let memory = resources.map(|resources| resources.memory);
        let solver = match work {
            Work::Resist { .. } => return memory.unwrap_or(self.wanted),
            Work::Win(_) => memory.unwrap_or(self.wanted),
            _ => {
                self.wanted = memory.unwrap_or(self.wanted);
                0
            }
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
        let Task { position, rule, limits, .. } = task;
        let rule = *rule;
        let Run { settings, searcher, random, memory, owner, start } = self;
        let solver_memory = memory.prepare(&task.work, task.resources, searcher);
        let threads = task.resources.map_or(settings.threads, |resources| resources.threads);
        searcher.set_threads(threads);
        searcher.set_lead(task.lead);
        if task.afresh {
            searcher.start_afresh();
        }
        let deadline = task.work.deadline(limits);
        let mut request = || match (owner.request)() {
            StopRequest::GoOn if start.elapsed() >= deadline => StopRequest::MoveNow,
            request => request,
        };
        let mut see = |lines: &[Report]| (owner.listener)(Event::Lines(lines.to_vec()));
        let progress = &mut Stoppable::new(&mut request, &mut see).at_intervals(task.every);
        let analysis = || Limits { analysis: true, ..limits.clone() };
        let problem = Problem {
            position,
            rule,
            fours_only: matches!(task.work, Work::Win(Means::Fours)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            threads,
            time: limits.time.map_or(Duration::MAX, |plan| plan.maximum),
            memory: solver_memory,
            hasty: matches!(task.work, Work::Resist { hasty: true }),
        };
        let stop = &|| owner.wants_an_end();
        match &task.work {
            Work::Move { level, seed } => {
                let mut seeded = seed.map(|seed| Random::of(seed, position.hash()));
                let random = seeded.as_mut().unwrap_or(random);
                Outcome::Move(level.choose(position, rule, limits, searcher, random, progress))
            }
            Work::Opening { opening, level } => {
                let request = &mut || (owner.request)();
                Outcome::Opening(level.choose_in_opening(opening, rule, limits, searcher, random, request))
            }
            Work::Lines(count) => {
                Outcome::Lines(study::best_lines(searcher, position, rule, &analysis(), *count, progress))
            }
            Work::Balance(wish) => Outcome::Balance(searcher.search_balance(position, rule, limits, *wish, progress)),
            Work::Win(Means::Search) => {
                searcher.set_threads(1); // more would divide the memory
                Outcome::Win(study::solve_widely(&problem, searcher, stop), Vec::new())
            }
            Work::Win(_) if limits.shortest => {
                let (solution, proof) = study::solve_and_list(&problem, stop);
                Outcome::Win(solution, proof)
            }
            Work::Win(_) => Outcome::Win(study::solve(&problem, stop), Vec::new()),
            Work::Resist { .. } => Outcome::Resist(study::resist(&problem, stop)),
            Work::Review(game) => {
                Reviewer { searcher, rule, limits: analysis(), owner }.review(game);
                Outcome::Review
            }
            Work::Policy => Outcome::Policy(study::policy(position, rule, &settings.networks)),
        }
    }
}

impl Work {
    /// The time after which a search by nodes is stopped.
    fn deadline(&self, limits: &Limits) -> Duration {
        let by_nodes = matches!(self, Work::Move { level, .. } if !level.is_for_time());
        limits.time.filter(|_| by_nodes).map_or(Duration::MAX, |plan| plan.maximum)
    }
}
