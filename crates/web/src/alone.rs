//! An engine that runs inside the page, without a server (`wasm/`).
//!
//! It handles one question at a time, on the calling thread. So a page runs several engines, one of them for questions
//! without a search; requests to a running search (`now`, `stop`) do not arrive as questions, but are looked up where
//! the page stores them.

use super::handlers::{self, PageContext};
use super::searches::{self, Context};
use super::wire::{Ask, Message, Query, Question, Reply};
use crate::Remark;
use std::sync::Arc;
use tengen_certificate::{MOST_BYTES, ProofBook};
use tengen_database::{DatabaseReader, ReadAt};
use tengen_engine::eval::net::Networks;
use tengen_session::service::Runner;

pub use tengen_common::StopRequest;
pub use tengen_session::service::Resources;

/// Returns the file that the user chose last.
pub type OpenFile = dyn Fn() -> Box<dyn ReadAt> + Send;

/// An engine inside the page.
pub struct Alone {
    /// Returns the file that the user chose last.
    file: Box<OpenFile>,
    context: PageContext,
    runner: Runner,
    /// Returns the request to the running search.
    wish: Box<dyn Fn() -> StopRequest + Send>,
    listener: Box<dyn Fn(Message) + Send>,
}

impl Alone {
    /// An engine whose searches use at most these resources. It calls `wish` some thousand times per second for the
    /// request to the running search, `listener` with its messages, and `file` to read a database.
    pub fn new(
        most: Resources,
        wish: impl Fn() -> StopRequest + Send + 'static,
        listener: impl Fn(Message) + Send + 'static,
        file: impl Fn() -> Box<dyn ReadAt> + Send + 'static,
    ) -> Alone {
        let Resources { threads, memory } = most;
        Alone {
            file: Box::new(file),
            context: PageContext { memory, threads, ..PageContext::default() },
            runner: Runner::new(searches::settings(memory, None, Networks::built_in())),
            wish: Box::new(wish),
            listener: Box::new(listener),
        }
    }

    /// Handles a message; returns when everything about it has been sent.
    pub fn hear(&mut self, text: &str) {
        if let Err((id, why)) = Question::read(text).and_then(|question| self.answer(question)) {
            (self.listener)(Message::refused(id, why));
        }
    }

    fn answer(&mut self, Question { id, ask }: Question) -> Result<(), (u32, Remark)> {
        let reply = match ask {
            Ask::Search(search) => {
                let PageContext { memory, threads, .. } = self.context;
                let most = Resources { threads, memory };
                let task = searches::task(&search, most, &self.context.proofs).map_err(|why| (id, why))?;
                let context = Context::new(id, &task);
                let mut listener = |event| (self.listener)(context.message(event).0);
                self.runner.run(&task, &mut self.wish, &mut listener);
                return Ok(());
            }
            Ask::Signal(_) => Reply::refused(Remark::NoSearch),
            Ask::Query(Query::UseDatabase { name }) => self.use_database(&name).unwrap_or_else(Reply::refused),
            Ask::Query(Query::UseProof { bytes }) => self.use_proof(bytes).unwrap_or_else(Reply::refused),
            Ask::Query(query) => handlers::answer(query, &self.context),
        };
        (self.listener)(Message::last(id, reply));
        Ok(())
    }

    /// Opens the database that the user chose.
    fn use_database(&mut self, name: &str) -> Result<Reply, Remark> {
        let reader = DatabaseReader::open((self.file)(), name)?;
        self.context.database = Some(Arc::new(reader));
        Ok(Reply::Done)
    }

    /// Reads the proof that the page has fetched.
    fn use_proof(&mut self, bytes: usize) -> Result<Reply, Remark> {
        let mut file = vec![0; bytes.min(MOST_BYTES)];
        (self.file)().read_at(0, &mut file).map_err(|_| Remark::NoProof)?;
        let proof = ProofBook::read(&file).map_err(|_| Remark::NoProof)?;
        self.context.proofs.add(Arc::new(proof));
        Ok(Reply::Done)
    }
}
