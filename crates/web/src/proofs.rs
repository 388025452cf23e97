//! The proofs that the engine may play by.

use super::game::Side;
use super::wire::ProofText;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tengen_certificate::ProofBook;
use tengen_core::board::Position;
use tengen_core::rules::Rule;

/// A guide among the files of the page: the moves of a proof, for an engine that finds easy wins itself.
#[derive(Clone, Copy, Debug)]
pub struct Guide {
    /// The name of the file, relative to the page.
    pub file: &'static str,
    rule: &'static str,
    size: &'static str,
    side: Side,
}

/// All of them, for games that begin on an empty board. `docs/src/developer/proofs.md` describes how they were made.
pub const GUIDES: &[Guide] = &[
    Guide { file: "guides/freestyle-15x15.tguide", rule: "freestyle", size: "15x15", side: Side::Black },
    Guide { file: "guides/standard-15x15.tguide", rule: "standard", size: "15x15", side: Side::Black },
];

impl Guide {
    fn text(&self) -> ProofText {
        ProofText { rule: self.rule.into(), size: self.size.into(), side: self.side }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Proofs {
    given: Arc<[Arc<ProofBook>]>,
    /// The one that a page has found or fetched last; it is preferred.
    own: Arc<Mutex<Option<Arc<ProofBook>>>>,
}

impl Proofs {
    /// Proofs for all pages, the preferred ones first.
    pub fn new(given: Vec<Arc<ProofBook>>) -> Proofs {
        Proofs { given: given.into(), ..Proofs::default() }
    }

    pub fn of_another_page(&self) -> Proofs {
        Proofs { given: self.given.clone(), ..Proofs::default() }
    }

    /// Adds one for this page, in place of the one before.
    pub fn add(&self, proof: Arc<ProofBook>) {
        *self.own() = Some(proof);
    }

    fn own(&self) -> MutexGuard<'_, Option<Arc<ProofBook>>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> Vec<Arc<ProofBook>> {
        self.own().iter().chain(self.given.iter()).cloned().collect()
    }

    /// The first one that has a move here; the last one for this rule and board if none has.
    pub fn of(&self, position: &Position, rule: Rule) -> Option<Arc<ProofBook>> {
        let mut fitting = self.all();
        fitting.retain(|proof| proof.is_for(position, rule));
        let last = fitting.last().cloned();
        fitting.into_iter().find(|proof| proof.answer(position, rule).is_some()).or(last)
    }

    /// What they are about, and what the guides of the page are about, which may still have to be fetched.
    pub fn texts(&self) -> Vec<ProofText> {
        let mut texts: Vec<ProofText> = self.all().iter().map(|proof| ProofText::of(proof)).collect();
        for text in GUIDES.iter().map(Guide::text) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }
}
