//! The replies that a threat leaves.

use crate::pattern::{Class, Kind, LinePattern, PatternBoard};
use tengen_core::board::{Colour, DIRECTIONS, Direction, Point, PointSet};

/// A few points: the replies to a four.
#[derive(Clone, Copy, Debug, Default)]
pub struct Replies {
    points: [Option<Point>; Replies::MOST],
}

impl Replies {
    /// A four is answered at its five point, or, where rows die by being capped, beyond an end of
    /// the five.
    const MOST: usize = 2;

    fn push(&mut self, point: Point) {
        if let Some(free) = self.points.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(point);
        }
    }

    /// The points.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        self.points.into_iter().flatten()
    }

    /// Whether there is no reply.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.points[0].is_none()
    }

    /// Whether this is one of the replies.
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

/// The legal replies that stop every five that `attacker` threatens to make next. `None` when it
/// threatens none; an empty set means that it cannot be stopped.
#[inline]
pub fn replies_to_five<K: Kind>(board: &mut PatternBoard<K>, attacker: Colour) -> Option<Replies> {
    let threats = board.count(attacker, Class::Five);
    if threats == 0 {
        return None;
    }
    let mut replies = Replies::default();
    if !K::CAPS && threats > 1 {
        return Some(replies);
    }
    let first = board.points(attacker, Class::Five).first();
    let first = first.expect("the count is not 0");
    if !K::FOULS && !K::CAPS {
        replies.push(first);
        return Some(replies);
    }
    if K::CAPS {
        replies = replies_to_capped_fives(board, attacker, first);
    } else {
        replies.push(first);
    }
    if K::FOULS && attacker == Colour::White {
        replies.retain(|p| !board.is_foul(p, Colour::Black));
    }
    Some(replies)
}

/// The points that stop all fives of `attacker`, where rows can be capped.
#[cold]
fn replies_to_capped_fives<K: Kind>(
    board: &PatternBoard<K>,
    attacker: Colour,
    first: Point,
) -> Replies {
    let mut replies = Replies::default();
    replies.push(first);
    if let Some(end) = capping_point(board, attacker, first) {
        replies.push(end);
    }
    for five in board.points(attacker, Class::Five).iter() {
        replies.retain(|p| p == five || capping_point(board, attacker, five) == Some(p));
    }
    replies
}

/// The point whose occupation makes the five at `five` a capped one:
///
/// ```text
///   O X X X X a b       a makes five; with O at b it would be capped
/// ```
fn capping_point<K: Kind>(board: &PatternBoard<K>, attacker: Colour, five: Point) -> Option<Point> {
    let mut lines = board
        .prospect(five)
        .lines(attacker, |shape| shape == LinePattern::Five);
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

/// What stands beyond the end of a row.
enum End {
    Opponent,
    Empty(Point),
    Wall,
}

struct RowEnd {
    steps: i32,
    content: End,
}

/// Walks from `five`, counted as `attacker`'s, to the first point that is not.
fn row_end<K: Kind>(
    board: &PatternBoard<K>,
    attacker: Colour,
    five: Point,
    line: Direction,
    sign: i32,
) -> RowEnd {
    let (dx, dy) = line.step();
    let mut steps = sign;
    loop {
        let (x, y) = (five.x() as i32 + steps * dx, five.y() as i32 + steps * dy);
        let point = board.position().shape().point(x, y);
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
            _ => End::Wall,
        };
        return RowEnd { steps, content };
    }
}

/// Where a stone can stop every straight four (or pair of fours) that `attacker` threatens to make
/// next: a stone that is not on those lines cannot. Necessary, not sufficient.
pub fn replies_to_straight_four<K: Kind>(board: &PatternBoard<K>, attacker: Colour) -> PointSet {
    let mut replies: Option<PointSet> = None;
    for threat in board.points(attacker, Class::StraightFour).iter() {
        let fours = board.prospect(threat).lines(attacker, LinePattern::is_four);
        let on_lines = points_on(board, threat, fours);
        replies = Some(replies.map_or(on_lines, |so_far| so_far.intersection(&on_lines)));
    }
    replies.unwrap_or(PointSet::EMPTY)
}

/// Where a stone can stop every four and three that `attacker` threatens to make next, and that would
/// win: on the lines of the two; or on a line with the reply to the four, so that this reply becomes a
/// four itself. (Own fours are always worth a try besides.) `None` when there is no such threat.
/// Necessary, not sufficient.
pub fn replies_to_four_three<K: Kind>(
    board: &mut PatternBoard<K>,
    attacker: Colour,
) -> Option<PointSet> {
    debug_assert_ne!(board.to_move(), attacker);
    let threats = *board.points(attacker, Class::FourThree);
    let mut stops: Option<PointSet> = None;
    for threat in threats.iter() {
        board.place(threat, attacker);
        let answers =
            wins_by_straight_four(board, attacker).then(|| replies_to_five(board, attacker));
        board.undo();
        board.pass();
        let Some(answers) = answers else {
            continue;
        };
        let makes = |shape: LinePattern| shape.is_four() || shape.is_three();
        let lines = board.prospect(threat).lines(attacker, makes);
        let mut points = points_on(board, threat, lines);
        for answer in answers.iter().flat_map(Replies::iter) {
            points = points.union(&points_on(board, answer, DIRECTIONS));
        }
        stops = Some(stops.map_or(points, |so_far| so_far.intersection(&points)));
    }
    stops
}

/// `own` has just made a four: after each reply it has a straight four, and the reply made no four.
pub(super) fn wins_by_straight_four<K: Kind>(board: &mut PatternBoard<K>, own: Colour) -> bool {
    if board.count(!own, Class::Five) > 0 {
        return false;
    }
    let Some(replies) = replies_to_five(board, own) else {
        return false;
    };
    replies.iter().all(|reply| {
        board.play(reply);
        let wins = board.count(own, Class::Five) > 0
            || (board.count(!own, Class::Five) == 0 && board.count(own, Class::StraightFour) > 0);
        board.undo();
        wins
    })
}

/// A point, and the empty points on some lines through it that are near enough to matter to it.
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
