//! A thread for the searches of a page, so that the page never waits for them.

use tengen_common::task_thread::TaskThread;
use tengen_web::wire::Ask;
use tengen_web::worker::{Channel, Listener, Settings, Task, TaskRunner};

/// The handle of the thread.
pub struct Worker {
    thread: TaskThread<Task>,
    /// The number of the last question.
    about: Option<u32>,
}

impl Worker {
    /// Starts a thread with the settings of its searches.
    ///
    /// # Errors
    /// If the system cannot create a thread.
    pub fn start(
        name: &str,
        settings: Settings,
        listener: Box<Listener>,
    ) -> std::io::Result<Worker> {
        let thread = TaskThread::start(name, |requests| {
            let wish = Box::new(move |number| requests.of(number));
            let mut runner = TaskRunner::new(settings, Channel { wish, listener });
            move |_, task| runner.carry_out(&task)
        })?;
        let about = None;
        Ok(Worker { thread, about })
    }

    /// Starts a search and abandons a running one.
    ///
    /// # Errors
    /// A message if the game is invalid.
    pub fn begin(&mut self, id: u32, ask: Ask) -> Result<(), String> {
        let task = Task::new(self.thread.next_number(), id, ask)?;
        self.about = Some(id);
        let given = self.thread.begin(task);
        given.map_err(|_| "internal error: the search thread has ended")?;
        Ok(())
    }

    /// Whether its last search answers this question.
    pub fn is_about(&self, id: u32) -> bool {
        self.about == Some(id)
    }

    /// Asks the search to finish with its best result so far.
    pub fn hurry(&self) {
        self.thread.hurry();
    }

    /// Abandons the search.
    pub fn forget(&self) {
        self.thread.forget();
    }
}
