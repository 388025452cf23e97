//! A thread that searches for a page, so that the page never waits for it.
//!
//! Each task has a number, the newest is the one that is wanted, and the thread looks while it searches
//! whether its own still is. What a search sees on its way is told a few times a second.

mod searches;
mod watch;

use super::game::GameText;
use super::wire::{Ask, Tell, Telling};
use crate::referee::board::Board;
use searches::Bench;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// The most lines of an analysis.
pub const MOST_LINES: usize = 10;
/// Bytes for a search, if the page does not say.
pub const USUAL_MEMORY: usize = 128 << 20;

/// Whoever passes on what the thread tells.
pub type Listener = dyn Fn(Telling, Urgency) + Send;

/// Whether something may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// It must arrive.
    Must,
    /// Something newer will come.
    May,
}

#[derive(Default)]
struct Wishes {
    /// The task that is wanted; 0 for none.
    wanted: AtomicU64,
    /// The task that is to end with what it has.
    hurried: AtomicU64,
}

/// Something to search for.
struct Task {
    number: u64,
    id: u32,
    game: Board,
    ask: Ask,
}

/// How the far end hears what is wanted, and tells what it finds.
struct Line {
    wishes: Arc<Wishes>,
    tell: Box<Listener>,
}

impl Line {
    /// Whether somebody waits for the task of this number.
    fn is_wanted(&self, number: u64) -> bool {
        self.wishes.wanted.load(Ordering::Relaxed) == number
    }

    /// Whether it is to end with what it has.
    fn is_hurried(&self, number: u64) -> bool {
        self.wishes.hurried.load(Ordering::Relaxed) == number
    }

    fn tell(&self, task: &Task, tell: Tell, urgency: Urgency) {
        (self.tell)(Telling { id: task.id, tell }, urgency);
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
    /// Starts a thread whose searches use at most so many bytes.
    ///
    /// # Errors
    /// When the system gives us no thread.
    pub fn start(name: &str, memory: usize, tell: Box<Listener>) -> std::io::Result<Worker> {
        let (tasks, given) = channel();
        let wishes = Arc::new(Wishes::default());
        let heard = wishes.clone();
        std::thread::Builder::new()
            .name(name.into())
            .spawn(move || {
                let line = Line {
                    wishes: heard,
                    tell,
                };
                work(&line, memory, &given);
            })?;
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
        let game = game_of(&ask).ok_or("that is no search")?.board()?;
        if game.ending().is_some() && !matches!(ask, Ask::Review { .. }) {
            return Err("the game is over".into());
        }
        self.given += 1;
        self.about = Some(id);
        self.wishes.wanted.store(self.given, Ordering::Relaxed);
        let task = Task {
            number: self.given,
            id,
            game,
            ask,
        };
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

fn game_of(ask: &Ask) -> Option<&GameText> {
    match ask {
        Ask::Play { game, .. }
        | Ask::Analyse { game, .. }
        | Ask::Balance { game, .. }
        | Ask::Solve { game, .. }
        | Ask::Review { game, .. }
        | Ask::OpenGame { game, .. } => Some(game),
        _ => None,
    }
}

fn work(line: &Line, memory: usize, tasks: &Receiver<Task>) {
    let mut bench = Bench::new(memory);
    while let Ok(task) = tasks.recv() {
        if !line.is_wanted(task.number) {
            continue;
        }
        let done = catch_unwind(AssertUnwindSafe(|| bench.carry_out(&task, line)));
        let told = done.unwrap_or_else(|_| {
            bench = Bench::new(memory);
            Err("the search failed, a fault of this program".into())
        });
        if line.is_wanted(task.number) {
            line.tell(&task, told.unwrap_or_else(Tell::refused), Urgency::Must);
        }
    }
}
