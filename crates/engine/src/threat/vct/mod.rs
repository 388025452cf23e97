//! VCT: wins by consecutive threats, found by proof-number search.
//!
//! The attacker makes fours, threes and other moves that *threaten a VCF*: if the defender passed, the attacker would
//! win by fours. The defender tries every move that may help: against a four, the points that stop the five; against
//! a threatened VCF, the points of its [relevance zone](super::relevance_zone). A move elsewhere loses to the
//! threatened fours.
//!
//! ```text
//!   . . . . . . .         1 makes a three; it threatens an open four at 2, 4 or next to them,
//!   . 2 X 1 X 4 .         and the defender may answer there, or make fours
//!   . . . . . . .
//! ```
//!
//! The search is depth-first proof-number search, df-pn (Nagai 2002): it follows the branch with the fewest leaves
//! still to be won, and switches when another branch has become cheaper (with the 1 + ε slack of Pawlewicz and Lew
//! 2007). The proof number of a defender node is that of the hardest reply plus a small term for the number of other
//! replies (similar to the weak proof numbers of Ueda et al. 2008), because the replies mostly transpose into similar
//! fights. Stones are never removed, so there are no cycles.
//!
//! Proof numbers alone tend to follow a fight to the far end of the board before trying a short win elsewhere. So the
//! search has a *threat limit*: how many threats the attacker may make, with a four counting as half a threat. It
//! starts low and is raised when everything within it has failed.
//!
//! A win is returned as a [`Proof`], which `proof::wins_by_threats` replays by the rules.

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
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use table::{Lists, Table};
use tengen_core::board::PointSet;
use threads::Threads;

/// The result of a VCT search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A win. With [`Scope::defends`] the plan for the first position is the threat that was already made.
    Win(Proof),
    /// There is no win by the moves that are tried: fours, threes, and promising quiet moves that threaten a VCF (at
    /// least a wide two or a blocked three; near the root, also a blocked two). With [`Scope::every_move`], there is no
    /// win by any moves that threaten a VCF, with forced blocks between them.
    Nothing,
    /// The search ran out of its budget, was stopped, or was incomplete.
    Unknown,
}

/// The wins that a search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Scope {
    /// Try every quiet move that threatens a VCF, and search on after a forced block that threatens none, against every
    /// reply. Otherwise only promising quiet moves are tried, and such a block ends the attack.
    pub every_move: bool,
    /// Also try moves that threaten any win within the plies left, with or without fours. Then no win of that length is
    /// left out: a move that threatens none leaves the defender a free move. Only with `every_move` and `most_plies`.
    pub any_threat: bool,
    /// The longest win to find, in plies.
    pub most_plies: Option<u32>,
    /// The side to move defends itself: the other side has made a threat. Only with `most_plies`.
    pub defends: bool,
}

/// A VCT solver with its tables, which are valid for one rule and one board size; see [`Solver::clear`].
pub struct Solver {
    /// Proof numbers, for each attacking colour (see `ProofSearch::key`).
    table: Arc<Table>,
    /// One per thread; at least one.
    workers: Vec<Worker>,
    nodes: u64,
    /// See [`Solver::set_most_nodes`].
    most_nodes: u64,
}

struct Worker {
    lists: Lists,
    vcf: Vcf,
}

impl Solver {
    /// A solver that uses about `bytes` bytes (at least some kilobytes).
    pub fn new(bytes: usize) -> Solver {
        Solver::on_threads(1, bytes)
    }

    /// A solver on several threads that share their results. With more than one thread, searches are not
    /// reproducible.
    pub fn on_threads(threads: usize, bytes: usize) -> Solver {
        let mut group = Solver::group(threads.max(1), bytes);
        let mut solver = group.pop().expect("at least one");
        solver.workers.extend(group.into_iter().flat_map(|other| other.workers));
        solver
    }

    /// Solvers for as many threads, which share their results; together they use about `bytes` bytes. They must search
    /// positions of one rule and board.
    pub fn group(count: usize, bytes: usize) -> Vec<Solver> {
        let table = Arc::new(Table::new(bytes / 2));
        let each = bytes / 4 / count;
        let solver = || Solver {
            table: table.clone(),
            workers: vec![Worker { lists: Lists::new(each), vcf: Vcf::new(each / size_of::<u64>()) }],
            nodes: 0,
            most_nodes: u64::MAX,
        };
        std::iter::repeat_with(solver).take(count).collect()
    }

    /// Ends the next searches at this many nodes per thread, even within a VCF search, which may exceed a budget by
    /// thousands.
    pub fn set_most_nodes(&mut self, nodes: u64) {
        self.most_nodes = nodes;
    }

    /// Forgets everything, for another rule or board.
    pub fn clear(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.lists.clear();
            worker.vcf.clear();
        }
    }

    /// Grows the memory by the factor `times` and keeps its contents.
    pub fn grow(&mut self, times: usize) {
        self.table = Arc::new(self.table.grown(times));
        for worker in &mut self.workers {
            worker.lists.grow(times);
            worker.vcf.grow(times);
        }
    }

    /// The nodes of the last search on all threads, including those of the VCF searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for a VCT of the side to move, within a node budget per thread and until `stop` returns true. (For
    /// the opponent's threats, call [`PatternBoard::pass`] first.)
    pub fn solve<K: Kind>(&mut self, board: &mut PatternBoard<K>, budget: u64, stop: Stop) -> Found {
        self.solve_in(board, Scope::default(), PointSet::default(), budget, stop)
    }

    /// Like [`Solver::solve`], for other wins, and with a first move that is not in `blocked` (see
    /// [`Solver::solve_without`]). The tables must not hold results of searches with other blocked moves.
    pub fn solve_in<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        scope: Scope,
        blocked: PointSet,
        budget: u64,
        stop: Stop,
    ) -> Found {
        let party = Threads {
            table: &self.table,
            scope,
            blocked,
            budget,
            most_nodes: self.most_nodes,
            over: AtomicBool::new(false),
        };
        let catch = party.hunt(board, &mut self.workers, stop);
        // Beyond that, searches only notice that they are over.
        self.nodes = catch.nodes.min(self.most_nodes.saturating_mul(self.workers.len() as u64));
        catch.found
    }

    /// Searches for a VCT whose first move is not in `blocked`; fours count as threats here. Neither side may be able
    /// to make a five at once. Clears the solver before and after.
    pub fn solve_without<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        blocked: PointSet,
        budget: u64,
        stop: Stop,
    ) -> Found {
        self.clear();
        let found = self.solve_in(board, Scope::default(), blocked, budget, stop);
        self.clear();
        found
    }
}
