//! The fast check for forbidden moves, and all forbidden points of a position.
//!
//! Forbidden moves are defined by Renju's patterns. Where the game itself uses other ones (`fb_check` under Caro,
//! where capped fives do not win), Black's patterns are also looked up in Renju's tables.

use super::board::PatternBoard;
use super::class::CellClass;
use super::kind::{Kind, KindVisitor, dispatch};
use super::line_pattern::LinePattern;
use super::table::Tables;
use arrayvec::ArrayVec;
use tengen_core::board::{Colour, DIRECTIONS, Direction, Point, PointSet, Position};
use tengen_core::rules::Rule;

impl<K: Kind> PatternBoard<K> {
    /// Whether this empty point is forbidden for `colour`.
    #[inline(always)]
    pub fn is_forbidden(&mut self, point: Point, colour: Colour) -> bool {
        K::FORBIDDEN
            && colour == Colour::Black
            && self.class(point, Colour::Black) == CellClass::Forbidden
            && self.confirm_forbidden(point)
    }

    /// Black's pattern here on one line, by Renju's definition.
    #[inline]
    fn forbidden_pattern(&self, point: Point, direction: Direction) -> LinePattern {
        if !K::OTHER_ROWS {
            return self.cell(point).pattern(Colour::Black, direction);
        }
        let window = self.position().lines().window(point, direction, K::RADIUS);
        self.tables().forbidden_pattern::<K>(Tables::both(window))
    }

    /// The lines on which a black stone here makes a matching pattern, by Renju's definition.
    #[inline]
    pub fn forbidden_lines(&self, point: Point, is: fn(LinePattern) -> bool) -> ArrayVec<Direction, 4> {
        let makes = |&d: &Direction| is(self.forbidden_pattern(point, d));
        DIRECTIONS.into_iter().filter(makes).collect()
    }

    /// Confirms a suspected forbidden move. Overlines and double fours always are; in a double three, both threes
    /// must be real.
    fn confirm_forbidden(&mut self, point: Point) -> bool {
        let fours = self.forbidden_lines(point, LinePattern::is_four).len();
        let broken = |s| s == LinePattern::ForbiddenInLine;
        if fours >= 2 || !self.forbidden_lines(point, broken).is_empty() {
            return true;
        }
        let threes = self.forbidden_lines(point, LinePattern::is_three);
        let turn = self.to_move();
        self.place(point, Colour::Black);
        let real = threes.into_iter().filter(|&d| self.is_real_three(point, d)).count();
        self.undo();
        if self.to_move() != turn {
            self.pass();
        }
        real >= 2
    }

    /// A three is real if Black may make the open four: it must not make a five or be forbidden.
    fn is_real_three(&mut self, stone: Point, direction: Direction) -> bool {
        [-1, 1].into_iter().any(|sign| {
            let beside = |k: &i32| self.stone_at(stone, direction, sign * k);
            let Some(end) = (1..5).find(|k| !beside(k)) else { return false };
            let Some(point) = self.on_line(stone, direction, sign * end) else { return false };
            self.position().is_empty(point)
                && self.forbidden_pattern(point, direction) == LinePattern::OpenFour
                && self.class(point, Colour::Black) != CellClass::Five
                && !self.is_forbidden(point, Colour::Black)
        })
    }

    /// The point `k` steps further on, if on the board.
    #[inline]
    fn on_line(&self, from: Point, direction: Direction, k: i32) -> Option<Point> {
        let (dx, dy) = direction.step();
        let (x, y) = (from.x() as i32 + k * dx, from.y() as i32 + k * dy);
        self.position().size().point(x, y)
    }

    fn stone_at(&self, from: Point, direction: Direction, k: i32) -> bool {
        self.on_line(from, direction, k).is_some_and(|p| self.position().lines().bits(p) == (true, false))
    }
}

/// The forbidden points; none if the rule has no forbidden moves.
pub fn forbidden_points(position: &Position, rule: Rule) -> PointSet {
    if rule.has_forbidden_moves() { dispatch(rule, ForbiddenPoints { position, rule }) } else { PointSet::EMPTY }
}

struct ForbiddenPoints<'a> {
    position: &'a Position,
    rule: Rule,
}

impl KindVisitor for ForbiddenPoints<'_> {
    type Output = PointSet;

    fn visit<K: Kind>(self, _: K) -> PointSet {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        let is_forbidden = |&point: &Point| board.is_forbidden(point, Colour::Black);
        self.position.empty_points().filter(is_forbidden).collect()
    }
}
