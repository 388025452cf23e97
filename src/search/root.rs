//! The root: what needs no search, wins that are proven first, and iterative deepening.

use super::node::{PLY, Search};
use crate::board::{Point, Position};
use crate::kit::time::Progress;
use crate::kit::{Report, Score};
use crate::pattern::{Class, Kind};
use crate::rules::Rule;
use crate::threat::Stop;
use crate::threat::proof;
use crate::threat::standing::{Standing, standing};
use crate::threat::vcf::Found;
use std::time::Duration;

/// The complete search for fours takes at most this part of the time, and of the nodes, before the search
/// begins …
const FOURS_SHARE: u32 = 3;
/// … and, where that was not enough, this part of the time that has passed.
const FOURS_LATER: u32 = 2;
/// The replay of a win takes at most this part of the time.
const REPLAY_SHARE: u32 = 8;

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
    pub(super) fn find_lines(&mut self, rule: Rule, depth_limit: u32, count: usize) -> Vec<Report> {
        let Some(fallback) = self.any_legal_move() else {
            return Vec::new();
        };
        let blocked = self.blocked;
        let is_free_point = |point: &Point| !blocked.contains(*point);
        let is_free = |report: &Report| is_free_point(&report.line[0]);
        if let Some(report) = self.at_sight(fallback).filter(is_free) {
            return vec![report];
        }
        let won = self.win_by_fours(rule);
        let won = won.or_else(|| self.win_by_threats(rule).filter(is_free));
        let fallback = self.hunch.filter(is_free_point).unwrap_or(fallback);
        if won.is_none() && count <= 1 {
            self.heed_threats();
        }
        match (won, count) {
            (Some(report), 0..=1) => vec![report],
            (None, 0..=1) => vec![self.deepen(rule, fallback, depth_limit)],
            (won, _) => self.deepen_lines(rule, won, fallback, depth_limit, count),
        }
    }

    /// The move that is played when there is no time for anything: the best-looking legal one, which stops
    /// a five of the opponent if there is one to be stopped.
    fn any_legal_move(&mut self) -> Option<Point> {
        let position = self.board.position().clone();
        let side = position.to_move();
        let centre = position.shape().centre();
        let blocked = self.blocked;
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
                let value = Score::from_value(self.evaluate());
                let score = self.win_in_progress().unwrap_or(value);
                Some(self.report(1, score, replies.iter().collect()))
            }
            _ => None,
        }
    }

    /// A win by fours before the search. With a clock only the time counts, and what is not settled in it
    /// is looked for again by [`Self::win_by_fours_after_all`].
    fn win_by_fours(&mut self, rule: Rule) -> Option<Report> {
        let nodes = self.node_limit / FOURS_SHARE as u64;
        let budget = match self.plan {
            Some(_) => nodes,
            None => nodes.min(self.params.root_budget as u64),
        };
        self.look_for_fours(rule, budget, self.share(FOURS_SHARE))
    }

    /// Between iterations: goes on where the look for a win by fours was broken off, for as long as the search
    /// has taken since.
    pub(super) fn win_by_fours_after_all(&mut self, rule: Rule) -> Option<Report> {
        let elapsed = self.supervisor.elapsed();
        let due = self.fours.spent * FOURS_LATER <= elapsed;
        if !self.fours.open || self.plan.is_none() || !due {
            return None;
        }
        let allowed = elapsed.saturating_sub(self.fours.spent);
        self.look_for_fours(rule, u64::MAX, Some(elapsed + allowed))
    }

    /// A win by fours, believed when the rules confirm it.
    fn look_for_fours(
        &mut self,
        rule: Rule,
        budget: u64,
        until: Option<Duration>,
    ) -> Option<Report> {
        let start = self.supervisor.elapsed();
        let found = self.let_work(until, |board, memory, stop| {
            memory.root_vcf.solve(board, budget, stop)
        });
        self.nodes += self.memory.root_vcf.nodes();
        self.fours.spent += self.supervisor.elapsed().saturating_sub(start);
        self.fours.open = found == Found::Unknown;
        let Found::Win(line, plies) = found else {
            return None;
        };
        let confirmed = self.confirms(&line, |position, stop| {
            proof::wins_by_fours(position, rule, &line, stop)
        });
        let is_blocked = self.blocked.contains(line[0]);
        (confirmed && !is_blocked).then(|| self.report(plies, Score::win_in(plies), line))
    }

    /// Whether the replay of a win confirms it in time. When we have to move in the middle of it, the
    /// move that it begins with is the best we know.
    pub(super) fn confirms(
        &mut self,
        line: &[Point],
        replay: impl FnOnce(&Position, Stop) -> bool,
    ) -> bool {
        let until = self.share(REPLAY_SHARE);
        let confirmed = self.let_work(until, |board, _, stop| replay(board.position(), stop));
        if !confirmed {
            log::debug!("a win was not confirmed in time: {line:?}");
            if self.is_late() {
                self.hunch = line.first().copied();
                self.over = true;
            }
        }
        confirmed
    }

    /// Searches deeper and deeper until the limits or certainty end it.
    fn deepen(&mut self, rule: Rule, fallback: Point, depth_limit: u32) -> Report {
        let first_sight = Score::from_value(self.evaluate());
        let mut best = Progression {
            report: self.report(1, first_sight, vec![fallback]),
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
            if let Some(won) = self.win_by_fours_after_all(rule) {
                best.report = won;
                break;
            }
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

    /// Takes over what an iteration found; a broken-off one counts when it got past its first move. Its value is
    /// what the moves seen so far are worth, and counts when there is no other.
    fn adopt(&mut self, best: &mut Progression, depth: u32, value: i32, finished: bool) {
        let line = self.line().to_vec();
        let Some(&point) = line.first() else {
            return;
        };
        let changed = point != best.report.line[0];
        best.changes = best.changes << 1 | changed as u32;
        best.stable = if changed { 0 } else { best.stable + 1 };
        let score = match finished || best.previous.is_none() {
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
        let report = &best.report;
        self.is_enough(&Progress {
            elapsed: self.supervisor.elapsed(),
            best_move_changes: (best.changes & 15).count_ones(),
            stable_iterations: best.stable,
            score_drop: best.previous.map_or(0, |p| p - report.score.value()),
            effort: Some(self.effort_thousandths(report.line[0])),
            settled: report.score.win_distance().is_some() || self.has_one_move(),
        })
    }

    /// How much of the search went into this move of the root, in thousandths of its nodes.
    fn effort_thousandths(&self, point: Point) -> u32 {
        let all: u64 = self.effort.iter().sum();
        (self.effort[point.index()] * 1000 / all.max(1)) as u32
    }

    /// Whether all iterations so far had the same single move to look at.
    fn has_one_move(&self) -> bool {
        self.effort.iter().filter(|&&nodes| nodes > 0).count() == 1
    }
}
