//! Stop conditions of a search: the clock, the node limit, the search callback, or another thread that has finished.
//!
//! A search polls [`Control`] at every node. [`SharedState`] is shared by the threads of a search: the node count,
//! the only moves that stop a threat, and the stop flag.

use crate::threat::Stop;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tengen_common::deadline::run_until;
use tengen_common::time::{LEAST_WORK, Progress, TimePlan};
use tengen_common::{Limits, SearchCallback, Signal};
use tengen_core::board::{PointSet, Position};

/// The callback is polled once in this many nodes.
const CHECK_INTERVAL: u64 = 128;

/// The clock, the limits and the stop flag of a search.
pub(super) struct Control<'a> {
    pub callback: &'a mut dyn SearchCallback,
    pub plan: Option<TimePlan>,
    pub node_limit: u64,
    /// Another check at this many nodes, however near: the node limit of an analysis is kept exactly.
    exact_check: u64,
    /// The search was stopped; values it returns from now on are meaningless.
    pub over: bool,
    /// The state shared by all threads of this search.
    pub shared: &'a SharedState,
    /// How many of this thread's nodes have been added to the shared count.
    counted: u64,
    next_check: u64,
    /// Time of the last clock check, and the part of the elapsed time counted as work.
    looked: Duration,
    worked: Duration,
}

/// The most time counted as work between two clock checks; anything beyond it means that the thread was held up.
const LONGEST_STRETCH: Duration = Duration::from_micros(500);

impl<'a> Control<'a> {
    /// A control with these limits.
    pub fn new(limits: &Limits, callback: &'a mut dyn SearchCallback, shared: &'a SharedState) -> Control<'a> {
        Control {
            looked: callback.elapsed(),
            worked: Duration::ZERO,
            callback,
            plan: limits.time,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            exact_check: limits.nodes.filter(|_| limits.analysis).unwrap_or(u64::MAX),
            over: false,
            shared,
            counted: 0,
            next_check: 0,
        }
    }

    /// Time since the move was requested.
    pub fn elapsed(&self) -> Duration {
        self.callback.elapsed()
    }

    /// Whether the search must stop. `nodes` is the thread's node count, `position` the current position.
    #[inline]
    pub fn is_over(&mut self, nodes: u64, position: &Position) -> bool {
        if nodes >= self.next_check && !self.over {
            self.next_check = (nodes + CHECK_INTERVAL).min(self.exact_check);
            self.ask(nodes, position);
        }
        self.over
    }

    /// How many nodes a solver may add to these, if the node limit is kept exactly.
    pub fn left_for_solvers(&self, nodes: u64) -> u64 {
        self.exact_check.saturating_sub(nodes)
    }

    /// Checks the clock and polls the callback now.
    pub fn ask(&mut self, nodes: u64, position: &Position) {
        self.callback.visit(position);
        let signal = self.callback.check();
        self.apply(signal);
        self.note_the_time();
        let late = self.is_late() && self.has_searched_the_least(nodes);
        self.over |= late || nodes >= self.node_limit || self.shared.is_over();
        self.count_nodes(nodes);
    }

    fn note_the_time(&mut self) {
        let now = self.elapsed();
        self.worked += now.saturating_sub(self.looked).min(LONGEST_STRETCH);
        self.looked = now;
    }

    /// Adds the nodes not reported yet to the shared count.
    pub fn count_nodes(&mut self, nodes: u64) {
        self.shared.count(nodes - self.counted);
        self.counted = nodes;
    }

    /// The nodes of all threads, given this thread's current count.
    pub fn nodes_of_all(&self, own: u64) -> u64 {
        self.shared.nodes() - self.counted + own
    }

    /// Whether the maximum time for the move is used up.
    pub fn is_late(&self) -> bool {
        let elapsed = self.elapsed();
        self.plan.is_some_and(|plan| elapsed >= plan.maximum)
    }

    /// Whether the minimum amount of work was done, which is spent even if time is up.
    fn has_searched_the_least(&self, nodes: u64) -> bool {
        let enough = |plan: TimePlan| nodes >= plan.least_nodes || self.worked >= LEAST_WORK;
        self.plan.is_none_or(enough)
    }

    /// Whether to stop after an iteration.
    pub fn is_enough(&self, nodes: u64, progress: &Progress) -> bool {
        let enough = self.plan.is_some_and(|plan| plan.enough(progress));
        enough && (progress.settled || self.has_searched_the_least(nodes))
    }

    fn apply(&mut self, signal: Signal) {
        match signal {
            Signal::GoOn => {}
            Signal::Replan(plan) => self.plan = Some(plan),
            Signal::MoveNow => self.plan = Some(TimePlan::ended(self.plan)),
            Signal::Abandon => self.over = true,
        }
    }

    /// The end of a subtask that starts now and may take 1/`part` of the time for the move.
    pub fn share(&self, part: u32) -> Option<Duration> {
        self.plan.map(|plan| plan.share(self.elapsed(), part))
    }

    /// Runs a solver until `until` at most, polling the callback meanwhile.
    pub fn let_work<T>(&mut self, until: Option<Duration>, work: impl FnOnce(Stop) -> T) -> T {
        let shared = self.shared;
        let (result, signal) = run_until(self.callback, until, |stop| work(&mut || shared.is_over() || stop()));
        self.apply(signal);
        self.over |= shared.is_over();
        result
    }
}

#[derive(Default)]
pub(super) struct SharedState {
    nodes: AtomicU64,
    over: AtomicBool,
    defences: OnceLock<PointSet>,
}

impl SharedState {
    /// Adds to the node count.
    pub fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// The node count of all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Publishes the only moves that may stop the opponent's threat.
    pub fn publish_defences(&self, defences: PointSet) {
        let _ = self.defences.set(defences); // set once per search
    }

    /// The only moves that may stop the opponent's threat, if published.
    pub fn defences(&self) -> Option<PointSet> {
        self.defences.get().copied()
    }

    /// Stops the search on all threads.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Whether the search was stopped.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }
}

/// The search callback of a helper, which has no clock: it runs until the search is stopped for all.
pub(super) struct HelperStop<'a>(pub &'a SharedState);

impl SearchCallback for HelperStop<'_> {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn check(&mut self) -> Signal {
        if self.0.is_over() { Signal::Abandon } else { Signal::GoOn }
    }
}
