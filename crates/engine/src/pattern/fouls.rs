//! The fast test for fouls, and all foul points of a position at once.
//!
//! Renju's fouls count renju's rows. Where the game counts others (`fb_check` on top of caro, whose rows die
//! by being capped), black's shapes are looked up a second time, in renju's tables.

use super::board::PatternBoard;
use super::class::Class;
use super::kind::{Kind, KindVisitor, dispatch};
use super::line_pattern::LinePattern;
use arrayvec::ArrayVec;
use tengen_core::board::{Colour, DIRECTIONS, Direction, Point, PointSet, Position};
use tengen_core::rules::Rule;

impl<K: Kind> PatternBoard<K> {
    /// Whether `colour` may not play on this empty point.
    #[inline(always)]
    pub fn is_foul(&mut self, point: Point, colour: Colour) -> bool {
        K::FOULS
            && colour == Colour::Black
            && self.class(point, Colour::Black) == Class::Foul
            && self.confirm_foul(point)
    }

    /// Black's shape here on one line, as fouls count it.
    #[inline]
    fn foul_shape(&self, point: Point, direction: Direction) -> LinePattern {
        if !K::OTHER_ROWS {
            return self.prospect(point).shape(Colour::Black, direction);
        }
        let window = self.position().lines().window(point, direction, K::RADIUS);
        self.tables().foul_shape::<K>(window)
    }

    /// The lines on which a stone of black here makes a shape, as fouls count it.
    #[inline]
    pub fn foul_lines(&self, point: Point, is: fn(LinePattern) -> bool) -> ArrayVec<Direction, 4> {
        let makes = |&d: &Direction| is(self.foul_shape(point, d));
        DIRECTIONS.into_iter().filter(makes).collect()
    }

    /// Overlines and double fours are what they seem; of two threes, each must be real.
    fn confirm_foul(&mut self, point: Point) -> bool {
        let fours = self.foul_lines(point, LinePattern::is_four).len();
        let broken = |s| s == LinePattern::InlineFoul;
        if fours >= 2 || !self.foul_lines(point, broken).is_empty() {
            return true;
        }
        let threes = self.foul_lines(point, LinePattern::is_three);
        let turn = self.to_move();
        self.place(point, Colour::Black);
        let real = threes
            .into_iter()
            .filter(|&d| self.is_real_three(point, d))
            .count();
        self.undo();
        if self.to_move() != turn {
            self.pass();
        }
        real >= 2
    }

    /// A three is real when black may make the straight four: without a five, without a foul.
    fn is_real_three(&mut self, stone: Point, direction: Direction) -> bool {
        [-1, 1].into_iter().any(|sign| {
            let beside = |k: &i32| self.stone_at(stone, direction, sign * k);
            let Some(end) = (1..5).find(|k| !beside(k)) else {
                return false;
            };
            let Some(point) = self.on_line(stone, direction, sign * end) else {
                return false;
            };
            self.position().is_empty(point)
                && self.foul_shape(point, direction) == LinePattern::StraightFour
                && self.class(point, Colour::Black) != Class::Five
                && !self.is_foul(point, Colour::Black)
        })
    }

    /// The point `k` steps on, if on the board.
    #[inline]
    fn on_line(&self, from: Point, direction: Direction, k: i32) -> Option<Point> {
        let (dx, dy) = direction.step();
        let (x, y) = (from.x() as i32 + k * dx, from.y() as i32 + k * dy);
        self.position().shape().point(x, y)
    }

    fn stone_at(&self, from: Point, direction: Direction, k: i32) -> bool {
        self.on_line(from, direction, k)
            .is_some_and(|p| self.position().lines().bits(p) == (true, false))
    }
}

/// The empty points on which black would make a foul;
/// none where fouls do not bind.
pub fn foul_points(position: &Position, rule: Rule) -> PointSet {
    if rule.has_fouls() {
        dispatch(rule, FoulPoints { position, rule })
    } else {
        PointSet::EMPTY
    }
}

struct FoulPoints<'a> {
    position: &'a Position,
    rule: Rule,
}

impl KindVisitor for FoulPoints<'_> {
    type Output = PointSet;

    fn visit<K: Kind>(self, _: K) -> PointSet {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        let is_foul = |&point: &Point| board.is_foul(point, Colour::Black);
        self.position.empty_points().filter(is_foul).collect()
    }
}
