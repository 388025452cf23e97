//! The relevance zone of a win by fours: the points it stands on, where one more stone of the defender might
//! spoil it.
//!
//! The attacker threatens to win by a line of fours; the defender has one move. Here is the line, with
//! the attacker's fours `1`, `3` and the reply `2`:
//!
//! ```text
//!   . . . . . . .
//!   . O X X X 1 2       1 makes a four, 2 must stop it, 3 makes a straight four:
//!   . . . . . X .       it has a five above and below
//!   . . . . . X .
//!   . . . . . 3 .
//!   . . . . . . .
//! ```
//!
//! A stone of the defender elsewhere leaves the line as it is, unless
//!
//! 1. it lies where the line needs a free point: a four, a reply, a five (where rows die by being
//!    capped, also the points beyond the ends of a five);
//! 2. it makes a four of the defender, now or together with replies that the line forces: then the
//!    attacker has to answer that. At the time of that four the point is one where the defender, to
//!    move, would make a four; so it is enough to collect these points at every step of the line;
//! 3. it changes what is a foul of black, where the line depends on it: an attacking black stone that
//!    looks like a double three but is none, or a reply of black that is a foul. The verdict is read
//!    from certain windows of lines; a stone outside them cannot change it. (A black stone that does not
//!    look like a foul cannot become one by more white stones: they only take fours and threes away.)
//!
//! A stone that does none of this neither hinders nor hurries a move of the line. So against a move
//! elsewhere the line still wins, and only the points collected here need be tried as replies.

use super::Stop;
use super::replies::{points_on, replies_to_five};
use super::standing::FOURS;
use super::vcf::{Found, Vcf};
use crate::pattern::{Class, Kind, LinePattern, PatternBoard};
use tengen_core::board::{Colour, DIRECTIONS, Direction, Point, PointSet};

/// How strong a row of the defender must be to matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// One stone more is coming: points where it makes a four.
    OneStone,
    /// Two stones more are coming, one of them not yet known: points where a stone makes a four, or
    /// could be made one by a second stone.
    TwoStones,
}

/// Collects what a win by fours stands on.
pub struct Tracer<'a, K: Kind> {
    /// The board; it is handed back as it was.
    pub board: &'a mut PatternBoard<K>,
    /// Finds the fours against replies that a line does not show.
    pub vcf: &'a mut Vcf,
    /// What counts.
    pub care: Care,
    /// The points collected.
    pub points: PointSet,
    /// Nodes of the searches for wins against replies that a line does not show.
    pub nodes: u64,
    /// It has been broken off, and what came of it means nothing.
    pub over: bool,
    steps: u64,
    stop: Stop<'a>,
}

/// Nodes for a win against a reply that a line does not show.
const SIDE_BUDGET: u64 = 10_000;
/// The caller is asked once in so many steps whether to go on; while a win against a reply is looked for,
/// the solver asks as well.
const STOP_INTERVAL: u64 = 16;

impl<'a, K: Kind> Tracer<'a, K> {
    /// Collects nothing yet.
    pub fn new(
        board: &'a mut PatternBoard<K>,
        vcf: &'a mut Vcf,
        care: Care,
        stop: Stop<'a>,
    ) -> Tracer<'a, K> {
        Tracer {
            board,
            vcf,
            care,
            points: PointSet::EMPTY,
            nodes: 0,
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

    /// Collects the points that matter to a line of fours of the side to move. False when the line does
    /// not win (which the solver does not give out), a side line cannot be found again, or it was broken
    /// off.
    pub fn follow(&mut self, line: &[Point]) -> bool {
        if self.is_over() {
            return false;
        }
        self.note_rows();
        let Some((&point, rest)) = line.split_first() else {
            return false;
        };
        let own = self.board.to_move();
        self.points.insert(point);
        if self.board.class(point, own) == Class::Five {
            self.note_ends(point, own);
            return true;
        }
        self.note_verdict(point, own);
        self.board.play(point);
        self.note_fives(own);
        let replies = replies_to_five(self.board, own);
        let wins = replies
            .is_some_and(|replies| replies.iter().all(|reply| self.follow_reply(reply, rest)));
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

    /// A reply that the line does not show, where rows die by being capped.
    fn follow_side_line(&mut self) -> bool {
        let found = self.vcf.solve(self.board, SIDE_BUDGET, self.stop);
        self.nodes += self.vcf.nodes();
        match found {
            Found::Win(line, _) => self.follow(&line),
            Found::Nothing => false,
            Found::Unknown => {
                self.over |= (self.stop)();
                false
            }
        }
    }

    /// Points where the defender, whose turn it is not, has rows that matter.
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
        if K::FOULS && defender == Colour::Black {
            let suspects = *self.board.points(defender, Class::Foul);
            let fours = |shape: LinePattern| shape.is_four() || shape == LinePattern::InlineFoul;
            let makes_four = |&p: &Point| self.makes(p, defender, fours);
            let points: PointSet = suspects.iter().filter(makes_four).collect();
            self.points = self.points.union(&points);
        }
    }

    fn note_blocked_threes(&mut self, defender: Colour) {
        let counts = |shape: LinePattern| {
            shape >= LinePattern::BlockedThree || shape == LinePattern::InlineFoul
        };
        let position = self.board.position();
        let makes_row = |&p: &Point| self.makes(p, defender, counts);
        let points: PointSet = position.empty_points().filter(makes_row).collect();
        self.points = self.points.union(&points);
    }

    fn makes(&self, point: Point, colour: Colour, is: fn(LinePattern) -> bool) -> bool {
        let prospect = self.board.prospect(point);
        prospect.lines(colour, is).next().is_some()
    }

    /// Where `own` makes its fives, and whether they may be stopped.
    pub fn note_fives(&mut self, own: Colour) {
        let fives = *self.board.points(own, Class::Five);
        let only = fives.len() == 1;
        for five in fives.iter() {
            self.points.insert(five);
            self.note_ends(five, own);
            if only {
                self.note_verdict(five, !own);
            }
        }
    }

    /// The empty points near a five on its line, where rows die by being capped.
    fn note_ends(&mut self, five: Point, own: Colour) {
        if K::CAPS {
            let lines = self
                .board
                .prospect(five)
                .lines(own, |s| s == LinePattern::Five);
            let points = points_on(self.board, five, lines);
            self.points = self.points.union(&points);
        }
    }

    /// If a stone of `colour` here looks like a foul: what the verdict depends on.
    pub fn note_verdict(&mut self, point: Point, colour: Colour) {
        let suspect = K::FOULS && colour == Colour::Black;
        if suspect && self.board.class(point, colour) == Class::Foul {
            self.note_foul(point);
        }
    }

    fn note_foul(&mut self, point: Point) {
        let around = points_on(self.board, point, DIRECTIONS);
        self.points = self.points.union(&around);
        let threes = self.board.foul_lines(point, LinePattern::is_three);
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

    /// The first point beyond the row of a three, where a straight four would have to be legal.
    fn note_extension(&mut self, stone: Point, direction: Direction, sign: i32) {
        let (dx, dy) = direction.step();
        let position = self.board.position();
        let at = |k: i32| {
            let (x, y) = (
                stone.x() as i32 + sign * k * dx,
                stone.y() as i32 + sign * k * dy,
            );
            position.shape().point(x, y)
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
