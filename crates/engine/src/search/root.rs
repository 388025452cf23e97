//! The root: what needs no search, wins that are proven first, the search of one line or several, and its moves.

use super::Balance;
use super::move_picker::{ScoredMove, generate};
use super::node::Node;
use super::state::{PLY, Root, Search};
use super::workers::{Answer, choose};
use crate::pattern::{Class, Kind};
use crate::threat::standing::{Standing, standing};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tengen_common::table::from_table;
use tengen_common::{Report, Score};
use tengen_core::board::Point;

impl<K: Kind> Search<'_, K> {
    /// The best lines, at most so many, the best first; none where no move can be played.
    pub(super) fn find_lines(&mut self, depth_limit: u32, count: usize) -> Vec<Report> {
        let Some(fallback) = self.any_legal_move() else {
            return Vec::new();
        };
        let at_sight = self.at_sight(fallback);
        if let Some(report) = at_sight.filter(|report| self.is_free(report)) {
            return vec![report];
        }
        let answer = match count {
            0..=1 => Answer::OfAny,
            _ => Answer::OfTheFirst,
        };
        let found = self.on_all_threads(answer, |worker| match worker.number {
            0 => worker.prove_or_deepen(fallback, depth_limit, count),
            _ => worker.deepen_for(None, fallback, depth_limit, count),
        });
        let lines = match count {
            0..=1 => {
                let chosen = self.vote(found).into_iter();
                chosen.map(|report| self.or_confirmed(report)).collect()
            }
            _ => found.into_iter().next().unwrap_or_default(),
        };
        self.sign(lines)
    }

    fn is_free(&self, report: &Report) -> bool {
        !self.root.blocked.contains(report.best_move())
    }

    /// Tries to prove a win, or one that the opponent threatens, before it searches. Helpers are at the
    /// search meanwhile.
    fn prove_or_deepen(&mut self, fallback: Point, depth_limit: u32, count: usize) -> Vec<Report> {
        self.read_recommendation();
        let won = self.win_by_fours();
        let won = won.or_else(|| self.win_by_threats().filter(|report| self.is_free(report)));
        let won = won.or_else(|| self.win_in_library());
        let blocked = self.root.blocked;
        let unverified = self
            .root
            .unverified
            .filter(|&point| !blocked.contains(point));
        if won.is_none() && count <= 1 {
            self.heed_threats();
        }
        self.deepen_for(won, unverified.unwrap_or(fallback), depth_limit, count)
    }

    /// Searches for so many lines; a single one that is won needs no search.
    fn deepen_for(
        &mut self,
        won: Option<Report>,
        fallback: Point,
        depth_limit: u32,
        count: usize,
    ) -> Vec<Report> {
        match (won, count) {
            (Some(report), 0..=1) => vec![report],
            (None, 0..=1) => vec![self.deepen(fallback, depth_limit)],
            (won, _) => self.deepen_lines(won, fallback, depth_limit, count),
        }
    }

    /// What the workers choose from the best line of each. What does not stop a proven threat has no vote.
    fn vote(&self, found: Vec<Vec<Report>>) -> Vec<Report> {
        let mut reports: Vec<Report> = found.into_iter().flatten().collect();
        let stops = |report: &Report| {
            let defences = self.root.defences;
            defences.is_none_or(|points| points.contains(report.best_move()))
        };
        if reports.first().is_some_and(stops) {
            reports.retain(stops);
        }
        choose(&reports).cloned().into_iter().collect()
    }

    /// The most even move or moves: see [`Self::find_balance`].
    pub(super) fn find_even(&mut self, wish: &Balance, depth_limit: u32) -> Option<Report> {
        let found = self.on_all_threads(Answer::OfTheFirst, |worker| {
            worker.find_balance(wish, depth_limit)
        });
        let found = found.into_iter().next()?;
        self.sign(found.into_iter().collect()).pop()
    }

    /// Says at the end what all of it took.
    fn sign(&self, mut reports: Vec<Report>) -> Vec<Report> {
        for report in &mut reports {
            report.nodes = self.control.nodes_of_all(self.nodes).max(1);
            report.elapsed = self.control.elapsed();
        }
        reports
    }

    /// The move that is played when there is no time for anything: the best-looking legal one, which stops
    /// a five of the opponent if there is one to be stopped.
    fn any_legal_move(&mut self) -> Option<Point> {
        let position = self.board.position().clone();
        let side = position.to_move();
        let centre = position.shape().centre();
        let blocked = self.root.blocked;
        let is_free = |point: &Point| !blocked.contains(*point);
        if position.stones().is_empty() && position.is_empty(centre) && is_free(&centre) {
            return Some(centre);
        }
        let standing = standing(&mut self.board);
        let stops = |p: Point| match &standing {
            Standing::MustReply(replies) => replies.contains(p),
            _ => true,
        };
        let rank = |point: Point| {
            let score = self.evaluator.move_score(side, self.board.prospect(point));
            (
                stops(point),
                score,
                Reverse((point.distance(centre), point)),
            )
        };
        let mut best_first: BinaryHeap<_> =
            position.empty_points().filter(is_free).map(rank).collect();
        let in_order = std::iter::from_fn(|| best_first.pop());
        let mut points = in_order.map(|(_, _, Reverse((_, point)))| point);
        points.find(|&point| !self.board.is_foul(point, side))
    }

    /// Moves that need no search: an empty board, a win at sight, a single reply, a lost cause.
    fn at_sight(&mut self, fallback: Point) -> Option<Report> {
        let at_once = !self.root.analysis;
        if at_once && self.board.position().stones().is_empty() {
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
            Standing::MustReply(replies) if at_once && replies.iter().count() == 1 => {
                let (depth, score) = self.known_without_a_search();
                Some(self.report(depth, score, replies.iter().collect()))
            }
            _ => None,
        }
    }

    /// What the position is worth by what was found out before, and how deep that was: the win that is being played,
    /// what the table knows, what the last search foretold; and if nobody has looked yet, at first sight.
    fn known_without_a_search(&mut self) -> (u32, Score) {
        if let Some(won) = self.win_in_progress() {
            return (1, won);
        }
        if let Some(entry) = self.table.get(self.board.position().hash()) {
            let depth = (entry.depth / PLY).max(1) as u32;
            return (depth, Score::from_value(from_table(entry.value, 0)));
        }
        let foretold = self.root.foretold;
        (
            1,
            foretold.unwrap_or_else(|| Score::from_value(self.evaluate())),
        )
    }

    /// What answers the threats that are seen at sight and those that are proven. Where no such move is
    /// legal the side has lost, but has to move all the same: then the choice is wider, and the search
    /// tells what lasts longest.
    pub(super) fn generate_at_root(&mut self, node: &Node, moves: &mut Vec<ScoredMove>) {
        let by_standing = Some(&node.standing);
        let choices = [
            (by_standing, self.root.defences),
            (by_standing, None),
            (Some(&Standing::Open), None),
            (None, None),
        ];
        for (standing, defences) in choices {
            generate(&self.board, standing, &self.hints(node), moves);
            let spoils = |point| defences.is_none_or(|s| s.contains(point));
            moves.retain(|m| !self.root.blocked.contains(m.point()) && spoils(m.point()));
            if moves
                .iter()
                .any(|m| !self.board.is_foul(m.point(), node.side))
            {
                break;
            }
        }
        moves.retain(|m| !self.root.barred.contains(m.point()));
        if self.board.position().stones().is_empty() {
            self.first_stones(moves);
        }
    }

    /// On an empty board the centre comes first, and of points that are one and the same when the board is turned and
    /// mirrored one is enough.
    fn first_stones(&self, moves: &mut Vec<ScoredMove>) {
        let position = self.board.position();
        let (
            shape,
            Root {
                blocked, barred, ..
            },
        ) = (position.shape(), &self.root);
        if position.dead().is_empty() {
            moves.retain(|m| {
                let mut images = shape.images(m.point()).filter(|&p| !blocked.contains(p));
                images.clone().min() == Some(m.point()) && !images.any(|p| barred.contains(p))
            });
        }
        let centre = shape.centre();
        for first in moves.iter_mut() {
            *first = first.lowered_by(i32::from(first.point().distance(centre)));
        }
    }
}
