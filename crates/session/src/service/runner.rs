//! Runs tasks on the calling thread.

use super::owner::Owner;
use super::pool::Share;
use super::proven;
use super::reviewer::Reviewer;
use super::{Event, Outcome, Resources, Settings, Task, Work};
use crate::advice::adviser;
use crate::level::Choice;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_common::random::Random;
use tengen_common::{Limits, Report, SearchCallback, Shortening, Signal, StopRequest, Stoppable};
use tengen_core::board::{Point, Position};
use tengen_core::rules::{Outcome as GameOutcome, Rule, judge};
use tengen_database::PositionBook;
use tengen_engine::search::{Goal, Searcher};
use tengen_engine::study::{self, Means, Problem};

/// Runs tasks, one after another.
pub struct Runner {
    settings: Settings,
    searcher: Searcher,
    random: Random,
    memory: Allowance,
}

impl Runner {
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
            self.ponder(&position, task.rule, None, &mut || request() == StopRequest::Abandon);
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
        let found = if task.work.goal().is_some() {
            self.search_for_time(task, request, listener)
        } else {
            let (request, listener) = (RefCell::new(request), RefCell::new(listener));
            let owner = Owner { request: &|| request.borrow_mut()(), listener: &|event| listener.borrow_mut()(event) };
            let solver_memory = self.prepare(task);
            let Runner { settings, searcher, random, .. } = self;
            searcher.catch_panic(|searcher| {
                StudyTask { settings, searcher, random, solver_memory, owner: &owner }.outcome(task)
            })
        };
        self.memory.give_back(&mut self.searcher);
        found
    }

    /// Searches until a request or the limits end it. A level with a node limit is stopped after the time, which does
    /// not change its search.
    fn search_for_time(
        &mut self,
        task: &Task,
        request: &mut dyn FnMut() -> StopRequest,
        listener: &mut dyn FnMut(Event),
    ) -> Option<Outcome> {
        let (start, mut task) = (Instant::now(), task.clone());
        let by_nodes = matches!(task.work, Work::Move { level, .. } if !level.is_for_time());
        let deadline = task.limits.time.take_if(|_| by_nodes).map_or(Duration::MAX, |plan| plan.maximum);
        let mut request = || match request() {
            StopRequest::GoOn if start.elapsed() >= deadline => StopRequest::MoveNow,
            request => request,
        };
        let mut see = |lines: &[Report]| listener(Event::Lines(lines.to_vec()));
        self.search(&task, &mut Stoppable::new(&mut request, &mut see).at_intervals(task.every))
    }

    /// The outcome of a task whose clock and requests are those of a callback. Returns `None` if the search panicked,
    /// which is a bug.
    pub fn search(&mut self, task: &Task, callback: &mut dyn SearchCallback) -> Option<Outcome> {
        let Some(goal) = task.work.goal() else {
            return self.answer(task, &mut || callback.check().into(), &mut |_| ());
        };
        self.prepare(task);
        if let Some(point) = self.random_move(task).or_else(|| self.proven_move(task, callback)) {
            return Some(Outcome::Move(Some(Choice { point, report: None })));
        }
        let Task { position, rule, limits, work, .. } = task;
        let limits = match work {
            Work::Move { level, .. } => level.limits_within(limits),
            Work::Balance(_) => limits.clone(),
            _ => Limits { analysis: true, ..limits.clone() },
        };
        let lines = self.searcher.catch_panic(|searcher| match work {
            Work::Lines(count) => study::best_lines(searcher, position, *rule, &limits, *count, callback),
            _ => searcher.find(goal, position, *rule, &limits, callback),
        })?;
        Some(match work {
            Work::Move { .. } => Outcome::Move(lines.into_iter().next().map(Choice::of)),
            Work::Balance(_) => Outcome::Balance(lines.into_iter().next()),
            _ => Outcome::Lines(lines),
        })
    }

    fn random_move(&mut self, task: &Task) -> Option<Point> {
        let Task { position, rule, limits, work: Work::Move { level, seed }, .. } = task else { return None };
        let mut seeded = seed.map(|seed| Random::of(seed, position.hash()));
        let random = seeded.as_mut().unwrap_or(&mut self.random);
        level.random_move(position, *rule, &limits.blocked, random)
    }

    /// The move of the proof that the strongest level plays by. Where a guide has a gap, a win is looked for: by a task's own
    /// guide, until it is found or a request ends the search, so that the opponent is perfect with little time too; by the
    /// runner's, for a part of the time.
    fn proven_move(&self, task: &Task, callback: &mut dyn SearchCallback) -> Option<Point> {
        let Task { position, rule, limits, work: Work::Move { level, .. }, proof: own, .. } = task else { return None };
        let proof = own.as_ref().or(self.settings.proof.as_ref()).filter(|_| level.is_for_time())?;
        let (start, callback) = (Instant::now(), RefCell::new(callback));
        let most = limits.time.map_or(Duration::MAX, |plan| plan.maximum / 4);
        let is_over = || match own {
            Some(_) => matches!(callback.borrow_mut().check(), Signal::MoveNow | Signal::Abandon),
            None => start.elapsed() >= most,
        };
        let easy = || study::easy_win(position, *rule, &is_over);
        let easy = || proof.has_gaps(position, *rule).then(easy).flatten();
        proof.answer(position, *rule).or_else(easy).filter(|&point| !limits.blocked.contains(point))
    }

    /// Searches a position until `has_come` returns true or the position is decided.
    pub fn ponder(
        &mut self,
        position: &Position,
        rule: Rule,
        resources: Option<Resources>,
        has_come: &mut dyn FnMut() -> bool,
    ) {
        if let Some(Resources { threads, memory }) = resources {
            self.searcher.set_threads(threads);
            self.searcher.set_memory(memory);
        }
        self.searcher.catch_panic(|searcher| searcher.ponder(position, rule, has_come));
    }

    /// Builds the tables of a rule and loads its network, so that no move has to wait for them.
    pub fn prepare_rule(&self, rule: Rule) {
        self.searcher.prepare(rule);
    }

    /// Sets the database to take recommendations from, if any.
    pub fn set_book(&mut self, book: Option<Arc<dyn PositionBook>>) {
        self.searcher.set_adviser(book.map(adviser));
    }

    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// How full the transposition table is, in thousandths.
    pub fn usage(&mut self) -> u32 {
        self.searcher.usage()
    }

    /// Sets the searcher up for a task; returns the memory of its solver.
    fn prepare(&mut self, task: &Task) -> usize {
        let solver_memory = self.memory.prepare(&task.work, task.resources, &mut self.searcher);
        let threads = task.resources.map_or(self.settings.threads, |resources| resources.threads);
        self.searcher.set_threads(threads);
        self.searcher.set_lead(task.lead);
        // A review says the same of a game whatever was searched before.
        if task.afresh || matches!(task.work, Work::Review(_)) {
            self.searcher.start_afresh();
        }
        solver_memory
    }

    /// The position to ponder after a task: that after the chosen move, unless it ends the game.
    fn to_ponder(&self, task: &Task, outcome: &Outcome) -> Option<Position> {
        let (Work::Move { level, .. }, Outcome::Move(Some(choice))) = (&task.work, outcome) else { return None };
        if !(self.settings.ponder || task.ponder) || !level.is_for_time() || task.limits.analysis {
            return None;
        }
        let (position, side) = (&task.position, task.position.to_move());
        let is_open = judge(position, choice.point, side, task.rule) == GameOutcome::Open;
        is_open.then(|| position.after(choice.point))
    }
}

struct StudyTask<'a> {
    settings: &'a Settings,
    searcher: &'a mut Searcher,
    random: &'a mut Random,
    solver_memory: usize,
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

impl StudyTask<'_> {
    fn outcome(self, task: &Task) -> Outcome {
        let Task { position, rule, limits, .. } = task;
        let rule = *rule;
        let StudyTask { settings, searcher, random, solver_memory, owner } = self;
        let problem = Problem {
            position,
            rule,
            fours_only: matches!(task.work, Work::Win(Means::Fours)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            threads: task.resources.map_or(settings.threads, |resources| resources.threads),
            time: limits.time.map_or(Duration::MAX, |plan| plan.maximum),
            memory: solver_memory,
            hasty: matches!(task.work, Work::Resist { hasty: true }),
        };
        let stop = &|| owner.wants_an_end();
        match &task.work {
            Work::Opening { opening, level } => {
                let request = &mut || (owner.request)();
                Outcome::Opening(level.choose_in_opening(opening, rule, limits, searcher, random, request))
            }
            Work::Win(means) => {
                let proof = task.proof.as_ref().filter(|_| matches!(means, Means::Proof));
                if let Some((solution, steps)) = proof.and_then(|proof| proven::shown(proof, position, rule)) {
                    return Outcome::Win(solution, steps);
                }
                let is_wide = matches!(means, Means::Search);
                if is_wide {
                    searcher.set_threads(1); // more would divide the memory
                }
                let searcher = is_wide.then_some(searcher);
                let (solution, proof) = study::solve_and_list(&problem, limits.shortening, searcher, stop);
                Outcome::Win(solution, proof)
            }
            Work::Resist { .. } => Outcome::Resist(study::resist(&problem, stop)),
            Work::Review(game) => {
                let limits = Limits { analysis: true, shortening: Shortening::Fixed, ..limits.clone() };
                Reviewer { searcher, rule, limits, owner }.review(game);
                Outcome::Review
            }
            Work::Policy => Outcome::Policy(study::policy(position, rule, &settings.networks)),
            Work::Evaluate(positions) => {
                let (networks, threads) = (&settings.networks, problem.threads);
                Outcome::Evaluate(study::evaluate(positions, rule, networks, threads, stop))
            }
            Work::Move { .. } | Work::Lines(_) | Work::Moves(_) | Work::Balance(_) => unreachable!("a search"),
        }
    }
}

impl Work {
    /// What the search looks for that does this work, if one does.
    fn goal(&self) -> Option<Goal> {
        match self {
            Work::Move { .. } => Some(Goal::Lines(1)),
            Work::Lines(count) | Work::Moves(count) => Some(Goal::Lines(*count)),
            Work::Balance(wish) => Some(Goal::Balance(*wish)),
            _ => None,
        }
    }
}
