//! Replies to threats.

use crate::pattern::{CellClass, Kind, LinePattern, PatternBoard};
use tengen_core::board::{Colour, DIRECTIONS, Direction, Point, PointSet};

/// The replies to a four; at most two points.
#[derive(Clone, Copy, Debug, Default)]
pub struct Replies {
    points: [Option<Point>; Replies::MOST],
}

impl Replies {
    /// A four is answered at its five point or, where capped fives do not win, beyond an end of the five.
    const MOST: usize = 2;

    fn push(&mut self, point: Point) {
        if let Some(free) = self.points.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(point);
        }
    }

    /// The replies.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        self.points.into_iter().flatten()
    }

    /// Whether there is no reply.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.points[0].is_none()
    }

    /// Whether the point is one of the replies.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.points.contains(&Some(point))
    }

    fn retain(&mut self, mut keep: impl FnMut(Point) -> bool) {
        let kept: Vec<Point> = self.iter().filter(|&p| keep(p)).collect();
        *self = Replies::default();
        kept.into_iter().for_each(|p| self.push(p));
    }
}

/// The legal replies that stop every five `attacker` threatens to make next. Returns `None` if it threatens none; an
/// empty set means that the five cannot be stopped.
#[inline]
pub fn replies_to_five<K: Kind>(board: &mut PatternBoard<K>, attacker: Colour) -> Option<Replies> {
    let threats = board.count(attacker, CellClass::Five);
    if threats == 0 {
        return None;
    }
    let mut replies = Replies::default();
    if !K::CAPS && threats > 1 {
        return Some(replies);
    }
    let first = board.points(attacker, CellClass::Five).first().expect("the count is not 0");
    if !K::FORBIDDEN && !K::CAPS {
        replies.push(first);
        return Some(replies);
    }
    if K::CAPS {
        replies = replies_to_capped_fives(board, attacker, first);
    } else {
        replies.push(first);
    }
    if K::FORBIDDEN && attacker == Colour::White {
        replies.retain(|p| !board.is_forbidden(p, Colour::Black));
    }
    Some(replies)
}

/// The points that stop all fives of `attacker`, where capped fives do not win.
#[cold]
fn replies_to_capped_fives<K: Kind>(board: &PatternBoard<K>, attacker: Colour, first: Point) -> Replies {
    let mut replies = Replies::default();
    replies.push(first);
    if let Some(end) = capping_point(board, attacker, first) {
        replies.push(end);
    }
    for five in board.points(attacker, CellClass::Five).iter() {
        replies.retain(|p| p == five || capping_point(board, attacker, five) == Some(p));
    }
    replies
}

/// The point that, if occupied, makes the five at `five` a capped one:
///
/// ```text
///   O X X X X a b       a makes five; with O at b it would be capped
/// ```
fn capping_point<K: Kind>(board: &PatternBoard<K>, attacker: Colour, five: Point) -> Option<Point> {
    let mut lines = board.cell(five).lines(attacker, |pattern| pattern == LinePattern::Five);
    let line = lines.next()?;
    if lines.next().is_some() {
        return None;
    }
    let before = row_end(board, attacker, five, line, -1);
    let after = row_end(board, attacker, five, line, 1);
    if after.steps - before.steps != 6 {
        return None; // an overline, which cannot be capped
    }
    match (before.content, after.content) {
        (End::Opponent, End::Empty(point)) | (End::Empty(point), End::Opponent) => Some(point),
        _ => None,
    }
}

/// What follows the end of a row.
enum End {
    Opponent,
    Empty(Point),
    Edge,
}

struct RowEnd {
    steps: i32,
    content: End,
}

/// Walks from `five`, counted as `attacker`'s, to the first point that is not.
fn row_end<K: Kind>(board: &PatternBoard<K>, attacker: Colour, five: Point, line: Direction, sign: i32) -> RowEnd {
    let (dx, dy) = line.step();
    let mut steps = sign;
    loop {
        let (x, y) = (five.x() as i32 + steps * dx, five.y() as i32 + steps * dy);
        let point = board.position().size().point(x, y);
        let bits = point.map_or((true, true), |p| board.position().lines().bits(p));
        let (own, other) = match attacker {
            Colour::Black => bits,
            Colour::White => (bits.1, bits.0),
        };
        let content = match (own, other, point) {
            (true, false, _) => {
                steps += sign;
                continue;
            }
            (false, false, Some(p)) => End::Empty(p),
            (false, true, _) => End::Opponent,
            _ => End::Edge,
        };
        return RowEnd { steps, content };
    }
}

/// Where a stone can stop every open four (or double four) that `attacker` threatens to make next: only points on
/// those lines can. Necessary, not sufficient.
pub fn replies_to_open_four<K: Kind>(board: &PatternBoard<K>, attacker: Colour) -> PointSet {
    let mut replies: Option<PointSet> = None;
    for threat in board.points(attacker, CellClass::OpenFour).iter() {
        let fours = board.cell(threat).lines(attacker, LinePattern::is_four);
        let on_lines = points_on(board, threat, fours);
        replies = Some(replies.map_or(on_lines, |so_far| so_far.intersection(&on_lines)));
    }
    replies.unwrap_or(PointSet::EMPTY)
}

/// Where a stone can stop every winning four-three that `attacker` threatens to make next: on the lines of the four
/// and the three, or on a line with the reply to the four, so that this reply becomes a four itself. (Own fours are
/// always worth trying too.) Returns `None` if there is no such threat. Necessary, not sufficient.
pub fn replies_to_four_three<K: Kind>(board: &mut PatternBoard<K>, attacker: Colour) -> Option<PointSet> {
    debug_assert_ne!(board.to_move(), attacker);
    let threats = *board.points(attacker, CellClass::FourThree);
    let mut stops: Option<PointSet> = None;
    for threat in threats.iter() {
        board.place(threat, attacker);
        let answers = wins_by_open_four(board, attacker).then(|| replies_to_five(board, attacker));
        board.undo();
        board.pass();
        let Some(answers) = answers else { continue };
        let makes = |pattern: LinePattern| pattern.is_four() || pattern.is_three();
        let lines = board.cell(threat).lines(attacker, makes);
        let mut points = points_on(board, threat, lines);
        for answer in answers.iter().flat_map(Replies::iter) {
            points = points.union(&points_on(board, answer, DIRECTIONS));
        }
        stops = Some(stops.map_or(points, |so_far| so_far.intersection(&points)));
    }
    stops
}

/// Whether the four that `own` has just made wins: after each reply it makes an open four (or five), and no reply
/// makes a four.
pub(super) fn wins_by_open_four<K: Kind>(board: &mut PatternBoard<K>, own: Colour) -> bool {
    if board.count(!own, CellClass::Five) > 0 {
        return false;
    }
    let Some(replies) = replies_to_five(board, own) else { return false };
    replies.iter().all(|reply| {
        board.play(reply);
        let wins = board.count(own, CellClass::Five) > 0
            || (board.count(!own, CellClass::Five) == 0 && board.count(own, CellClass::OpenFour) > 0);
        board.undo();
        wins
    })
}

/// A point, and the empty points within reach of it on some lines through it.
pub(super) fn points_on<K: Kind>(
    board: &PatternBoard<K>,
    point: Point,
    lines: impl IntoIterator<Item = Direction>,
) -> PointSet {
    let reach = K::RADIUS as u32;
    let mut set = PointSet::EMPTY;
    set.insert(point);
    for line in lines {
        let window = board.position().lines().window(point, line, reach as usize);
        let mut empty = !(window.black | window.white) & ((1 << (2 * reach + 1)) - 1);
        while empty != 0 {
            let k = empty.trailing_zeros() as i32 - reach as i32;
            empty &= empty - 1;
            set.insert(line.walk(point, k));
        }
    }
    set
}
