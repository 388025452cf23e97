//! A search in progress: its board, its limits, what it keeps for each ply; and its leaves.
//! (`alpha_beta.rs` has the nodes above them.)

use super::history::History;
use super::moves::Scored;
use super::note::Known;
use super::params::SearchParams;
use crate::board::{POINTS, Point, PointSet};
use crate::eval::Evaluator;
use crate::kit::logarithm::ln_1024;
use crate::kit::table::Table;
use crate::kit::time::{Progress, TimePlan};
use crate::kit::watch::watched;
use crate::kit::{Score, Supervisor, Verdict};
use crate::pattern::{Kind, PatternBoard};
use crate::threat::Stop;
use crate::threat::proof::Proof;
use crate::threat::standing::{Standing, may_make_four, standing};
use crate::threat::vcf::Vcf;
use crate::threat::vct;
use std::time::Duration;

/// One ply, in the unit of depth.
pub const PLY: i32 = 100;
/// No line is searched further than this many plies from the root.
pub const MAX_PLY: usize = 240;
/// Depths and move numbers beyond this reduce alike.
const LOGS: usize = 64;
/// The supervisor is asked once in this many nodes.
const CHECK_INTERVAL: u64 = 128;

/// What is kept for each ply of the line that is being searched.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// The static evaluation of the node.
    pub eval: i32,
    /// Moves that cut at this ply before.
    pub killers: [Option<Point>; 2],
    /// The moves of the node; lent to it while it runs.
    pub moves: Vec<Scored>,
    /// The moves tried so far, and whether they make a threat.
    pub tried: Vec<(Point, bool)>,
    /// The principal variation from here.
    pub line: Vec<Point>,
    /// A move that the node leaves out (the singular test).
    pub excluded: Option<Point>,
}

/// What outlives one search of a game.
pub struct Memory {
    /// What it was made for.
    pub bytes: usize,
    /// Positions.
    pub table: Table<Known>,
    /// Moves.
    pub history: History,
    /// Failed attacks by fours, as glances at positions of the tree have seen them.
    pub vcf: Vcf,
    /// Failed attacks by fours of the complete search at the root, which may go on later.
    pub root_vcf: Vcf,
    /// Wins by threats.
    pub threats: vct::Solver,
    /// The win by threats that is being played.
    pub proof: Option<Proof>,
}

/// The complete search for wins by fours at the root.
#[derive(Clone, Copy, Default)]
pub(super) struct FoursAtRoot {
    /// It was broken off, and may still find one.
    pub open: bool,
    /// The time that went into it.
    pub spent: Duration,
}

/// A search in progress.
pub struct Search<'a, K: Kind> {
    pub(super) board: PatternBoard<K>,
    pub(super) memory: &'a mut Memory,
    pub(super) params: &'a SearchParams,
    pub(super) supervisor: &'a mut dyn Supervisor,
    pub(super) plan: Option<TimePlan>,
    pub(super) node_limit: u64,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    /// The search has been broken off; nothing that comes back now means anything.
    pub(super) over: bool,
    pub(super) frames: Vec<Frame>,
    /// Moves that the root leaves out: those that are blocked, and those that other lines begin with.
    pub(super) barred: PointSet,
    /// Moves that no line may begin with.
    pub(super) blocked: PointSet,
    /// The only moves that may help at the root, when the opponent threatens to win.
    pub(super) spoilers: Option<PointSet>,
    /// What is known of wins by fours at the root.
    pub(super) fours: FoursAtRoot,
    /// How a win begins whose replay was broken off together with the search.
    pub(super) hunch: Option<Point>,
    /// Nodes that went into each move of the root, by the point's index.
    pub(super) effort: Vec<u64>,
    pub(super) evaluator: Evaluator,
    logs: [i32; LOGS],
    next_check: u64,
}

impl<'a, K: Kind> Search<'a, K> {
    pub(super) fn new(
        board: PatternBoard<K>,
        evaluator: Evaluator,
        memory: &'a mut Memory,
        params: &'a SearchParams,
        supervisor: &'a mut dyn Supervisor,
    ) -> Search<'a, K> {
        Search {
            board,
            memory,
            params,
            supervisor,
            plan: None,
            node_limit: u64::MAX,
            nodes: 0,
            selective_depth: 0,
            over: false,
            barred: PointSet::EMPTY,
            blocked: PointSet::EMPTY,
            spoilers: None,
            fours: FoursAtRoot::default(),
            hunch: None,
            effort: vec![0; POINTS],
            evaluator,
            frames: vec![Frame::default(); MAX_PLY + 2],
            logs: std::array::from_fn(|n| ln_1024(n.max(1) as u32)),
            next_check: 0,
        }
    }

    /// ln(n)·1024; beyond the table, of its last entry.
    #[inline(always)]
    pub(super) fn log(&self, n: usize) -> i32 {
        self.logs[n.min(LOGS - 1)]
    }

    /// The principal variation of the last full search of the root.
    pub(super) fn line(&self) -> &[Point] {
        &self.frames[0].line
    }

    /// Whether the search has to stop now.
    #[inline]
    pub(super) fn is_over(&mut self) -> bool {
        if self.nodes >= self.next_check && !self.over {
            self.next_check = self.nodes + CHECK_INTERVAL;
            self.ask();
        }
        self.over
    }

    pub(super) fn ask(&mut self) {
        self.supervisor.visit(self.board.position());
        let verdict = self.supervisor.check();
        self.heed(verdict);
        let late = self.is_late() && self.has_searched_the_least();
        if !self.over && (late || self.nodes >= self.node_limit) {
            self.over = true;
        }
    }

    /// Whether the time for the move is up.
    pub(super) fn is_late(&self) -> bool {
        let elapsed = self.supervisor.elapsed();
        self.plan.is_some_and(|plan| elapsed >= plan.maximum)
    }

    /// Whether as much has been searched as any move is worth, however late it is.
    pub(super) fn has_searched_the_least(&self) -> bool {
        self.plan.is_none_or(|plan| self.nodes >= plan.least_nodes)
    }

    /// Whether to stop after an iteration.
    pub(super) fn is_enough(&self, progress: &Progress) -> bool {
        let enough = self.plan.is_some_and(|plan| plan.enough(progress));
        enough && (progress.settled || self.has_searched_the_least())
    }

    /// Does what the supervisor said.
    pub(super) fn heed(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::GoOn => {}
            Verdict::Replan(plan) => self.plan = Some(plan),
            Verdict::MoveNow => self.plan = Some(TimePlan::ended(self.plan)),
            Verdict::Abandon => self.over = true,
        }
    }

    /// When this part of the time for the move will have passed from now on.
    pub(super) fn share(&self, part: u32) -> Option<Duration> {
        self.plan
            .map(|plan| plan.share(self.supervisor.elapsed(), part))
    }

    /// Lets a solver work until then at most, and does what the supervisor says meanwhile.
    pub(super) fn let_work<T>(
        &mut self,
        until: Option<Duration>,
        work: impl FnOnce(&mut PatternBoard<K>, &mut Memory, Stop) -> T,
    ) -> T {
        let (board, memory) = (&mut self.board, &mut *self.memory);
        let (result, verdict) = watched(self.supervisor, until, |stop| work(board, memory, stop));
        self.heed(verdict);
        result
    }

    pub(super) fn evaluate(&mut self) -> i32 {
        Score::new(self.evaluator.value(&self.board)).value()
    }

    /// Counts a node, and tells whether there is nothing to search: the board is full, or the search
    /// is over.
    #[inline]
    pub(super) fn ends_here(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        self.board.position().empty_count() == 0 || self.is_over()
    }

    /// A forced line ends here: nothing is known but the evaluation and wins by fours.
    pub(super) fn leaf(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        if self.ends_here(ply) {
            return Score::DRAW.value();
        }
        let standing = standing(&mut self.board);
        match standing {
            Standing::Win(_, plies) => return win(ply, plies),
            Standing::Lost => return -win(ply, 2),
            _ if ply >= MAX_PLY => return self.evaluate(),
            Standing::MustReply(replies) => {
                let mut best = -Score::INFINITE.value();
                for reply in replies.iter() {
                    self.board.play(reply);
                    let value = -self.leaf(-beta, -alpha.max(best), ply + 1);
                    self.board.undo();
                    best = best.max(value);
                    if best >= beta || self.over {
                        break;
                    }
                }
                return best;
            }
            Standing::Threatened | Standing::Pressed(_) | Standing::Open => {}
        }
        let value = self.evaluate();
        if value >= beta {
            return value;
        }
        match self.glance(self.params.leaf_budget) {
            Some((_, plies)) => win(ply, plies),
            None => value,
        }
    }

    /// A quick look for a win by fours.
    pub(super) fn glance(&mut self, budget: i32) -> Option<(Point, u32)> {
        if budget <= 0 || !may_make_four(&self.board, self.board.to_move()) {
            return None;
        }
        let found = self.memory.vcf.glance(&mut self.board, budget as u64);
        self.nodes += self.memory.vcf.nodes();
        found
    }
}

/// The value of winning `plies` after `ply`.
#[inline(always)]
pub(super) fn win(ply: usize, plies: u32) -> i32 {
    Score::win_in(ply as u32 + plies).value()
}
