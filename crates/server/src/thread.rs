//! A thread that searches for a page, so that the page never waits for it.

use tengen_common::task_thread::TaskThread;
use tengen_web::wire::Ask;
use tengen_web::worker::{Channel, Listener, Settings, Task, TaskRunner};

/// The near end of the thread.
pub struct Worker {
    thread: TaskThread<Task>,
    /// The question that was given last.
    about: Option<u32>,
}

impl Worker {
    /// Starts a thread whose searches are given this.
    ///
    /// # Errors
    /// When the system gives us no thread.
    pub fn start(name: &str, settings: Settings, tell: Box<Listener>) -> std::io::Result<Worker> {
        let thread = TaskThread::start(name, |requests| {
            let wish = Box::new(move |number| requests.of(number));
            let mut runner = TaskRunner::new(settings, Channel { wish, tell });
            move |_, task| runner.carry_out(&task)
        })?;
        let about = None;
        Ok(Worker { thread, about })
    }

    /// Begins a search; one that runs is forgotten.
    ///
    /// # Errors
    /// What is wrong with the game.
    pub fn begin(&mut self, id: u32, ask: Ask) -> Result<(), String> {
        let task = Task::new(self.thread.next_number(), id, ask)?;
        self.about = Some(id);
        let given = self.thread.begin(task);
        given.map_err(|_| "the searching thread is gone, a fault of this program")?;
        Ok(())
    }

    /// Whether its last search is about this question.
    pub fn is_about(&self, id: u32) -> bool {
        self.about == Some(id)
    }

    /// Wants the result now.
    pub fn hurry(&self) {
        self.thread.hurry();
    }

    /// Wants no result any more.
    pub fn forget(&self) {
        self.thread.forget();
    }
}
