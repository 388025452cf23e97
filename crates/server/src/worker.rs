//! A background thread for the searches of a page.

use std::sync::Arc;
use tengen_engine::eval::net::Networks;
use tengen_session::service::{MemoryPool, Resources, Service};
use tengen_web::Remark;
use tengen_web::proofs::Proofs;
use tengen_web::searches::{self, Context, Urgency};
use tengen_web::wire::{Message, Search};
use tokio::sync::mpsc::Sender;

/// The handle of the thread.
pub struct Worker {
    service: Service<Context>,
    /// The most that a search may use.
    most: Resources,
    proofs: Proofs,
    about: Option<u32>,
}

impl Worker {
    /// Starts a thread whose searches take their memory from a pool. Messages that must arrive wait until the page has read earlier ones.
    pub fn start(
        name: &str,
        most: Resources,
        pool: Arc<MemoryPool>,
        networks: Networks,
        proofs: Proofs,
        messages: Sender<Message>,
    ) -> std::io::Result<Worker> {
        let settings = searches::settings(most.memory, Some(pool), networks);
        let service = Service::start(name, settings, move |_, context: &Context, event| {
            let _ = match context.message(event) {
                (message, Urgency::Must) => messages.blocking_send(message).map_err(|_| ()),
                (message, Urgency::May) => messages.try_send(message).map_err(|_| ()),
            };
        });
        Ok(Worker { service: service?, most, proofs, about: None })
    }

    /// Starts a search and abandons a running one.
    pub fn begin(&mut self, id: u32, search: &Search) -> Result<(), Remark> {
        let task = searches::task(search, self.most, &self.proofs)?;
        let context = Context::new(id, &task);
        self.about = Some(id);
        self.service.begin(task, context);
        Ok(())
    }

    /// Whether its last search answers this question.
    pub fn is_about(&self, id: u32) -> bool {
        self.about == Some(id)
    }

    /// Asks the search to finish with its best result so far.
    pub fn hurry(&self) {
        self.service.hurry();
    }

    pub fn forget(&self) {
        self.service.forget();
    }
}
