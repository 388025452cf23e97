//! Balanced positions: finds the move, or the pair of moves, whose score is closest to a target.
//!
//! Board programs use this to create fair openings. Each candidate is searched with a window around the target, as
//! wide as the best distance so far; values outside it are farther away and need not be exact. Each iteration starts
//! with the candidates that were closest in the previous one.

use super::Balance;
use super::params::BALANCED_PAIRS;
use super::state::{PLY, Search};
use crate::pattern::{CellClass, Kind};
use tengen_common::time::Progress;
use tengen_common::{Report, Score};
use tengen_core::board::{Point, PointSet};

/// One or two stones to play, and their last known distance from the target.
struct Candidate {
    stones: Vec<Point>,
    distance: i32,
}

impl<K: Kind> Search<'_, K> {
    /// Deepens until a limit is reached. Returns `None` if there is no candidate. The score is for the side to move
    /// before the stones are played.
    pub(super) fn find_balance(&mut self, wish: &Balance, depth_limit: u32) -> Option<Report> {
        let mut candidates = self.candidates(wish);
        let mut best = self.report(1, Score::DRAW, candidates.first()?.stones.clone());
        for depth in 1..=depth_limit.max(1) {
            if let Some(found) = self.weigh(depth, &mut candidates, wish.value) {
                best = found;
            }
            if self.control.over || self.has_weighed_enough() {
                break;
            }
            self.control.callback.report(&best);
            sort(&mut candidates);
        }
        Some(best)
    }

    /// Whether another iteration would hardly be finished: one that is not may end with the first candidate, just when a
    /// deeper search shows how far from even it is.
    fn has_weighed_enough(&self) -> bool {
        let progress = Progress { elapsed: self.control.elapsed(), ..Progress::default() };
        self.control.is_enough(self.nodes, &progress) || self.nodes > self.control.node_limit / 2
    }

    /// The candidates, closest to the target by static evaluation first.
    fn candidates(&mut self, wish: &Balance) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let blocked = self.root.blocked;
        let firsts = self.layable();
        for first in firsts.iter().filter(|&first| !blocked.contains(first)) {
            if !wish.pair {
                self.judge_stones(vec![first], wish.value, &mut candidates);
                continue;
            }
            self.board.play(first);
            let seconds = self.layable();
            self.board.undo();
            for second in seconds.iter() {
                self.judge_stones(vec![first, second], wish.value, &mut candidates);
            }
            self.ask();
            if self.control.over {
                break;
            }
        }
        sort(&mut candidates);
        if wish.pair {
            candidates.truncate(BALANCED_PAIRS);
        }
        candidates
    }

    /// Points that do not end the game: no forbidden points, no fives; only points near stones if there are any.
    fn layable(&mut self) -> PointSet {
        let side = self.board.to_move();
        let position = self.board.position();
        let bare = position.stones().is_empty();
        let near = *self.board.near();
        let points: Vec<Point> = position.empty_points().collect();
        let open = |point: &Point| bare || near.contains(*point);
        let mut decides =
            |point: Point| self.board.class(point, side) == CellClass::Five || self.board.is_forbidden(point, side);
        let points = points.into_iter().filter(open);
        points.filter(|&point| !decides(point)).collect()
    }

    fn judge_stones(&mut self, stones: Vec<Point>, wish: i32, into: &mut Vec<Candidate>) {
        stones.iter().for_each(|&stone| self.board.play(stone));
        let value = sign(&stones) * self.evaluate();
        stones.iter().for_each(|_| self.board.undo());
        let distance = (value - wish).abs();
        into.push(Candidate { stones, distance });
    }

    /// Runs one iteration over all candidates. Returns `None` if it was stopped before the first one was complete.
    fn weigh(&mut self, depth: u32, candidates: &mut [Candidate], wish: i32) -> Option<Report> {
        let mut best: Option<Report> = None;
        let mut nearest = 2 * Score::INFINITE.value();
        for candidate in candidates {
            if nearest == 0 {
                break;
            }
            let value = self.value_of(&candidate.stones, depth, wish, nearest);
            if self.control.over {
                break;
            }
            candidate.distance = (value - wish).abs();
            if candidate.distance < nearest {
                nearest = candidate.distance;
                let line = [&candidate.stones[..], &self.stack[candidate.stones.len()].line];
                best = Some(self.report(depth, Score::from_value(value), line.concat()));
            }
        }
        best
    }

    /// The value for the side to move now; exact if it is closer to the target than `nearest`.
    fn value_of(&mut self, stones: &[Point], depth: u32, wish: i32, nearest: i32) -> i32 {
        let infinite = Score::INFINITE.value();
        let (low, high) = ((wish - nearest).max(-infinite), (wish + nearest).min(infinite));
        self.open_window(low, high);
        let (alpha, beta) = match sign(stones) {
            1 => (low, high),
            _ => (-high, -low),
        };
        stones.iter().for_each(|&stone| self.board.play(stone));
        let value = self.node(depth as i32 * PLY, alpha, beta, stones.len(), false);
        stones.iter().for_each(|_| self.board.undo());
        sign(stones) * value
    }
}

/// The sign that converts the value after these stones to the side to move before them.
fn sign(stones: &[Point]) -> i32 {
    if stones.len().is_multiple_of(2) { 1 } else { -1 }
}

/// The closest first.
fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by_key(|candidate| candidate.distance);
}
