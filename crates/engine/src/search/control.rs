//! What ends a search in time: the clock, the number of nodes, the supervisor, or another thread that is done.
//!
//! [`Control`] is what a search asks at every node; [`SharedState`] is what the threads of a search tell each other:
//! how much they have done, which moves alone stop a threat, and that it is enough.

use crate::threat::Stop;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tengen_common::deadline::run_until;
use tengen_common::time::{LEAST_WORK, Progress, TimePlan};
use tengen_common::{Limits, Supervisor, Verdict};
use tengen_core::board::{PointSet, Position};

/// The supervisor is asked once in this many nodes.
const CHECK_INTERVAL: u64 = 128;

/// Clock, limits, and whether the search goes on.
pub(super) struct Control<'a> {
    pub supervisor: &'a mut dyn Supervisor,
    pub plan: Option<TimePlan>,
    pub node_limit: u64,
    /// The search has been broken off; nothing that comes back now means anything.
    pub over: bool,
    /// All who search.
    pub shared: &'a SharedState,
    /// The nodes of ours that it knows of.
    told: u64,
    next_check: u64,
    /// When the clock was looked at last, and how much of the time since the beginning was work.
    looked: Duration,
    worked: Duration,
}

/// Between two looks at the clock lies no more work than this; if more time has passed, something held us up.
const LONGEST_STRETCH: Duration = Duration::from_micros(500);

impl<'a> Control<'a> {
    /// Keeps to these limits.
    pub fn new(
        limits: &Limits,
        supervisor: &'a mut dyn Supervisor,
        shared: &'a SharedState,
    ) -> Control<'a> {
        Control {
            looked: supervisor.elapsed(),
            worked: Duration::ZERO,
            supervisor,
            plan: limits.time,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            over: false,
            shared,
            told: 0,
            next_check: 0,
        }
    }

    /// Time since the move was asked for.
    pub fn elapsed(&self) -> Duration {
        self.supervisor.elapsed()
    }

    /// Whether the search, which is at this position after so many nodes, has to stop.
    #[inline]
    pub fn is_over(&mut self, nodes: u64, position: &Position) -> bool {
        if nodes >= self.next_check && !self.over {
            self.next_check = nodes + CHECK_INTERVAL;
            self.ask(nodes, position);
        }
        self.over
    }

    /// Asks clock and supervisor now.
    pub fn ask(&mut self, nodes: u64, position: &Position) {
        self.supervisor.visit(position);
        let verdict = self.supervisor.check();
        self.heed(verdict);
        self.note_the_time();
        let late = self.is_late() && self.has_searched_the_least(nodes);
        self.over |= late || nodes >= self.node_limit || self.shared.is_over();
        self.tell(nodes);
    }

    fn note_the_time(&mut self) {
        let now = self.elapsed();
        self.worked += now.saturating_sub(self.looked).min(LONGEST_STRETCH);
        self.looked = now;
    }

    /// Tells all who search how many nodes we have visited.
    pub fn tell(&mut self, nodes: u64) {
        self.shared.count(nodes - self.told);
        self.told = nodes;
    }

    /// What all have visited, when we have visited so many nodes.
    pub fn nodes_of_all(&self, own: u64) -> u64 {
        self.shared.nodes() - self.told + own
    }

    /// Whether the time for the move is up.
    pub fn is_late(&self) -> bool {
        let elapsed = self.elapsed();
        self.plan.is_some_and(|plan| elapsed >= plan.maximum)
    }

    /// Whether as much has been searched as any move is worth, however late it is.
    fn has_searched_the_least(&self, nodes: u64) -> bool {
        let enough = |plan: TimePlan| nodes >= plan.least_nodes || self.worked >= LEAST_WORK;
        self.plan.is_none_or(enough)
    }

    /// Whether to stop after an iteration.
    pub fn is_enough(&self, nodes: u64, progress: &Progress) -> bool {
        let enough = self.plan.is_some_and(|plan| plan.enough(progress));
        enough && (progress.settled || self.has_searched_the_least(nodes))
    }

    /// Does what the supervisor said.
    fn heed(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::GoOn => {}
            Verdict::Replan(plan) => self.plan = Some(plan),
            Verdict::MoveNow => self.plan = Some(TimePlan::ended(self.plan)),
            Verdict::Abandon => self.over = true,
        }
    }

    /// When this part of the time for the move will have passed from now on.
    pub fn share(&self, part: u32) -> Option<Duration> {
        self.plan.map(|plan| plan.share(self.elapsed(), part))
    }

    /// Lets a solver work until then at most, and does what the supervisor says meanwhile.
    pub fn let_work<T>(&mut self, until: Option<Duration>, work: impl FnOnce(Stop) -> T) -> T {
        let shared = self.shared;
        let (result, verdict) = run_until(self.supervisor, until, |stop| {
            work(&mut || shared.is_over() || stop())
        });
        self.heed(verdict);
        self.over |= shared.is_over();
        result
    }
}

/// The workers of one search.
#[derive(Default)]
pub(super) struct SharedState {
    nodes: AtomicU64,
    over: AtomicBool,
    defences: OnceLock<PointSet>,
}

impl SharedState {
    /// So many more positions were visited.
    pub fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// What all have counted.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Only these moves may help against what the opponent threatens.
    pub fn heed(&self, defences: PointSet) {
        let _ = self.defences.set(defences); // it is found out once
    }

    /// The only moves that may help, if somebody has found that out.
    pub fn defences(&self) -> Option<PointSet> {
        self.defences.get().copied()
    }

    /// The search is over, for all.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Whether it is.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }
}

/// Watches over the search of a helper, who has no clock: it goes on until the search is over for all.
pub(super) struct HelperStop<'a>(pub &'a SharedState);

impl Supervisor for HelperStop<'_> {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn check(&mut self) -> Verdict {
        if self.0.is_over() {
            Verdict::Abandon
        } else {
            Verdict::GoOn
        }
    }
}
