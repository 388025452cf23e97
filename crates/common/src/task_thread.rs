//! A thread that runs tasks one after another, so that a user interface never waits for a search.
//!
//! Tasks are numbered, and only the newest one is wanted. A running task polls [`Requests`] to learn whether it is
//! still wanted and whether it should finish early.
//!
//! ```text
//!   begin(a) = 1   begin(b) = 2     hurry()           forget()
//!   1: go on       1: abandon       2: move now       2: abandon
//!                  2: go on
//! ```

use crate::StopRequest;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

/// Requests to tasks, by task number.
#[derive(Default)]
pub struct Requests {
    /// The number of the wanted task; 0 for none.
    wanted: AtomicU64,
    /// The number of the task that should return its best result so far.
    hurried: AtomicU64,
}

impl Requests {
    /// The current request to the task with this number.
    pub fn of(&self, number: u64) -> StopRequest {
        let is = |at: &AtomicU64| at.load(Ordering::Relaxed) == number;
        match (is(&self.wanted), is(&self.hurried)) {
            (false, _) => StopRequest::Abandon,
            (true, true) => StopRequest::MoveNow,
            (true, false) => StopRequest::GoOn,
        }
    }
}

/// The handle of the thread; when it is dropped, no task is wanted any more.
pub struct TaskThread<T> {
    tasks: Sender<(u64, T)>,
    requests: Arc<Requests>,
    given: u64,
}

/// The thread has ended, which is a bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadIsGone;

impl<T: Send + 'static> TaskThread<T> {
    /// Starts a thread. `with` creates the function that is called with the number and the data of each task.
    ///
    /// # Errors
    /// If the system cannot create a thread.
    pub fn start<W: FnMut(u64, T) + Send + 'static>(
        name: &str,
        with: impl FnOnce(Arc<Requests>) -> W,
    ) -> std::io::Result<TaskThread<T>> {
        let (tasks, given) = channel();
        let requests = Arc::new(Requests::default());
        let mut carry_out = with(requests.clone());
        let work = move || {
            given.into_iter().for_each(|(number, task)| carry_out(number, task));
        };
        std::thread::Builder::new().name(name.into()).spawn(work)?;
        Ok(TaskThread { tasks, requests, given: 0 })
    }

    /// The number of the next task.
    pub fn next_number(&self) -> u64 {
        self.given + 1
    }

    /// Queues a task and abandons the previous one. Returns its number.
    ///
    /// # Errors
    /// If the thread has ended.
    pub fn begin(&mut self, task: T) -> Result<u64, ThreadIsGone> {
        self.given += 1;
        self.requests.wanted.store(self.given, Ordering::Relaxed);
        let given = self.tasks.send((self.given, task));
        given.map(|()| self.given).map_err(|_| ThreadIsGone)
    }
}

impl<T> TaskThread<T> {
    /// Asks the last task to finish with its best result so far.
    pub fn hurry(&self) {
        self.requests.hurried.store(self.given, Ordering::Relaxed);
    }

    /// Abandons all tasks.
    pub fn forget(&self) {
        self.requests.wanted.store(0, Ordering::Relaxed);
    }
}

impl<T> Drop for TaskThread<T> {
    fn drop(&mut self) {
        self.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread that reports the start of each task, waits for a request to stop, and reports that request.
    fn patient_thread() -> (TaskThread<&'static str>, std::sync::mpsc::Receiver<(&'static str, StopRequest)>) {
        let (sender, messages) = channel();
        let thread = TaskThread::start("patient", |requests| {
            move |number, task| {
                let _ = sender.send((task, StopRequest::GoOn));
                while requests.of(number) == StopRequest::GoOn {
                    std::thread::yield_now();
                }
                let _ = sender.send((task, requests.of(number)));
            }
        });
        (thread.expect("a thread"), messages)
    }

    #[test]
    fn the_newest_task_is_wanted_until_it_is_hurried_or_forgotten() {
        let (mut thread, messages) = patient_thread();
        let next = || messages.recv().expect("a thread that works");
        assert_eq!((thread.next_number(), thread.begin("a")), (1, Ok(1)));
        assert_eq!(next(), ("a", StopRequest::GoOn));
        assert_eq!(thread.begin("b"), Ok(2));
        assert_eq!(next(), ("a", StopRequest::Abandon));
        assert_eq!(next(), ("b", StopRequest::GoOn));
        thread.hurry();
        assert_eq!(next(), ("b", StopRequest::MoveNow));
        assert_eq!(thread.begin("c"), Ok(3));
        assert_eq!(next(), ("c", StopRequest::GoOn));
        thread.forget();
        assert_eq!(next(), ("c", StopRequest::Abandon));
        thread.begin("d").expect("a thread");
        assert_eq!(next(), ("d", StopRequest::GoOn));
        drop(thread);
        assert_eq!(next(), ("d", StopRequest::Abandon));
        assert!(messages.recv().is_err(), "the thread goes with its near end");
    }
}
