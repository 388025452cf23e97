//! The alpha-beta search of a node, step by step.
//!
//! The steps of a node share a [`Node`]. [`Search::node`] calls them in order; each step documents why it is sound or
//! worthwhile.

use super::move_picker::ScoredMove;
use super::node::{Node, NodeType, NullWindow, OpenWindow, Root, better_known};
use super::params::SearchParams;
use super::pruning::Candidate;
use super::state::{MAX_PLY, PLY, Search, win};
use super::thread_data::HashEntry;
use crate::pattern::{CellClass, Kind};
use crate::threat::threat_state::{ThreatState, threat_state, under_pressure};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use tengen_common::Score;
use tengen_common::table::{Bound, Entry, from_table, to_table};
use tengen_core::board::Point;

/// What is known of a node after some of its moves.
struct Progress {
    /// The best value and its move, if it is above alpha.
    value: i32,
    best: Option<Point>,
    alpha: i32,
    /// The numbers of moves considered, and of those searched.
    seen: usize,
    played: usize,
    /// The moves searched that did not fail high, and whether they made a threat.
    tried: Vec<(Point, bool)>,
}

impl<K: Kind> Search<'_, K> {
    /// The value of a node for its side to move, exact within `alpha..beta`, else a bound.
    ///
    /// `cut`: the parent expects this node to fail high.
    pub(super) fn node(&mut self, depth: i32, alpha: i32, beta: i32, ply: usize, cut: bool) -> i32 {
        match (ply, beta - alpha) {
            (0, _) => self.search::<Root>(depth, alpha, beta, ply, cut),
            (_, ..=1) => self.search::<NullWindow>(depth, alpha, beta, ply, cut),
            _ => self.search::<OpenWindow>(depth, alpha, beta, ply, cut),
        }
    }

    fn search<N: NodeType>(&mut self, depth: i32, alpha: i32, beta: i32, ply: usize, cut: bool) -> i32 {
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(alpha, beta, ply, 0);
        }

        // Step 1. Count the node. A full board or a stopped search ends here.
        if self.ends_here(ply) {
            return Score::DRAW.value();
        }

        // Step 2. Static win check.
        let mut threat_state = threat_state(&mut self.board);
        match threat_state {
            ThreatState::Win(point, _) if N::ROOT && self.root.barred.contains(point) => {
                if let Some(five) = self.free_five() {
                    self.stack[ply].line.push(five);
                    return win(ply, 1);
                }
                threat_state = ThreatState::Open;
            }
            ThreatState::Win(point, plies) => {
                self.stack[ply].line.push(point);
                return win(ply, plies);
            }
            ThreatState::Lost if !N::ROOT => return -win(ply, 2),
            _ => {}
        }
        let threat_state = under_pressure(&mut self.board, threat_state);
        let excluded = self.stack[ply].excluded;
        let hash = self.board.position().hash() ^ self.key_of_left_out(ply, excluded);
        let mut node = Node::<N> {
            node_type: PhantomData,
            depth,
            alpha,
            beta,
            ply,
            side: self.board.to_move(),
            cut,
            threat_state,
            excluded,
            hash,
            known: None,
            eval: None,
            improving: false,
            likely_high: false,
            table_extension: 0,
            last_own: self.last_stone(1),
            last_other: self.last_stone(0),
        };

        // Step 3. A faster win than those already found is impossible: cut by distance.
        if !N::ROOT {
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
        if node.depth <= 0 {
            return self.quiescence(node.alpha, node.beta, ply, 0);
        }
        if let Some(value) = self.test_singular(&mut node) {
            return value;
        }
        self.expect_fail_high(&mut node);
        self.search_moves(&node)
    }

    fn free_five(&self) -> Option<Point> {
        let fives = self.board.points(self.board.to_move(), CellClass::Five);
        fives.iter().find(|&point| !self.root.barred.contains(point))
    }

    /// Step 4. Transposition table: an entry at least as deep as this search can cut the node.
    #[inline]
    fn look_up(&mut self, node: &mut Node<impl NodeType>) -> Option<i32> {
        node.known = self.table.get(node.hash);
        if node.excluded.is_none() {
            let known_as_pv = node.known.is_some_and(|entry| entry.note.was_pv);
            self.stack[node.ply].was_pv = node.is_pv() || known_as_pv;
        }
        self.stack[node.ply + 1].was_pv = false;
        let entry = node.known?;
        let value = from_table(entry.value, node.ply);
        let proven = Score::from_value(value).is_proven() && !node.is_root();
        if (node.is_pv() && !proven) || entry.depth < node.depth {
            return None;
        }
        let decides = entry.bound.decides(value, node.alpha, node.beta);
        if decides {
            let best = entry.note.best.filter(|&point| self.is_playable(point));
            if node.is_pv() {
                self.stack[node.ply].line.extend(best);
            } else if let Some(best) = best {
                self.learn_from_table(node, best, value >= node.beta);
            }
        }
        decides.then_some(value)
    }

    /// Whether a table move is legal here: on a key collision the entry belongs to another position.
    pub(super) fn is_playable(&mut self, point: Point) -> bool {
        let side = self.board.to_move();
        self.board.position().check_empty(point).is_ok() && !self.board.is_forbidden(point, side)
    }

    /// Step 5. The static value, or the table's value if its bound is tighter. While the opponent threatens to win at
    /// once, there is no static value; the negated value of the previous ply is kept for `improving`.
    #[inline]
    fn judge(&mut self, node: &mut Node<impl NodeType>) {
        let static_value = match (node.is_threatened(), node.known) {
            (true, _) => self.before(node.ply, 1).map_or(0, |parent| -parent.eval),
            (false, Some(entry)) => entry.note.eval,
            (false, None) => self.evaluate(),
        };
        self.stack[node.ply].eval = static_value;
        if !node.is_threatened() {
            node.eval = Some(better_known(static_value, node.known, node.ply));
            let before = self.before(node.ply, 2).map(|entry| entry.eval);
            node.improving = before.is_some_and(|before| static_value > before);
        }
        if let Some(grandchild) = self.stack.get_mut(node.ply + 2) {
            grandchild.killers = [None; 2];
        }
    }

    /// Steps 6 and 7. Cut the node before any move is tried.
    #[inline]
    fn prune(&mut self, node: &Node<impl NodeType>) -> Option<i32> {
        let Node { depth, ply, .. } = *node;
        if node.is_pv() || node.is_forced() || node.excluded.is_some() {
            return None;
        }
        let p = self.params;

        // Step 6. Razoring: far below alpha near the leaves, only fours can help.
        if depth < p.razor_depth && !is_win(node.alpha) {
            let margin = p.razor_base + p.razor_slope * depth / PLY;
            if node.eval.is_none_or(|eval| eval + margin < node.alpha) {
                return Some(self.quiescence(node.alpha, node.beta, ply, 0));
            }
        }

        // Step 7. Reverse futility: the value is far enough above beta that a quiet move will hold it. Not in a run
        // of fours.
        let eval = node.eval.filter(|&eval| !is_win(eval) && !is_win(-node.beta))?;
        let plies = depth - PLY - PLY * node.improving as i32;
        let attacks = self.has_made(CellClass::Four, ply, 2) && self.has_made(CellClass::Four, ply, 4);
        if eval - (p.futility_slope * plies / PLY).max(0) >= node.beta && !attacks {
            return Some(eval);
        }
        None
    }

    /// Step 8. Singular extension: extends the table move if all other moves fail low in a reduced search, and
    /// reduces it if it fails high but is not singular. If the node fails high even without it, the node is cut
    /// (multi-cut).
    #[inline]
    fn test_singular(&mut self, node: &mut Node<impl NodeType>) -> Option<i32> {
        let entry = node.known.filter(|_| !node.is_forced())?;
        let best = entry.note.best?;
        let p = self.params;
        let value = from_table(entry.value, node.ply);
        let fits = !node.is_root()
            && node.excluded.is_none()
            && entry.bound != Bound::Upper
            && node.depth >= p.singular_depth
            && entry.depth >= node.depth - p.singular_lack
            && !Score::from_value(value).is_proven();
        if !fits {
            return None;
        }
        let former = !node.is_pv() && self.stack[node.ply].was_pv;
        let margin = p.singular_margin + p.singular_margin_pv * former as i32;
        let bar = value - margin * node.depth / (100 * PLY);
        let depth = node.depth - node.depth * p.singular_reduction / 100 + PLY * former as i32;
        self.stack[node.ply].excluded = Some(best);
        let of_others = self.search::<NullWindow>(depth, bar - 1, bar, node.ply, node.cut);
        self.stack[node.ply].excluded = None;
        if self.control.over {
            return Some(node.alpha);
        }
        if of_others < bar {
            let gained = self.before(node.ply, 1).map_or(0, |parent| parent.gained);
            let double = !node.is_pv() && of_others < bar - p.double_margin && gained < p.gained_by_singular;
            node.table_extension = p.singular_extension * (1 + double as i32);
        } else if bar >= node.beta {
            return Some(node.beta);
        } else if value >= node.beta {
            node.table_extension = -p.not_singular;
        }
        None
    }

    /// Step 9. A cut node whose static value is well above beta needs less depth to fail high.
    #[inline]
    fn expect_fail_high(&mut self, node: &mut Node<impl NodeType>) {
        let p = self.params;
        let margin = p.fail_high_margin * (node.depth / PLY);
        let is_high = node.eval.is_some_and(|eval| eval >= node.beta + margin);
        node.likely_high = !node.is_pv() && node.cut && is_high;
    }

    /// Step 10. Search the table move, then generate the others and search them, best first.
    fn search_moves(&mut self, node: &Node<impl NodeType>) -> i32 {
        let mut tried = std::mem::take(&mut self.stack[node.ply].tried);
        tried.clear();
        let mut progress =
            Progress { value: -Score::INFINITE.value(), best: None, alpha: node.alpha, seen: 0, played: 0, tried };
        let first = self.first_move(node);
        let ended = first.is_some_and(|point| {
            progress.seen = 1;
            self.consider(node, ScoredMove::first(point), 1, &mut progress).is_break()
        });
        let mut count = 0;
        if !ended {
            let mut moves = std::mem::take(&mut self.stack[node.ply].moves);
            self.generate(node, &mut moves);
            count = moves.len();
            self.try_moves(node, &mut moves, first, &mut progress);
            self.stack[node.ply].moves = moves;
        }
        let value = match progress.played {
            _ if self.control.over => progress.value.max(node.alpha),
            0 => self.without_a_move(node, count),
            _ => {
                self.conclude(node, &progress);
                progress.value
            }
        };
        self.stack[node.ply].tried = progress.tried;
        value
    }

    /// A hash key for the excluded moves, so that their node gets its own table entry.
    #[inline(always)]
    fn key_of_left_out(&self, ply: usize, excluded: Option<Point>) -> u64 {
        match ply {
            0 => self.root.barred.iter().fold(0, |key, p| key ^ exclusion_key(p)),
            _ => excluded.map_or(0, exclusion_key),
        }
    }

    /// Searches these moves, except the one already searched.
    fn try_moves(
        &mut self,
        node: &Node<impl NodeType>,
        moves: &mut [ScoredMove],
        searched: Option<Point>,
        progress: &mut Progress,
    ) {
        let mut picker = self.move_picker(node, moves);
        while let Some((index, picked)) = picker.next() {
            let point = Some(picked.point());
            if point == searched || point == node.excluded || self.board.is_forbidden(picked.point(), node.side) {
                continue;
            }
            progress.seen += 1;
            let number = if picker.is_turned() { index + 1 } else { progress.seen };
            if self.consider(node, picked, number, progress).is_break() {
                break;
            }
        }
    }

    /// Prunes or searches a playable move; breaks if no further ones are needed.
    fn consider(
        &mut self,
        node: &Node<impl NodeType>,
        picked: ScoredMove,
        number: usize,
        progress: &mut Progress,
    ) -> ControlFlow<()> {
        let point = picked.point();
        let candidate = self.candidate(node, picked, number);

        // Step 11. Once a move avoids a loss, prune late and hopeless moves near the leaves.
        let holds = progress.value > -win(0, MAX_PLY as u32);
        if holds && !node.is_root() && !node.is_forced() {
            if progress.seen >= self.move_limit(node) {
                return ControlFlow::Break(());
            }
            if self.is_hopeless(node, &candidate) {
                return ControlFlow::Continue(());
            }
        }

        progress.played += 1;
        let nodes = self.nodes;
        let value = self.try_move(node, &candidate, progress.alpha, progress.value);
        if node.is_root() {
            self.root.effort[point.index()] += self.nodes - nodes;
        }
        if self.control.over {
            return ControlFlow::Break(());
        }

        // Step 13. A new best move.
        progress.value = progress.value.max(value);
        if value > progress.alpha {
            progress.best = Some(point);
            if node.is_pv() {
                self.extend_line(node.ply, point);
            }
            progress.alpha = value;
            if value >= node.beta {
                return ControlFlow::Break(());
            }
            if node.is_root() {
                self.root_alpha = value;
            }
        } else if node.is_pv() && !node.is_root() && candidate.number == 1 && !Score::from_value(value).is_proven() {
            // If no move raises alpha, the line of the one before, which fails high, goes on with this one.
            self.extend_line(node.ply, point);
        }
        progress.tried.push((point, candidate.is_threat()));
        ControlFlow::Continue(())
    }

    /// Step 12. Search one move: late moves first at reduced depth, all but the first with a null window.
    fn try_move(&mut self, node: &Node<impl NodeType>, candidate: &Candidate, alpha: i32, best: i32) -> i32 {
        let &Node { cut, beta, ply, .. } = node;
        let point = candidate.point();
        let child = ply + 1;
        let extension = self.extension(node, candidate);
        let mut depth = node.depth - PLY + extension;
        let gained = self.before(ply, 1).map_or(0, |parent| parent.gained);
        self.stack[ply].gained = gained + (extension - PLY).max(0);
        self.stack[ply].class = candidate.own;
        let first = candidate.number == 1;
        let is_late = node.depth >= self.params.reduction_depth
            && candidate.number > 1 + node.is_root() as usize
            && !node.is_forced();
        let reduction = is_late.then(|| self.reduction(node, candidate, alpha, best));

        self.prefetch(point);
        self.board.play(point);
        let mut value = alpha;
        if let Some(reduction) = reduction {
            let reduced = (depth - reduction).min(depth + PLY).max(PLY);
            value = -self.search::<NullWindow>(reduced, -alpha - 1, -alpha, child, true);
            if value > alpha && reduced < depth && !self.control.over {
                depth += self.change_after_reduction(ply, depth, value, alpha, best);
                if reduced < depth {
                    value = -self.search::<NullWindow>(depth, -alpha - 1, -alpha, child, !cut);
                }
            }
        } else if !(node.is_pv() && first) {
            value = -self.search::<NullWindow>(depth, -alpha - 1, -alpha, child, !cut);
        }
        if node.is_pv() && (first || value > alpha && (node.is_root() || value < beta)) {
            value = -self.node(depth, -beta, -alpha, child, false);
        }
        self.board.undo();
        value
    }

    /// Sets the line from `ply` to `point` followed by the child's line.
    pub(super) fn extend_line(&mut self, ply: usize, point: Point) {
        let (before, after) = self.stack.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(point);
        line.extend_from_slice(&after[0].line);
    }

    /// The value of a node in which none of the `count` generated moves was playable.
    fn without_a_move(&self, node: &Node<impl NodeType>, count: usize) -> i32 {
        match (node.excluded, node.threat_state) {
            (Some(_), _) => node.alpha,
            // Every reply to the threat is a forbidden move.
            (None, ThreatState::Threatened) => -win(node.ply, 4),
            (None, ThreatState::Pressed(_)) => -win(node.ply, 6),
            // Every empty point is forbidden, and Black must move.
            (None, _) if count == self.board.position().empty_count() => -win(node.ply, 2),
            (None, _) => self.stack[node.ply].eval,
        }
    }

    /// Steps 14 and 15. Update the histories and store the node in the table.
    fn conclude(&mut self, node: &Node<impl NodeType>, progress: &Progress) {
        let &Progress { value, best, .. } = progress;
        if let Some(point) = best {
            self.learn(node, point, &progress.tried);
        }
        if node.excluded.is_none() {
            self.stack[node.ply].was_pv = self.stays_pv(node, value);
        }
        let entry = Entry {
            value: to_table(value, node.ply),
            depth: node.depth,
            bound: Bound::of(value, node.alpha, node.beta, node.is_pv()),
            note: HashEntry { best, eval: self.stack[node.ply].eval, was_pv: self.stack[node.ply].was_pv },
        };
        self.table.put(node.hash, entry);
    }

    /// Whether the node keeps its "was PV" mark. On a fail-low the parent's mark is inherited: the move leading here
    /// is probably good. On a fail-high the mark is kept only if the child has it.
    fn stays_pv(&self, node: &Node<impl NodeType>, value: i32) -> bool {
        let was_pv = self.stack[node.ply].was_pv;
        if node.depth <= self.params.was_pv_depth {
            return was_pv;
        }
        match value <= node.alpha {
            true => was_pv || self.before(node.ply, 1).is_some_and(|parent| parent.was_pv),
            false => was_pv && self.stack[node.ply + 1].was_pv,
        }
    }

    /// Rewards `best`, which refuted the opponent's last move, and penalizes the moves tried before it.
    fn learn(&mut self, node: &Node<impl NodeType>, best: Point, tried: &[(Point, bool)]) {
        let bonus = bonus(self.params, node.depth);
        let threat = self.board.class(best, node.side) >= CellClass::Three;
        let quiet = !threat && !node.is_threatened();
        if quiet {
            self.learn_quiet(node, best, bonus);
        } else if threat {
            self.histories.history.reward(node.side, best, true, bonus);
        }
        let history = &mut self.histories.history;
        for &(point, threat) in tried {
            if point != best && (threat || quiet) {
                history.reward(node.side, point, threat, -bonus);
            }
        }
        if let Some(last) = node.last_other.filter(|_| !node.is_forced()) {
            history.set_counter(!node.side, last, best);
        }
    }

    /// Updates the history of a quiet table move at a node cut by its table entry.
    fn learn_from_table(&mut self, node: &Node<impl NodeType>, best: Point, is_high: bool) {
        if node.is_threatened() || self.board.class(best, node.side) >= CellClass::Three {
            return;
        }
        let bonus = bonus(self.params, node.depth);
        match is_high {
            true => self.learn_quiet(node, best, bonus),
            false => self.histories.history.reward(node.side, best, false, -bonus),
        }
    }

    fn learn_quiet(&mut self, node: &Node<impl NodeType>, best: Point, bonus: i32) {
        self.histories.history.reward(node.side, best, false, bonus);
        let killers = &mut self.stack[node.ply].killers;
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }
}

fn bonus(p: &SearchParams, depth: i32) -> i32 {
    (p.bonus_slope * depth / PLY).min(p.bonus_most)
}

/// Whether the value is a proven win (for the side it belongs to).
fn is_win(value: i32) -> bool {
    value > Score::PROVEN
}

fn exclusion_key(point: Point) -> u64 {
    (point.index() as u64 + 1).wrapping_mul(0xa24b_aed4_963e_e407)
}
