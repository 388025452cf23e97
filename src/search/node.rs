//! The alpha-beta search of one node, and of a leaf.

use super::history::History;
use super::moves::{Hints, Scored, generate, pick};
use super::params::{SearchParams, ln_1024};
use super::table::{Bound, Entry, Table, from_table, to_table};
use super::{Score, Supervisor, Verdict};
use crate::board::{Colour, Point};
use crate::eval::Evaluation;
use crate::pattern::{Class, Kind, PatternBoard};
use crate::search::time::TimePlan;
use crate::threat::standing::{Standing, may_attack_by_fours, standing};
use crate::threat::vcf::Vcf;

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
struct Frame {
    eval: i32,
    killers: [Option<Point>; 2],
    moves: Vec<Scored>,
    line: Vec<Point>,
    /// A move that the node leaves out (the singular test).
    excluded: Option<Point>,
}

/// Why a search was broken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Play what was found.
    MoveNow,
    /// Nobody waits any more.
    Abandon,
}

/// What outlives one search of a game.
pub struct Memory {
    /// Positions.
    pub table: Table,
    /// Moves.
    pub history: History,
    /// Failed attacks.
    pub vcf: Vcf,
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
    pub(super) halt: Option<Halt>,
    evaluation: Evaluation,
    frames: Vec<Frame>,
    logs: [i32; LOGS],
    next_check: u64,
}

impl<'a, K: Kind> Search<'a, K> {
    pub(super) fn new(
        board: PatternBoard<K>,
        evaluation: Evaluation,
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
            halt: None,
            evaluation,
            frames: vec![Frame::default(); MAX_PLY + 2],
            logs: std::array::from_fn(|n| ln_1024(n.max(1) as u32)),
            next_check: 0,
        }
    }

    pub(super) fn evaluation(&self) -> Evaluation {
        self.evaluation
    }

    /// The principal variation of the last full search of the root.
    pub(super) fn line(&self) -> &[Point] {
        &self.frames[0].line
    }

    /// Whether the search has to stop now.
    #[inline]
    fn halted(&mut self) -> bool {
        if self.nodes >= self.next_check && self.halt.is_none() {
            self.next_check = self.nodes + CHECK_INTERVAL;
            self.ask();
        }
        self.halt.is_some()
    }

    pub(super) fn ask(&mut self) {
        match self.supervisor.check() {
            Verdict::GoOn => {}
            Verdict::Replan(plan) => self.plan = Some(plan),
            Verdict::MoveNow => self.halt = Some(Halt::MoveNow),
            Verdict::Abandon => self.halt = Some(Halt::Abandon),
        }
        let elapsed = self.supervisor.elapsed();
        let late = self.plan.is_some_and(|plan| elapsed >= plan.maximum);
        if self.halt.is_none() && (late || self.nodes >= self.node_limit) {
            self.halt = Some(Halt::MoveNow);
        }
    }

    fn evaluate(&self) -> i32 {
        Score::new(self.evaluation.evaluate(&self.board)).value()
    }

    /// A forced line ends here: nothing is known but the evaluation and wins by fours.
    fn leaf(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        if self.board.position().empty_count() == 0 || self.halted() {
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
                    if best >= beta || self.halt.is_some() {
                        break;
                    }
                }
                return best;
            }
            Standing::Threatened | Standing::Open => {}
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
    fn glance(&mut self, budget: i32) -> Option<(Point, u32)> {
        if budget <= 0 || !may_attack_by_fours(&self.board, self.board.to_move()) {
            return None;
        }
        let found = self.memory.vcf.glance(&mut self.board, budget as u64);
        self.nodes += self.memory.vcf.nodes();
        found
    }

    /// The value of a node for its side to move, at least exact within `alpha..beta`.
    ///
    /// `cut`: the parent expects this node to fail high.
    pub(super) fn node(
        &mut self,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        if depth < PLY / 2 || ply >= MAX_PLY {
            return self.leaf(alpha, beta, ply);
        }
        let root = ply == 0;
        let pv = beta - alpha > 1;

        // Step 1. Count, stop, draw.
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        if self.board.position().empty_count() == 0 || self.halted() {
            return Score::DRAW.value();
        }

        // Step 2. What is decided at sight.
        let side = self.board.to_move();
        let standing = standing(&mut self.board);
        match standing {
            Standing::Win(point, plies) => {
                self.frames[ply].line.push(point);
                return win(ply, plies);
            }
            Standing::Lost if !root => return -win(ply, 2),
            _ => {}
        }
        let forced = matches!(standing, Standing::MustReply(_));
        if forced {
            depth += self.params.reply_extension;
        }

        // Step 3. A faster win than those already found is impossible: cut by distance.
        if !root {
            alpha = alpha.max(-win(ply, 2));
            beta = beta.min(win(ply, 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 4. The table.
        let excluded = self.frames[ply].excluded;
        let hash = self.board.position().hash() ^ excluded.map_or(0, exclusion_key);
        let known = self.memory.table.get(hash);
        if let Some(entry) = known
            && !pv
            && entry.depth >= depth
        {
            let value = from_table(entry.value, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if decides {
                return value;
            }
        }
        let table_move = known.and_then(|entry| entry.best);

        // Step 5. The static evaluation; in a forced reply that of two plies ago.
        let eval = match (forced, known) {
            (true, _) => ply.checked_sub(2).map_or(0, |i| self.frames[i].eval),
            (false, Some(entry)) => entry.eval,
            (false, None) => self.evaluate(),
        };
        self.frames[ply].eval = eval;
        let improving = ply >= 2 && eval > self.frames[ply - 2].eval;
        if let Some(next) = self.frames.get_mut(ply + 2) {
            next.killers = [None; 2];
        }

        if !forced && excluded.is_none() {
            // Step 6. A win by fours of the side to move, not seen at sight.
            if known.is_none()
                && !root
                && depth >= self.params.node_vcf_depth
                && let Some((point, plies)) = self.glance(self.params.node_budget)
            {
                self.frames[ply].line.push(point);
                return win(ply, plies);
            }
            if !pv && !Score::from_value(alpha).is_proven() && !Score::from_value(beta).is_proven()
            {
                // Step 7. Razoring: far below alpha near the leaves, only fours can help.
                let margin = self.params.razor_base + self.params.razor_slope * depth / PLY;
                if depth < self.params.razor_depth && eval + margin <= alpha {
                    return self.leaf(alpha, beta, ply);
                }
                // Step 8. Reverse futility: so far above beta that a quiet move will hold it.
                let plies = depth - self.params.futility_improving * improving as i32;
                let margin = self.params.futility_slope * plies.max(0) / PLY;
                if depth < self.params.futility_depth
                    && matches!(standing, Standing::Open)
                    && eval - margin >= beta
                {
                    return eval;
                }
            }
        }

        // Step 9. Singular extension: the table's move, if all others are clearly worse, is searched
        // deeper; if even without it the node fails high, it is cut.
        let mut singular = 0;
        if let Some(entry) = known
            && !root
            && !forced
            && excluded.is_none()
            && entry.best.is_some()
            && entry.bound != Bound::Upper
            && depth >= self.params.singular_depth
            && entry.depth >= depth - 3 * PLY
            && !Score::from_value(entry.value).is_proven()
        {
            let bar = entry.value - self.params.singular_margin * depth / (100 * PLY);
            self.frames[ply].excluded = entry.best;
            let value = self.node(depth / 2, bar - 1, bar, ply, cut);
            self.frames[ply].excluded = None;
            if self.halt.is_some() {
                return alpha;
            }
            if value < bar {
                singular = self.params.singular_extension;
            } else if value >= beta && !pv {
                return value;
            }
        }

        if cut
            && !forced
            && excluded.is_none()
            && self.params.fail_high_reduction > 0
            && depth > 3 * PLY
            && eval >= beta + self.params.fail_high_margin * depth / PLY
        {
            depth -= self.params.fail_high_reduction;
        }

        // Step 10. The moves.
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let last = self.board.position().stones().last().copied();
        let hints = Hints {
            best: table_move,
            killers: self.frames[ply].killers,
            counter: last.and_then(|s| self.memory.history.counter(s.colour, s.point)),
            history: &self.memory.history,
            values: self.evaluation.params(),
            params: self.params,
        };
        generate(&self.board, &standing, &hints, &mut moves);

        let best_looks = moves
            .iter()
            .filter(|m| table_move != Some(m.point))
            .map(|m| m.score)
            .max()
            .unwrap_or(0);
        let mut best_value = -Score::INFINITE.value();
        let mut best_move = None;
        let mut played = 0;
        let original_alpha = alpha;
        let mut tried: Vec<(Point, bool)> = Vec::new();
        for i in 0..moves.len() {
            let Scored { point, score } = pick(&mut moves, i);
            if excluded == Some(point) || self.board.is_foul(point, side) {
                continue;
            }
            let own_class = self.board.class(point, side);
            let their_class = self.board.class(point, !side);
            let threat = own_class >= Class::Three;
            let quiet = own_class < Class::Three && their_class < Class::Three;

            // Step 11. Once something holds, late moves near the leaves are not looked at.
            let holds = best_value > -Score::win_in(MAX_PLY as u32).value();
            if !root && holds && !forced && played >= self.move_limit(depth, improving) {
                break;
            }

            // Step 12. The move; late ones first at less depth, all but the first with a null window.
            self.board.play(point);
            played += 1;
            let extension = if table_move == Some(point) {
                singular
            } else {
                0
            };
            let new_depth = depth - PLY + extension;
            let mut value = alpha;
            let mut full = played == 1;
            if !full {
                let mut reduction = 0;
                if depth >= 2 * PLY && played > 1 + root as usize && !forced {
                    reduction = self.reduction(depth, played, pv, cut, improving);
                    if !quiet {
                        reduction -= self.params.reduction_threat;
                    }
                    reduction -= self.memory.history.score(side, point, threat)
                        / self.params.reduction_history;
                    reduction += ((best_looks - score).max(0) * self.params.reduction_gap / 100)
                        .min(self.params.reduction_gap_most);
                    if best_move.is_some() {
                        reduction += self.params.raised_reduction;
                    }
                    reduction = reduction.clamp(0, new_depth - PLY / 2);
                }
                value = -self.node(new_depth - reduction, -alpha - 1, -alpha, ply + 1, true);
                if value > alpha && reduction > 0 {
                    value = -self.node(new_depth, -alpha - 1, -alpha, ply + 1, !cut);
                }
                full = pv && value > alpha && (root || value < beta);
            }
            if full {
                value = -self.node(new_depth, -beta, -alpha, ply + 1, !pv && !cut);
            }
            self.board.undo();
            if self.halt.is_some() {
                break;
            }

            // Step 13. A new best move.
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = Some(point);
                    if pv {
                        self.extend_line(ply, point);
                    }
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
            tried.push((point, threat));
        }
        self.frames[ply].moves = moves;
        if self.halt.is_some() {
            return best_value.max(original_alpha);
        }
        if played == 0 {
            // Every move is a foul, or the only one was left out.
            return match (excluded, standing) {
                (Some(_), _) => original_alpha,
                (None, Standing::Threatened) => -win(ply, 4),
                (None, _) => eval,
            };
        }

        // Step 14. Learn from a cut.
        if best_value >= beta
            && let Some(best) = best_move
        {
            self.learn(
                ply,
                side,
                best,
                depth,
                last.map(|s| (s.colour, s.point)),
                &tried,
            );
        }

        // Step 15. Remember.
        let bound = match () {
            _ if best_value >= beta => Bound::Lower,
            _ if best_value > original_alpha && pv => Bound::Exact,
            _ => Bound::Upper,
        };
        self.memory.table.put(
            hash,
            Entry {
                best: best_move,
                value: to_table(best_value, ply),
                eval,
                depth,
                bound,
            },
        );
        best_value
    }

    /// How many moves a node of this depth looks at.
    fn move_limit(&self, depth: i32, improving: bool) -> usize {
        let plies = depth / PLY;
        let p = self.params;
        let limit = p.move_count_base
            + (p.move_count_slope * plies + p.move_count_square * plies * plies) / 100;
        (if improving { limit } else { limit * 2 / 3 }) as usize
    }

    /// How much less deep a late move is searched at first.
    fn reduction(&self, depth: i32, played: usize, pv: bool, cut: bool, improving: bool) -> i32 {
        let p = self.params;
        let logs = |n: usize| self.logs[n.min(LOGS - 1)];
        let product = (logs((depth / PLY) as usize) * logs(played)) >> 10;
        p.reduction_base + product * p.reduction_scale / 1024 + p.reduction_cut * cut as i32
            - p.reduction_pv * pv as i32
            + p.reduction_improving * !improving as i32
    }

    /// The line from `ply` is `point` and then the line of the child.
    fn extend_line(&mut self, ply: usize, point: Point) {
        let (before, after) = self.frames.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(point);
        line.extend_from_slice(&after[0].line);
    }

    /// `best` refuted the opponent's last move; the moves tried before it did not.
    fn learn(
        &mut self,
        ply: usize,
        side: Colour,
        best: Point,
        depth: i32,
        last: Option<(Colour, Point)>,
        tried: &[(Point, bool)],
    ) {
        let plies = depth / PLY;
        let bonus = (25 * plies * plies + 100 * plies).min(4000);
        let threat = self.board.class(best, side) >= Class::Three;
        let history = &mut self.memory.history;
        history.reward(side, best, threat, bonus);
        for &(point, threat) in tried.iter().filter(|(point, _)| *point != best) {
            history.reward(side, point, threat, -bonus / 2);
        }
        if let Some((colour, point)) = last {
            history.set_counter(colour, point, best);
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }
}

/// The value of winning `plies` after `ply`.
#[inline(always)]
fn win(ply: usize, plies: u32) -> i32 {
    Score::win_in(ply as u32 + plies).value()
}

/// Sets a node without one move apart from the whole node.
fn exclusion_key(point: Point) -> u64 {
    (point.index() as u64 + 1).wrapping_mul(0xa24b_aed4_963e_e407)
}
