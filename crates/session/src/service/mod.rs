//! The door to a search for all front ends: one [`Task`] after another, each reported by [`Event`]s.
//!
//! ```text
//! board in a terminal, page of a server    Service: a thread with a Runner; a new task replaces the previous one
//! page without a server, all others        Runner, on the calling thread
//! ```
//!
//! With the feature `serde`, both can be sent to other processes.
//!
//! A [`StopRequest`](tengen_common::StopRequest) says whether the result is still wanted.

mod owner;
mod pool;
mod proven;
mod reviewer;
mod runner;
mod task;

pub use pool::{MemoryPool, Share};
pub use runner::Runner;
pub use task::{Event, FAILED, Judged, Outcome, Resources, Reviewed, Task, Work};

use std::sync::Arc;
use tengen_certificate::ProofBook;
use tengen_common::Report;
use tengen_common::task_thread::TaskThread;
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Searcher;

/// Whether the plies of a proven score may be fewer.
pub fn is_bound(report: &Report) -> bool {
    !report.is_shortest && report.shown_score.distance().is_some_and(may_be_fewer)
}

/// Whether these plies of a proof may be fewer, if it is not known to be the shortest. A five or an open four is seen at
/// once.
pub fn may_be_fewer(plies: u32) -> bool {
    plies > 3
}

/// The resources of all tasks.
#[derive(Clone, Debug)]
pub struct Settings {
    pub networks: Networks,
    /// Memory for the tables in bytes, for tasks without [`Resources`].
    pub memory: usize,
    /// Memory shared with other services, which limits that of each task.
    pub pool: Option<Arc<MemoryPool>>,
    /// Threads for searches limited only by time, for tasks without [`Resources`].
    pub threads: usize,
    /// Whether to ponder after a move at the strongest level, until the next task.
    pub ponder: bool,
    pub seed: u64,
    /// A proof whose moves the strongest level plays.
    pub proof: Option<Arc<ProofBook>>,
}

impl Settings {
    /// Settings without a pool, pondering, a seed or a proof.
    pub fn new(networks: &Networks, memory: usize, threads: usize) -> Settings {
        Settings { networks: networks.clone(), memory, pool: None, threads, ponder: false, seed: 0, proof: None }
    }

    fn searcher(&self) -> Searcher {
        Searcher::judging_by(&self.networks, self.memory)
    }
}

/// A thread that runs tasks. Each has a tag of type `T`, which comes back with its events.
pub struct Service<T = ()> {
    thread: TaskThread<(Task, T)>,
}

impl<T: Send + 'static> Service<T> {
    /// Starts a thread. `listener` receives the events of each task, with its number and tag.
    pub fn start(
        name: &str,
        settings: Settings,
        listener: impl Fn(u64, &T, Event) + Send + 'static,
    ) -> std::io::Result<Service<T>> {
        let thread = TaskThread::start(name, |requests| {
            let mut runner = Runner::new(settings);
            move |number, (task, tag): (Task, T)| {
                runner.run(&task, &mut || requests.of(number), &mut |event| listener(number, &tag, event));
            }
        });
        Ok(Service { thread: thread? })
    }

    /// Begins a task and abandons the previous one. Returns the number of the task.
    pub fn begin(&mut self, task: Task, tag: T) -> u64 {
        let number = self.thread.next_number();
        let _ = self.thread.begin((task, tag)); // the thread lives as long as this handle
        number
    }
}

impl<T> Service<T> {
    /// Asks the last task to finish with its best result so far.
    pub fn hurry(&self) {
        self.thread.hurry();
    }

    /// Abandons the last task.
    pub fn forget(&self) {
        self.thread.forget();
    }
}
