//! A thread that searches for a page, so that the page never waits for it.
//!
//! The newest task is the one that is wanted, and the thread looks while it searches whether its own still is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use tengen_web::wire::Ask;
use tengen_web::worker::{Channel, Listener, Settings, StopRequest, Task, TaskRunner};

#[derive(Default)]
struct Wishes {
    /// The task that is wanted; 0 for none.
    wanted: AtomicU64,
    /// The task that is to end with what it has.
    hurried: AtomicU64,
}

impl Wishes {
    /// What is wished of the task of this number.
    fn of(&self, number: u64) -> StopRequest {
        let is = |at: &AtomicU64| at.load(Ordering::Relaxed) == number;
        match (is(&self.wanted), is(&self.hurried)) {
            (false, _) => StopRequest::Forget,
            (true, true) => StopRequest::Hurry,
            (true, false) => StopRequest::GoOn,
        }
    }
}

/// The near end of the thread.
pub struct Worker {
    tasks: Sender<Task>,
    wishes: Arc<Wishes>,
    given: u64,
    /// The question that was given last.
    about: Option<u32>,
}

impl Worker {
    /// Starts a thread whose searches are given this.
    ///
    /// # Errors
    /// When the system gives us no thread.
    pub fn start(name: &str, settings: Settings, tell: Box<Listener>) -> std::io::Result<Worker> {
        let (tasks, given) = channel::<Task>();
        let wishes = Arc::new(Wishes::default());
        let heard = wishes.clone();
        let channel = Channel {
            wish: Box::new(move |number| heard.of(number)),
            tell,
        };
        let work = move || {
            let mut runner = TaskRunner::new(settings, channel);
            given.into_iter().for_each(|task| runner.carry_out(&task));
        };
        std::thread::Builder::new().name(name.into()).spawn(work)?;
        Ok(Worker {
            tasks,
            wishes,
            given: 0,
            about: None,
        })
    }

    /// Begins a search; one that runs is forgotten.
    ///
    /// # Errors
    /// What is wrong with the game.
    pub fn begin(&mut self, id: u32, ask: Ask) -> Result<(), String> {
        let task = Task::new(self.given + 1, id, ask)?;
        self.given += 1;
        self.about = Some(id);
        self.wishes.wanted.store(self.given, Ordering::Relaxed);
        let given = self.tasks.send(task);
        given.map_err(|_| "the searching thread is gone, a fault of this program".into())
    }

    /// Whether its last search is about this question.
    pub fn is_about(&self, id: u32) -> bool {
        self.about == Some(id)
    }

    /// Wants the result now.
    pub fn hurry(&self) {
        self.wishes.hurried.store(self.given, Ordering::Relaxed);
    }

    /// Wants no result any more.
    pub fn forget(&self) {
        self.wishes.wanted.store(0, Ordering::Relaxed);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.forget();
    }
}
