//! The search for a proof, in a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tengen_certificate::{Certificate, Head, ProofBook, check, write};
use tengen_core::board::{Point, notation};
use tengen_prover::{Alone, GuideMoves, Log, ProofProgress, Setting, Settings, prove};
use tengen_session::service::{MemoryPool, Share};
use tengen_web::Remark;
use tengen_web::proofs::Proofs;
use tengen_web::wire::{Message, ProofText, Reply, Search};
use tokio::sync::mpsc::Sender;

/// The interval of the messages about the progress.
const INTERVAL: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// The part (1/n) of the memory that is for the tables of the solvers.
const TABLES: usize = 8;

/// A search for a proof. It ends without a result when this is dropped.
pub struct Prover {
    question: u32,
    is_over: Arc<AtomicBool>,
    is_unwanted: Arc<AtomicBool>,
}

impl Prover {
    /// Starts a search with at most this much memory of the pool. What it proves is checked, and added to the proofs.
    pub fn start(
        question: u32,
        search: &Search,
        (pool, memory): (&Arc<MemoryPool>, usize),
        proofs: &Proofs,
        messages: Sender<Message>,
    ) -> Result<Prover, Remark> {
        let board = search.game.board()?;
        if board.ending().is_some() {
            return Err(Remark::GameOver);
        }
        let head = Head::of(board.position(), board.rule()).map_err(|_| Remark::NotToProve)?;
        let prover = Prover { question, is_over: Arc::default(), is_unwanted: Arc::default() };
        let (is_over, is_unwanted) = (prover.is_over.clone(), prover.is_unwanted.clone());
        let (share, proofs) = (Share::of(pool), proofs.clone());
        let run = move || {
            let mut shown = Instant::now();
            let mut show = |progress: &ProofProgress| {
                if shown.elapsed() >= INTERVAL {
                    shown = Instant::now();
                    let _ = messages.try_send(Message::on_the_way(question, proving(progress))); // another one will follow
                }
            };
            let is_stopped = || is_over.load(Ordering::Relaxed);
            let reply = answer(head, share.take(memory), &proofs, &is_stopped, &mut show);
            if !is_unwanted.load(Ordering::Relaxed) {
                let _ = messages.blocking_send(Message::last(question, reply)); // fails if the page has been closed
            }
        };
        let thread = thread::Builder::new().name("prover".into()).spawn(run);
        thread.map(|_| prover).map_err(|_| Remark::StillRunning)
    }

    pub fn is_about(&self, question: u32) -> bool {
        self.question == question
    }

    /// Ends the search; the answer is what is open.
    pub fn hurry(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

impl Drop for Prover {
    fn drop(&mut self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
        self.hurry();
    }
}

fn proving(&ProofProgress { positions, nodes, answered, open, .. }: &ProofProgress) -> Reply {
    Reply::Proving { positions, nodes, answered, open }
}

fn answer(
    head: Head,
    memory: usize,
    proofs: &Proofs,
    is_stopped: &dyn Fn() -> bool,
    show: &mut dyn FnMut(&ProofProgress),
) -> Reply {
    let (setting, tables, size) = (Setting::of(&head), memory / TABLES, head.size);
    let settings = Settings { head, first: None, time: LONGEST, memory: memory - tables, guide: GuideMoves::default() };
    let mut crew = Alone::new(&setting, tables, is_stopped);
    let proved = match prove(&settings, &mut crew, &mut Log::none(), is_stopped, show) {
        Ok(proved) => proved,
        Err(error) => {
            log::error!("a proof ended: {error}");
            return Reply::refused(Remark::StillRunning);
        }
    };
    match proved.certificate {
        Some(proof) => proven(&proof, proofs),
        None => {
            let names = |points: &[Point; 2]| points.map(|point| notation::write(point, size)).join(" ");
            Reply::Unproven { open: proved.open.iter().map(names).collect(), is_full: proved.is_full }
        }
    }
}

/// Nothing is proven before the check.
fn proven(proof: &Certificate, proofs: &Proofs) -> Reply {
    let bytes = write(proof);
    let checked = check(&bytes, 1).map_err(|wrong| wrong.to_string());
    let read = checked.and_then(|summary| {
        let book = ProofBook::read(&bytes).map_err(|wrong| wrong.to_string())?;
        Ok((summary, book))
    });
    let (summary, book) = match read {
        Ok(both) => both,
        Err(wrong) => {
            log::error!("a proof does not hold: {wrong}");
            return Reply::refused(Remark::Failed);
        }
    };
    let (proof, first) = (ProofText::of(&book), notation::write(summary.first, summary.head.size));
    proofs.add(Arc::new(book));
    Reply::Proven { proof, first, plies: summary.plies, positions: summary.positions }
}
