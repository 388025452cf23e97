//! Settings from the manager and the command line: rule, time, memory and limits.
//!
//! INFO may come at any time and in any order, and it is never answered; so an impossible value is only stored here,
//! and the error is reported when a move is requested.

use super::{Info, Refusal, Show};
use crate::level::Level;
use crate::service::{self, Resources, Runner};
use std::sync::Arc;
use std::time::Instant;
use tengen_certificate::ProofBook;
use tengen_common::processors;
use tengen_common::random::Random;
use tengen_common::time::TimeSettings;
use tengen_core::board::PointSet;
use tengen_core::rules::Rule;
use tengen_database::PositionBook;
use tengen_engine::eval::net::Networks;

const MIB: usize = 1 << 20;

/// Memory of the process besides the search tables: code, constant tables, stacks, one board with its patterns, and
/// what the allocator keeps.
const PROCESS_RESERVE: usize = 24 * MIB;
/// Memory of each additional thread besides the tables: its stack, its board, the moves of its line.
const THREAD_RESERVE: usize = 2 * MIB;
/// Size of the search tables without a limit and without `--hash`. The system needs about 0.2 ms to free a MiB, and
/// END must be obeyed within 50 ms.
const DEFAULT_TABLES: usize = 128 * MIB;
/// The maximum size of the tables under a memory limit, unless `--hash` sets another.
pub const LARGEST_TABLES: usize = 512 * MIB;

/// Settings from the command line, for all games of a session.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Size of the search tables in bytes; a smaller `max_memory` takes precedence.
    pub hash: Option<usize>,
    /// Answers with SUGGEST, and plays the move of the following PLAY.
    pub suggest: bool,
    /// Number of search threads until the manager sets it; 1 by default.
    pub threads: Option<usize>,
    /// Whether to ponder until the manager sets it.
    pub ponder: bool,
    pub nodes: Option<u64>,
    /// Random seed (for openings and the random moves of weak levels); unpredictable by default.
    pub seed: Option<u64>,
    /// The database to take moves from.
    pub book: Option<Arc<dyn PositionBook>>,
    /// A proof whose moves are played.
    pub proof: Option<Arc<ProofBook>>,
    /// The networks to evaluate with; the built-in ones by default.
    pub networks: Option<Networks>,
}

impl Config {
    pub fn random(&self) -> Random {
        Random::new(self.seed.unwrap_or_else(Random::unknown_seed))
    }

    /// A runner that has not allocated memory yet.
    pub(super) fn runner(&self) -> Runner {
        let networks = self.networks.clone().unwrap_or_else(Networks::built_in);
        let settings = service::Settings::new(&networks, Resources::MIN_MEMORY, 1);
        let seed = self.seed.unwrap_or_else(Random::unknown_seed);
        Runner::new(service::Settings { seed, proof: self.proof.clone(), ..settings })
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct ManagerSettings {
    pub time: TimeSettings,
    max_memory: Option<usize>,
    rule_bits: u32,
    forbidden_check: bool,
    max_nodes: Option<u64>,
    max_depth: Option<u32>,
    hash_size: Option<usize>,
    thread_num: Option<usize>,
    detail: i64,
    level: Option<Level>,
    pondering: Option<bool>,
    without_book: bool,
    /// The manager is a board program.
    pub graphical: bool,
    pub blocked: PointSet,
}

impl ManagerSettings {
    pub fn note(&mut self, info: Info) {
        match info {
            Info::TimeoutTurn(value) => self.time.timeout_turn = Some(value),
            Info::TimeoutMatch(value) => self.time.timeout_match = Some(value),
            Info::TimeLeft(value) => {
                self.time.time_left = Some(value);
                self.time.spent = std::time::Duration::ZERO;
            }
            Info::MaxMemory(bytes) => {
                let any = (bytes > 0).then_some(bytes);
                // On 32-bit systems, a larger limit means the whole address space.
                self.max_memory = any.map(|bytes| bytes.try_into().unwrap_or(usize::MAX));
            }
            Info::Rule(bits) => self.rule_bits = bits,
            Info::ForbiddenCheck(on) => self.forbidden_check = on,
            Info::MaxNodes(nodes) => self.max_nodes = (nodes > 0).then_some(nodes),
            Info::MaxDepth(depth) => self.max_depth = (depth > 0).then_some(depth),
            Info::HashSize(kib) => self.hash_size = (kib > 0).then(|| table_bytes(kib)),
            Info::ThreadNum(count) => {
                let any = (count > 0).then_some(count);
                self.thread_num = any.map(|count| count.try_into().unwrap_or(usize::MAX));
            }
            Info::Pondering(on) => self.pondering = Some(on),
            Info::UseDatabase(on) => self.without_book = !on,
            Info::Strength(strength) => self.level = Level::of_strength(strength).or(self.level),
            Info::ShowDetail(detail) => self.detail = detail,
        }
    }

    /// Counts the time of a move that was requested at `asked` and is answered now.
    pub fn end_move(&mut self, asked: Instant) {
        self.time.spent += asked.elapsed();
        self.time.delays.end_move();
    }

    /// The rule of the game. Board programs number the rules differently: 2 is Renju; 5 and 6 are Freestyle with an
    /// opening rule that the engine need not know.
    pub fn rule(&self) -> Rule {
        let bits = match self.rule_bits {
            2 if self.graphical => 4,
            5 | 6 if self.graphical => 0,
            bits => bits,
        };
        Rule::from_bits(bits, self.forbidden_check)
    }

    /// Whether searches use the database.
    pub fn uses_book(&self) -> bool {
        !self.without_book
    }

    /// Whether to ponder; only useful for searches limited by the clock alone.
    pub fn ponders(&self, config: &Config) -> bool {
        let is_unbounded = self.nodes(config).is_none() && self.max_depth.is_none() && self.level().is_for_time();
        self.pondering.unwrap_or(config.ponder) && is_unbounded
    }

    pub fn show(&self) -> Show {
        Show { lines: self.graphical, points: matches!(self.detail, 1 | 3), figures: matches!(self.detail, 2 | 3) }
    }

    pub fn level(&self) -> Level {
        self.level.unwrap_or(Level::FULL)
    }

    /// The lower of the manager's and the command line's node limits.
    pub fn nodes(&self, config: &Config) -> Option<u64> {
        self.max_nodes.into_iter().chain(config.nodes).min()
    }

    pub fn depth(&self) -> Option<u32> {
        self.max_depth
    }

    /// Whether the clock limits a search: always, unless only other limits were set.
    pub fn clock_counts(&self, config: &Config) -> bool {
        let time_told = self.time.timeout_turn.is_some() || self.time.is_match_limited();
        time_told || (self.nodes(config).is_none() && self.max_depth.is_none())
    }

    /// The number of threads for a search: as requested, but no more than the processor can run at once and the
    /// memory allows.
    pub fn threads(&self, config: &Config) -> usize {
        let wanted = self.thread_num.or(config.threads).unwrap_or(1).clamp(1, processors::count());
        match self.max_memory {
            Some(limit) => wanted.min(1 + helpers_within(limit)),
            None => wanted,
        }
    }

    /// The size of the search tables in bytes.
    pub fn table_memory(&self, config: &Config) -> Result<usize, Refusal> {
        let requested = self.hash_size.or(config.hash);
        let Some(limit) = self.max_memory else {
            return Ok(requested.unwrap_or(DEFAULT_TABLES).max(Resources::MIN_MEMORY));
        };
        let room = limit.saturating_sub(PROCESS_RESERVE);
        if room < Resources::MIN_MEMORY {
            let needed = PROCESS_RESERVE + Resources::MIN_MEMORY;
            return Err(Refusal::LittleMemory { limit, needed });
        }
        let room = room.saturating_sub((self.threads(config) - 1) * THREAD_RESERVE);
        let wanted = requested.unwrap_or(LARGEST_TABLES);
        Ok(room.min(wanted).max(Resources::MIN_MEMORY))
    }
}

/// How many additional threads a memory limit allows: they use at most half of the available memory.
fn helpers_within(limit: usize) -> usize {
    limit.saturating_sub(PROCESS_RESERVE) / (2 * THREAD_RESERVE)
}

/// Converts a manager's table size from KiB to bytes, limited to [`LARGEST_TABLES`].
fn table_bytes(kib: i64) -> usize {
    let bytes = usize::try_from(kib.saturating_mul(1024)).unwrap_or(usize::MAX);
    bytes.min(LARGEST_TABLES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(limit: i64, hash: Option<usize>) -> Result<usize, Refusal> {
        let mut settings = ManagerSettings::default();
        settings.note(Info::MaxMemory(limit));
        let config = Config { hash, ..Config::default() };
        settings.table_memory(&config)
    }

    #[test]
    fn tables_leave_room_for_the_process() {
        for limit in [83_886_080, 367_001_600] {
            let tables = memory(limit, None).unwrap();
            assert!(tables <= limit as usize - PROCESS_RESERVE && tables > limit as usize / 2);
        }
        assert_eq!(memory(i64::MAX, None), Ok(LARGEST_TABLES));
        assert_eq!(memory(i64::MAX, Some(8 * MIB)), Ok(8 * MIB));
        assert_eq!(memory(83_886_080, Some(512 * MIB)), memory(83_886_080, None));
    }

    #[test]
    fn no_limit_means_the_default() {
        for limit in [0, -1, i64::MIN] {
            assert_eq!(memory(limit, None), Ok(DEFAULT_TABLES));
        }
        assert_eq!(memory(0, Some(0)), Ok(Resources::MIN_MEMORY));
    }

    #[test]
    fn hash_tables_have_the_size_set_by_the_board() {
        let tables = |kib: i64, limit: i64| {
            let mut settings = ManagerSettings::default();
            settings.note(Info::HashSize(kib));
            settings.note(Info::MaxMemory(limit));
            settings.table_memory(&Config::default()).unwrap()
        };
        assert_eq!(tables(16 << 10, 0), 16 * MIB);
        assert_eq!(tables(0, 0), DEFAULT_TABLES);
        assert_eq!(tables(1, 0), Resources::MIN_MEMORY);
        assert_eq!(tables(i64::MAX, 0), LARGEST_TABLES);
        assert!(tables(i64::MAX, 83_886_080) < 83_886_080);
    }

    #[test]
    fn threads_are_as_many_as_were_asked_for_and_the_machine_can_run() {
        let threads = |requested: Option<i64>, config: Option<usize>| {
            let mut settings = ManagerSettings::default();
            requested.into_iter().for_each(|count| settings.note(Info::ThreadNum(count)));
            settings.threads(&Config { threads: config, ..Config::default() })
        };
        let all = processors::count();
        assert_eq!(threads(None, None), 1);
        assert_eq!(threads(Some(1), Some(all)), 1);
        assert_eq!(threads(None, Some(all)), all);
        for (requested, expected) in [(i64::MAX, all), (0, 1), (-3, 1)] {
            assert_eq!(threads(Some(requested), None), expected, "{requested}");
        }
        assert_eq!(threads(Some(0), Some(all)), all);
    }

    #[test]
    fn threads_take_at_most_half_of_a_small_memory() {
        assert_eq!(helpers_within(PROCESS_RESERVE + Resources::MIN_MEMORY), 0);
        for limit in [0, 30 * MIB, 80 * MIB, 350 * MIB, usize::MAX] {
            let room = limit.saturating_sub(PROCESS_RESERVE);
            assert!(helpers_within(limit) * THREAD_RESERVE <= room / 2, "{limit}");
        }
        assert!(helpers_within(80 * MIB) >= 8);
    }

    #[test]
    fn graphical_boards_count_rules_in_their_own_way() {
        let rule = |bits: u32, graphical: bool| {
            let mut settings = ManagerSettings::default();
            settings.note(Info::Rule(bits));
            settings.graphical = graphical;
            settings.rule()
        };
        assert_eq!(rule(2, true), rule(4, false));
        assert_eq!(rule(6, true), rule(0, false));
        assert!(rule(2, false).continuous);
        for bits in [0, 1, 4, 8, 9] {
            assert_eq!(rule(bits, true), rule(bits, false));
        }
    }

    #[test]
    fn too_little_memory_is_refused() {
        assert!(matches!(memory(1_000_000, None), Err(Refusal::LittleMemory { .. })));
    }

    #[test]
    fn a_strength_holds_until_another_one_comes() {
        let mut settings = ManagerSettings::default();
        assert_eq!(settings.level(), Level::FULL);
        for (strength, number) in [(0, 1), (101, 1), (30, 3), (255, 3), (100, 8), (99, 7)] {
            settings.note(Info::Strength(strength));
            assert_eq!(settings.level().number, number, "{strength}");
        }
        assert!(settings.clock_counts(&Config::default()), "a level does not stop the clock");
        let ponders = Config { ponder: true, ..Config::default() };
        assert!(!settings.ponders(&ponders), "pondering would be stronger than the level");
        settings.note(Info::Strength(100));
        assert!(settings.ponders(&ponders));
    }

    #[test]
    fn nodes_alone_stop_the_clock() {
        let mut settings = ManagerSettings::default();
        let config = Config::default();
        assert!(settings.clock_counts(&config));
        settings.note(Info::MaxNodes(1000));
        settings.note(Info::TimeLeft(2_147_483_647));
        assert!(!settings.clock_counts(&config));
        settings.note(Info::TimeoutTurn(100));
        assert!(settings.clock_counts(&config));
    }
}
