//! What the workers of a search tell each other: how much they have done, which moves alone stop a threat, and
//! that it is enough.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tengen_common::{Supervisor, Verdict};
use tengen_core::board::PointSet;

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
        match self.0.is_over() {
            true => Verdict::Abandon,
            false => Verdict::GoOn,
        }
    }
}
