//! VCF: wins by consecutive fours.
//!
//! The attacker makes only fours; each leaves the defender one reply (or none, if Black's reply would be forbidden).
//! If a reply makes a four itself, the attacker must answer it with a four or a five. Depth-first, strongest fours
//! first, within a node budget. Positions searched without finding a win are cached.

use super::Stop;
use super::replies::{Replies, replies_to_five};
use super::threat_state::{FOURS, hidden_four};
use crate::pattern::{CellClass, Kind, PatternBoard};
use std::sync::Arc;
use tengen_common::pages::Words;
use tengen_core::board::{Colour, Point, PointSet};

/// The result of a VCF search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A win: the attacker's moves and the replies, alternating, up to and including the five (or the four that
    /// cannot be answered), and the number of plies to the five.
    Win(Vec<Point>, u32),
    /// There is no VCF.
    Nothing,
    /// The search ran out of its budget or was stopped.
    Unknown,
}

/// A VCF solver with its cache of failures.
pub struct Vcf {
    /// Hashes of positions without a VCF for the side to move.
    failures: Arc<Words>,
    /// XORed into the cached hashes; a new epoch invalidates them all.
    epoch: u64,
    nodes: u64,
}

/// Which fours a search tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Width {
    /// Every four.
    Complete,
    /// After the first move, only fours near the previous one.
    Narrow,
}

/// Set in every cached hash: an empty slot is 0.
const MARK: u64 = 1 << 63;
/// A bound on the length of any VCF: no more fours fit on a board.
const MAX_PLY: usize = 400;
/// A four, a reply and the five: the plies of the shortest win that is not a five at once.
const FOUR_AND_FIVE: usize = 3;
/// `stop` is polled once in this many nodes.
const STOP_INTERVAL: u64 = 512;

impl Vcf {
    /// A solver that caches at most `entries` failures (rounded down to a power of two, at least 1) of 8 bytes each.
    pub fn new(entries: usize) -> Vcf {
        Vcf::group(1, entries).pop().expect("one")
    }

    /// Solvers for as many threads, which share their failures. They must search positions of one rule and board.
    pub fn group(count: usize, entries: usize) -> Vec<Vcf> {
        let entries = (entries.max(1) + 1).next_power_of_two() / 2;
        let failures = Arc::new(Words::zeroed(entries));
        (0..count).map(|_| Vcf { failures: failures.clone(), epoch: 0, nodes: 0 }).collect()
    }

    /// Forgets the failures.
    pub fn clear(&mut self) {
        self.epoch = self.epoch.wrapping_add(0x5851_f42d_4c95_7f2d) & !MARK;
    }

    /// Makes room for `times` as many failures and keeps the known ones.
    pub fn grow(&mut self, times: usize) {
        self.failures = Arc::new(self.failures.grown(self.failures.len() * times));
    }

    /// The nodes of the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for a VCF of the side to move, within a node budget and until `stop` returns true.
    pub fn solve<K: Kind>(&mut self, board: &mut PatternBoard<K>, budget: u64, stop: Stop) -> Found {
        self.search(board, Width::Complete, None, budget, stop)
    }

    /// Like [`Self::solve`], but only finds wins of at most this many plies.
    pub fn solve_within<K: Kind>(&mut self, board: &mut PatternBoard<K>, plies: u32, budget: u64, stop: Stop) -> Found {
        self.search(board, Width::Complete, Some(plies), budget, stop)
    }

    /// Like [`Self::solve`], but only finds wins in which each four is near the previous one. [`Self::quick`] is the
    /// same search without the line. Not for rules where capped fives do not win: it assumes that open fours win.
    pub fn solve_nearby<K: Kind>(&mut self, board: &mut PatternBoard<K>, budget: u64) -> Found {
        self.search(board, Width::Narrow, None, budget, &mut || false)
    }

    /// Like [`Self::solve_nearby`], but only finds wins of at most this many plies.
    pub fn solve_nearby_within<K: Kind>(&mut self, board: &mut PatternBoard<K>, plies: u32, budget: u64) -> Found {
        self.search(board, Width::Narrow, Some(plies), budget, &mut || false)
    }

    fn search<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        width: Width,
        plies: Option<u32>,
        budget: u64,
        stop: Stop,
    ) -> Found {
        let mut attack = Attack::new(board, &self.failures, self.epoch, width, budget, stop);
        attack.most_plies = plies.map(|plies| plies as usize);
        let wins = attack.goes_through(None, 0);
        self.nodes = attack.nodes;
        attack.line.reverse();
        match (wins, attack.exhausted) {
            (true, _) => {
                let plies = attack.plies();
                Found::Win(attack.line, plies)
            }
            (false, true) => Found::Unknown,
            (false, false) => Found::Nothing,
        }
    }

    /// A quick check that tries only nearby fours: returns the first move and the number of plies to the five.
    #[inline]
    pub fn quick<K: Kind>(&mut self, board: &mut PatternBoard<K>, budget: u64) -> Option<(Point, u32)> {
        let stop = &mut || false;
        let (failures, epoch) = (&self.failures, self.epoch);
        let mut attack = Attack::new(board, failures, epoch, Width::Narrow, budget, stop);
        let wins = attack.goes_through(None, 0);
        self.nodes = attack.nodes;
        let first = *attack.line.last().filter(|_| wins)?;
        Some((first, attack.plies()))
    }
}

/// One search for a win.
struct Attack<'a, K> {
    board: &'a mut PatternBoard<K>,
    failures: &'a Words,
    epoch: u64,
    width: Width,
    /// The longest win to find, in plies.
    most_plies: Option<usize>,
    /// The winning line, last move first.
    line: Vec<Point>,
    /// The line ends with a four that cannot be answered, two plies before the five.
    ends_open: bool,
    /// Stack of the fours of the current path's positions, in the order in which they are tried.
    order: Vec<Point>,
    nodes: u64,
    budget: u64,
    exhausted: bool,
    stop: Stop<'a>,
}

impl<'a, K: Kind> Attack<'a, K> {
    fn new(
        board: &'a mut PatternBoard<K>,
        failures: &'a Words,
        epoch: u64,
        width: Width,
        budget: u64,
        stop: Stop<'a>,
    ) -> Attack<'a, K> {
        Attack {
            board,
            failures,
            epoch,
            width,
            most_plies: None,
            line: Vec::new(),
            ends_open: false,
            order: Vec::new(),
            nodes: 0,
            budget,
            exhausted: false,
            stop,
        }
    }

    /// The length of the winning line, up to the five.
    fn plies(&self) -> u32 {
        plies(&self.line, self.ends_open)
    }

    /// Tries fours nearest to the last one first: attacks mostly stay together.
    fn try_nearest_first(&mut self, points: &PointSet, last: Point, ply: usize, fits: impl Fn(Point) -> bool) -> bool {
        let start = self.order.len();
        self.order.extend(points.iter().filter(|&point| fits(point)));
        self.order[start..].sort_unstable_by_key(|&point| (last.distance(point), point));
        let wins = (start..self.order.len()).any(|i| self.four(self.order[i], ply));
        self.order.truncate(start);
        wins
    }

    /// Counts a node; returns whether the search has to stop.
    #[inline]
    fn is_exhausted(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes > self.budget || (self.nodes.is_multiple_of(STOP_INTERVAL) && (self.stop)()) {
            self.exhausted = true;
        }
        self.exhausted
    }

    /// Whether the side to move wins, with its last four at `last`. Stores the win in `line`.
    fn goes_through(&mut self, last: Option<Point>, ply: usize) -> bool {
        let own = self.board.to_move();
        if self.board.count(own, CellClass::Five) > 0 {
            self.line.extend(self.board.points(own, CellClass::Five).first());
            self.ends_open = false;
            return true;
        }
        let left = self.most_plies.map(|most| most.saturating_sub(ply));
        if left.is_some_and(|left| left < FOUR_AND_FIVE) {
            return false;
        }
        let answers = replies_to_five(self.board, !own);
        if answers.is_some_and(|a| a.is_empty()) || ply >= MAX_PLY {
            return false;
        }
        let glancing = self.width == Width::Narrow;
        if glancing && answers.is_none() && self.board.count(own, CellClass::OpenFour) > 0 {
            let point = self.board.points(own, CellClass::OpenFour).first();
            self.line.extend(point);
            self.ends_open = true;
            return true;
        }
        if self.is_exhausted() {
            return false;
        }
        let key = failure_key(self.board, self.width, last, left);
        let slot = key as usize & (self.failures.len() - 1);
        let key = key ^ self.epoch;
        if self.failures.get(slot) == key {
            return false;
        }
        if self.try_fours(last, ply, answers) {
            return true;
        }
        if !self.exhausted {
            self.failures.set(slot, key);
        }
        false
    }

    fn try_fours(&mut self, last: Option<Point>, ply: usize, answers: Option<Replies>) -> bool {
        let own = self.board.to_move();
        let fits = |point| answers.is_none_or(|a| a.contains(point));
        let near = |point: &Point| last.is_none_or(|last| is_near(last, *point));
        for class in FOURS {
            if self.board.count(own, class) == 0 {
                continue;
            }
            let points = *self.board.points(own, class);
            let wins = match (self.width, last) {
                (Width::Complete, Some(last)) => self.try_nearest_first(&points, last, ply, fits),
                _ => {
                    let mut points = points.iter().filter(near);
                    points.any(|point| fits(point) && self.four(point, ply))
                }
            };
            if wins {
                return true;
            }
        }
        if !K::FORBIDDEN || own != Colour::Black || self.board.count(own, CellClass::Forbidden) == 0 {
            return false;
        }
        let suspects = *self.board.points(own, CellClass::Forbidden);
        suspects.iter().any(|point| {
            hidden_four(self.board, point)
                && fits(point)
                && (self.width == Width::Complete || near(&point))
                && !self.board.is_forbidden(point, own)
                && self.four(point, ply)
        })
    }

    /// Plays a four; returns whether every reply loses.
    fn four(&mut self, point: Point, ply: usize) -> bool {
        let own = self.board.to_move();
        self.board.play(point);
        let wins = self.board.count(!own, CellClass::Five) == 0
            && match replies_to_five(self.board, own) {
                None => false,
                Some(replies) if replies.is_empty() => {
                    self.finish(own);
                    true
                }
                Some(replies) => self.refutes(replies, point, ply),
            };
        self.board.undo();
        if wins {
            self.line.push(point);
        }
        wins
    }

    /// Whether every reply to the four at `point` loses. Where capped fives do not win there may be several: the
    /// longest line is kept, except in a narrow search.
    fn refutes(&mut self, replies: Replies, point: Point, ply: usize) -> bool {
        let mut longest = (Vec::new(), false);
        let mut replies = replies.iter().peekable();
        while let Some(reply) = replies.next() {
            self.line.clear();
            self.board.play(reply);
            let wins = self.goes_through(Some(point), ply + 2);
            self.board.undo();
            if !wins {
                return false;
            }
            self.line.push(reply);
            if self.width == Width::Complete && replies.peek().is_some() {
                longest = (std::mem::take(&mut self.line), self.ends_open);
            }
        }
        if plies(&longest.0, longest.1) > self.plies() {
            (self.line, self.ends_open) = longest;
        }
        true
    }

    /// Ends the line with a four that has no reply. If there are two five points, the reply takes one and the five is
    /// made at the other; if there is only one, the reply there is forbidden and is left out.
    fn finish(&mut self, own: Colour) {
        self.line.clear();
        let mut fives = self.board.points(own, CellClass::Five).iter();
        let first = fives.next().expect("a four was made");
        let second = fives.next();
        self.ends_open = second.is_none();
        if let Some(second) = second {
            self.line.extend([second, first]);
        }
    }
}

/// The length of a line up to the five; an open line stops two plies before it.
fn plies(line: &[Point], ends_open: bool) -> u32 {
    line.len() as u32 + if ends_open { 2 } else { 0 }
}

/// Whether a four at `point` is near a stone at `last`: within 2 steps, or within 4 on a line.
#[inline]
pub fn is_near(last: Point, point: Point) -> bool {
    let (dx, dy) = (last.x().abs_diff(point.x()), last.y().abs_diff(point.y()));
    let far = dx.max(dy);
    far <= 2 || (far <= 4 && (dx == 0 || dy == 0 || dx == dy))
}

/// A hash of the position, the side to move and the kind of search, with the number of plies left if they are limited.
#[inline]
fn failure_key<K: Kind>(board: &PatternBoard<K>, width: Width, last: Option<Point>, left: Option<usize>) -> u64 {
    let narrow = match (width, last) {
        (Width::Complete, _) => 0,
        (Width::Narrow, None) => 1,
        (Width::Narrow, Some(last)) => 2 + last.index() as u64,
    };
    // The hash of an empty board is 0, which also marks an empty slot.
    let kind = narrow ^ left.map_or(0, |left| (left as u64 + 1) << 16);
    (board.position().hash() ^ kind.wrapping_mul(0xd6e8_feb8_6659_fd93)) | MARK
}
