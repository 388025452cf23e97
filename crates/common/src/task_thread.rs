//! A thread that carries out tasks one after another, so that whoever shows a board never waits for a search.
//!
//! Each task has a number. The newest is the one that is wanted; whoever carries it out looks now and then, by
//! [`Requests`], whether its own still is, and whether it is to come to an end.
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

/// What is asked of tasks, by their numbers.
#[derive(Default)]
pub struct Requests {
    /// The task that is wanted; 0 for none.
    wanted: AtomicU64,
    /// The task that is to end with what it has.
    hurried: AtomicU64,
}

impl Requests {
    /// What is asked of the task of this number.
    pub fn of(&self, number: u64) -> StopRequest {
        let is = |at: &AtomicU64| at.load(Ordering::Relaxed) == number;
        match (is(&self.wanted), is(&self.hurried)) {
            (false, _) => StopRequest::Abandon,
            (true, true) => StopRequest::MoveNow,
            (true, false) => StopRequest::GoOn,
        }
    }
}

/// The near end of such a thread; when it goes, no task is wanted any more.
pub struct TaskThread<T> {
    tasks: Sender<(u64, T)>,
    requests: Arc<Requests>,
    given: u64,
}

/// The thread has ended, which is a fault of this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadIsGone;

impl<T: Send + 'static> TaskThread<T> {
    /// Starts a thread that does with each task, and its number, what `with` says.
    ///
    /// # Errors
    /// When the system gives us no thread.
    pub fn start<W: FnMut(u64, T) + Send + 'static>(
        name: &str,
        with: impl FnOnce(Arc<Requests>) -> W,
    ) -> std::io::Result<TaskThread<T>> {
        let (tasks, given) = channel();
        let requests = Arc::new(Requests::default());
        let mut carry_out = with(requests.clone());
        let work = move || {
            given
                .into_iter()
                .for_each(|(number, task)| carry_out(number, task));
        };
        std::thread::Builder::new().name(name.into()).spawn(work)?;
        Ok(TaskThread {
            tasks,
            requests,
            given: 0,
        })
    }

    /// The number that the next task gets.
    pub fn next_number(&self) -> u64 {
        self.given + 1
    }

    /// Gives it a task; one that it is at work on is not wanted any more. Its number.
    ///
    /// # Errors
    /// When there is no thread any more.
    pub fn begin(&mut self, task: T) -> Result<u64, ThreadIsGone> {
        self.given += 1;
        self.requests.wanted.store(self.given, Ordering::Relaxed);
        let given = self.tasks.send((self.given, task));
        given.map(|()| self.given).map_err(|_| ThreadIsGone)
    }
}

impl<T> TaskThread<T> {
    /// Wants the last task to end with what it has.
    pub fn hurry(&self) {
        self.requests.hurried.store(self.given, Ordering::Relaxed);
    }

    /// Wants no task any more.
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

    /// A thread that tells what is asked of a task until it is not to go on, and then how that is said.
    fn patient_thread() -> (
        TaskThread<&'static str>,
        std::sync::mpsc::Receiver<(&'static str, StopRequest)>,
    ) {
        let (tell, told) = channel();
        let thread = TaskThread::start("patient", |requests| {
            move |number, task| {
                let _ = tell.send((task, StopRequest::GoOn));
                while requests.of(number) == StopRequest::GoOn {
                    std::thread::yield_now();
                }
                let _ = tell.send((task, requests.of(number)));
            }
        });
        (thread.expect("a thread"), told)
    }

    #[test]
    fn the_newest_task_is_wanted_until_it_is_hurried_or_forgotten() {
        let (mut thread, told) = patient_thread();
        let next = || told.recv().expect("a thread that works");
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
        assert!(told.recv().is_err(), "the thread goes with its near end");
    }
}
