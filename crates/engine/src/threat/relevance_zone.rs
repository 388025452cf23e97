//! The relevance zone of a VCF: the points it depends on, where one more stone of the defender might spoil it.
//!
//! The attacker threatens to win by a line of fours; the defender has one move. Example, with the attacker's fours
//! `1`, `3` and the reply `2`:
//!
//! ```text
//!   . . . . . . .
//!   . O X X X 1 2       1 makes a four, 2 must stop it, 3 makes an open four:
//!   . . . . . X .       it has a five above and below
//!   . . . . . X .
//!   . . . . . 3 .
//!   . . . . . . .
//! ```
//!
//! A stone of the defender elsewhere leaves the line as it is, unless
//!
//! 1. it takes a point that the line needs empty: a four, a reply, a five (where capped fives do not win, also the
//!    points beyond the ends of a five);
//! 2. it makes a four of the defender, now or together with replies that the line forces: then the attacker has to
//!    answer that four. Right before such a four, its point is one where the defender, to move, would make a four; so
//!    it is enough to collect these points at every step of the line;
//! 3. it changes whether a black stone is forbidden, where the line depends on it: an attacking black stone that
//!    looks like a double three but is legal, or a reply of Black that is forbidden. The forbidden-move check reads
//!    certain windows of lines; a stone outside them cannot change its result. (A black stone that does not look
//!    forbidden cannot become forbidden by more white stones: they only take fours and threes away.)
//!
//! Any other stone leaves every move of the line as it is. So the line still wins against a move elsewhere, and only
//! the points collected here need be tried as replies.

use super::Stop;
use super::params::SIDE_BUDGET;
use super::replies::{points_on, replies_to_five};
use super::threat_state::FOURS;
use super::vcf::{Found, Vcf};
use crate::pattern::{CellClass, Kind, LinePattern, PatternBoard};
use tengen_core::board::{Colour, DIRECTIONS, Direction, Point, PointSet};

/// Which patterns of the defender count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// One more defending stone: points where it makes a four.
    OneStone,
    /// Two more defending stones, one of them unknown: points where a stone makes a four, or would make one with a
    /// second stone.
    TwoStones,
}

/// Collects the points that a VCF depends on.
pub struct Tracer<'a, K: Kind> {
    /// The board; restored after each call.
    pub board: &'a mut PatternBoard<K>,
    /// Finds the fours against replies that a line does not show.
    pub vcf: &'a mut Vcf,
    /// The defending stones to consider.
    pub care: Care,
    /// The points collected so far.
    pub points: PointSet,
    /// Nodes spent on wins against replies that a line does not show.
    pub nodes: u64,
    /// The search is interrupted beyond this many of them.
    pub most_nodes: u64,
    /// The search was interrupted; its result is meaningless.
    pub over: bool,
    steps: u64,
    stop: Stop<'a>,
}

/// `stop` is polled once in this many steps; the VCF solver polls it as well.
const STOP_INTERVAL: u64 = 16;

impl<'a, K: Kind> Tracer<'a, K> {
    /// A tracer that has not collected any points yet.
    pub fn new(board: &'a mut PatternBoard<K>, vcf: &'a mut Vcf, care: Care, stop: Stop<'a>) -> Tracer<'a, K> {
        Tracer {
            board,
            vcf,
            care,
            points: PointSet::EMPTY,
            nodes: 0,
            most_nodes: u64::MAX,
            over: false,
            steps: 0,
            stop,
        }
    }

    fn is_over(&mut self) -> bool {
        self.steps += 1;
        self.over |= self.steps.is_multiple_of(STOP_INTERVAL) && (self.stop)();
        self.over
    }

    /// Collects the points that a line of fours of the side to move depends on. Returns false if the line does not
    /// win (the solver does not return such lines), a side line cannot be found again, or the search was interrupted.
    pub fn follow(&mut self, line: &[Point]) -> bool {
        if self.is_over() {
            return false;
        }
        self.note_rows();
        let Some((&point, rest)) = line.split_first() else { return false };
        let own = self.board.to_move();
        self.points.insert(point);
        if self.board.class(point, own) == CellClass::Five {
            self.note_ends(point, own);
            return true;
        }
        self.note_verdict(point, own);
        self.board.play(point);
        self.note_fives(own);
        let replies = replies_to_five(self.board, own);
        let wins = replies.is_some_and(|replies| replies.iter().all(|reply| self.follow_reply(reply, rest)));
        self.board.undo();
        wins
    }

    fn follow_reply(&mut self, reply: Point, rest: &[Point]) -> bool {
        self.points.insert(reply);
        self.board.play(reply);
        let wins = match rest {
            [shown, rest @ ..] if *shown == reply => self.follow(rest),
            _ => self.follow_side_line(),
        };
        self.board.undo();
        wins
    }

    /// Handles a reply that the line does not show, which exists only where capped fives do not win.
    fn follow_side_line(&mut self) -> bool {
        let budget = SIDE_BUDGET.min(self.most_nodes.saturating_sub(self.nodes));
        let found = self.vcf.solve(self.board, budget, self.stop);
        self.nodes += self.vcf.nodes();
        self.over |= self.nodes > self.most_nodes;
        match found {
            Found::Win(line, _) => self.follow(&line),
            Found::Nothing => false,
            Found::Unknown => {
                self.over |= (self.stop)();
                false
            }
        }
    }

    /// Collects the points where the defender, not to move, has patterns that count.
    pub fn note_rows(&mut self) {
        let defender = !self.board.to_move();
        match self.care {
            Care::OneStone => self.note_fours(defender),
            Care::TwoStones => self.note_blocked_threes(defender),
        }
    }

    fn note_fours(&mut self, defender: Colour) {
        for class in FOURS {
            if self.board.count(defender, class) > 0 {
                self.points = self.points.union(self.board.points(defender, class));
            }
        }
        if K::FORBIDDEN && defender == Colour::Black {
            let suspects = *self.board.points(defender, CellClass::Forbidden);
            let fours = |pattern: LinePattern| pattern.is_four() || pattern == LinePattern::ForbiddenInLine;
            let makes_four = |&p: &Point| self.makes(p, defender, fours);
            let points: PointSet = suspects.iter().filter(makes_four).collect();
            self.points = self.points.union(&points);
        }
    }

    fn note_blocked_threes(&mut self, defender: Colour) {
        let counts =
            |pattern: LinePattern| pattern >= LinePattern::BlockedThree || pattern == LinePattern::ForbiddenInLine;
        let position = self.board.position();
        let makes_row = |&p: &Point| self.makes(p, defender, counts);
        let points: PointSet = position.empty_points().filter(makes_row).collect();
        self.points = self.points.union(&points);
    }

    fn makes(&self, point: Point, colour: Colour, is: fn(LinePattern) -> bool) -> bool {
        let cell = self.board.cell(point);
        cell.lines(colour, is).next().is_some()
    }

    /// Collects the points where `own` makes its fives, and what decides whether they may be stopped.
    pub fn note_fives(&mut self, own: Colour) {
        let fives = *self.board.points(own, CellClass::Five);
        let only = fives.len() == 1;
        for five in fives.iter() {
            self.points.insert(five);
            self.note_ends(five, own);
            if only {
                self.note_verdict(five, !own);
            }
        }
    }

    /// Collects the empty points near a five on its line, where capped fives do not win.
    fn note_ends(&mut self, five: Point, own: Colour) {
        if K::CAPS {
            let lines = self.board.cell(five).lines(own, |s| s == LinePattern::Five);
            let points = points_on(self.board, five, lines);
            self.points = self.points.union(&points);
        }
    }

    /// If a stone of `colour` looks forbidden here, collects the points that the forbidden-move check depends on.
    pub fn note_verdict(&mut self, point: Point, colour: Colour) {
        let suspect = K::FORBIDDEN && colour == Colour::Black;
        if suspect && self.board.class(point, colour) == CellClass::Forbidden {
            self.note_forbidden(point);
        }
    }

    fn note_forbidden(&mut self, point: Point) {
        let around = points_on(self.board, point, DIRECTIONS);
        self.points = self.points.union(&around);
        let threes = self.board.forbidden_lines(point, LinePattern::is_three);
        let turn = self.board.to_move();
        self.board.place(point, Colour::Black);
        for direction in threes {
            for sign in [-1, 1] {
                self.note_extension(point, direction, sign);
            }
        }
        self.board.undo();
        if self.board.to_move() != turn {
            self.board.pass();
        }
    }

    /// Collects the points around the first empty point beyond a three, where an open four would have to be legal.
    fn note_extension(&mut self, stone: Point, direction: Direction, sign: i32) {
        let (dx, dy) = direction.step();
        let position = self.board.position();
        let at = |k: i32| {
            let (x, y) = (stone.x() as i32 + sign * k * dx, stone.y() as i32 + sign * k * dy);
            position.size().point(x, y)
        };
        let black = |p: Point| position.lines().bits(p) == (true, false);
        let end = (1..5).map_while(at).find(|&p| !black(p));
        if let Some(end) = end.filter(|&p| position.is_empty(p)) {
            let around = points_on(self.board, end, DIRECTIONS);
            self.points = self.points.union(&around);
            self.note_verdict(end, Colour::Black);
        }
    }
}
