//! An engine that runs inside its page, without a server (`wasm/`).
//!
//! It has one thread, and answers one question before it hears the next. So a page has several of them side by
//! side, one for what needs no search; and what is wished of a search that runs (`now`, `stop`) is not heard as
//! a question, but looked up where the page keeps it.

use super::desk::{self, Place};
use super::wire::{Question, Telling};
use super::worker::{Hand, Line, Outfit, Task, is_search};
use tengen_engine::eval::net::Networks;

pub use super::worker::Wish;

/// Such an engine.
pub struct Alone {
    place: Place,
    hand: Hand,
}

impl Alone {
    /// An engine whose searches use at most `memory` bytes. It asks through `wish` what is wished of the search
    /// that runs, some thousand times a second, and tells through `tell`.
    pub fn new(
        memory: usize,
        wish: impl Fn() -> Wish + Send + 'static,
        tell: impl Fn(Telling) + Send + 'static,
    ) -> Alone {
        let line = Line {
            wish: Box::new(move |_| wish()),
            tell: Box::new(move |telling, _| tell(telling)),
        };
        let networks = Networks::built_in();
        let hand = Hand::new(Outfit { memory, networks }, line);
        let place = Place {
            memory,
            ..Place::default()
        };
        Alone { place, hand }
    }

    /// Takes a message; returns when all is told about it.
    pub fn hear(&mut self, text: &str) {
        if let Err((id, why)) = Question::read(text).and_then(|question| self.answer(question)) {
            self.hand.say(Telling::refused(id, why));
        }
    }

    fn answer(&mut self, Question { id, ask }: Question) -> Result<(), (u32, String)> {
        if is_search(&ask) {
            let task = Task::new(1, id, ask).map_err(|why| (id, why))?;
            self.hand.carry_out(&task);
        } else {
            let tell = desk::answer(ask, &self.place);
            self.hand.say(Telling { id, tell });
        }
        Ok(())
    }
}
