//! VCT: wins by consecutive threats, found by proof numbers.
//!
//! The attacker makes fours, and threes or whatever else *threatens to win by fours*: if the defender
//! passed, the attacker would have a VCF. The defender tries whatever may help: against a four what
//! stops the five; against a threat of fours the points on which those stand
//! ([`relevance_zone`](super::relevance_zone)); a move elsewhere loses to the very fours that were threatened.
//!
//! ```text
//!   . . . . . . .         1 makes a three; it threatens a straight four at 2, 4 or beside,
//!   . 2 X 1 X 4 .         and the defender may answer there, or make fours of his own
//!   . . . . . . .
//! ```
//!
//! The search is depth-first proof-number search, df-pn (Nagai 2002): it goes where the fewest leaves
//! must still be won, and comes back when another place has become cheaper (with some slack, the 1 + ε
//! of Pawlewicz and Lew 2007). Proof numbers of a defender count the hardest reply, and of the others
//! little more than their number (after the weak proof numbers of Ueda and others 2008), for the replies'
//! fights are mostly the same. Stones only come, so there are no cycles.
//!
//! Proof numbers alone like to follow a fight to the far end of the board before they look at a short win
//! elsewhere. So the search has a *threat limit*: how many threats the attacker may make, a four counting half
//! as much as another threat. It starts near and is moved on when everything within it has failed.
//!
//! What is found is given as a [`Proof`], which `proof::wins_by_threats` replays by the rules.

mod defence;
mod extract;
mod moves;
mod proof_search;
mod state;
mod table;
mod threads;

use super::Stop;
use super::proof::Proof;
use super::vcf::Vcf;
use crate::pattern::{Kind, PatternBoard};
use std::sync::atomic::AtomicBool;
use table::{Lists, Table};
use tengen_core::board::PointSet;
use threads::Threads;

/// What a search for threats found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A win.
    Win(Proof),
    /// There is none by the moves that are tried: fours, threes, and quiet moves that threaten to win
    /// by fours and look promising (they make a wide two or a blocked three).
    Nothing,
    /// The budget ran out first.
    Unknown,
}

/// A solver with its memory. What it remembers is about one rule and one board; see [`Solver::clear`].
pub struct Solver {
    /// For each colour that attacks (see `ProofSearch::key`).
    table: Table,
    /// One for each thread; never none.
    workers: Vec<Worker>,
    nodes: u64,
    /// A win may have been missed because a look for fours was broken off.
    doubtful: bool,
}

/// What each thread has for itself.
struct Worker {
    lists: Lists,
    vcf: Vcf,
}

impl Solver {
    /// A solver that works in about `bytes` (at least some kilobytes).
    pub fn new(bytes: usize) -> Solver {
        Solver::on_threads(1, bytes)
    }

    /// One that works on so many threads, which share what they find out. With more than one, no search goes
    /// the same way twice.
    pub fn on_threads(threads: usize, bytes: usize) -> Solver {
        let threads = threads.max(1);
        let each = bytes / 4 / threads;
        let worker = || Worker {
            lists: Lists::new(each),
            vcf: Vcf::new(each / size_of::<u64>()),
        };
        Solver {
            table: Table::new(bytes / 2),
            workers: std::iter::repeat_with(worker).take(threads).collect(),
            nodes: 0,
            doubtful: false,
        }
    }

    /// Forgets everything: another rule, or another board.
    pub fn clear(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.lists.clear();
            worker.vcf.clear();
        }
        self.doubtful = false;
    }

    /// Works in so many times as much memory from now on; what it knows stays.
    pub fn grow(&mut self, times: usize) {
        self.table.grow(times);
        for worker in &mut self.workers {
            worker.lists.grow(times);
            worker.vcf.grow(times);
        }
    }

    /// Nodes of the last search, those of the looks for fours included, on all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A win by threats of the side to move, within a budget of nodes on each thread and until `stop` says
    /// so. (For what the opponent threatens, [`PatternBoard::pass`] first.)
    pub fn solve<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        budget: u64,
        stop: Stop,
    ) -> Found {
        self.hunt(board, PointSet::default(), budget, stop)
    }

    /// A win by threats whose first move is none of the blocked ones, fours being threats too. Nobody may be able
    /// to make a five at once. What was known is forgotten, before and after.
    pub fn solve_without<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        blocked: PointSet,
        budget: u64,
        stop: Stop,
    ) -> Found {
        self.clear();
        let found = self.hunt(board, blocked, budget, stop);
        self.clear();
        found
    }

    fn hunt<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        blocked: PointSet,
        budget: u64,
        stop: Stop,
    ) -> Found {
        let party = Threads {
            table: &self.table,
            doubtful: self.doubtful,
            blocked,
            budget,
            over: AtomicBool::new(false),
        };
        let catch = party.hunt(board, &mut self.workers, stop);
        self.nodes = catch.nodes;
        self.doubtful = catch.doubtful;
        catch.found
    }
}
