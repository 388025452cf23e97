//! Searches for a page.
//!
//! Each search is a [`Task`] for a [`TaskRunner`]: for [`alone::Alone`](super::alone::Alone) on the same thread, for a
//! page of a server on a thread of its own. During the search, the runner polls whether the task is still wanted and
//! reports progress a few times per second.

mod callback;
mod line_text;
mod searches;

use super::game::GameText;
use super::wire::{Ask, Message, Reply};
use searches::Context;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tengen_common::StopRequest;
use tengen_engine::eval::net::Networks;
use tengen_records::judged::Board;

/// The maximum number of lines of an analysis.
pub const MOST_LINES: usize = 10;
/// The default number of bytes for a search.
pub const USUAL_MEMORY: usize = 128 << 20;

/// The settings of searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The maximum number of bytes for a search.
    pub memory: usize,
    /// The networks for evaluation.
    pub networks: Networks,
}

/// Forwards the messages about a search.
pub type Listener = dyn Fn(Message, Urgency) + Send;
/// Returns the current request to the task with this number.
pub type Requests = dyn Fn(u64) -> StopRequest + Send;

/// Whether a message may be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// It must arrive.
    Must,
    /// A newer one will replace it.
    May,
}

/// A search.
pub struct Task {
    number: u64,
    id: u32,
    game: Board,
    ask: Ask,
}

impl Task {
    /// The task of the question `id`. `number` identifies the task in requests.
    ///
    /// # Errors
    /// A message if the game is invalid.
    pub fn new(number: u64, id: u32, ask: Ask) -> Result<Task, String> {
        let game = game_of(&ask).ok_or("that is no search")?.board()?;
        if game.ending().is_some() && !matches!(ask, Ask::Review { .. }) {
            return Err("the game is over".into());
        }
        Ok(Task { number, id, game, ask })
    }
}

/// Whether a question needs a search.
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

/// The callbacks of a runner.
pub struct Channel {
    /// Returns the current request to a task.
    pub wish: Box<Requests>,
    /// Receives the messages.
    pub listener: Box<Listener>,
}

impl Channel {
    /// The current request to a task.
    fn wish(&self, task: &Task) -> StopRequest {
        (self.wish)(task.number)
    }

    /// Sends an intermediate message.
    fn send(&self, task: &Task, reply: Reply, urgency: Urgency) {
        (self.listener)(Message::on_the_way(task.id, reply), urgency);
    }

    /// Sends the last message about a task.
    fn send_last(&self, task: &Task, reply: Reply) {
        (self.listener)(Message::last(task.id, reply), Urgency::Must);
    }
}

/// Runs tasks, one after another.
pub struct TaskRunner {
    settings: Settings,
    channel: Channel,
    /// Created for the first task.
    context: Option<Context>,
}

impl TaskRunner {
    /// A runner with these settings.
    pub fn new(settings: Settings, channel: Channel) -> TaskRunner {
        TaskRunner { settings, channel, context: None }
    }

    /// Sends a message that is not about a task.
    pub fn say(&self, message: Message) {
        (self.channel.listener)(message, Urgency::Must);
    }

    /// Runs a task and sends its result, unless it is no longer wanted.
    pub fn carry_out(&mut self, task: &Task) {
        let (channel, settings) = (&self.channel, &self.settings);
        if channel.wish(task) == StopRequest::Abandon {
            return;
        }
        let context = self.context.get_or_insert_with(|| Context::new(settings));
        let done = catch_unwind(AssertUnwindSafe(|| context.carry_out(task, channel)));
        let reply = done.unwrap_or_else(|_| {
            self.context = None;
            Err("internal error: the search failed".into())
        });
        if channel.wish(task) != StopRequest::Abandon {
            channel.send_last(task, reply.unwrap_or_else(Reply::refused));
        }
    }
}
