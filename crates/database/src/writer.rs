//! Writes changes of a database file on a separate thread, so that no caller waits for the disk or for other programs
//! that hold the file.
//!
//! Changes are queued (the queue is bounded) and written together. A change that cannot be written stays in the queue
//! and is retried until the program ends.

use crate::error::Result;
use crate::{BookError, Change, Database, Key};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of queued changes.
const MOST_WAITING: usize = 4096;
/// How long the thread waits for a locked file per attempt …
const LOCK_PATIENCE: Duration = Duration::from_millis(100);
/// … and after a failure.
const PAUSE: Duration = Duration::from_millis(100);
/// The time to finish when the database is closed and no write has failed.
const LAST_PATIENCE: Duration = Duration::from_secs(2);

/// The handle of the thread.
pub(crate) struct Writer {
    shared: Arc<Shared>,
}

struct Shared {
    name: String,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(Key, Change)>,
    /// The reason why the last write failed.
    failure: Option<BookError>,
    /// Set when the database is being closed: the time of the last attempt.
    closing: Option<Instant>,
    /// Whether the thread has closed its connection.
    ended: bool,
}

impl Writer {
    pub fn start(database: Database, name: &str) -> Result<Writer> {
        database.set_patience(LOCK_PATIENCE)?;
        let shared = Arc::new(Shared { name: name.into(), state: Mutex::default(), changed: Condvar::new() });
        let own = shared.clone();
        let thread = std::thread::Builder::new().name("database".into());
        thread.spawn(move || {
            let _end = WriterEnd(&own); // dropped after the connection is closed, also on a panic
            write_until_closed(database, &own);
        })?;
        Ok(Writer { shared })
    }

    pub fn queue(&self, key: &Key, change: Change) -> Result<(), BookError> {
        let mut state = self.shared.state();
        if state.waiting.len() >= MOST_WAITING {
            let (n, name) = (MOST_WAITING, self.shared.name.clone());
            return Err(match state.reason() {
                None => BookError::ChangesWait { n, name },
                Some(why) => BookError::ChangesWaitFor { n, name, why },
            });
        }
        state.waiting.push_back((key.clone(), change));
        self.shared.changed.notify_all();
        Ok(())
    }

    /// The unwritten changes of a position, in order.
    pub fn waiting(&self, key: &Key) -> Vec<Change> {
        let state = self.shared.state();
        let of_key = state.waiting.iter().filter(|(other, _)| other == key);
        of_key.map(|(_, change)| change.clone()).collect()
    }

    /// Waits until the queue is empty, at most for `patience`.
    pub fn flush(&self, patience: Duration) -> Result<(), BookError> {
        let unwritten = |state: &mut State| !state.waiting.is_empty() && !state.ended;
        let state = self.shared.wait_while(patience, unwritten);
        let name = self.shared.name.clone();
        Err(match (state.waiting.len(), state.reason()) {
            (0, _) => return Ok(()),
            (1, None) => BookError::Change { name },
            (1, Some(why)) => BookError::ChangeFor { name, why },
            (n, None) => BookError::Changes { n, name },
            (n, Some(why)) => BookError::ChangesFor { n, name, why },
        })
    }
}

/// Finishes writing, unless the last write failed.
impl Drop for Writer {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        let patience = match state.failure {
            None => LAST_PATIENCE,
            Some(_) => Duration::ZERO,
        };
        state.closing = Some(Instant::now() + patience);
        drop(state);
        self.shared.changed.notify_all();
        let state = self.shared.wait_while(patience, |state| !state.ended);
        if !state.waiting.is_empty() {
            let count = state.waiting.len();
            let reason = state.reason().map_or(String::new(), |why| format!(": {why}"));
            log::warn!("changes of {} that are lost: {count}{reason}", self.shared.name);
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, patience: Duration, condition: impl FnMut(&mut State) -> bool) -> MutexGuard<'_, State> {
        let waited = self.changed.wait_timeout_while(self.state(), patience, condition);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl State {
    fn reason(&self) -> Option<Box<BookError>> {
        self.failure.clone().map(Box::new)
    }

    fn is_closed(&self) -> bool {
        self.closing.is_some_and(|end| Instant::now() >= end)
    }
}

struct WriterEnd<'a>(&'a Shared);

impl Drop for WriterEnd<'_> {
    fn drop(&mut self) {
        self.0.state().ended = true;
        self.0.changed.notify_all();
    }
}

/// Writes queued changes until the database is closed and everything is written, or time is up.
fn write_until_closed(mut database: Database, shared: &Shared) {
    let mut most = MOST_WAITING;
    loop {
        let batch = next_batch(shared, most);
        if batch.is_empty() {
            return;
        }
        match write(&mut database, &batch) {
            Ok(()) => {
                most = MOST_WAITING;
                let mut state = shared.state();
                state.waiting.drain(..batch.len());
                state.failure = None;
                shared.changed.notify_all();
            }
            Err(error) => {
                // One change that cannot be written (for example, if its record is damaged) must not block the others.
                let is_locked = matches!(error.kind, BookError::OtherWriter { .. });
                if !is_locked {
                    most = (batch.len() / 2).max(1);
                }
                note_failure(shared, error.kind, !is_locked && batch.len() == 1);
                let closed = |state: &mut State| !state.is_closed();
                if shared.wait_while(PAUSE, closed).is_closed() {
                    return;
                }
            }
        }
    }
}

/// The first changes of the queue; empty if the database is closed and nothing is left.
fn next_batch(shared: &Shared, most: usize) -> Vec<(Key, Change)> {
    let idle = |state: &mut State| state.waiting.is_empty() && state.closing.is_none();
    let state = shared.changed.wait_while(shared.state(), idle).unwrap_or_else(PoisonError::into_inner);
    state.waiting.iter().take(most).cloned().collect()
}

fn write(database: &mut Database, changes: &[(Key, Change)]) -> Result<()> {
    let mut batch = database.write()?;
    for (key, change) in changes {
        batch.change(key, |record| change(record))?;
    }
    batch.commit()
}

fn note_failure(shared: &Shared, reason: BookError, rotate: bool) {
    let mut state = shared.state();
    if state.failure.as_ref() != Some(&reason) {
        log::warn!("changes of {} wait to be written: {reason}", shared.name);
    }
    state.failure = Some(reason);
    if rotate {
        state.waiting.rotate_left(1);
    }
}
