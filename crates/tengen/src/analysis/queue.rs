//! Positions that wait for a search, and the requests that they belong to.

use super::request::{Form, Query, Rejected};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tengen_terminal::answer::Object;

pub struct Running {
    pub query: Query,
    /// Whether each of its positions was stopped.
    stopped: Vec<AtomicBool>,
    answers: Mutex<Answers>,
}

/// The answers of a request. They are printed in the order of its turns.
#[derive(Default)]
struct Answers {
    /// The number of turns whose answers have been printed.
    printed: usize,
    /// Answers that wait for those of earlier turns, by the place of their turn.
    early: BTreeMap<usize, Object>,
}

impl Running {
    /// Whether this is the request's name; `None` stands for every name.
    fn is_named(&self, id: Option<&str>) -> bool {
        id.is_none_or(|id| id == self.query.id)
    }
}

#[derive(Clone)]
pub struct Job {
    pub running: Arc<Running>,
    /// The place of the position's turn among those of the request.
    pub place: usize,
}

impl Job {
    pub fn query(&self) -> &Query {
        &self.running.query
    }

    /// The number of moves before the position.
    pub fn turn(&self) -> usize {
        self.query().turns[self.place]
    }

    pub fn is_stopped(&self) -> bool {
        self.running.stopped[self.place].load(Ordering::Relaxed)
    }

    /// Whether it belongs to the request with this name and is one of these turns; `None` stands for all.
    fn is_one_of(&self, id: Option<&str>, turns: Option<&[usize]>) -> bool {
        self.running.is_named(id) && turns.is_none_or(|turns| turns.contains(&self.turn()))
    }

    /// An answer about the position with these fields; there are none if its search had not begun when it was stopped.
    pub fn answer(&self, mut fields: Object, is_during_search: bool) -> Object {
        let (turn, is_during, stopped) = match self.query().form {
            Form::Own | Form::Proof(_) => ("turn", "is_during_search", self.is_stopped().then_some("stopped")),
            Form::Kata(_) => ("turnNumber", "isDuringSearch", fields.is_empty().then_some("noResults")),
        };
        fields.insert("id".into(), self.query().id.clone().into());
        fields.insert(turn.into(), self.turn().into());
        fields.insert(is_during.into(), is_during_search.into());
        fields.extend(stopped.map(|name| (name.into(), true.into())));
        fields
    }
}

/// The waiting positions, shared by the threads.
pub struct Queue {
    most_waiting: usize,
    state: Mutex<QueueState>,
    changed: Condvar,
    /// How often the queue asked the searches to forget what they learned.
    forgotten: AtomicU64,
}

#[derive(Default)]
struct QueueState {
    /// By priority, then in the order of arrival.
    waiting: BTreeMap<(Reverse<i64>, u64), Job>,
    /// The requests without their last answer, by name.
    running: HashMap<String, Arc<Running>>,
    arrived: u64,
    is_closed: bool,
}

impl Queue {
    /// An empty queue in which this many positions can wait.
    pub fn new(most_waiting: usize) -> Queue {
        Queue { most_waiting, state: Mutex::default(), changed: Condvar::new(), forgotten: AtomicU64::new(0) }
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add(&self, query: Query) -> Result<(), Rejected> {
        let mut state = self.state();
        if state.running.contains_key(&query.id) {
            let error = "a request with this id is still running".into();
            return Err(refusal(query, Some("id"), error));
        }
        let (waiting, most) = (state.waiting.len(), self.most_waiting);
        if waiting + query.turns.len() > most {
            let error = format!("{waiting} positions are waiting, and at most {most} can wait");
            return Err(refusal(query, None, error));
        }
        state.add(query);
        self.changed.notify_all();
        Ok(())
    }

    /// Waits for the next position; `None` if the queue is closed and empty.
    pub fn next(&self) -> Option<Job> {
        let is_idle = |state: &mut QueueState| state.waiting.is_empty() && !state.is_closed;
        let mut state = self.changed.wait_while(self.state(), is_idle).unwrap_or_else(PoisonError::into_inner);
        state.waiting.pop_first().map(|(_, job)| job)
    }

    /// Nothing will be added any more.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Makes the searches forget what they learned before they begin another position.
    pub fn forget(&self) {
        self.forgotten.fetch_add(1, Ordering::Relaxed);
    }

    /// How often [`Self::forget`] was called.
    pub fn forgotten(&self) -> u64 {
        self.forgotten.load(Ordering::Relaxed)
    }

    /// The number of running requests with this name, or of all.
    pub fn count(&self, id: Option<&str>) -> usize {
        self.state().running.values().filter(|running| running.is_named(id)).count()
    }

    /// Stops these turns of the request with this name, or of all; `None` stands for all turns. Returns the positions
    /// that were waiting.
    pub fn stop(&self, id: Option<&str>, turns: Option<&[usize]>) -> Vec<Job> {
        let mut state = self.state();
        for job in state.running.values().flat_map(jobs).filter(|job| job.is_one_of(id, turns)) {
            job.running.stopped[job.place].store(true, Ordering::Relaxed);
        }
        let waiting = std::mem::take(&mut state.waiting).into_iter();
        let (dropped, kept): (BTreeMap<_, _>, _) = waiting.partition(|(_, job)| job.is_one_of(id, turns));
        state.waiting = kept;
        dropped.into_values().collect()
    }

    /// Prints the last answer about a position, after those of earlier turns.
    pub fn finish<E>(&self, job: &Job, answer: Object, print: impl Fn(Value) -> Result<(), E>) -> Result<(), E> {
        let running = &job.running;
        let mut answers = running.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.early.insert(job.place, answer);
        loop {
            let place = answers.printed;
            let Some(answer) = answers.early.remove(&place) else { return Ok(()) };
            answers.printed += 1;
            if answers.printed == running.query.turns.len() {
                // Before it is printed: the caller may use the name again as soon as it has the last answer.
                self.state().running.remove(&running.query.id);
            }
            print(answer.into())?;
        }
    }
}

impl QueueState {
    fn add(&mut self, query: Query) {
        let stopped = query.turns.iter().map(|_| AtomicBool::new(false)).collect();
        let running = Arc::new(Running { query, stopped, answers: Mutex::default() });
        for job in jobs(&running) {
            let priority = running.query.priorities[job.place];
            self.waiting.insert((Reverse(priority), self.arrived), job);
            self.arrived += 1;
        }
        self.running.insert(running.query.id.clone(), running);
    }
}

fn jobs(running: &Arc<Running>) -> impl Iterator<Item = Job> + '_ {
    let places = 0..running.query.turns.len();
    places.map(|place| Job { running: running.clone(), place })
}

fn refusal(query: Query, field: Option<&str>, error: String) -> Rejected {
    Rejected { id: Some(query.id.into()), field: field.map(str::to_string), error }
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::super::request::Request;
    use super::*;
    use std::cell::RefCell;

    fn query(line: &str) -> Query {
        match read(line.as_bytes()) {
            Ok(Request::Analyse(query, _)) => *query,
            other => panic!("{other:?}"),
        }
    }

    fn queue(lines: &[&str]) -> Queue {
        let queue = Queue::new(4);
        for line in lines {
            queue.add(query(line)).expect("there is room");
        }
        queue
    }

    const GAME: &str = r#"{"id":"a","moves":"h8i9","turns":[0,1,2]}"#;

    #[test]
    fn the_most_urgent_comes_first_then_the_oldest() {
        let urgent = r#"{"id":"b","moves":"h8","priority":3}"#;
        let queue = queue(&[GAME, urgent]);
        queue.close();
        let order = std::iter::from_fn(|| queue.next());
        let order: Vec<_> = order.map(|job| (job.query().id.clone(), job.turn())).collect();
        let expected = [("b", 1), ("a", 0), ("a", 1), ("a", 2)];
        assert_eq!(order, expected.map(|(id, turn)| (id.to_string(), turn)));
    }

    #[test]
    fn a_full_queue_and_a_used_name_are_refused() {
        let queue = queue(&[GAME]);
        let refused = |line| queue.add(query(line)).expect_err("no room");
        let full = refused(r#"{"id":"b","moves":"h8","turns":[0,1]}"#);
        assert!(full.error.contains("3 positions are waiting") && full.field.is_none());
        assert_eq!(refused(GAME).field.as_deref(), Some("id"));
        assert_eq!(refused(GAME).id, Some("a".into()));
    }

    #[test]
    fn answers_wait_for_those_of_earlier_turns_and_free_the_name() {
        let queue = queue(&[GAME]);
        let jobs: Vec<Job> = (0..3).filter_map(|_| queue.next()).collect();
        let printed = RefCell::new(Vec::new());
        for place in [2, 0, 1] {
            assert!(queue.add(query(GAME)).is_err());
            let answer = jobs[place].answer(Object::new(), false);
            let print = |value: Value| {
                printed.borrow_mut().push(value["turn"].clone());
                Ok::<(), ()>(())
            };
            queue.finish(&jobs[place], answer, print).expect("it is printed");
        }
        assert_eq!(printed.into_inner(), [0, 1, 2]);
        assert!(queue.add(query(GAME)).is_ok());
    }

    #[test]
    fn a_stopped_request_gives_its_waiting_positions_back() {
        let queue = queue(&[GAME, r#"{"id":"b","moves":""}"#]);
        let first = queue.next().expect("a position");
        let counts = [Some("a"), Some("c"), None].map(|id| queue.count(id));
        assert_eq!(counts, [1, 0, 2]);
        assert_eq!(queue.stop(Some("a"), Some(&[2, 9])).len(), 1);
        assert!(!first.is_stopped());
        assert_eq!((queue.stop(Some("a"), None).len(), first.is_stopped()), (1, true));
        let other = queue.next().expect("the other one");
        assert_eq!((other.query().id.as_str(), other.is_stopped()), ("b", false));
        assert!(queue.stop(None, None).is_empty() && other.is_stopped());
    }
}
