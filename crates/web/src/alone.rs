//! An engine that runs inside the page, without a server (`wasm/`).
//!
//! It has one thread and handles one question at a time. So a page runs several engines, one of them for questions
//! without a search; requests to a running search (`now`, `stop`) do not arrive as questions, but are looked up where
//! the page stores them.

use super::handlers::{self, PageContext};
use super::wire::{Ask, Reply};
use super::wire::{Message, Question};
use super::worker::{Channel, Settings, Task, TaskRunner, is_search};
use std::sync::Arc;
use tengen_database::{DatabaseReader, ReadAt};
use tengen_engine::eval::net::Networks;

pub use tengen_common::StopRequest;

/// Returns the file that the user chose last.
pub type OpenFile = dyn Fn() -> Box<dyn ReadAt> + Send;

/// An engine inside the page.
pub struct Alone {
    /// Returns the file that the user chose last.
    file: Box<OpenFile>,
    context: PageContext,
    runner: TaskRunner,
}

impl Alone {
    /// An engine whose searches use at most `memory` bytes. It calls `wish` some thousand times per second for the
    /// request to the running search, `listener` with its messages, and `file` to read a database.
    pub fn new(
        memory: usize,
        wish: impl Fn() -> StopRequest + Send + 'static,
        listener: impl Fn(Message) + Send + 'static,
        file: impl Fn() -> Box<dyn ReadAt> + Send + 'static,
    ) -> Alone {
        let channel = Channel {
            wish: Box::new(move |_| wish()),
            listener: Box::new(move |message, _| listener(message)),
        };
        let networks = Networks::built_in();
        let runner = TaskRunner::new(Settings { memory, networks }, channel);
        let context = PageContext { memory, ..PageContext::default() };
        let file = Box::new(file);
        Alone { file, context, runner }
    }

    /// Handles a message; returns when everything about it has been sent.
    pub fn hear(&mut self, text: &str) {
        if let Err((id, why)) = Question::read(text).and_then(|question| self.answer(question)) {
            self.runner.say(Message::refused(id, why));
        }
    }

    fn answer(&mut self, Question { id, ask }: Question) -> Result<(), (u32, String)> {
        if let Ask::UseDatabase { name } = &ask {
            let reply = self.use_database(name).unwrap_or_else(Reply::refused);
            self.runner.say(Message::last(id, reply));
        } else if is_search(&ask) {
            let task = Task::new(1, id, ask).map_err(|why| (id, why))?;
            self.runner.carry_out(&task);
        } else {
            let reply = handlers::answer(ask, &self.context);
            self.runner.say(Message::last(id, reply));
        }
        Ok(())
    }

    /// Opens the database that the user chose.
    fn use_database(&mut self, name: &str) -> Result<Reply, String> {
        let reader = DatabaseReader::open((self.file)(), name);
        let reader = reader.map_err(|error| error.to_string())?;
        self.context.database = Some(Arc::new(reader));
        Ok(Reply::Done)
    }
}
