//! Signals such as Ctrl-C while the engine works.

use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use tengen_common::StopRequest;

/// The interval at which Python is asked for signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// Asks Python for signals now and then. It is used without Python's lock.
pub struct Watch {
    asked: Instant,
    error: Option<PyErr>,
    is_ended: bool,
}

impl Watch {
    /// Begins to watch.
    pub fn new() -> Watch {
        Watch { asked: Instant::now(), error: None, is_ended: false }
    }

    /// Whether the work is still wanted.
    pub fn request(&mut self) -> StopRequest {
        if !self.is_ended && self.asked.elapsed() >= INTERVAL {
            // Nobody waits for the work if Python ends.
            let signals = Python::try_attach(|py| py.check_signals()).unwrap_or(Ok(()));
            self.note(signals);
            self.asked = Instant::now();
        }
        if self.is_ended { StopRequest::Abandon } else { StopRequest::GoOn }
    }

    /// Ends the work if a handler has raised an exception.
    pub fn note(&mut self, result: PyResult<()>) {
        if let Err(error) = result {
            self.is_ended = true;
            self.error.get_or_insert(error);
        }
    }

    /// The exception that ended the work, if one did.
    pub fn end(self) -> PyResult<()> {
        self.error.map_or(Ok(()), Err)
    }

    /// Waits for a lock; `None` if the work has ended.
    pub fn lock<'a, T>(&mut self, mutex: &'a Mutex<T>) -> Option<MutexGuard<'a, T>> {
        wait_for(mutex, &mut || self.request() != StopRequest::GoOn)
    }
}

/// Waits for a lock until `is_ended` returns true.
pub fn wait_for<'a, T>(mutex: &'a Mutex<T>, is_ended: &mut dyn FnMut() -> bool) -> Option<MutexGuard<'a, T>> {
    while !is_ended() {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
    None
}

/// The next value that a thread sends, which is waited for without Python's lock; `None` after the last one. Fails if a
/// signal's handler raises an exception.
pub fn receive<T: Send>(py: Python, values: &Mutex<Receiver<T>>) -> PyResult<Option<T>> {
    loop {
        let heard = py.detach(|| values.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(INTERVAL));
        match heard {
            Ok(value) => return Ok(Some(value)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}

/// Runs `work` on a thread of its own, without Python's lock, and asks Python for signals meanwhile; calls `stop` if a
/// handler has raised an exception. `None` if the work panicked.
pub fn beside<T: Send>(
    py: Python,
    work: impl FnOnce() -> T + Send,
    stop: impl Fn() + Send + Sync,
) -> PyResult<Option<T>> {
    py.detach(|| {
        let mut watch = Watch::new();
        let done = std::thread::scope(|scope| {
            let (works, ends) = channel::<()>();
            let worker = scope.spawn(move || {
                let _works = works;
                work()
            });
            while ends.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if watch.request() != StopRequest::GoOn {
                    stop();
                }
            }
            worker.join().ok()
        });
        watch.end()?;
        Ok(done)
    })
}
