//! What a stone makes or stops, plain on the board.

use super::Pattern;
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{CellClass, Kind, LinePattern, PatternBoard};
use tengen_core::board::{Colour, Point, PointSet, Position};
use tengen_core::rules::Rule;

/// The pattern that a stone of `side` makes at this point; `None` if it is taken or forbidden.
pub fn pattern(position: &Position, rule: Rule, point: Point, side: Colour) -> Option<Pattern> {
    dispatch(rule, Makes { position, rule, point, side })
}

/// The pattern that a stone of either side makes at each point where it makes one, row by row.
pub fn patterns(position: &Position, rule: Rule) -> Vec<(Point, Colour, Pattern)> {
    dispatch(rule, All { position, rule })
}

/// The pattern that the opponent could make before a stone of the side to move at `point`, and no more after it.
pub fn stopped(position: &Position, rule: Rule, point: Point) -> Option<(Pattern, Point)> {
    dispatch(rule, Stops { position, rule, point })
}

struct Makes<'a> {
    position: &'a Position,
    rule: Rule,
    point: Point,
    side: Colour,
}

impl KindVisitor for Makes<'_> {
    type Output = Option<Pattern>;

    fn visit<K: Kind>(self, _: K) -> Option<Pattern> {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        pattern_on(&mut board, self.point, self.side)
    }
}

struct All<'a> {
    position: &'a Position,
    rule: Rule,
}

impl KindVisitor for All<'_> {
    type Output = Vec<(Point, Colour, Pattern)>;

    fn visit<K: Kind>(self, _: K) -> Vec<(Point, Colour, Pattern)> {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        let stones = self.position.empty_points().flat_map(|point| Colour::BOTH.map(|side| (point, side)));
        stones.filter_map(|(point, side)| Some((point, side, pattern_on(&mut board, point, side)?))).collect()
    }
}

struct Stops<'a> {
    position: &'a Position,
    rule: Rule,
    point: Point,
}

impl KindVisitor for Stops<'_> {
    type Output = Option<(Pattern, Point)>;

    fn visit<K: Kind>(self, _: K) -> Option<(Pattern, Point)> {
        stopped_on(&mut PatternBoard::<K>::new(self.position, self.rule), self.point)
    }
}

fn pattern_on<K: Kind>(board: &mut PatternBoard<K>, point: Point, side: Colour) -> Option<Pattern> {
    if !board.position().is_empty(point) || board.is_forbidden(point, side) {
        return None;
    }
    let cell = *board.cell(point);
    let has = |is: fn(LinePattern) -> bool| cell.lines(side, is).next().is_some();
    let has_open_four = has(|line| line == LinePattern::OpenFour);
    match board.class(point, side) {
        CellClass::Five => Some(Pattern::Five),
        CellClass::OpenFour if !has_open_four => Some(Pattern::DoubleFour),
        CellClass::OpenFour | CellClass::Forbidden if has_open_four => Some(Pattern::OpenFour),
        CellClass::FourThree if threatens(board, point, side) => Some(Pattern::FourThree),
        CellClass::FourThree | CellClass::FourPlus | CellClass::Four => Some(Pattern::Four),
        // A double three that is legal, because one of the threes is none.
        CellClass::Forbidden if has(LinePattern::is_four) => {
            Some(if threatens(board, point, side) { Pattern::FourThree } else { Pattern::Four })
        }
        CellClass::TwoThrees => Some(Pattern::DoubleThree),
        CellClass::Three | CellClass::ThreePlus | CellClass::Forbidden if threatens(board, point, side) => {
            Some(Pattern::Three)
        }
        _ => None,
    }
}

/// Whether a stone here threatens a new, legal open four: Black's may be forbidden.
fn threatens<K: Kind>(board: &mut PatternBoard<K>, point: Point, side: Colour) -> bool {
    let known = *board.points(side, CellClass::OpenFour);
    after(board, point, side, |board| {
        let now = *board.points(side, CellClass::OpenFour);
        now.iter().any(|p| !known.contains(p) && !board.is_forbidden(p, side))
    })
}

fn stopped_on<K: Kind>(board: &mut PatternBoard<K>, point: Point) -> Option<(Pattern, Point)> {
    let side = board.to_move();
    if board.class(point, !side) == CellClass::Five {
        return Some((Pattern::Five, point));
    }
    let threats = |board: &PatternBoard<K>| -> PointSet { *board.points(!side, CellClass::OpenFour) };
    let before = threats(board).first()?;
    let is_stopped =
        after(board, point, side, |board| threats(board).is_empty() && board.count(!side, CellClass::Five) == 0);
    let stopped = if is_stopped { pattern_on(board, before, !side) } else { None };
    stopped.map(|stopped| (stopped, before))
}

/// The answer to a question about the board with a stone of `side` at `point`.
fn after<K: Kind, R>(
    board: &mut PatternBoard<K>,
    point: Point,
    side: Colour,
    ask: impl FnOnce(&mut PatternBoard<K>) -> R,
) -> R {
    let turn = board.to_move();
    board.place(point, side);
    let answer = ask(board);
    board.undo();
    if board.to_move() != turn {
        board.pass();
    }
    answer
}
