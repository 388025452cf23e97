//! The alpha-beta search of a node, step by step.
//!
//! A [`Node`] is what the steps of one node share. Each step is a function that says why it may do
//! what it does; [`Search::node`] is their order.

use super::move_picker::{Hints, MovePicker, ScoredMove, generate};
use super::state::{MAX_PLY, PLY, Search, win};
use super::thread_data::HashEntry;
use crate::pattern::{Class, Kind};
use crate::threat::standing::{Standing, may_make_four, standing, under_pressure};
use tengen_common::Score;
use tengen_common::table::{Bound, Entry, from_table, to_table};
use tengen_core::board::{Colour, Point};

/// What the steps of one node know.
pub(super) struct Node {
    depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
    pub(super) side: Colour,
    /// The parent expects this node to fail high.
    cut: bool,
    /// The window is open: the exact value matters.
    pv: bool,
    pub(super) standing: Standing,
    /// A move that is left out (the singular test).
    excluded: Option<Point>,
    /// Names the position and the excluded move in the table.
    hash: u64,
    known: Option<Entry<HashEntry>>,
    eval: i32,
    improving: bool,
    /// Extension of the table's move.
    singular: i32,
}

/// From this depth on helpers begin at the other end of the moves.
const SPLIT_DEPTH: i32 = 3 * PLY;

/// The best of the moves searched so far.
struct Best {
    value: i32,
    point: Option<Point>,
    played: usize,
}

impl Node {
    fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// The opponent has a four: only its replies count, and nothing is pruned.
    fn is_forced(&self) -> bool {
        matches!(self.standing, Standing::MustReply(_))
    }

    fn table_move(&self) -> Option<Point> {
        self.known.and_then(|entry| entry.note.best)
    }

    fn window_is_proven(&self) -> bool {
        Score::from_value(self.alpha).is_proven() || Score::from_value(self.beta).is_proven()
    }
}

impl<K: Kind> Search<'_, K> {
    /// The value of a node for its side to move, exact within `alpha..beta`, else a bound.
    ///
    /// `cut`: the parent expects this node to fail high.
    pub(super) fn node(&mut self, depth: i32, alpha: i32, beta: i32, ply: usize, cut: bool) -> i32 {
        if depth < PLY / 2 || ply >= MAX_PLY {
            return self.leaf(alpha, beta, ply);
        }

        // Step 1. Count, stop, draw.
        if self.ends_here(ply) {
            return Score::DRAW.value();
        }

        // Step 2. What is decided at sight.
        let mut standing = standing(&mut self.board);
        match standing {
            Standing::Win(point, _) if ply == 0 && self.root.barred.contains(point) => {
                standing = Standing::Open;
            }
            Standing::Win(point, plies) => {
                self.stack[ply].line.push(point);
                return win(ply, plies);
            }
            Standing::Lost if ply > 0 => return -win(ply, 2),
            _ => {}
        }
        let standing = under_pressure(&mut self.board, standing);
        let excluded = self.stack[ply].excluded;
        let hash = self.board.position().hash() ^ self.key_of_left_out(ply, excluded);
        let mut node = Node {
            depth,
            alpha,
            beta,
            ply,
            side: self.board.to_move(),
            cut,
            pv: beta - alpha > 1,
            standing,
            excluded,
            hash,
            known: None,
            eval: 0,
            improving: false,
            singular: 0,
        };
        if node.is_forced() {
            node.depth += self.params.reply_extension;
        }

        // Step 3. A faster win than those already found is impossible: cut by distance.
        if ply > 0 {
            node.alpha = alpha.max(-win(ply, 2));
            node.beta = beta.min(win(ply, 1));
            if node.alpha >= node.beta {
                return node.alpha;
            }
        }

        if let Some(value) = self.look_up(&mut node) {
            return value;
        }
        self.judge(&mut node);
        if let Some(value) = self.prune(&node) {
            return value;
        }
        if let Some(value) = self.test_singular(&mut node) {
            return value;
        }
        self.expect_fail_high(&mut node);
        self.search_moves(&node)
    }

    /// Step 4. The table: a value from a search as deep as this one decides.
    #[inline]
    fn look_up(&mut self, node: &mut Node) -> Option<i32> {
        node.known = self.table.get(node.hash);
        let entry = node.known?;
        let value = from_table(entry.value, node.ply);
        let proven = Score::from_value(value).is_proven() && !node.is_root();
        if (node.pv && !proven) || entry.depth < node.depth {
            return None;
        }
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= node.beta,
            Bound::Upper => value <= node.alpha,
        };
        if decides && node.pv {
            let best = entry.note.best.filter(|&point| self.is_playable(point));
            self.stack[node.ply].line.extend(best);
        }
        decides.then_some(value)
    }

    /// Whether a move that the table knows may be played here: it may be about another position with the same
    /// key.
    pub(super) fn is_playable(&mut self, point: Point) -> bool {
        let side = self.board.to_move();
        self.board.position().check_empty(point).is_ok() && !self.board.is_foul(point, side)
    }

    /// Step 5. The static evaluation; in a forced reply that of two plies ago.
    #[inline]
    fn judge(&mut self, node: &mut Node) {
        let before = node.ply.checked_sub(2).map(|i| self.stack[i].eval);
        node.eval = match (node.is_forced(), node.known) {
            (true, _) => before.unwrap_or(0),
            (false, Some(entry)) => entry.note.eval,
            (false, None) => self.evaluate(),
        };
        self.stack[node.ply].eval = node.eval;
        node.improving = before.is_some_and(|before| node.eval > before);
        if let Some(grandchild) = self.stack.get_mut(node.ply + 2) {
            grandchild.killers = [None; 2];
        }
    }

    /// Steps 6 to 8. What ends a node before any move is tried.
    #[inline]
    fn prune(&mut self, node: &Node) -> Option<i32> {
        let Node { depth, ply, .. } = *node;
        if node.is_forced() || node.excluded.is_some() {
            return None;
        }
        let p = self.params;

        // Step 6. A win by fours of the side to move, not seen at sight.
        if node.known.is_none()
            && !node.is_root()
            && depth >= p.node_vcf_depth
            && let Some((point, plies)) = self.quick_vcf(p.node_budget)
        {
            self.stack[ply].line.push(point);
            return Some(win(ply, plies));
        }
        if node.pv || node.window_is_proven() {
            return None;
        }

        // Step 7. Razoring: far below alpha near the leaves, only fours can help.
        let margin = p.razor_base + p.razor_slope * depth / PLY;
        if depth < p.razor_depth && node.eval + margin <= node.alpha {
            return Some(self.leaf(node.alpha, node.beta, ply));
        }

        // Step 8. Reverse futility: so far above beta that some quiet move will hold it.
        let plies = depth - p.futility_improving * node.improving as i32;
        let margin = p.futility_slope * plies.max(0) / PLY;
        let open = matches!(node.standing, Standing::Open);
        if depth < p.futility_depth && open && node.eval - margin >= node.beta {
            return Some(node.eval);
        }
        None
    }

    /// Step 9. If all other moves are clearly worse than the table's, that one is searched deeper; if
    /// the node fails high even without it, it is cut.
    #[inline]
    fn test_singular(&mut self, node: &mut Node) -> Option<i32> {
        let entry = node.known?;
        let p = self.params;
        let fits = !node.is_root()
            && !node.is_forced()
            && node.excluded.is_none()
            && entry.note.best.is_some()
            && entry.bound != Bound::Upper
            && node.depth >= p.singular_depth
            && entry.depth >= node.depth - 3 * PLY
            && !Score::from_value(entry.value).is_proven();
        if !fits {
            return None;
        }
        let bar = entry.value - p.singular_margin * node.depth / (100 * PLY);
        self.stack[node.ply].excluded = entry.note.best;
        let value = self.node(node.depth / 2, bar - 1, bar, node.ply, node.cut);
        self.stack[node.ply].excluded = None;
        if self.control.over {
            return Some(node.alpha);
        }
        if value < bar {
            node.singular = p.singular_extension;
        } else if value >= node.beta && !node.pv {
            return Some(value);
        }
        None
    }

    /// Step 10. A node that is expected to fail high, and looks like it, needs less depth to show it.
    #[inline]
    fn expect_fail_high(&mut self, node: &mut Node) {
        let p = self.params;
        let margin = p.fail_high_margin * node.depth / PLY;
        if node.cut
            && !node.is_forced()
            && node.excluded.is_none()
            && node.depth > 3 * PLY
            && node.eval >= node.beta + margin
        {
            node.depth -= p.fail_high_reduction;
        }
    }

    /// Step 11. The moves, the best-looking first.
    fn search_moves(&mut self, node: &Node) -> i32 {
        let mut moves = std::mem::take(&mut self.stack[node.ply].moves);
        let mut tried = std::mem::take(&mut self.stack[node.ply].tried);
        tried.clear();
        self.generate(node, &mut moves);
        let count = moves.len();
        let best = self.try_moves(node, &mut moves, &mut tried);
        self.stack[node.ply].moves = moves;
        let value = match best.played {
            _ if self.control.over => best.value.max(node.alpha),
            0 => self.without_a_move(node, count),
            _ => {
                self.conclude(node, &best, &tried);
                best.value
            }
        };
        self.stack[node.ply].tried = tried;
        value
    }

    /// Sets a node that leaves moves out apart from the whole node.
    #[inline(always)]
    fn key_of_left_out(&self, ply: usize, excluded: Option<Point>) -> u64 {
        match ply {
            0 => self
                .root
                .barred
                .iter()
                .fold(0, |key, p| key ^ exclusion_key(p)),
            _ => excluded.map_or(0, exclusion_key),
        }
    }

    fn generate(&mut self, node: &Node, moves: &mut Vec<ScoredMove>) {
        if node.is_root() {
            self.generate_at_root(node, moves)
        } else {
            generate(&self.board, Some(&node.standing), &self.hints(node), moves)
        }
        let is_worth_it = node.depth >= self.params.policy_depth && !node.is_forced();
        if self.evaluator.has_policy() && is_worth_it {
            self.ask_policy(2 * self.move_limit(node), moves);
        }
    }

    pub(super) fn hints(&self, node: &Node) -> Hints<'_> {
        let last = self.board.position().stones().last();
        Hints {
            best: node.table_move(),
            killers: self.stack[node.ply].killers,
            counter: last.and_then(|s| self.histories.history.counter(s.colour, s.point)),
            history: &self.histories.history,
            evaluator: &self.evaluator,
            params: self.params,
        }
    }

    /// In what order the moves are tried. Where all of them are expected to fail, or most of them, every other helper
    /// begins at the other end.
    #[inline]
    fn move_picker<'a>(&self, node: &Node, moves: &'a mut [ScoredMove]) -> MovePicker<'a> {
        let splits = self.number % 2 == 1 && !node.cut && !node.is_forced();
        match splits && node.depth >= SPLIT_DEPTH {
            true if node.is_root() => MovePicker::from_behind(moves, usize::MAX),
            true => MovePicker::from_behind(moves, self.move_limit(node)),
            false => MovePicker::forth(moves),
        }
    }

    fn try_moves(
        &mut self,
        node: &Node,
        moves: &mut [ScoredMove],
        tried: &mut Vec<(Point, bool)>,
    ) -> Best {
        let mut best = Best {
            value: -Score::INFINITE.value(),
            point: None,
            played: 0,
        };
        let mut alpha = node.alpha;
        let mut picker = self.move_picker(node, moves);
        while let Some((index, picked)) = picker.next() {
            let point = picked.point();
            if node.excluded == Some(point) || self.board.is_foul(point, node.side) {
                continue;
            }

            // Step 12. Once something holds, late moves near the leaves are not looked at.
            let holds = best.value > -win(0, MAX_PLY as u32);
            let may_stop = holds && !node.is_root() && !node.is_forced();
            if may_stop && best.played >= self.move_limit(node) {
                break;
            }

            let threat = self.board.class(point, node.side) >= Class::Three;
            best.played += 1;
            let nodes = self.nodes;
            let number = if picker.is_turned() {
                index + 1
            } else {
                best.played
            };
            let value = self.try_move(node, picked, threat, alpha, number);
            if node.is_root() {
                self.root.effort[point.index()] += self.nodes - nodes;
            }
            if self.control.over {
                break;
            }

            // Step 14. A new best move.
            if value > best.value {
                best.value = value;
                if value > alpha {
                    best.point = Some(point);
                    if node.pv {
                        self.extend_line(node.ply, point);
                    }
                    alpha = value;
                    if value >= node.beta {
                        break;
                    }
                }
            }
            tried.push((point, threat));
        }
        best
    }

    /// Step 13. One move: late ones first at less depth, all but the first with a null window.
    fn try_move(
        &mut self,
        node: &Node,
        scored: ScoredMove,
        threat: bool,
        alpha: i32,
        number: usize,
    ) -> i32 {
        let &Node { pv, cut, beta, .. } = node;
        let point = scored.point();
        let child = node.ply + 1;
        let extension = if node.table_move() == Some(point) {
            node.singular
        } else {
            0
        };
        let depth = node.depth - PLY + extension;
        let reduction = match number {
            1 => 0,
            _ => self
                .reduction(node, scored, threat, number)
                .clamp(0, (depth - PLY / 2).max(0)),
        };
        let after = self.board.position().hash_after(point);
        self.table.prefetch(after);
        self.board.play(point);
        let mut value = alpha;
        let mut open = number == 1;
        if !open {
            value = -self.node(depth - reduction, -alpha - 1, -alpha, child, true);
            if value > alpha && reduction > 0 {
                value = -self.node(depth, -alpha - 1, -alpha, child, !cut);
            }
            open = pv && value > alpha && (node.is_root() || value < beta);
        }
        if open {
            value = -self.node(depth, -beta, -alpha, child, !pv && !cut);
        }
        self.board.undo();
        value
    }

    /// How many moves a node looks at.
    fn move_limit(&self, node: &Node) -> usize {
        let plies = node.depth / PLY;
        let p = self.params;
        let limit = p.move_count_base
            + (p.move_count_slope * plies + p.move_count_square * plies * plies) / 100;
        (if node.improving { limit } else { limit * 2 / 3 }) as usize
    }

    /// How much less deep a late move is searched at first.
    fn reduction(&self, node: &Node, scored: ScoredMove, threat: bool, number: usize) -> i32 {
        let &Node { depth, side, .. } = node;
        let point = scored.point();
        if depth < 2 * PLY || number <= 1 + node.is_root() as usize || node.is_forced() {
            return 0;
        }
        let p = self.params;
        let product = (self.log((depth / PLY) as usize) * self.log(number)) >> 10;
        let quiet = !threat && self.board.class(point, !side) < Class::Three;
        p.reduction_base + product * p.reduction_scale / 1024 + p.reduction_cut * node.cut as i32
            - p.reduction_pv * node.pv as i32
            + p.reduction_improving * !node.improving as i32
            - p.reduction_threat * !quiet as i32
            + scored.policy_gap().map_or(0, |policy_gap| {
                (policy_gap - p.policy_typical) * p.reduction_policy / 1024
            })
            - self.histories.history.score(side, point, threat) / p.reduction_history
    }

    /// The line from `ply` is `point` and then the line of the child.
    fn extend_line(&mut self, ply: usize, point: Point) {
        let (before, after) = self.stack.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(point);
        line.extend_from_slice(&after[0].line);
    }

    /// The value of a node in which none of `count` moves could be tried.
    fn without_a_move(&self, node: &Node, count: usize) -> i32 {
        match (node.excluded, node.standing) {
            (Some(_), _) => node.alpha,
            // Every reply to the threat is a foul.
            (None, Standing::Threatened) => -win(node.ply, 4),
            (None, Standing::Pressed(_)) => -win(node.ply, 6),
            // Every point that is left is a foul, and black must play one.
            (None, _) if count == self.board.position().empty_count() => -win(node.ply, 2),
            (None, _) => node.eval,
        }
    }

    /// Steps 15 and 16. Learn from a cut, and remember the node.
    fn conclude(&mut self, node: &Node, best: &Best, tried: &[(Point, bool)]) {
        if best.value >= node.beta
            && let Some(point) = best.point
        {
            self.learn(node, point, tried);
        }
        let bound = match () {
            _ if best.value >= node.beta => Bound::Lower,
            _ if best.value > node.alpha && node.pv => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry {
            value: to_table(best.value, node.ply),
            depth: node.depth,
            bound,
            note: HashEntry {
                best: best.point,
                eval: node.eval,
            },
        };
        self.table.put(node.hash, entry);
    }

    /// `best` refuted the opponent's last move; the moves tried before it did not.
    fn learn(&mut self, node: &Node, best: Point, tried: &[(Point, bool)]) {
        let plies = node.depth / PLY;
        let bonus = (25 * plies * plies + 100 * plies).min(4000);
        let threat = self.board.class(best, node.side) >= Class::Three;
        let history = &mut self.histories.history;
        history.reward(node.side, best, threat, bonus);
        for &(point, threat) in tried {
            history.reward(node.side, point, threat, -bonus / 2);
        }
        if let Some(last) = self.board.position().stones().last() {
            history.set_counter(last.colour, last.point, best);
        }
        let killers = &mut self.stack[node.ply].killers;
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }
}

/// Sets a node without this move apart from the whole node.
fn exclusion_key(point: Point) -> u64 {
    (point.index() as u64 + 1).wrapping_mul(0xa24b_aed4_963e_e407)
}

impl<K: Kind> Search<'_, K> {
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
                    if best >= beta || self.control.over {
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
        match self.quick_vcf(self.params.leaf_budget) {
            Some((_, plies)) => win(ply, plies),
            None => value,
        }
    }

    /// A quick look for a win by fours.
    pub(super) fn quick_vcf(&mut self, budget: i32) -> Option<(Point, u32)> {
        if budget <= 0 || !may_make_four(&self.board, self.board.to_move()) {
            return None;
        }
        let found = self.histories.fours.quick(&mut self.board, budget as u64);
        self.nodes += self.histories.fours.nodes();
        found
    }
}

impl<K: Kind> Search<'_, K> {
    /// Orders moves by the policy of the network too. It is asked for the `many` that look best and some to spare;
    /// of the others it is taken to think as little as of the worst of them.
    pub(super) fn ask_policy(&mut self, many: usize, moves: &mut [ScoredMove]) {
        let p = self.params;
        let many = (many + p.policy_spare as usize).min(moves.len());
        if many < moves.len() {
            moves.select_nth_unstable_by(many, |a, b| b.cmp(a));
        }
        let (likely, others) = moves.split_at_mut(many);
        let mut policies = std::mem::take(&mut self.policies);
        policies.clear();
        let points = likely.iter().map(|scored| scored.point());
        self.evaluator.policies(&self.board, points, &mut policies);
        let best = policies.iter().copied().max().unwrap_or(0);
        let worst = policies.iter().copied().min().unwrap_or(0);
        let told = |scored: &mut ScoredMove, policy: i32| {
            let below = best - policy;
            *scored = scored.with_policy(-below * p.policy_weight / 1024, below);
        };
        let of_likely = likely.iter_mut().zip(&policies);
        of_likely.for_each(|(scored, &policy)| told(scored, policy));
        others.iter_mut().for_each(|scored| told(scored, worst));
        self.policies = policies;
    }
}
