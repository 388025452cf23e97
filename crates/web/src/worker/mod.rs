//! Searches for a page.
//!
//! Each search is a [`Task`] that a [`TaskRunner`] carries out, for [`alone::Alone`](super::alone::Alone) right away, for
//! a page at the other end of a connection on a `thread` of its own. While it searches, the runner looks whether
//! the task is still wanted; what it sees on its way is told a few times a second.

mod line_text;
mod searches;
mod supervisor;

use super::game::GameText;
use super::wire::{Ask, Tell, Telling};
use searches::Context;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tengen_common::StopRequest;
use tengen_core::judged::Board;
use tengen_engine::eval::net::Networks;

/// The most lines of an analysis.
pub const MOST_LINES: usize = 10;
/// Bytes for a search, if the page does not say.
pub const USUAL_MEMORY: usize = 128 << 20;

/// What searches are given.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The most bytes that one may use.
    pub memory: usize,
    /// What positions are judged by.
    pub networks: Networks,
}

/// Whoever passes on what is told of a search.
pub type Listener = dyn Fn(Telling, Urgency) + Send;
/// Whoever knows what is wanted of the task of a number.
pub type Requests = dyn Fn(u64) -> StopRequest + Send;

/// Whether something may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// It must arrive.
    Must,
    /// Something newer will come.
    May,
}

/// Something to search for.
pub struct Task {
    number: u64,
    id: u32,
    game: Board,
    ask: Ask,
}

impl Task {
    /// The task that a question of this `id` sets. `number` is its own: by that it is asked what is wished of it.
    ///
    /// # Errors
    /// What is wrong with the game.
    pub fn new(number: u64, id: u32, ask: Ask) -> Result<Task, String> {
        let game = game_of(&ask).ok_or("that is no search")?.board()?;
        if game.ending().is_some() && !matches!(ask, Ask::Review { .. }) {
            return Err("the game is over".into());
        }
        Ok(Task {
            number,
            id,
            game,
            ask,
        })
    }
}

/// Whether a question sets a task.
pub fn is_search(ask: &Ask) -> bool {
    game_of(ask).is_some()
}

fn game_of(ask: &Ask) -> Option<&GameText> {
    match ask {
        Ask::Play { game, .. }
        | Ask::Analyse { game, .. }
        | Ask::Balance { game, .. }
        | Ask::Solve { game, .. }
        | Ask::Resist { game, .. }
        | Ask::Review { game, .. }
        | Ask::OpenGame { game, .. } => Some(game),
        _ => None,
    }
}

/// How a runner hears what is wished, and tells what it finds.
pub struct Channel {
    /// Whom it asks.
    pub wish: Box<Requests>,
    /// Whom it tells.
    pub tell: Box<Listener>,
}

impl Channel {
    /// What is wished of a task.
    fn wish(&self, task: &Task) -> StopRequest {
        (self.wish)(task.number)
    }

    /// Tells something on the way.
    fn tell(&self, task: &Task, tell: Tell, urgency: Urgency) {
        (self.tell)(Telling::on_the_way(task.id, tell), urgency);
    }

    /// Tells what a task has come to.
    fn tell_last(&self, task: &Task, tell: Tell) {
        (self.tell)(Telling::last(task.id, tell), Urgency::Must);
    }
}

/// Whoever carries tasks out, one after another.
pub struct TaskRunner {
    settings: Settings,
    channel: Channel,
    /// What it works with, from its first task on.
    context: Option<Context>,
}

impl TaskRunner {
    /// A runner whose searches are given this.
    pub fn new(settings: Settings, channel: Channel) -> TaskRunner {
        TaskRunner {
            settings,
            channel,
            context: None,
        }
    }

    /// Passes on what is told of something else.
    pub fn say(&self, telling: Telling) {
        (self.channel.tell)(telling, Urgency::Must);
    }

    /// Carries a task out, and tells what it comes to if somebody wants to know.
    pub fn carry_out(&mut self, task: &Task) {
        let (channel, settings) = (&self.channel, &self.settings);
        if channel.wish(task) == StopRequest::Abandon {
            return;
        }
        let context = self.context.get_or_insert_with(|| Context::new(settings));
        let done = catch_unwind(AssertUnwindSafe(|| context.carry_out(task, channel)));
        let told = done.unwrap_or_else(|_| {
            self.context = None;
            Err("the search failed, a fault of this program".into())
        });
        if channel.wish(task) != StopRequest::Abandon {
            channel.tell_last(task, told.unwrap_or_else(Tell::refused));
        }
    }
}
