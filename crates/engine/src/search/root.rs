//! The root: moves that need no search, proven wins, and move generation.

use super::move_picker::{ScoredMove, generate};
use super::node::{Node, NodeType};
use super::params::FIRST_STONES;
use super::state::{Root, Search};
use crate::pattern::{CellClass, Kind};
use crate::threat::threat_state::{ThreatState, threat_state};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tengen_common::table::from_table;
use tengen_common::{Report, Score};
use tengen_core::board::Point;

impl<K: Kind> Search<'_, K> {
    pub(super) fn is_free(&self, report: &Report) -> bool {
        !self.root.blocked.contains(report.best_move())
    }

    /// Tries to prove a win or a loss, then, if one line is wanted, to find the defences against an opponent's win.
    pub(super) fn proven_win(&mut self, count: usize) -> Option<Report> {
        self.ask_for_advice();
        let won = self.win_by_fours().or_else(|| self.win_by_threats().filter(|report| self.is_free(report)));
        let won = won.or_else(|| self.recommended_win());
        if won.is_none() && count <= 1 {
            if let Some(lost) = self.proven_loss() {
                return Some(lost);
            }
            self.find_defences();
        }
        won
    }

    /// A loss to the opponent's threats, if its length is wanted.
    fn proven_loss(&mut self) -> Option<Report> {
        self.root.shortest.then(|| self.loss_by_threats()).flatten()
    }

    /// The first move of a win that could not be verified, if it may be played.
    pub(super) fn unverified_win(&self) -> Option<Point> {
        self.root.unverified.filter(|&point| !self.root.blocked.contains(point))
    }

    /// The fallback move when there is no time: the legal move with the best patterns, which blocks a five if
    /// necessary.
    pub(super) fn any_legal_move(&mut self) -> Option<Point> {
        let position = self.board.position().clone();
        let side = position.to_move();
        let centre = position.size().centre();
        let blocked = self.root.blocked;
        let is_free = |point: &Point| !blocked.contains(*point);
        if position.stones().is_empty() && position.is_empty(centre) && is_free(&centre) {
            return Some(centre);
        }
        let threat_state = threat_state(&mut self.board);
        let stops = |p: Point| match &threat_state {
            ThreatState::MustReply(replies) => replies.contains(p),
            _ => true,
        };
        let rank = |point: Point| {
            let score = self.evaluator.move_score(side, self.board.cell(point));
            (stops(point), score, Reverse((point.distance(centre), point)))
        };
        let mut best_first: BinaryHeap<_> = position.empty_points().filter(is_free).map(rank).collect();
        let in_order = std::iter::from_fn(|| best_first.pop());
        let mut points = in_order.map(|(_, _, Reverse((_, point)))| point);
        points.find(|&point| !self.board.is_forbidden(point, side))
    }

    /// Moves that need no search: an empty board, a static win, a single reply, a lost position.
    pub(super) fn at_sight(&mut self, fallback: Point) -> Option<Report> {
        let at_once = !self.root.analysis;
        if at_once && self.board.position().stones().is_empty() {
            return Some(self.report(1, Score::DRAW, vec![fallback]));
        }
        let other = !self.board.to_move();
        match threat_state(&mut self.board) {
            ThreatState::Win(point, plies) => Some(self.report(plies, Score::win_in(plies), vec![point])),
            ThreatState::Lost => {
                let fives = *self.board.points(other, CellClass::Five);
                let side = !other;
                let block = fives.iter().find(|&p| !self.board.is_forbidden(p, side));
                let line = vec![block.unwrap_or(fallback)];
                Some(self.report(2, Score::loss_in(2), line))
            }
            ThreatState::MustReply(replies) if at_once && replies.iter().count() == 1 => {
                let (depth, score) = self.known_without_a_search();
                Some(self.report(depth, score, replies.iter().collect()))
            }
            _ => None,
        }
    }

    /// The depth and score known without a search: from a win in progress or the last search's forecast; else a guess
    /// of depth 0 by the transposition table, whose value may be a bound, or the static evaluation. A guess is never a
    /// proven win or loss.
    fn known_without_a_search(&mut self) -> (u32, Score) {
        if let Some(known) = self.win_in_progress().or(self.root.foretold) {
            return (1, known);
        }
        let entry = self.table.get(self.board.position().hash());
        let guess = entry.map(|entry| from_table(entry.value, 0));
        (0, Score::new(guess.unwrap_or_else(|| self.evaluate())))
    }

    /// Generates the root moves: replies to static threats that also stop proven ones. If none of them is legal, the
    /// position is lost, but a move is still needed; then more moves are generated, and the search finds the longest
    /// resistance.
    pub(super) fn generate_at_root(&mut self, node: &Node<impl NodeType>, moves: &mut Vec<ScoredMove>) {
        let by_threat_state = Some(&node.threat_state);
        let choices = [
            (by_threat_state, self.root.defences),
            (by_threat_state, None),
            (Some(&ThreatState::Open), None),
            (None, None),
        ];
        for (threat_state, defences) in choices {
            generate(&self.board, threat_state, &self.hints(node), moves);
            let spoils = |point| defences.is_none_or(|s| s.contains(point));
            moves.retain(|m| !self.root.blocked.contains(m.point()) && spoils(m.point()));
            if moves.iter().any(|m| !self.board.is_forbidden(m.point(), node.side)) {
                break;
            }
        }
        moves.retain(|m| !self.root.barred.contains(m.point()));
        if self.board.position().stones().is_empty() {
            self.first_stones(moves);
        }
    }

    /// On an empty board, keeps one of each set of symmetric points near the centre (farther ones only if none is
    /// left), and tries the centre first. A search of them all is shallow and may prefer one far out.
    fn first_stones(&self, moves: &mut Vec<ScoredMove>) {
        let position = self.board.position();
        let (size, Root { blocked, barred, .. }) = (position.size(), &self.root);
        if position.dead().is_empty() {
            moves.retain(|m| {
                let mut images = size.images(m.point()).filter(|&p| !blocked.contains(p));
                images.clone().min() == Some(m.point()) && !images.any(|p| barred.contains(p))
            });
        }
        let from_centre = |m: &ScoredMove| m.point().distance(size.centre());
        let is_near = |m: &ScoredMove| from_centre(m) <= FIRST_STONES;
        if moves.iter().any(is_near) {
            moves.retain(is_near);
        }
        for first in moves.iter_mut() {
            *first = first.lowered_by(i32::from(from_centre(first)));
        }
    }
}
