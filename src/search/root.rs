//! The searcher, and iterative deepening at the root.

use super::history::History;
use super::node::{MAX_PLY, Memory, PLY, Search};
use super::params::SearchParams;
use super::table::Table;
use super::time::Progress;
use super::{Limits, Report, Score, Supervisor, Verdict};
use crate::board::{Point, Position, Shape};
use crate::eval::Evaluation;
use crate::eval::params::{self, Params};
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Class, Kind, PatternBoard, Tables};
use crate::rules::Rule;
use crate::threat::proof;
use crate::threat::standing::{Standing, standing};
use crate::threat::vcf::{Found, Vcf};
use crate::threat::vct;
use std::time::Duration;

/// Finds moves. Keeps what it learned from move to move of one game.
pub struct Searcher {
    memory_limit: usize,
    memory: Option<Memory>,
    params: SearchParams,
    /// Evaluation to use instead of the rule's own.
    values: Option<&'static Params>,
    /// What the memory is about: it is void under another rule or on another board.
    game: Option<(Rule, Shape)>,
}

impl Searcher {
    /// The smallest working set, in bytes, with which a searcher can work.
    pub const MIN_MEMORY: usize = 1 << 20;

    /// A searcher whose tables together use at most `memory` bytes (at least [`Self::MIN_MEMORY`]).
    /// The memory is taken when the first search starts.
    pub fn new(memory: usize) -> Searcher {
        Searcher {
            memory_limit: memory,
            memory: None,
            params: SearchParams::default(),
            values: None,
            game: None,
        }
    }

    /// Changes the memory limit; what was learned is lost when it differs.
    pub fn set_memory(&mut self, memory: usize) {
        if memory != self.memory_limit {
            self.memory_limit = memory;
            self.memory = None;
        }
    }

    /// The numbers that steer the search.
    pub fn params_mut(&mut self) -> &mut SearchParams {
        &mut self.params
    }

    /// Evaluates by these parameters instead of the rule's own. For measurements.
    pub fn set_values(&mut self, values: &'static Params) {
        self.values = Some(values);
        self.clear();
    }

    /// Makes the tables of a rule, so that no move has to wait for them.
    pub fn prepare(rule: Rule) {
        Tables::of(rule);
        params::of(rule);
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.table.clear();
            memory.vcf.clear();
            memory.threats.clear();
            memory.proof = None;
            memory.history = History::new();
        }
    }

    /// How much of the table of positions is in use, in thousandths.
    pub fn usage(&self) -> u32 {
        self.memory
            .as_ref()
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
    /// are illegal, or do not stop a threat), and only one where that one is plain at sight: a win, a
    /// single reply to a four, an empty board. None where all legal moves are blocked.
    pub fn search_lines(
        &mut self,
        position: &Position,
        rule: Rule,
        limits: &Limits,
        count: usize,
        supervisor: &mut dyn Supervisor,
    ) -> Vec<Report> {
        let game = Some((rule, position.shape()));
        if self.game != game {
            self.clear();
            self.game = game;
        }
        let useful = useful_memory(limits).min(self.memory_limit);
        let useful = useful.max(Searcher::MIN_MEMORY);
        if self.memory.as_ref().is_none_or(|m| m.bytes < useful / 4) {
            self.memory = Some(Memory::new(useful));
        }
        let memory = self.memory.as_mut().expect("it was just made sure of");
        memory.table.age();
        memory.history.fade();
        let root = Root {
            position,
            rule,
            limits,
            count,
            supervisor,
            memory,
            params: &self.params,
            values: self.values.unwrap_or_else(|| params::of(rule)),
        };
        dispatch(rule, root)
    }
}

/// How many bytes a search and the next ones of the same length can fill. More would only be slower:
/// memory that is new to the process costs time.
fn useful_memory(limits: &Limits) -> usize {
    /// Positions that are remembered in a second, with room for ten moves: 12.8 bytes each.
    const BYTES_A_SECOND: u128 = 10 * 450_000 * 64 / 5;
    const LEAST: u128 = 8 << 20;
    let Some(plan) = limits.time else {
        return usize::MAX;
    };
    let bytes = plan.maximum.as_micros() * BYTES_A_SECOND / 1_000_000;
    usize::try_from(bytes.max(LEAST)).unwrap_or(usize::MAX)
}

impl Memory {
    /// Splits `bytes`: a sixteenth remembers failed attacks by fours, another wins by threats, the rest
    /// positions.
    fn new(bytes: usize) -> Memory {
        const HISTORY: usize = 64 << 10;
        let attacks = (bytes / 16).min(64 << 20);
        Memory {
            bytes,
            table: Table::new(bytes - 2 * attacks - HISTORY),
            history: History::new(),
            vcf: Vcf::new(attacks / size_of::<u64>()),
            threats: vct::Solver::new(attacks),
            proof: None,
        }
    }
}

/// One search, before it is known for which kind of rule.
struct Root<'a> {
    position: &'a Position,
    rule: Rule,
    limits: &'a Limits,
    /// How many lines are wanted.
    count: usize,
    supervisor: &'a mut dyn Supervisor,
    memory: &'a mut Memory,
    params: &'a SearchParams,
    values: &'static Params,
}

impl KindVisitor for Root<'_> {
    type Output = Vec<Report>;

    fn visit<K: Kind>(self, _: K) -> Vec<Report> {
        let board = PatternBoard::<K>::new(self.position, self.rule, &self.values.values);
        let evaluation = Evaluation::new(self.values);
        let mut search = Search::new(board, evaluation, self.memory, self.params, self.supervisor);
        search.plan = self.limits.time;
        search.node_limit = self.limits.nodes.unwrap_or(u64::MAX);
        search.blocked = self.limits.blocked;
        search.barred = self.limits.blocked;
        let lines = search.find_lines(self.rule, self.limits.depth, self.count);
        if cfg!(debug_assertions) {
            search.board.assert_in_step();
            assert_eq!(search.board.position(), self.position);
        }
        lines
    }
}

/// Tells a solver when to stop: when the supervisor says so, or its share of the time is used up.
pub(super) struct Watch<'a> {
    supervisor: &'a mut dyn Supervisor,
    until: Option<Duration>,
    /// What the supervisor has said.
    pub verdict: Verdict,
}

impl<'a> Watch<'a> {
    /// From now on, for so long at most.
    pub fn new(supervisor: &'a mut dyn Supervisor, time: Option<Duration>) -> Watch<'a> {
        let until = time.map(|time| supervisor.elapsed() + time);
        Watch {
            supervisor,
            until,
            verdict: Verdict::GoOn,
        }
    }

    /// Whether the solver has to stop.
    pub fn is_over(&mut self) -> bool {
        match self.supervisor.check() {
            Verdict::GoOn => {}
            news => self.verdict = news,
        }
        let stopped = matches!(self.verdict, Verdict::MoveNow | Verdict::Abandon);
        let elapsed = self.supervisor.elapsed();
        stopped || self.until.is_some_and(|until| elapsed >= until)
    }
}

/// The best line so far, and how it came about.
struct Progression {
    report: Report,
    /// Iterations since the best move changed.
    stable: u32,
    /// Which of the last iterations changed it, as bits.
    changes: u32,
    /// The value of the iteration before.
    previous: Option<i32>,
}

impl<K: Kind> Search<'_, K> {
    fn find_lines(&mut self, rule: Rule, depth_limit: Option<u32>, count: usize) -> Vec<Report> {
        let Some(fallback) = self.any_legal_move() else {
            return Vec::new();
        };
        let blocked = self.blocked;
        let is_free = |report: &Report| !blocked.contains(report.line[0]);
        if let Some(report) = self.at_sight(fallback).filter(is_free) {
            return vec![report];
        }
        let depth_limit = depth_limit.unwrap_or(MAX_PLY as u32);
        let won = self.win_by_fours(rule).filter(is_free);
        let won = won.or_else(|| self.win_by_threats(rule).filter(is_free));
        if won.is_none() && count <= 1 {
            self.heed_threats();
        }
        match (won, count) {
            (Some(report), 0..=1) => vec![report],
            (None, 0..=1) => vec![self.deepen(fallback, depth_limit)],
            (won, _) => self.deepen_lines(won, fallback, depth_limit, count),
        }
    }

    /// The move that is played when there is no time for anything: the best-looking legal one.
    fn any_legal_move(&mut self) -> Option<Point> {
        let position = self.board.position().clone();
        let side = position.to_move();
        let centre = position.shape().centre();
        let blocked = self.blocked;
        let is_free = |point: &Point| !blocked.contains(*point);
        if position.stones().is_empty() && position.is_empty(centre) && is_free(&centre) {
            return Some(centre);
        }
        let values = self.evaluation().params();
        let mut points: Vec<Point> = position.empty_points().filter(is_free).collect();
        let distance = |p: Point| p.x().abs_diff(centre.x()).max(p.y().abs_diff(centre.y()));
        points.sort_by_key(|&p| {
            let looks = values.looks(side, self.board.prospect(p));
            (-looks, distance(p), p)
        });
        points.into_iter().find(|&p| !self.board.is_foul(p, side))
    }

    pub(super) fn report(&self, depth: u32, score: Score, line: Vec<Point>) -> Report {
        Report {
            depth,
            selective_depth: (self.selective_depth as u32).max(depth),
            score,
            nodes: self.nodes.max(1),
            elapsed: self.supervisor.elapsed(),
            line,
        }
    }

    /// Moves that need no search: an empty board, a win at sight, a single reply, a lost cause.
    fn at_sight(&mut self, fallback: Point) -> Option<Report> {
        if self.board.position().stones().is_empty() {
            return Some(self.report(1, Score::DRAW, vec![fallback]));
        }
        let other = !self.board.to_move();
        match standing(&mut self.board) {
            Standing::Win(point, plies) => {
                Some(self.report(plies, Score::win_in(plies), vec![point]))
            }
            Standing::Lost => {
                let fives = *self.board.points(other, Class::Five);
                let side = !other;
                let block = fives.iter().find(|&p| !self.board.is_foul(p, side));
                let line = vec![block.unwrap_or(fallback)];
                Some(self.report(2, Score::loss_in(2), line))
            }
            Standing::MustReply(replies) if replies.iter().count() == 1 => {
                let value = self.evaluation().evaluate(&self.board);
                let score = self.win_in_progress().unwrap_or(Score::new(value));
                Some(self.report(1, score, replies.iter().collect()))
            }
            _ => None,
        }
    }

    /// A win by fours, believed when the rules confirm it.
    fn win_by_fours(&mut self, rule: Rule) -> Option<Report> {
        let budget = (self.params.root_budget as u64).min(self.node_limit / 4);
        let found = self.solve_fours(budget);
        self.nodes += self.memory.vcf.nodes();
        let Found::Win(line, plies) = found else {
            return None;
        };
        if !proof::wins_by_fours(self.board.position(), rule, &line) {
            log::warn!("a win by fours was not confirmed: {line:?}");
            return None;
        }
        Some(self.report(plies, Score::win_in(plies), line))
    }

    /// The complete search for fours, for a quarter of the time at most.
    fn solve_fours(&mut self, budget: u64) -> Found {
        let mut watch = Watch::new(self.supervisor, self.plan.map(|plan| plan.maximum / 4));
        let vcf = &mut self.memory.vcf;
        let found = vcf.solve(&mut self.board, budget, &mut || watch.is_over());
        let verdict = watch.verdict;
        self.heed(verdict);
        found
    }

    /// Searches deeper and deeper until the limits or certainty end it.
    fn deepen(&mut self, fallback: Point, depth_limit: u32) -> Report {
        let mut best = Progression {
            report: self.report(1, Score::DRAW, vec![fallback]),
            stable: 0,
            changes: 0,
            previous: None,
        };
        for depth in 1..=depth_limit.max(1) {
            if self.over {
                break;
            }
            let value = self.aspirate(depth as i32 * PLY, best.previous);
            let finished = !self.over;
            self.adopt(&mut best, depth, value, finished);
            if !finished {
                break;
            }
            self.supervisor.report(&best.report);
            if self.is_decided(&best.report) || self.has_thought_enough(&best) {
                break;
            }
            best.previous = Some(value);
            self.look_along_line();
        }
        best.report.nodes = self.nodes;
        best.report.elapsed = self.supervisor.elapsed();
        best.report
    }

    /// One iteration, first with a narrow window around the last value.
    pub(super) fn aspirate(&mut self, depth: i32, previous: Option<i32>) -> i32 {
        let infinite = Score::INFINITE.value();
        let mut delta = self.params.aspiration_window;
        let (mut alpha, mut beta) = match previous {
            Some(value) if depth >= self.params.aspiration_depth => (
                (value - delta).max(-infinite),
                (value + delta).min(infinite),
            ),
            _ => (-infinite, infinite),
        };
        loop {
            let value = self.node(depth, alpha, beta, 0, false);
            if self.over {
                return value;
            }
            delta += delta / 2 + 8;
            let open = Score::from_value(value).is_proven() || delta > 1000;
            if value <= alpha && alpha > -infinite {
                beta = (alpha + beta) / 2;
                alpha = if open {
                    -infinite
                } else {
                    (value - delta).max(-infinite)
                };
            } else if value >= beta && beta < infinite {
                beta = if open {
                    infinite
                } else {
                    (value + delta).min(infinite)
                };
            } else {
                return value;
            }
        }
    }

    /// Takes over what an iteration found; a broken-off one counts when it got past its first move.
    fn adopt(&mut self, best: &mut Progression, depth: u32, value: i32, finished: bool) {
        let line = self.line().to_vec();
        let Some(&point) = line.first() else {
            return;
        };
        let changed = point != best.report.line[0];
        best.changes = best.changes << 1 | changed as u32;
        best.stable = if changed { 0 } else { best.stable + 1 };
        let score = match finished {
            true => Score::from_value(value),
            false => best.report.score,
        };
        let depth = if finished { depth } else { best.report.depth };
        best.report = self.report(depth, score, line);
    }

    /// A proven result that deeper search cannot better.
    pub(super) fn is_decided(&self, report: &Report) -> bool {
        let distance = report.score.win_distance().or(report.score.loss_distance());
        distance.is_some_and(|plies| plies <= report.depth + 2)
    }

    fn has_thought_enough(&self, best: &Progression) -> bool {
        let Some(plan) = self.plan else {
            return false;
        };
        plan.enough(&Progress {
            elapsed: self.supervisor.elapsed(),
            best_move_changes: (best.changes & 15).count_ones(),
            stable_iterations: best.stable,
            score_drop: best.previous.map_or(0, |p| p - best.report.score.value()),
        })
    }
}
