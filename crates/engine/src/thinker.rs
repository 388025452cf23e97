//! A thread that thinks for a user interface: a [`TaskThread`] whose tasks are questions.

use crate::eval::net::Networks;
use crate::level::{Choice, Level, advise};
use crate::search::Searcher;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tengen_common::random::Random;
use tengen_common::task_thread::{Requests, TaskThread};
use tengen_common::{Report, StopRequest, Stoppable};
use tengen_core::board::{Point, Position};
use tengen_core::rules::opening::{Answer, Opening};
use tengen_core::rules::{Outcome, Rule, judge};

/// A request for a move, a hint or an opening decision.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The rule.
    pub rule: Rule,
    /// The playing strength.
    pub level: Level,
    /// The time limit, for levels and hints without a node limit.
    pub time: Duration,
    /// Requests a hint: the best move and the score of the position.
    pub is_hint: bool,
    /// The current opening, during one: requests a decision in it instead of a move.
    pub opening: Option<Opening>,
}

impl Question {
    /// The position after a move, unless it ends the game.
    fn after(&self, point: Point) -> Option<Position> {
        let mut position = self.position.clone();
        let side = position.to_move();
        let goes_on = judge(&position, point, side, self.rule) == Outcome::Open;
        position.place(point, side, &mut ());
        goes_on.then_some(position)
    }
}

/// A message about a question.
#[derive(Clone, Debug)]
pub enum Thought {
    /// An intermediate search result.
    Seen(Report),
    /// The choice, if there is a legal move.
    Chosen(Option<Choice>),
    /// The answers in an opening.
    Answered(Vec<Answer>),
    /// The search panicked, which is a bug.
    Failed,
}

/// A message with the number of its question.
pub type News = (u64, Thought);

/// The resources of a thinker.
#[derive(Clone, Debug)]
pub struct Means {
    /// The networks to evaluate with.
    pub networks: Networks,
    /// Memory for the tables in bytes.
    pub memory: usize,
    /// Threads for searches limited only by time.
    pub threads: usize,
    /// Whether to ponder after such a search, until the next question.
    pub ponder: bool,
    /// Random seed of the random moves.
    pub seed: u64,
}

impl Means {
    fn searcher(&self) -> Searcher {
        let mut searcher = Searcher::judging_by(&self.networks, self.memory);
        searcher.set_threads(self.threads);
        searcher
    }
}

/// A handle to the thread.
pub struct Thinker(TaskThread<Question>);

impl Thinker {
    /// Starts a thread with these resources; `tell` receives its messages.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(means: Means, tell: impl Fn(News) + Send + 'static) -> std::io::Result<Thinker> {
        let thread = TaskThread::start("thinker", |requests| {
            let mut state = ThreadState {
                searcher: means.searcher(),
                random: Random::new(means.seed),
                means,
                requests,
                tell,
            };
            move |number, question| state.think(number, &question)
        });
        thread.map(Thinker)
    }

    /// Asks a question and returns its number; earlier questions are dropped.
    pub fn ask(&mut self, question: Question) -> u64 {
        let number = self.0.next_number();
        let _ = self.0.begin(question); // the thread lives as long as this handle
        number
    }

    /// Requests the answer to the last question now.
    pub fn hurry(&self) {
        self.0.hurry();
    }

    /// Cancels the last question.
    pub fn forget(&self) {
        self.0.forget();
    }
}

/// The state of the thread.
struct ThreadState<F> {
    means: Means,
    searcher: Searcher,
    random: Random,
    requests: Arc<Requests>,
    tell: F,
}

impl<F: Fn(News)> ThreadState<F> {
    fn is_wanted(&self, number: u64) -> bool {
        self.requests.of(number) != StopRequest::Abandon
    }

    fn think(&mut self, number: u64, question: &Question) {
        if !self.is_wanted(number) {
            return;
        }
        if let Some(opening) = &question.opening {
            return self.open(number, question, opening);
        }
        let chosen = catch_unwind(AssertUnwindSafe(|| self.choose(number, question)));
        let Ok(choice) = chosen else {
            return self.fail(number);
        };
        let point = choice.as_ref().map(|choice| choice.point);
        (self.tell)((number, Thought::Chosen(choice)));
        if self.means.ponder && question.level.is_for_time() {
            let next = point.and_then(|point| question.after(point));
            self.ponder(number, next, question.rule);
        }
    }

    fn fail(&mut self, number: u64) {
        self.searcher = self.means.searcher();
        (self.tell)((number, Thought::Failed));
    }

    /// Answers a question about an opening.
    fn open(&mut self, number: u64, question: &Question, opening: &Opening) {
        let Question { rule, level, time, .. } = *question;
        let mut request = || self.requests.of(number);
        let (searcher, random) = (&mut self.searcher, &mut self.random);
        let chosen = catch_unwind(AssertUnwindSafe(|| {
            level.choose_in_opening(opening, rule, time, searcher, random, &mut request)
        }));
        match chosen {
            Ok(Some(answers)) => (self.tell)((number, Thought::Answered(answers))),
            Ok(None) => {}
            Err(_) => self.fail(number),
        }
    }

    fn choose(&mut self, number: u64, question: &Question) -> Option<Choice> {
        let Question { position, rule, level, time, is_hint, opening: _ } = question;
        let mut request = || self.requests.of(number);
        let mut see = |lines: &[Report]| (self.tell)((number, Thought::Seen(lines[0].clone())));
        let (searcher, watch) = (&mut self.searcher, &mut Stoppable::new(&mut request, &mut see));
        if *is_hint {
            advise(position, *rule, *time, searcher, watch)
        } else {
            let random = &mut self.random;
            level.choose(position, *rule, *time, searcher, random, watch)
        }
    }

    /// Ponders the position after a choice until the next request.
    fn ponder(&mut self, number: u64, next: Option<Position>, rule: Rule) {
        let Some(next) = next else { return };
        let (searcher, requests) = (&mut self.searcher, &self.requests);
        let pondered = catch_unwind(AssertUnwindSafe(|| {
            searcher.ponder(&next, rule, &mut || requests.of(number) == StopRequest::Abandon);
        }));
        if pondered.is_err() {
            self.searcher = self.means.searcher();
        }
    }
}
