//! The root: what needs no search, wins that are proven first, and the search of one line or several.

use super::state::Search;
use crate::board::Point;
use crate::kit::{Report, Score};
use crate::pattern::{Class, Kind};
use crate::threat::standing::{Standing, standing};

impl<K: Kind> Search<'_, K> {
    pub(super) fn find_lines(&mut self, depth_limit: u32, count: usize) -> Vec<Report> {
        let Some(fallback) = self.any_legal_move() else {
            return Vec::new();
        };
        let blocked = self.root.blocked;
        let is_free_point = |point: &Point| !blocked.contains(*point);
        let is_free = |report: &Report| is_free_point(&report.line[0]);
        if let Some(report) = self.at_sight(fallback).filter(is_free) {
            return vec![report];
        }
        let won = self.win_by_fours();
        let won = won.or_else(|| self.win_by_threats().filter(is_free));
        let fallback = self.root.hunch.filter(is_free_point).unwrap_or(fallback);
        if won.is_none() && count <= 1 {
            self.heed_threats();
        }
        match (won, count) {
            (Some(report), 0..=1) => vec![report],
            (None, 0..=1) => vec![self.deepen(fallback, depth_limit)],
            (won, _) => self.deepen_lines(won, fallback, depth_limit, count),
        }
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
        let mut points: Vec<Point> = position.empty_points().filter(is_free).collect();
        let standing = standing(&mut self.board);
        let stops = |p: Point| match &standing {
            Standing::MustReply(replies) => replies.contains(p),
            _ => true,
        };
        let distance = |p: Point| p.x().abs_diff(centre.x()).max(p.y().abs_diff(centre.y()));
        points.sort_by_key(|&p| {
            let looks = self.evaluator.looks(side, self.board.prospect(p));
            (!stops(p), -looks, distance(p), p)
        });
        points.into_iter().find(|&p| !self.board.is_foul(p, side))
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
                let value = Score::from_value(self.evaluate());
                let score = self.win_in_progress().unwrap_or(value);
                Some(self.report(1, score, replies.iter().collect()))
            }
            _ => None,
        }
    }
}
