//! A thread that thinks, so that whoever shows the board never waits for it.
//!
//! Each thing to think about has a number. The thread works on them in turn and looks, while it
//! searches, whether its number is still wanted, and whether it is to hurry.

use crate::eval::net::Networks;
use crate::level::{Choice, Level, advise};
use crate::search::Searcher;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use tengen_common::clock::Instant;
use tengen_common::random::Random;
use tengen_common::{Report, Supervisor, Verdict};
use tengen_core::board::{Point, Position};
use tengen_core::rules::{Outcome, Rule, judge};

/// What to think about.
#[derive(Clone, Debug)]
pub struct Question {
    /// The stones.
    pub position: Position,
    /// The rule.
    pub rule: Rule,
    /// How well to think.
    pub level: Level,
    /// How long at most, where the level does not limit it otherwise.
    pub time: Duration,
    /// What the position is worth is wanted as well as a move: a hint, by all that can be found out in the time.
    pub is_hint: bool,
}

impl Question {
    /// The position after a move, unless that ends the game.
    fn after(&self, point: Point) -> Option<Position> {
        let mut position = self.position.clone();
        let side = position.to_move();
        let goes_on = judge(&position, point, side, self.rule) == Outcome::Open;
        position.place(point, side, &mut ());
        goes_on.then_some(position)
    }
}

/// What the thread has to say about a question.
#[derive(Clone, Debug)]
pub enum Thought {
    /// It is at work; this is what it sees.
    Seen(Report),
    /// Its choice, if there is something to play.
    Chosen(Option<Choice>),
    /// The search has failed, which is a fault of this program.
    Failed,
}

/// A thought, with the number of its question.
pub type News = (u64, Thought);

/// What a thinker has at hand.
#[derive(Clone, Debug)]
pub struct Means {
    /// What positions are judged by.
    pub networks: Networks,
    /// Bytes for what is remembered.
    pub memory: usize,
    /// Threads for searches that only the time limits.
    pub threads: usize,
    /// Whether to go on thinking after a move that only the time limited, until the next question.
    pub ponder: bool,
    /// Where the moves made without looking come from.
    pub seed: u64,
}

impl Means {
    fn searcher(&self) -> Searcher {
        let mut searcher = Searcher::judging_by(&self.networks, self.memory);
        searcher.set_threads(self.threads);
        searcher
    }
}

#[derive(Default)]
struct Wishes {
    /// The question that is wanted; 0 for none.
    wanted: AtomicU64,
    /// The question that is to be answered at once.
    hurried: AtomicU64,
}

/// The near end of the thread.
pub struct Thinker {
    questions: Sender<(u64, Question)>,
    wishes: Arc<Wishes>,
    asked: u64,
}

impl Thinker {
    /// Starts a thread that thinks with these means; `tell` gets what it thinks.
    ///
    /// # Errors
    /// When the system gives us no thread.
    pub fn start(means: Means, tell: impl Fn(News) + Send + 'static) -> std::io::Result<Thinker> {
        let (questions, asked) = channel();
        let wishes = Arc::new(Wishes::default());
        let heard = wishes.clone();
        std::thread::Builder::new()
            .name("thinker".into())
            .spawn(move || work(&asked, means, &heard, &tell))?;
        Ok(Thinker {
            questions,
            wishes,
            asked: 0,
        })
    }

    /// Asks something; earlier questions are dropped. Its number.
    pub fn ask(&mut self, question: Question) -> u64 {
        self.asked += 1;
        self.wishes.wanted.store(self.asked, Ordering::Relaxed);
        let _ = self.questions.send((self.asked, question)); // the thread lives as long as we do
        self.asked
    }

    /// Wants the answer to the last question now.
    pub fn hurry(&self) {
        self.wishes.hurried.store(self.asked, Ordering::Relaxed);
    }

    /// Wants no answer any more.
    pub fn forget(&self) {
        self.wishes.wanted.store(0, Ordering::Relaxed);
    }
}

fn work(questions: &Receiver<(u64, Question)>, means: Means, wishes: &Wishes, tell: &dyn Fn(News)) {
    let mut searcher = means.searcher();
    let mut random = Random::new(means.seed);
    while let Ok((number, question)) = questions.recv() {
        let mut watch = Watch {
            number,
            start: Instant::now(),
            wishes,
            tell,
        };
        if !watch.is_wanted() {
            continue;
        }
        let Question {
            position,
            rule,
            level,
            time,
            is_hint,
        } = &question;
        let chosen = catch_unwind(AssertUnwindSafe(|| {
            let (searcher, watch) = (&mut searcher, &mut watch);
            if *is_hint {
                advise(position, *rule, *time, searcher, watch)
            } else {
                level.choose(position, *rule, *time, searcher, &mut random, watch)
            }
        }));
        match chosen {
            Ok(choice) => {
                let next = choice
                    .as_ref()
                    .and_then(|choice| question.after(choice.point));
                tell((number, Thought::Chosen(choice)));
                let Some(next) = next.filter(|_| means.ponder && level.is_for_time()) else {
                    continue;
                };
                let pondered = catch_unwind(AssertUnwindSafe(|| {
                    searcher.ponder(&next, *rule, &mut || !watch.is_wanted());
                }));
                if pondered.is_err() {
                    searcher = means.searcher();
                }
            }
            Err(_) => {
                searcher = means.searcher();
                tell((number, Thought::Failed));
            }
        }
    }
}

/// Looks after one search.
struct Watch<'a> {
    number: u64,
    start: Instant,
    wishes: &'a Wishes,
    tell: &'a dyn Fn(News),
}

impl Watch<'_> {
    fn is_wanted(&self) -> bool {
        self.wishes.wanted.load(Ordering::Relaxed) == self.number
    }
}

impl Supervisor for Watch<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Verdict {
        let hurried = self.wishes.hurried.load(Ordering::Relaxed) == self.number;
        match self.is_wanted() {
            false => Verdict::Abandon,
            true if hurried => Verdict::MoveNow,
            true => Verdict::GoOn,
        }
    }

    fn report(&mut self, report: &Report) {
        (self.tell)((self.number, Thought::Seen(report.clone())));
    }
}
