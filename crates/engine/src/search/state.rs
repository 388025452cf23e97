//! A search in progress: what is shared by all who search, what one worker has for itself, and what is known of
//! the root.

use super::control::Control;
use super::lookups::Lookups;
use super::move_picker::ScoredMove;
use super::params::SearchParams;
use super::thread_data::HashEntry;
use super::thread_data::{Histories, Solvers, ThreadData, ThreadMemory};
use crate::eval::{Evaluator, Values};
use crate::pattern::{Class, Kind, PatternBoard};
use crate::threat::Stop;
use std::time::Duration;
use tengen_common::logarithm::ln_1024;
use tengen_common::table::Shared;
use tengen_common::{Limits, Score};
use tengen_core::board::{POINTS, Point, PointSet};
use tengen_core::rules::Rule;

/// One ply, in the unit of depth.
pub const PLY: i32 = 100;
/// No line is searched further than this many plies from the root.
pub const MAX_PLY: usize = 240;
/// Depths and move numbers beyond this reduce alike.
const LOGS: usize = 256;

/// What is kept for each ply of the line that is being searched.
#[derive(Clone, Default)]
pub(super) struct StackEntry {
    /// The static evaluation of the node.
    pub eval: i32,
    /// What the move being searched makes for its side.
    pub class: Class,
    /// The node is or was on a principal variation.
    pub was_pv: bool,
    /// Sum of the extensions beyond one ply along the line to here.
    pub gained: i32,
    /// Moves that cut at this ply before.
    pub killers: [Option<Point>; 2],
    /// The moves of the node; lent to it while it runs.
    pub moves: Vec<ScoredMove>,
    /// The moves tried so far, and whether they make a threat.
    pub tried: Vec<(Point, bool)>,
    /// The principal variation from here.
    pub line: Vec<Point>,
    /// A move that the node leaves out (the singular test).
    pub excluded: Option<Point>,
}

/// What is known of the root.
#[derive(Clone)]
pub(super) struct Root {
    /// The rule.
    pub rule: Rule,
    /// Moves that no line may begin with.
    pub blocked: PointSet,
    /// Moves that the root leaves out: those that are blocked, and those that other lines begin with.
    pub barred: PointSet,
    /// What the position is worth is wanted: see [`Limits::analysis`].
    pub analysis: bool,
    /// What the search for our last move foretold of this position, if it is about it.
    pub foretold: Option<Score>,
    /// The only moves that may help, when the opponent threatens to win.
    pub defences: Option<PointSet>,
    /// How a win begins whose replay was broken off together with the search.
    pub unverified: Option<Point>,
    /// The search for wins by fours was broken off, and may still find one.
    pub fours_open: bool,
    /// The time that went into it.
    pub fours_spent: Duration,
    /// Nodes that went into each move, by the point's index.
    pub effort: Vec<u64>,
}

impl Root {
    /// Nothing is known yet.
    pub fn new(rule: Rule, limits: &Limits) -> Root {
        Root {
            rule,
            blocked: limits.blocked,
            barred: limits.blocked,
            analysis: limits.analysis,
            foretold: None,
            defences: None,
            unverified: None,
            fours_open: false,
            fours_spent: Duration::ZERO,
            effort: vec![0; POINTS],
        }
    }
}

/// A search in progress.
pub(super) struct Search<'a, K: Kind> {
    pub table: Shared<'a, HashEntry>,
    pub params: &'a SearchParams,
    pub control: Control<'a>,

    /// Who of the workers this is: 0 is the first, who keeps the clock.
    pub number: usize,
    /// The memory of the others, as long as they have not begun.
    pub helpers: &'a mut [ThreadData],

    pub board: PatternBoard<K>,
    pub values: Values,
    pub evaluator: Evaluator,
    pub histories: &'a mut Histories,
    pub stack: Vec<StackEntry>,
    pub nodes: u64,
    pub selective_depth: usize,
    /// What a network says of the moves of a node; lent to it.
    pub policies: Vec<i32>,
    logs: [i32; LOGS],
    /// Alpha at the root so far, and the width of the root's window.
    pub root_alpha: i32,
    pub root_width: i32,

    pub root: Root,
    pub solvers: &'a mut Solvers,
    /// The database; only the first worker has it.
    pub lookups: Lookups<'a>,
}

impl<'a, K: Kind> Search<'a, K> {
    pub fn new(
        board: PatternBoard<K>,
        values: Values,
        root: Root,
        memory: ThreadMemory<'a>,
        params: &'a SearchParams,
        control: Control<'a>,
    ) -> Search<'a, K> {
        let ThreadData { histories, solvers } = memory.own;
        let cache = std::mem::take(&mut histories.values);
        Search {
            table: memory.table,
            params,
            control,
            number: 0,
            helpers: memory.helpers,
            evaluator: Evaluator::with_cache(&board, values.clone(), cache),
            board,
            values,
            histories,
            stack: vec![StackEntry::default(); MAX_PLY + 2],
            nodes: 0,
            selective_depth: 0,
            policies: Vec::new(),
            logs: std::array::from_fn(|n| ln_1024(n.max(1) as u32)),
            root_alpha: 0,
            root_width: 1,
            root,
            solvers,
            lookups: Lookups::default(),
        }
    }

    /// ln(n)·1024; beyond the table, of its last entry.
    #[inline(always)]
    pub fn log(&self, n: usize) -> i32 {
        self.logs[n.min(LOGS - 1)]
    }

    /// The principal variation of the last full search of the root.
    pub fn line(&self) -> &[Point] {
        &self.stack[0].line
    }

    pub fn evaluate(&mut self) -> i32 {
        Score::new(self.evaluator.value(&self.board)).value()
    }

    /// Starts a search with this window, as seen by the side to move at ply 0.
    pub fn open_window(&mut self, alpha: i32, beta: i32) {
        (self.root_alpha, self.root_width) = (alpha, beta - alpha);
    }

    /// The point played `plies` plies ago (0: the last move).
    pub(super) fn last_stone(&self, plies: usize) -> Option<Point> {
        let stones = self.board.position().stones();
        stones.iter().rev().nth(plies).map(|stone| stone.point)
    }

    /// The stack entry `plies` plies before this node.
    pub(super) fn before(&self, ply: usize, plies: usize) -> Option<&StackEntry> {
        ply.checked_sub(plies).map(|index| &self.stack[index])
    }

    /// Whether the move `plies` plies ago made at least `class`.
    pub(super) fn has_made(&self, class: Class, ply: usize, plies: usize) -> bool {
        self.before(ply, plies)
            .is_some_and(|entry| entry.class >= class)
    }

    /// Looks at the clock and asks the supervisor now.
    pub fn ask(&mut self) {
        self.control.ask(self.nodes, self.board.position());
    }

    /// Counts a node, and tells whether there is nothing to search: the board is full, or the search
    /// is over.
    #[inline]
    pub fn ends_here(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.stack[ply].line.clear();
        let position = self.board.position();
        position.empty_count() == 0 || self.control.is_over(self.nodes, position)
    }

    /// Lets a solver work until then at most, and does what the supervisor says meanwhile.
    pub fn let_work<T>(
        &mut self,
        until: Option<Duration>,
        work: impl FnOnce(&mut PatternBoard<K>, &mut Solvers, Stop) -> T,
    ) -> T {
        let (board, solvers) = (&mut self.board, &mut *self.solvers);
        self.control
            .let_work(until, |stop| work(board, solvers, stop))
    }
}

/// What the network said of positions serves the next search.
impl<K: Kind> Drop for Search<'_, K> {
    fn drop(&mut self) {
        self.histories.values = self.evaluator.take_cache();
    }
}

/// The value of winning `plies` after `ply`.
#[inline(always)]
pub(super) fn win(ply: usize, plies: u32) -> i32 {
    Score::win_in(ply as u32 + plies).value()
}
