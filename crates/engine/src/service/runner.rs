//! Runs tasks on the calling thread.

use super::task::{Judged, Reviewed};
use super::{Event, Outcome, Settings, Task, Work};
use crate::eval::chances::Chances;
use crate::level::advise;
use crate::search::Searcher;
use crate::study::review::{Played, score_after, verdict};
use crate::study::{self, Problem};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tengen_common::random::Random;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, StopRequest, Stoppable};
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::{Outcome as GameOutcome, Rule, judge};

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
}

/// The request to a task, and the receiver of its events.
struct Owner<'a> {
    request: &'a dyn Fn() -> StopRequest,
    listener: &'a dyn Fn(Event),
}

impl Owner<'_> {
    fn has_abandoned(&self) -> bool {
        (self.request)() == StopRequest::Abandon
    }

    fn wants_an_end(&self) -> bool {
        (self.request)() != StopRequest::GoOn
    }
}

impl Runner {
    /// A runner with these settings.
    pub fn new(settings: Settings) -> Runner {
        Runner { searcher: settings.searcher(), random: Random::new(settings.seed), settings }
    }

    /// Runs a task. The last event is [`Event::Done`] or [`Event::Failed`], unless the task is abandoned.
    pub fn run(
        &mut self,
        task: &Task,
        request: &dyn Fn() -> StopRequest,
        listener: &dyn Fn(Event),
    ) {
        let owner = Owner { request, listener };
        if owner.has_abandoned() {
            return;
        }
        let found = self.caught(|runner| runner.outcome(task, &owner));
        let to_ponder = found.as_ref().and_then(|outcome| self.to_ponder(task, outcome));
        if !owner.has_abandoned() {
            listener(found.map_or(Event::Failed, Event::Done));
        }
        if let Some(position) = to_ponder {
            let mut has_come = || owner.has_abandoned();
            self.caught(|runner| runner.searcher.ponder(&position, task.rule, &mut has_come));
        }
    }

    /// Does some work; returns `None` if it panics, which leaves a new searcher.
    fn caught<R>(&mut self, work: impl FnOnce(&mut Runner) -> R) -> Option<R> {
        let result = catch_unwind(AssertUnwindSafe(|| work(self)));
        result.inspect_err(|_| self.searcher = self.settings.searcher()).ok()
    }

    fn outcome(&mut self, task: &Task, owner: &Owner) -> Outcome {
        let Task { position, rule, work } = task;
        self.searcher.set_threads(self.settings.threads);
        let mut request = || (owner.request)();
        let mut see = |lines: &[Report]| (owner.listener)(Event::Lines(lines.to_vec()));
        let progress = &mut Stoppable::new(&mut request, &mut see).at_intervals(INTERVAL);
        let (searcher, random) = (&mut self.searcher, &mut self.random);
        match work {
            &Work::Move { level, time } => {
                Outcome::Move(level.choose(position, *rule, time, searcher, random, progress))
            }
            &Work::Hint { time } => {
                Outcome::Move(advise(position, *rule, time, searcher, progress))
            }
            Work::Opening { opening, level, time } => {
                let request = &mut || (owner.request)();
                let answers =
                    level.choose_in_opening(opening, *rule, *time, searcher, random, request);
                Outcome::Opening(answers)
            }
            Work::Lines { count, blocked, time, resources } => {
                searcher.set_memory(resources.memory);
                searcher.set_threads(resources.threads);
                let limits = Limits {
                    time: time.map(TimePlan::fixed),
                    blocked: *blocked,
                    analysis: true,
                    ..Limits::default()
                };
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
                    memory: resources.memory,
                    hasty: false,
                };
                Outcome::Win(study::solve(&problem, &|| owner.wants_an_end()))
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
                self.review(game, *rule, &limits, owner);
                Outcome::Review
            }
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

impl Runner {
    /// Evaluates the positions of a game from the last to the first, so that the result of the next position is known.
    fn review(&mut self, game: &[Reviewed], rule: Rule, limits: &Limits, owner: &Owner) {
        let mut next: Option<Report> = None;
        for (after, reviewed) in game.iter().enumerate().rev() {
            let known = reviewed.played.zip(next.as_ref());
            let judged = match &reviewed.position {
                Some(position) => {
                    let chances = Chances::of(position, rule);
                    let report = self.judge((position, rule), limits, known, owner);
                    report.map(|report| Report { win_rate: chances.share(report.score), ..report })
                }
                None => None,
            };
            let verdict = judged.as_ref().and_then(|before| {
                let (position, point) = (reviewed.position.as_ref()?, reviewed.played?);
                let played = Played { position, rule, point, before, after: next.as_ref() };
                Some(verdict(&played, &|| owner.wants_an_end()))
            });
            if owner.wants_an_end() {
                break; // the result of an aborted search is not reliable
            }
            let judged = Judged { after, report: judged, verdict };
            next = judged.report.clone();
            (owner.listener)(Event::Judged(judged));
        }
    }

    /// Evaluates a position of a game. `known` is the move played there and the report of the position after it, whose
    /// proofs count here too: a win of it is a win here. If the move played loses and looked best, the other moves are
    /// searched: if they lose as well, the position is lost.
    fn judge(
        &mut self,
        (position, rule): (&Position, Rule),
        limits: &Limits,
        known: Option<(Point, &Report)>,
        owner: &Owner,
    ) -> Option<Report> {
        let mut request = || (owner.request)();
        let mut see = |_: &[Report]| ();
        let mut progress = Stoppable::new(&mut request, &mut see);
        let mut search = |blocked: PointSet| {
            let limits = Limits { blocked, ..limits.clone() };
            self.searcher.search(position, rule, &limits, &mut progress)
        };
        let found = search(PointSet::EMPTY)?;
        let Some((point, next)) = known.filter(|(_, next)| next.score.is_proven()) else {
            return Some(found);
        };
        let played = before(point, next);
        let looks_best = found.best_move() == point && !found.score.is_proven();
        if played.score > found.score {
            return Some(played);
        }
        if !looks_best {
            return Some(found);
        }
        let other = search([point].into_iter().collect());
        Some(other.filter(|other| other.score > played.score).unwrap_or(played))
    }
}

/// The report of a position derived from a move and the report of the position after it.
fn before(point: Point, next: &Report) -> Report {
    let score = score_after(next);
    let mut line = vec![point];
    line.extend(&next.line);
    Report {
        score,
        win_rate: 1.0 - next.win_rate,
        line,
        depth: next.depth + 1,
        selective_depth: next.selective_depth + 1,
        ..next.clone()
    }
}
