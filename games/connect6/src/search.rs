//! The search: iterative deepening and alpha-beta over turns of two stones.
//!
//! Depth is counted in hundredths of a turn. If a side has no free stone (the other one has a double threat), its few
//! answers cost no depth; so forced lines are searched to their end. In quiet positions only the most promising turns
//! are searched, so a loss is likely but not proven.

use super::attack::Win;
use super::eval::Evaluation;
use super::memory::SearchMemory;
use super::moves::{self, Breadth, Danger};
use super::params::Params;
use super::table::{Best, TableEntry};
use super::threats::{self, Defence};
use super::{Board, Move, rules};
use std::time::Duration;
use tengen_common::deadline::run_until;
use tengen_common::table::{Bound, from_table, to_table};
use tengen_common::time::{Progress, TimePlan};
use tengen_common::{Limits, Score, SearchCallback, Signal};
use tengen_core::board::{PointSet, Position};

/// The maximum number of turns from the root.
const MAX_PLY: usize = 120;
const MAX_DEPTH: i32 = 60;
/// One turn in units of depth.
const TURN: i32 = 100;
/// The search callback is polled once in this many nodes.
const CHECK_EVERY: u64 = 32;
/// The attack search at the root takes at most this part (1/n) of the time.
const ATTACK_SHARE: u32 = 4;
/// Each further attack search at the root takes at most this part (1/n) of the nodes.
const ROOT_SHARE: u64 = 8;

#[derive(Clone, Debug)]
pub struct Report {
    pub turn: Move,
    pub depth: u32,
    /// Value for the side to move; distances are in turns.
    pub score: Score,
    pub nodes: u64,
    pub elapsed: Duration,
}

pub(super) struct Connect6Search<'a> {
    board: Board,
    evaluation: Evaluation,
    memory: &'a mut SearchMemory,
    params: &'a Params,
    callback: &'a mut dyn SearchCallback,
    plan: Option<TimePlan>,
    node_limit: u64,
    nodes: u64,
    next_check: u64,
    over: bool,
}

/// The best turn at the root, and how stable it is.
struct RootState {
    turn: Move,
    depth: i32,
    score: i32,
    changes: u32,
    stable: u32,
    drop: i32,
}

impl<'a> Connect6Search<'a> {
    /// A search of this position that has not started.
    pub(super) fn new(
        position: &Position,
        limits: &Limits,
        memory: &'a mut SearchMemory,
        params: &'a Params,
        callback: &'a mut dyn SearchCallback,
    ) -> Connect6Search<'a> {
        Connect6Search {
            board: Board::new(position, params),
            evaluation: Evaluation::new(params),
            memory,
            params,
            callback,
            plan: limits.time,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_check: 0,
            over: false,
        }
    }

    /// The turn to play, searched to this depth at most; `None` if there is no legal turn.
    pub(super) fn find(&mut self, depth_limit: Option<u32>) -> Option<Report> {
        let us = self.board.to_move();
        if let Some(turn) = threats::winning_move(&self.board, us) {
            return Some(self.report(turn, 1, Score::win_in(1).value()));
        }
        if let Some(report) = self.root_attack() {
            return Some(report);
        }
        let defence = threats::defence(&self.board, us);
        let breadth = Breadth::of_root(self.params, 1);
        let danger = self.danger(&defence, self.root_budget(self.params.root_danger));
        let turns = moves::turns(&mut self.board, &defence, &breadth, &danger);
        let &first = turns.first()?;
        if defence == Defence::Hopeless {
            return Some(self.report(first, 2, Score::loss_in(2).value()));
        }
        if turns.len() == 1 {
            let value = self.evaluation.evaluate(&mut self.board);
            return Some(self.report(first, 1, value));
        }
        let depth_limit = depth_limit.map_or(MAX_DEPTH, |depth| depth as i32);
        Some(self.deepen(turns, &defence, depth_limit))
    }

    fn report(&self, turn: Move, depth: u32, value: i32) -> Report {
        Report {
            turn,
            depth,
            score: Score::from_value(value),
            nodes: self.nodes.max(1),
            elapsed: self.callback.elapsed(),
        }
    }

    /// The long attack search at the root.
    fn root_attack(&mut self) -> Option<Report> {
        let budget = (self.params.root_attack as u64).min(self.node_limit / 4);
        let until = self.plan.map(|plan| plan.maximum / ATTACK_SHARE);
        let win = self.look_for_attack(budget, until)?;
        Some(self.report(win.turn, win.turns, Score::win_in(win.turns).value()))
    }

    /// Deepens until a limit is reached or the result is certain.
    fn deepen(&mut self, mut turns: Vec<Move>, defence: &Defence, depth_limit: i32) -> Report {
        let mut widened = false;
        let mut best = RootState {
            turn: turns[0],
            depth: 0,
            score: self.evaluation.evaluate(&mut self.board),
            changes: 0,
            stable: 0,
            drop: 0,
        };
        for depth in 1..=depth_limit.max(1) {
            self.check_limits();
            if self.over {
                break;
            }
            self.iterate(&mut turns, depth, &mut best);
            let score = Score::from_value(best.score);
            if score.loss_distance().is_some() && !widened && !self.over {
                let breadth = Breadth::of_root(self.params, self.params.widen);
                turns = moves::turns(&mut self.board, defence, &breadth, &Danger::default());
                to_front(&mut turns, best.turn);
                self.iterate(&mut turns, depth, &mut best);
                widened = true;
            }
            let decided = Score::from_value(best.score).is_proven();
            if self.over || decided || self.has_thought_enough(&best) {
                break;
            }
        }
        self.report(best.turn, best.depth as u32, best.score)
    }

    /// One iteration. An interrupted one counts as far as it got. Moves the best turn to the front.
    fn iterate(&mut self, turns: &mut [Move], depth: i32, best: &mut RootState) {
        let (mut alpha, beta) = (-Score::INFINITE.value(), Score::INFINITE.value());
        let mut found = 0;
        for (i, &turn) in turns.iter().enumerate() {
            let mut value = self.child(turn, depth * TURN, (alpha, beta), 0, i);
            if self.over {
                break;
            }
            if value > alpha {
                value = value.min(self.proof(turn));
            }
            if value > alpha {
                (alpha, found) = (value, i);
            }
        }
        if alpha == -beta {
            return; // interrupted in the first turn
        }
        turns[..=found].rotate_right(1);
        best.changes = best.changes << 1 | u32::from(turns[0] != best.turn);
        best.stable = if turns[0] == best.turn { best.stable + 1 } else { 0 };
        best.turn = turns[0];
        if !self.over {
            best.drop = best.score - alpha;
            (best.score, best.depth) = (alpha, depth);
        }
    }

    /// An upper bound for the value of a root turn: a loss if a long search finds an attack against it.
    fn proof(&mut self, turn: Move) -> i32 {
        self.board.play(turn);
        let win = self.short_attack(self.root_budget(self.params.root_proof), 1);
        self.board.undo(turn);
        win.map_or(Score::INFINITE.value(), |value| -value)
    }

    fn has_thought_enough(&self, best: &RootState) -> bool {
        self.plan.is_some_and(|plan| {
            plan.enough(&Progress {
                elapsed: self.callback.elapsed(),
                best_move_changes: (best.changes & 15).count_ones(),
                stable_iterations: best.stable,
                score_drop: best.drop,
                ..Progress::default()
            })
        })
    }

    /// The value of a turn: the first turn of a node with the full window, later ones first with a null window and at
    /// reduced depth.
    fn child(&mut self, turn: Move, depth: i32, (alpha, beta): (i32, i32), ply: usize, number: usize) -> i32 {
        self.board.play(turn);
        let depth = depth - TURN;
        let late = number >= self.params.reduce_after as usize && depth >= TURN;
        let reduced = if late { depth - TURN } else { depth };
        let mut value = alpha + 1;
        if number > 0 {
            value = -self.node(reduced, -alpha - 1, -alpha, ply + 1);
            if late && value > alpha && !self.over {
                value = -self.node(depth, -alpha - 1, -alpha, ply + 1);
            }
        }
        if number == 0 || (value > alpha && value < beta && !self.over) {
            value = -self.node(depth, -beta, -alpha, ply + 1);
        }
        self.board.undo(turn);
        value
    }

    /// The value of the position for the side to move, `ply` turns from the root.
    fn node(&mut self, depth: i32, mut alpha: i32, mut beta: i32, ply: usize) -> i32 {
        self.nodes += 1;
        self.check_limits();
        if self.over {
            return 0;
        }
        // Step 1. A side that can win in this turn wins; a side that cannot stop the other's threats loses.
        let us = self.board.to_move();
        if self.board.threatens(us) {
            return Score::win_in(ply as u32 + 1).value();
        }
        let defence = threats::defence(&self.board, us);
        if defence == Defence::Hopeless {
            return Score::loss_in(ply as u32 + 2).value();
        }
        if self.board.position().empty_count() == 0 {
            return Score::DRAW.value();
        }
        // Step 2. A faster win than those already found is impossible: cut by distance.
        alpha = alpha.max(Score::loss_in(ply as u32 + 2).value());
        beta = beta.min(Score::win_in(ply as u32 + 3).value());
        if alpha >= beta {
            return alpha;
        }
        // Step 3. Forced turns are extended: there are few of them.
        let depth = depth + self.extension(&defence);
        if depth < TURN || ply >= MAX_PLY {
            return self.leaf(ply);
        }
        // Step 4. Transposition table.
        let hash = self.board.position().hash();
        let known = self.memory.table.get(hash);
        if let Some(value) = known.and_then(|entry| usable(&entry, depth, alpha, beta, ply)) {
            return value;
        }
        // Step 5. A win by double threats.
        if let Some(value) = self.short_attack(self.budget(self.params.node_attack, depth), ply) {
            return value;
        }
        // Step 6. The other side's attack if it were to move.
        let danger = if depth >= self.params.danger_depth {
            self.danger(&defence, self.budget(self.params.danger_budget, depth))
        } else {
            Danger::default()
        };
        // Step 7. Search the turns, the table's turn first.
        let breadth = Breadth::of_node(self.params, depth < 2 * TURN);
        let mut turns = moves::turns(&mut self.board, &defence, &breadth, &danger);
        let position = self.board.position();
        let best = known.and_then(|entry| entry.note.0);
        if let Some(best) = best.filter(|&turn| can_be_played(position, turn)) {
            to_front(&mut turns, best);
        }
        let (value, best) = self.try_turns(&turns, depth, (alpha, beta), ply);
        // Step 8. Store the result.
        if !self.over {
            let bound = match best {
                None => Bound::Upper,
                Some(_) if value >= beta => Bound::Lower,
                Some(_) => Bound::Exact,
            };
            let entry = TableEntry { value: to_table(value, ply), depth, bound, note: Best(best) };
            self.memory.table.put(hash, entry);
        }
        value
    }

    /// The best value of these turns, and the turn that raised alpha last.
    fn try_turns(
        &mut self,
        turns: &[Move],
        depth: i32,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> (i32, Option<Move>) {
        let (mut value, mut best) = (-Score::INFINITE.value(), None);
        for (number, &turn) in turns.iter().enumerate() {
            let found = self.child(turn, depth, (alpha, beta), ply, number);
            if self.over {
                break;
            }
            value = value.max(found);
            if found > alpha {
                (alpha, best) = (found, Some(turn));
                if alpha >= beta {
                    break;
                }
            }
        }
        (value, best)
    }

    fn leaf(&mut self, ply: usize) -> i32 {
        let win = self.short_attack(self.params.leaf_attack, ply);
        win.unwrap_or_else(|| self.evaluation.evaluate(&mut self.board))
    }

    /// The budget of an attack search, which grows with the square of the remaining depth.
    fn budget(&self, nodes: i32, depth: i32) -> i32 {
        let more = 1.max(1 + self.params.attack_growth * (depth - TURN) / TURN / 100);
        nodes.saturating_mul(more * more)
    }

    /// The budget of an attack search at the root, bounded by a share of the node limit.
    fn root_budget(&self, nodes: i32) -> i32 {
        let share = i32::try_from(self.node_limit / ROOT_SHARE).unwrap_or(i32::MAX);
        nodes.min(share)
    }

    fn short_attack(&mut self, budget: i32, ply: usize) -> Option<i32> {
        let win = self.short_look(budget)?;
        Some(Score::win_in(ply as u32 + win.turns).value())
    }

    /// An attack search limited only by the time for the turn.
    fn short_look(&mut self, budget: i32) -> Option<Win> {
        let until = self.plan.map(|plan| plan.maximum);
        self.look_for_attack(budget as u64, until)
    }

    /// Searches for an attack of the side to move within `budget` nodes and until `until`.
    fn look_for_attack(&mut self, budget: u64, until: Option<Duration>) -> Option<Win> {
        let (board, attack) = (&mut self.board, &mut self.memory.attack);
        let (win, signal) = run_until(self.callback, until, |stop| attack.find(board, budget, stop));
        self.nodes += self.memory.attack.nodes();
        self.apply(signal);
        win
    }

    fn extension(&self, defence: &Defence) -> i32 {
        match defence {
            Defence::Forced(blocks) if blocks.singles.is_empty() => TURN,
            Defence::Forced(_) => self.params.single_extension,
            _ => 0,
        }
    }

    /// The other side's wins by double threats if we passed the turn or its free stone.
    fn danger(&mut self, defence: &Defence, budget: i32) -> Danger {
        let mut danger = Danger::default();
        match defence {
            Defence::Hopeless => {}
            Defence::Free => {
                self.board.pass();
                danger.free = self.zone_of_attack(budget);
                self.board.pass();
            }
            Defence::Forced(blocks) => {
                let us = self.board.to_move();
                for (zone, &single) in danger.beside.iter_mut().zip(&blocks.singles) {
                    self.board.place(single, us);
                    *zone = self.zone_of_attack(budget);
                    self.board.lift();
                }
            }
        }
        danger
    }

    /// The points where an attack of the side to move may be spoiled, if it has one.
    fn zone_of_attack(&mut self, budget: i32) -> Option<PointSet> {
        self.short_look(budget).map(|_| *self.memory.attack.zone())
    }

    /// Checks the limits, and polls the callback at intervals.
    fn check_limits(&mut self) {
        self.over |= self.nodes >= self.node_limit;
        if self.nodes >= self.next_check && !self.over {
            self.next_check = self.nodes + CHECK_EVERY;
            let signal = self.callback.check();
            self.apply(signal);
            let late = |plan: TimePlan| self.callback.elapsed() >= plan.maximum;
            self.over |= self.plan.is_some_and(late);
        }
    }

    fn apply(&mut self, signal: Signal) {
        match signal {
            Signal::GoOn => {}
            Signal::Replan(plan) => self.plan = Some(plan),
            Signal::MoveNow | Signal::Abandon => self.over = true,
        }
    }
}

/// The value of a table entry, if it decides the node.
fn usable(entry: &TableEntry, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let value = from_table(entry.value, ply);
    let fits = entry.bound.decides(value, alpha, beta);
    (entry.depth >= depth && fits).then_some(value)
}

/// Whether a table turn is legal here: on a key collision the entry belongs to another position.
pub(super) fn can_be_played(position: &Position, turn: Move) -> bool {
    let stones = turn.stones();
    let fits = stones.len() == rules::stones_a_turn(position);
    fits && stones.iter().all(|&point| position.check_empty(point).is_ok())
}

fn to_front(turns: &mut Vec<Move>, best: Move) {
    match turns.iter().position(|&turn| turn == best) {
        Some(at) => turns[..=at].rotate_right(1),
        None => turns.insert(0, best),
    }
}
