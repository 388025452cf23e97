//! Parallel VCT search: several workers search for the same win, each on its own thread.
//!
//! They share the table of proof numbers. Worker 0 follows the fewest leaves to be won; the others choose at random
//! among moves that are about as good, so that their trees diverge (after Saito, Winands and van den Herik,
//! "Randomized parallel proof-number search", 2010). The first result ends the search.

use super::state::ProofSearch;
use super::table::Table;
use super::{Found, Scope, Worker};
use crate::pattern::{Kind, PatternBoard};
use crate::threat::Stop;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use tengen_core::board::PointSet;

/// Enough stack for the longest line. The system commits it page by page.
const STACK: usize = 8 << 20;

pub(super) struct Threads<'a> {
    pub table: &'a Table,
    pub scope: Scope,
    /// Points that the win must not start with.
    pub blocked: PointSet,
    /// The node budget of each worker.
    pub budget: u64,
    /// See [`super::Solver::set_most_nodes`].
    pub most_nodes: u64,
    pub over: AtomicBool,
}

pub(super) struct Proven {
    pub found: Found,
    pub nodes: u64,
}

/// Stops the other workers when dropped, even if worker 0 panics.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl Threads<'_> {
    /// Runs the search on all workers, worker 0 on this board and until `stop` returns true.
    pub fn hunt<K: Kind>(&self, board: &mut PatternBoard<K>, workers: &mut [Worker], stop: Stop) -> Proven {
        let (first, others) = workers.split_first_mut().expect("somebody hunts");
        if others.is_empty() {
            return self.hunt_alone(0, board, first, stop);
        }
        let start = board.clone();
        let catches = thread::scope(|scope| {
            let _ends = Ends(&self.over);
            let mut started = Vec::new();
            for (i, worker) in others.iter_mut().enumerate() {
                let mut board = start.clone();
                let builder = thread::Builder::new().stack_size(STACK);
                let follow = move || self.follow(i as u64 + 1, &mut board, worker);
                match builder.spawn_scoped(scope, follow) {
                    Ok(worker) => started.push(worker),
                    Err(error) => log::warn!("no thread for a worker: {error}"),
                }
            }
            let is_over = &mut || self.over.load(Relaxed) || stop();
            let mut catches = vec![self.hunt_alone(0, board, first, is_over)];
            self.over.store(true, Relaxed);
            let ended = started.into_iter().map(|worker| worker.join());
            catches.extend(ended.filter_map(Result::ok));
            catches
        });
        united(catches, self.table.is_doubtful())
    }

    /// A search that ends when another worker finishes, and that ends the others when it finds a result.
    fn follow<K: Kind>(&self, number: u64, board: &mut PatternBoard<K>, worker: &mut Worker) -> Proven {
        let catch = self.hunt_alone(number, board, worker, &mut || self.over.load(Relaxed));
        if catch.found != Found::Unknown {
            self.over.store(true, Relaxed);
        }
        catch
    }

    fn hunt_alone<K: Kind>(&self, number: u64, board: &mut PatternBoard<K>, worker: &mut Worker, stop: Stop) -> Proven {
        let mut hunt = ProofSearch {
            attacker: if self.scope.defends { !board.to_move() } else { board.to_move() },
            scope: self.scope,
            root: board.position().hash(),
            blocked: self.blocked,
            board,
            table: self.table,
            lists: &mut worker.lists,
            vcf: &mut worker.vcf,
            nodes: 0,
            steps: 0,
            next_ask: 0,
            budget: self.budget,
            most_nodes: self.most_nodes,
            over: false,
            cut: false,
            number,
            stop,
        };
        let found = hunt.run();
        Proven { found, nodes: hunt.nodes }
    }
}

/// Combines the results: a win found by any worker; no win if no worker's search was incomplete.
fn united(catches: Vec<Proven>, doubtful: bool) -> Proven {
    let nodes = catches.iter().map(|catch| catch.nodes).sum();
    let mut known = catches.into_iter().map(|catch| catch.found);
    let best = known.find(|found| match found {
        Found::Win(_) => true,
        Found::Nothing => !doubtful,
        Found::Unknown => false,
    });
    Proven { found: best.unwrap_or(Found::Unknown), nodes }
}
