//! The searcher: the state kept from move to move, starting a search, and pondering.

use super::Goal;
use super::advice::{Advice, Adviser};
use super::control::{Control, SharedState};
use super::forecast::Forecast;
use super::params::SearchParams;
use super::state::{MAX_PLY, Root, Search};
use super::thread_data::Memory;
use crate::eval::Values;
use crate::eval::net::Networks;
use crate::eval::tables::params::{self, Params};
use crate::kernel::Kernel;
use crate::pattern::kind::with_kind;
use crate::pattern::{Kind, PatternBoard, Tables};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, SearchCallback, StopRequest, Stoppable};
use tengen_core::board::{BoardSize, Position};
use tengen_core::rules::Rule;

/// With less time than this, the tables evaluate: the network's first full-board pass would take a good part of it.
const WORTH_A_NETWORK: Duration = Duration::from_millis(1);

/// Finds moves. Keeps what it learned from move to move within a game.
pub struct Searcher {
    memory_limit: usize,
    threads: usize,
    memory: Option<Memory>,
    /// Search parameters to use instead of the defaults.
    params: Option<SearchParams>,
    /// Tables to use instead of the rule's defaults.
    tables: Option<Arc<Params>>,
    networks: Networks,
    kernel: Kernel,
    adviser: Option<Arc<Adviser>>,
    /// The game the memory belongs to; it is discarded for another rule or board.
    game: Option<(Rule, BoardSize)>,
    /// The forecast from the last search.
    forecast: Option<Forecast>,
    /// The next search uses nothing from earlier ones.
    is_fresh: bool,
    /// See [`Searcher::set_lead`].
    lead: i32,
}

impl Searcher {
    /// The smallest memory, in bytes, that a searcher can work with.
    pub const MIN_MEMORY: usize = 1 << 20;

    /// A searcher whose tables together use at most `memory` bytes (at least [`Self::MIN_MEMORY`]). The memory is
    /// allocated when the first search starts.
    pub fn new(memory: usize) -> Searcher {
        Searcher {
            memory_limit: memory,
            threads: 1,
            memory: None,
            params: None,
            tables: None,
            networks: Networks::built_in(),
            kernel: Kernel::best(),
            adviser: None,
            game: None,
            forecast: None,
            is_fresh: false,
            lead: 0,
        }
    }

    /// Searchers for as many threads, which share a transposition table; their tables together use `memory` bytes, from
    /// the beginning. They must search positions of one game, that is of one rule and board.
    pub fn group(count: usize, memory: usize) -> Vec<Searcher> {
        let memories = Memory::group(count, memory.max(count * Searcher::MIN_MEMORY));
        let member = |memory: Memory| Searcher { memory_limit: memory.bytes, memory: Some(memory), ..Searcher::new(0) };
        memories.into_iter().map(member).collect()
    }

    /// A searcher that evaluates with these networks instead of the built-in ones.
    pub fn judging_by(networks: &Networks, memory: usize) -> Searcher {
        let mut searcher = Searcher::new(memory);
        searcher.set_networks(networks.clone());
        searcher
    }

    /// The memory limit, in bytes.
    pub fn memory(&self) -> usize {
        self.memory_limit
    }

    /// Changes the memory limit. If it differs, everything learned is discarded.
    pub fn set_memory(&mut self, memory: usize) {
        if memory != self.memory_limit {
            self.memory_limit = memory;
            self.memory = None;
        }
    }

    /// Sets the number of threads (at least one). If it differs, everything learned is discarded. A search with a
    /// node limit always uses one thread, so that its tree is reproducible.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Uses these search parameters instead of the defaults. For measurements.
    pub fn set_params(&mut self, params: SearchParams) {
        self.params = Some(params);
    }

    /// Uses this evaluation instead of the rule's default. For measurements.
    pub fn set_values(&mut self, values: impl Into<Values>) {
        let Values { tables, network } = values.into();
        self.tables = Some(tables);
        self.set_networks(network.map(Networks::from).unwrap_or_default());
    }

    /// Uses these networks instead of the built-in ones.
    pub fn set_networks(&mut self, networks: Networks) {
        self.networks = networks;
        self.clear();
    }

    /// Uses this instruction set instead of the best one available; the tree is the same.
    pub fn set_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// Sets who recommends moves, such as a database: it is asked at the beginning of each search.
    pub fn set_adviser(&mut self, adviser: Option<Arc<Adviser>>) {
        self.adviser = adviser;
    }

    /// Sets by how many points the side to move is ahead in a continuous game, for the win rates of the next searches.
    pub fn set_lead(&mut self, lead: i32) {
        self.lead = lead;
    }

    /// See [`Searcher::set_lead`].
    pub(super) fn lead(&self) -> i32 {
        self.lead
    }

    /// Builds the tables of a rule and loads its network, so that no move has to wait for them.
    pub fn prepare(&self, rule: Rule) {
        Tables::of(rule);
        params::of(rule);
        self.networks.of(rule);
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        self.forecast = None;
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
    }

    /// Makes the next search independent of earlier ones. Unlike after [`Searcher::clear`], it does not use memory of a
    /// size that only an earlier search needed.
    pub fn start_afresh(&mut self) {
        self.is_fresh = true;
    }

    /// Runs `work`; returns `None` if it panics because of a bug. Everything learned is discarded then, since the panic
    /// may have left it inconsistent.
    pub fn catch_panic<R>(&mut self, work: impl FnOnce(&mut Searcher) -> R) -> Option<R> {
        let result = catch_unwind(AssertUnwindSafe(|| work(self)));
        result
            .inspect_err(|_| {
                log::error!("a search panicked; its tables are discarded");
                self.memory = None;
                self.forecast = None;
            })
            .ok()
    }

    /// How full the transposition table is, in thousandths.
    pub fn usage(&self) -> u32 {
        self.memory.as_ref().map_or(0, |memory| memory.table.usage())
    }

    /// Finds a legal move for the side to move. Returns `None` if there is none.
    pub fn search(
        &mut self,
        position: &Position,
        rule: Rule,
        limits: &Limits,
        callback: &mut dyn SearchCallback,
    ) -> Option<Report> {
        let lines = self.search_lines(position, rule, limits, 1, callback);
        lines.into_iter().next()
    }

    /// Finds the best lines: see [`Goal::Lines`].
    pub fn search_lines(
        &mut self,
        position: &Position,
        rule: Rule,
        limits: &Limits,
        count: usize,
        callback: &mut dyn SearchCallback,
    ) -> Vec<Report> {
        self.find(Goal::Lines(count), position, rule, limits, callback)
    }

    /// Finds the lines that the goal asks for.
    pub fn find(
        &mut self,
        goal: Goal,
        position: &Position,
        rule: Rule,
        limits: &Limits,
        callback: &mut dyn SearchCallback,
    ) -> Vec<Report> {
        let values = self.values(rule, limits);
        let usual = || SearchParams::of(rule, values.network.is_some());
        let params = self.params.clone().unwrap_or_else(usual);
        let prepared = self.prepared(goal, position, rule, limits, values);
        let shared = SharedState::default();
        let depth_limit = limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32);
        let found = with_kind!(rule, K => {
            let mut search = prepared.search::<K>(&params, callback, &shared);
            let found = search.find(goal, depth_limit);
            if cfg!(debug_assertions) {
                search.board.assert_in_step();
                assert_eq!(search.board.position(), position);
            }
            found
        });
        self.forecast = Forecast::new(position, &found);
        found
    }

    fn prepared<'a>(
        &'a mut self,
        goal: Goal,
        position: &'a Position,
        rule: Rule,
        limits: &'a Limits,
        values: Values,
    ) -> Prepared<'a> {
        self.begin((rule, position.size()));
        let (threads, most) = (self.threads, self.memory_limit);
        let room = match goal {
            Goal::Ponder => self.memory.as_ref().map_or(LEAST_USEFUL, |have| have.bytes),
            _ => useful_memory(limits, threads),
        };
        if std::mem::take(&mut self.is_fresh) {
            let useful = within(room, most);
            self.memory.take_if(|memory| memory.bytes != useful || memory.has_grown);
            self.clear();
        }
        let mut root = Root::new(rule, limits);
        root.foretold = self.forecast.take().and_then(|before| before.of(position));
        root.lead = self.lead;
        let memory = memory_for(&mut self.memory, room, threads, most);
        memory.age();
        Prepared { position, limits, memory, values, kernel: self.kernel, adviser: self.adviser.as_deref(), root }
    }

    /// Discards what was learned in another game.
    fn begin(&mut self, game: (Rule, BoardSize)) {
        if self.game.replace(game).is_some_and(|before| before != game) {
            self.clear();
        }
    }

    fn values(&self, rule: Rule, limits: &Limits) -> Values {
        let is_long = |plan: TimePlan| plan.maximum >= WORTH_A_NETWORK;
        let is_worth_it = limits.time.is_none_or(is_long);
        Values {
            tables: self.tables.clone().unwrap_or_else(|| params::of(rule)),
            network: self.networks.of(rule).filter(|_| is_worth_it),
        }
    }
}

/// The memory for a search that can use `room` bytes, limited to `most` bytes. Existing memory is kept unless the
/// number of threads has changed.
fn memory_for(memory: &mut Option<Memory>, room: usize, threads: usize, most: usize) -> &mut Memory {
    let useful = within(room, most);
    memory.take_if(|memory| memory.workers.len() != threads);
    let memory = memory.get_or_insert_with(|| Memory::new(useful, threads));
    if memory.bytes < useful / 4 {
        // While the tables grow, the old ones exist next to the new ones.
        memory.grow(useful.min(most.saturating_sub(memory.bytes)));
    }
    memory
}

/// The bytes for a search that can use `room` bytes and may use `most`.
fn within(room: usize, most: usize) -> usize {
    room.min(most).max(Searcher::MIN_MEMORY)
}

/// The least memory given to any search, in bytes.
const LEAST_USEFUL: usize = 8 << 20;

/// How many bytes a search on this many threads, and the next ones of the same length, can fill. More would only be
/// slower: memory that is new to the process costs time.
fn useful_memory(limits: &Limits, threads: usize) -> usize {
    /// Nodes per second and thread.
    const NODES_A_SECOND: u128 = 450_000;
    /// Table bytes per node, with room for the searches of the following moves.
    const BYTES_A_NODE: u128 = 10 * 64 / 5;
    let in_time = limits.time.map(|plan| plan.maximum.as_micros() * NODES_A_SECOND / 1_000_000 * threads as u128);
    let nodes = in_time.into_iter().chain(limits.nodes.map(u128::from)).min();
    let bytes = nodes.and_then(|nodes| usize::try_from(nodes * BYTES_A_NODE).ok());
    bytes.map_or(usize::MAX, |bytes| bytes.max(LEAST_USEFUL))
}

/// All that a search needs, before the kind of rule is chosen.
struct Prepared<'a> {
    position: &'a Position,
    limits: &'a Limits,
    memory: &'a mut Memory,
    values: Values,
    kernel: Kernel,
    adviser: Option<&'a Adviser>,
    root: Root,
}

impl<'a> Prepared<'a> {
    fn search<K: Kind>(
        self,
        params: &'a SearchParams,
        callback: &'a mut dyn SearchCallback,
        shared: &'a SharedState,
    ) -> Search<'a, K> {
        let mut board = PatternBoard::<K>::new(self.position, self.root.rule);
        board.set_kernel(self.kernel);
        let helpers = match self.limits.nodes {
            None => self.memory.workers.len() - 1,
            Some(_) => 0,
        };
        let memory = self.memory.open(helpers);
        let control = Control::new(self.limits, callback, shared);
        let mut search = Search::new(board, self.values, self.root, memory, params, control);
        search.advice = Advice::by(self.adviser);
        search
    }
}

impl Searcher {
    /// Searches a position until `has_come` returns true or the position is decided. `has_come` is called at least
    /// every few hundred microseconds.
    pub fn ponder(&mut self, position: &Position, rule: Rule, has_come: &mut dyn FnMut() -> bool) {
        let mut request = || {
            if has_come() { StopRequest::Abandon } else { StopRequest::GoOn }
        };
        let mut see = |_: &[Report]| ();
        let mut watch = Stoppable::new(&mut request, &mut see);
        self.find(Goal::Ponder, position, rule, &Limits::default(), &mut watch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_common::LimitsOnly;
    use tengen_core::rules::Variant;

    #[test]
    fn memory_is_taken_for_what_a_search_can_fill() {
        let position = Position::new(BoardSize::FIFTEEN);
        let rule = Rule::new(Variant::Freestyle);
        let bytes = |searcher: &Searcher| searcher.memory.as_ref().map(|memory| memory.bytes);
        let mut searcher = Searcher::new(8 * LEAST_USEFUL);
        let mut watch = LimitsOnly::new();
        // The thread cannot react while memory is allocated, so pondering allocates only the minimum.
        searcher.ponder(&position, rule, &mut || true);
        assert_eq!(bytes(&searcher), Some(LEAST_USEFUL));
        let [few, any] = [Some(100), None].map(|nodes| Limits { nodes, depth: Some(1), ..Limits::default() });
        searcher.search(&position, rule, &few, &mut watch);
        assert_eq!(bytes(&searcher), Some(LEAST_USEFUL));
        searcher.search(&position, rule, &any, &mut watch);
        assert!(bytes(&searcher) > Some(4 * LEAST_USEFUL));
    }
}
