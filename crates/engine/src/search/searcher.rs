//! The searcher: what it keeps from move to move, how a search begins, and thinking in the opponent's time.

use super::Balance;
use super::control::{Control, SharedState};
use super::forecast::Forecast;
use super::lookups::Lookups;
use super::params::SearchParams;
use super::state::{MAX_PLY, Root, Search};
use super::thread_data::Memory;
use crate::eval::Values;
use crate::eval::net::Networks;
use crate::eval::tables::params::{self, Params};
use crate::kernel::Kernel;
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard, Tables};
use std::sync::Arc;
use std::time::Duration;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, Score, StopRequest, Stoppable, Supervisor};
use tengen_core::board::{Position, Shape};
use tengen_core::rules::Rule;
use tengen_database::Library;

/// With less time than this the tables judge: a network first looks at the whole board, which takes a good part of it.
const WORTH_A_NETWORK: Duration = Duration::from_millis(1);

/// Finds moves. Keeps what it learned from move to move of one game.
pub struct Searcher {
    memory_limit: usize,
    threads: usize,
    memory: Option<Memory>,
    /// Numbers instead of the usual ones.
    params: Option<SearchParams>,
    /// Tables to use instead of the rule's own.
    tables: Option<Arc<Params>>,
    /// Networks, each for games of its rule.
    networks: Networks,
    kernel: Kernel,
    /// The database that is asked for moves.
    library: Option<Arc<dyn Library>>,
    /// What the memory is about: it is void under another rule or on another board.
    game: Option<(Rule, Shape)>,
    /// What the last search said.
    forecast: Option<Forecast>,
}

impl Searcher {
    /// The smallest working set, in bytes, with which a searcher can work.
    pub const MIN_MEMORY: usize = 1 << 20;

    /// A searcher whose tables together use at most `memory` bytes (at least [`Self::MIN_MEMORY`]).
    /// The memory is taken when the first search starts.
    pub fn new(memory: usize) -> Searcher {
        Searcher {
            memory_limit: memory,
            threads: 1,
            memory: None,
            params: None,
            tables: None,
            networks: Networks::built_in(),
            kernel: Kernel::best(),
            library: None,
            game: None,
            forecast: None,
        }
    }

    /// Such a searcher that judges by these networks instead of those that the program brings along.
    pub fn judging_by(networks: &Networks, memory: usize) -> Searcher {
        let mut searcher = Searcher::new(memory);
        searcher.set_networks(networks.clone());
        searcher
    }

    /// Changes the memory limit; what was learned is lost when it differs.
    pub fn set_memory(&mut self, memory: usize) {
        if memory != self.memory_limit {
            self.memory_limit = memory;
            self.memory = None;
        }
    }

    /// Searches on so many threads from now on (at least one); what was learned is lost when it were others
    /// before. A search with a limit of nodes has one thread all the same, for its tree is to be the same
    /// every time.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Searches by these numbers instead of the usual ones. For measurements.
    pub fn set_params(&mut self, params: SearchParams) {
        self.params = Some(params);
    }

    /// Evaluates by these values instead of the rule's own tables. For measurements.
    pub fn set_values(&mut self, values: impl Into<Values>) {
        let Values { tables, network } = values.into();
        self.tables = Some(tables);
        self.set_networks(network.map(Networks::from).unwrap_or_default());
    }

    /// Evaluates by these networks instead of those that the program brings along.
    pub fn set_networks(&mut self, networks: Networks) {
        self.networks = networks;
        self.clear();
    }

    /// Searches with these instructions of the processor instead of the newest; the tree is the same.
    pub fn set_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// Asks this database for moves from now on, or none.
    pub fn set_library(&mut self, library: Option<Arc<dyn Library>>) {
        self.library = library;
    }

    /// Makes the tables of a rule and reads its network, so that no move has to wait for them.
    pub fn prepare(&self, rule: Rule) {
        Tables::of(rule);
        params::of(rule);
        self.networks.of(rule);
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        self.forecast = None;
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
    }

    /// How much of the table of positions is in use, in thousandths.
    pub fn usage(&mut self) -> u32 {
        self.memory
            .as_mut()
            .map_or(0, |memory| memory.table.usage())
    }

    /// Finds a legal move for the side to move. `None` when there is no empty point, or no legal one.
    pub fn search(
        &mut self,
        position: &Position,
        rule: Rule,
        limits: &Limits,
        supervisor: &mut dyn Supervisor,
    ) -> Option<Report> {
        let lines = self.search_lines(position, rule, limits, 1, supervisor);
        lines.into_iter().next()
    }

    /// Finds the best move, the best of the others, and so on: at most `count` lines, the best first,
    /// each with another first move. There are fewer where fewer moves are worth a look (all others
    /// are illegal, or do not stop a threat), and only one where that one is plain at sight: a win, and unless
    /// an analysis is wanted a single reply to a four, an empty board. None where all legal moves are blocked.
    pub fn search_lines(
        &mut self,
        position: &Position,
        rule: Rule,
        limits: &Limits,
        count: usize,
        supervisor: &mut dyn Supervisor,
    ) -> Vec<Report> {
        let room = useful_memory(limits, self.threads);
        self.pursue(position, rule, limits, room, Goal::Lines(count), supervisor)
    }

    /// Finds the move, or the pair of moves, after which the value is nearest to a wish; they begin the
    /// line, and the score is that of the side to move now. `None` where nothing can be laid: no point
    /// is free, or each makes a five or a foul.
    pub fn search_balance(
        &mut self,
        position: &Position,
        rule: Rule,
        limits: &Limits,
        wish: Balance,
        supervisor: &mut dyn Supervisor,
    ) -> Option<Report> {
        let room = useful_memory(limits, self.threads);
        let goal = Goal::Balance(wish);
        let found = self.pursue(position, rule, limits, room, goal, supervisor);
        found.into_iter().next()
    }

    /// A search that can make use of `room` bytes.
    fn pursue(
        &mut self,
        position: &Position,
        rule: Rule,
        limits: &Limits,
        room: usize,
        goal: Goal,
        supervisor: &mut dyn Supervisor,
    ) -> Vec<Report> {
        self.begin((rule, position.shape()));
        let foretold = self.forecast.take().and_then(|before| before.of(position));
        let values = self.values(rule, limits);
        let usual = || SearchParams::usual(values.network.is_some());
        let params = self.params.clone().unwrap_or_else(usual);
        let (threads, most) = (self.threads, self.memory_limit);
        let memory = memory_for(&mut self.memory, room, threads, most);
        memory.age();
        let task = Task {
            position,
            rule,
            limits,
            goal,
            supervisor,
            memory,
            params: &params,
            values,
            kernel: self.kernel,
            library: self.library.as_deref(),
            foretold,
        };
        let found = dispatch(rule, task);
        self.forecast = Forecast::new(position, &found);
        found
    }

    /// What was learned in another game is void.
    fn begin(&mut self, game: (Rule, Shape)) {
        if self.game != Some(game) {
            self.clear();
            self.game = Some(game);
        }
    }

    /// What positions are judged by in a search with these limits.
    fn values(&self, rule: Rule, limits: &Limits) -> Values {
        let is_long = |plan: TimePlan| plan.maximum >= WORTH_A_NETWORK;
        let is_worth_it = limits.time.is_none_or(is_long);
        Values {
            tables: self.tables.clone().unwrap_or_else(|| params::of(rule)),
            network: self.networks.of(rule).filter(|_| is_worth_it),
        }
    }
}

/// What is remembered, with this room, in at most so many bytes. What is there stays, unless it is for another number
/// of threads.
fn memory_for(
    memory: &mut Option<Memory>,
    room: usize,
    threads: usize,
    most: usize,
) -> &mut Memory {
    let useful = room.min(most).max(Searcher::MIN_MEMORY);
    memory.take_if(|memory| memory.workers.len() != threads);
    let memory = memory.get_or_insert_with(|| Memory::new(useful, threads));
    if memory.bytes < useful / 4 {
        // While they grow the old tables are there beside the new ones.
        memory.grow(useful.min(most.saturating_sub(memory.bytes)));
    }
    memory
}

/// The shortest search is given so many bytes.
const LEAST_USEFUL: usize = 8 << 20;

/// How many bytes a search on so many threads and the next ones of the same length can fill. More would only be slower:
/// memory that is new to the process costs time.
fn useful_memory(limits: &Limits, threads: usize) -> usize {
    /// Positions that are visited in a second.
    const NODES_A_SECOND: u128 = 450_000;
    /// Of a position that is remembered, and of those that as many more moves will come to.
    const BYTES_A_NODE: u128 = 10 * 64 / 5;
    let in_time = limits
        .time
        .map(|plan| plan.maximum.as_micros() * NODES_A_SECOND / 1_000_000 * threads as u128);
    let nodes = in_time
        .into_iter()
        .chain(limits.nodes.map(u128::from))
        .min();
    let bytes = nodes.and_then(|nodes| usize::try_from(nodes * BYTES_A_NODE).ok());
    bytes.map_or(usize::MAX, |bytes| bytes.max(LEAST_USEFUL))
}

/// What a search is for.
#[derive(Clone, Copy)]
enum Goal {
    /// The best lines, at most so many.
    Lines(usize),
    /// The move or the moves that come nearest to a value.
    Balance(Balance),
}

/// One search, before it is known for which kind of rule.
struct Task<'a> {
    position: &'a Position,
    rule: Rule,
    limits: &'a Limits,
    goal: Goal,
    supervisor: &'a mut dyn Supervisor,
    memory: &'a mut Memory,
    params: &'a SearchParams,
    values: Values,
    kernel: Kernel,
    library: Option<&'a dyn Library>,
    foretold: Option<Score>,
}

impl KindVisitor for Task<'_> {
    type Output = Vec<Report>;

    fn visit<K: Kind>(self, _: K) -> Vec<Report> {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        board.set_kernel(self.kernel);
        let mut root = Root::new(self.rule, self.limits);
        root.foretold = self.foretold;
        let helpers = match self.limits.nodes {
            None => self.memory.workers.len() - 1,
            Some(_) => 0,
        };
        let memory = self.memory.open(helpers);
        let shared = SharedState::default();
        let control = Control::new(self.limits, self.supervisor, &shared);
        let mut search = Search::new(board, self.values, root, memory, self.params, control);
        search.lookups = Lookups::new(self.library);
        let depth = self.limits.depth.unwrap_or(MAX_PLY as u32);
        let lines = match self.goal {
            Goal::Lines(count) => search.find_lines(depth, count),
            Goal::Balance(wish) => search.find_even(&wish, depth).into_iter().collect(),
        };
        if cfg!(debug_assertions) {
            search.board.assert_in_step();
            assert_eq!(search.board.position(), self.position);
        }
        lines
    }
}

impl Searcher {
    /// Thinks about a position until something has come in, or it is decided. `has_come` is asked at least every few
    /// hundred microseconds. It has to do with the memory that the moves of the game have: all that is allowed may be
    /// hundreds of megabytes, and while the system provides them nobody listens.
    pub fn ponder(&mut self, position: &Position, rule: Rule, has_come: &mut dyn FnMut() -> bool) {
        let mut request = || {
            if has_come() {
                StopRequest::Abandon
            } else {
                StopRequest::GoOn
            }
        };
        let mut see = |_: &[Report]| ();
        let mut watch = Stoppable::new(&mut request, &mut see);
        let room = self.memory.as_ref().map_or(LEAST_USEFUL, |have| have.bytes);
        let goal = Goal::Lines(1);
        self.pursue(position, rule, &Limits::default(), room, goal, &mut watch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_common::LimitsOnly;
    use tengen_core::rules::Variant;

    #[test]
    fn memory_is_taken_for_what_a_search_can_fill() {
        let position = Position::new(Shape::square(15).expect("a board"));
        let rule = Rule::new(Variant::Freestyle);
        let bytes = |searcher: &Searcher| searcher.memory.as_ref().map(|memory| memory.bytes);
        let mut searcher = Searcher::new(8 * LEAST_USEFUL);
        let mut watch = LimitsOnly::new();
        // Nobody listens while the system provides new memory, so pondering asks for none.
        searcher.ponder(&position, rule, &mut || true);
        assert_eq!(bytes(&searcher), Some(LEAST_USEFUL));
        let [few, any] = [Some(100), None].map(|nodes| Limits {
            nodes,
            depth: Some(1),
            ..Limits::default()
        });
        searcher.search(&position, rule, &few, &mut watch);
        assert_eq!(bytes(&searcher), Some(LEAST_USEFUL));
        searcher.search(&position, rule, &any, &mut watch);
        assert!(bytes(&searcher) > Some(4 * LEAST_USEFUL));
    }
}
