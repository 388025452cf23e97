//! The proofs that the engine may play by.

use super::wire::ProofText;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tengen_certificate::ProofBook;
use tengen_core::board::Position;
use tengen_core::rules::Rule;

/// Proofs and guides that have been read.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    /// That of all pages.
    given: Option<Arc<ProofBook>>,
    /// The one that a page has found last; it is preferred.
    own: Arc<Mutex<Option<Arc<ProofBook>>>>,
}

impl Proofs {
    /// A proof for all pages, if there is one.
    pub fn new(given: Option<Arc<ProofBook>>) -> Proofs {
        Proofs { given, ..Proofs::default() }
    }

    /// The same for another page.
    pub fn of_another_page(&self) -> Proofs {
        Proofs::new(self.given.clone())
    }

    /// Adds one for this page, in place of the one before.
    pub fn add(&self, proof: Arc<ProofBook>) {
        *self.own() = Some(proof);
    }

    fn own(&self) -> MutexGuard<'_, Option<Arc<ProofBook>>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> Vec<Arc<ProofBook>> {
        self.own().iter().chain(&self.given).cloned().collect()
    }

    /// The first one that has a move here; the last one for this rule and board if none has.
    pub fn of(&self, position: &Position, rule: Rule) -> Option<Arc<ProofBook>> {
        let mut fitting = self.all();
        fitting.retain(|proof| proof.is_for(position, rule));
        let last = fitting.last().cloned();
        fitting.into_iter().find(|proof| proof.answer(position, rule).is_some()).or(last)
    }

    /// What they are about.
    pub fn texts(&self) -> Vec<ProofText> {
        self.all().iter().map(|proof| ProofText::of(proof)).collect()
    }
}
