//! A running search: its shared and per-thread state, and the data of its root.

use super::advice::Advice;
use super::control::Control;
use super::move_picker::{PastSuccess, ScoredMove};
use super::params::SearchParams;
use super::thread_data::HashEntry;
use super::thread_data::{Histories, Solvers, ThreadData, ThreadMemory};
use crate::eval::{Evaluator, Values};
use crate::pattern::{CellClass, Kind, PatternBoard};
use crate::threat::Stop;
use std::time::Duration;
use tengen_common::logarithm::ln_1024;
use tengen_common::table::Shared;
use tengen_common::{Limits, Score, Shortening};
use tengen_core::board::{POINTS, Point, PointSet};
use tengen_core::rules::Rule;

/// One ply in units of depth.
pub const PLY: i32 = 100;
/// No line is searched deeper than this many plies from the root.
pub const MAX_PLY: usize = 240;
/// Depths and move numbers beyond this are reduced alike.
const LOGS: usize = 256;

#[derive(Clone, Default)]
pub(super) struct StackEntry {
    /// The static evaluation of the node.
    pub eval: i32,
    /// The class of the move being searched, for its side.
    pub class: CellClass,
    /// The node is or was on a principal variation.
    pub was_pv: bool,
    /// Sum of the extensions beyond one ply along the line to here.
    pub gained: i32,
    /// The killer moves of this ply.
    pub killers: [Option<Point>; 2],
    /// Buffer for the node's moves; taken by the node while it runs.
    pub moves: Vec<ScoredMove>,
    /// The moves tried so far, and whether they make a threat.
    pub tried: Vec<(Point, bool)>,
    /// The principal variation from here.
    pub line: Vec<Point>,
    /// The excluded move (singular test).
    pub excluded: Option<Point>,
}

#[derive(Clone)]
pub(super) struct Root {
    pub rule: Rule,
    /// See [`Searcher::set_lead`](super::Searcher::set_lead).
    pub lead: i32,
    /// Moves that no line may start with.
    pub blocked: PointSet,
    /// Moves excluded at the root: the blocked ones and the first moves of other lines.
    pub barred: PointSet,
    /// The value of the position is wanted, not only a move: see [`Limits::analysis`].
    pub analysis: bool,
    /// A shorter win than the first one is wanted: see [`Limits::shortening`].
    pub shortest: bool,
    /// The last search's forecast for this position, if it applies.
    pub foretold: Option<Score>,
    /// The only moves that may stop the opponent's proven threat, if there is one.
    pub defences: Option<PointSet>,
    /// The first move of a win whose replay was interrupted by the clock.
    pub unverified: Option<Point>,
    /// The VCF search was interrupted and may be continued.
    pub fours_open: bool,
    /// The time spent on the VCF search.
    pub fours_spent: Duration,
    /// Nodes spent on each root move, by point index.
    pub effort: Vec<u64>,
}

impl Root {
    /// A root about which nothing is known yet.
    pub fn new(rule: Rule, limits: &Limits) -> Root {
        Root {
            rule,
            lead: 0,
            blocked: limits.blocked,
            barred: limits.blocked,
            analysis: limits.analysis,
            shortest: limits.shortening != Shortening::None,
            foretold: None,
            defences: None,
            unverified: None,
            fours_open: false,
            fours_spent: Duration::ZERO,
            effort: vec![0; POINTS],
        }
    }
}

pub(super) struct Search<'a, K: Kind> {
    pub table: Shared<'a, HashEntry>,
    pub params: &'a SearchParams,
    pub control: Control<'a>,

    /// The worker's number; 0 is the main worker, which watches the clock.
    pub number: usize,
    /// The memory of the helpers, until they are started.
    pub helpers: &'a mut [ThreadData],

    pub board: PatternBoard<K>,
    pub values: Values,
    pub evaluator: Evaluator,
    pub histories: &'a mut Histories,
    pub stack: Vec<StackEntry>,
    pub nodes: u64,
    pub selective_depth: usize,
    /// Buffer for the policies of a node.
    pub policies: Vec<i32>,
    logs: [i32; LOGS],
    pub past_success: PastSuccess,
    /// The root's alpha so far, and the width of the root window.
    pub root_alpha: i32,
    pub root_width: i32,

    pub root: Root,
    pub solvers: &'a mut Solvers,
    /// Recommended moves; only the main worker has it.
    pub advice: Advice<'a>,
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
            past_success: PastSuccess::new(params),
            logs: std::array::from_fn(|n| ln_1024(n.max(1) as u32)),
            root_alpha: 0,
            root_width: 1,
            root,
            solvers,
            advice: Advice::default(),
        }
    }

    /// ln(n)·1024; for larger n, the last entry of the table.
    #[inline(always)]
    pub fn log(&self, n: usize) -> i32 {
        self.logs[n.min(LOGS - 1)]
    }

    /// The principal variation of the last full search of the root.
    pub fn line(&self) -> &[Point] {
        &self.stack[0].line
    }

    /// Prefetches what is known of the position after a move.
    #[inline(always)]
    pub fn prefetch(&self, point: Point) {
        let after = self.board.position().hash_after(point);
        self.table.prefetch(after);
        self.evaluator.prefetch(after);
    }

    pub fn evaluate(&mut self) -> i32 {
        Score::new(self.evaluator.value(&self.board)).value()
    }

    /// Records the window of a new root search, as seen by the side to move at ply 0.
    pub fn open_window(&mut self, alpha: i32, beta: i32) {
        (self.root_alpha, self.root_width) = (alpha, beta - alpha);
    }

    /// The point played `plies` plies ago (0: the last move).
    pub(super) fn last_stone(&self, plies: usize) -> Option<Point> {
        let stones = self.board.position().stones();
        stones.iter().rev().nth(plies).map(|stone| stone.point)
    }

    pub(super) fn before(&self, ply: usize, plies: usize) -> Option<&StackEntry> {
        ply.checked_sub(plies).map(|index| &self.stack[index])
    }

    /// Whether the move `plies` plies ago made at least `class`.
    pub(super) fn has_made(&self, class: CellClass, ply: usize, plies: usize) -> bool {
        self.before(ply, plies).is_some_and(|entry| entry.class >= class)
    }

    /// Checks the clock and polls the callback now.
    pub fn ask(&mut self) {
        self.control.ask(self.nodes, self.board.position());
    }

    /// Counts a node; true if there is nothing to search because the board is full or the search was stopped.
    #[inline]
    pub fn ends_here(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.stack[ply].line.clear();
        let position = self.board.position();
        position.empty_count() == 0 || self.control.is_over(self.nodes, position)
    }

    /// Runs a solver until `until` at most, polling the callback meanwhile.
    pub fn let_work<T>(
        &mut self,
        until: Option<Duration>,
        work: impl FnOnce(&mut PatternBoard<K>, &mut Solvers, Stop) -> T,
    ) -> T {
        let (board, solvers) = (&mut self.board, &mut *self.solvers);
        self.control.let_work(until, |stop| work(board, solvers, stop))
    }
}

/// Hands the evaluation cache back for the next search.
impl<K: Kind> Drop for Search<'_, K> {
    fn drop(&mut self) {
        self.histories.values = self.evaluator.take_cache();
    }
}

#[inline(always)]
pub(super) fn win(ply: usize, plies: u32) -> i32 {
    Score::win_in(ply as u32 + plies).value()
}
