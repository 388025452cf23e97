//! What is decided at sight, before any search.

use super::replies::{Replies, replies_to_five, replies_to_four_three, wins_by_straight_four};
use crate::pattern::{Class, Kind, LinePattern, PatternBoard};
use tengen_core::board::{Colour, Point, PointSet};

/// How the side to move stands.
#[derive(Clone, Copy, Debug)]
pub enum Standing {
    /// It wins with this move, in this many plies.
    Win(Point, u32),
    /// The opponent's five cannot be stopped; the reply delays nothing.
    Lost,
    /// The opponent threatens a five: only these replies stop it.
    MustReply(Replies),
    /// The opponent threatens a straight four or two fours.
    Threatened,
    /// The opponent threatens a four and a three that would win: besides own fours, only these points
    /// can stop it. Told by [`under_pressure`] alone, which costs more than a glance.
    Pressed(PointSet),
    /// Nothing forces.
    Open,
}

/// Classes that make a four, strongest first.
pub const FOURS: [Class; 4] = [
    Class::StraightFour,
    Class::FourThree,
    Class::FourPlus,
    Class::Four,
];

/// Whether a side can (perhaps) make a four: a black point with a foul on it may turn out legal.
#[inline]
pub fn may_make_four<K: Kind>(board: &PatternBoard<K>, colour: Colour) -> bool {
    FOURS.iter().any(|&class| board.count(colour, class) > 0)
        || (K::FOULS && colour == Colour::Black && board.count(colour, Class::Foul) > 0)
}

/// Looks at the board for the side to move.
#[inline]
pub fn standing<K: Kind>(board: &mut PatternBoard<K>) -> Standing {
    let own = board.to_move();
    let other = !own;
    if let Some(five) = first_of(board, own, Class::Five) {
        return Standing::Win(five, 1);
    }
    if let Some(replies) = replies_to_five(board, other) {
        return if replies.is_empty() {
            Standing::Lost
        } else {
            Standing::MustReply(replies)
        };
    }
    if let Some(point) = first_of(board, own, Class::StraightFour) {
        return Standing::Win(point, 3);
    }
    if board.count(own, Class::FourThree) > 0
        && let Some(point) = winning_four_three(board, own)
    {
        return Standing::Win(point, 5);
    }
    // Two threes: one stone cannot break both, and without fours there is no time for more. (Where
    // fouls bind black, two threes of black are of class `Foul`.)
    if let Some(point) = first_of(board, own, Class::TwoThrees)
        && !may_make_four(board, other)
    {
        return Standing::Win(point, 5);
    }
    match board.count(other, Class::StraightFour) {
        0 => Standing::Open,
        _ => Standing::Threatened,
    }
}

/// Looks closer at an open standing: are there fours and threes of the opponent that would win?
#[inline]
pub fn under_pressure<K: Kind>(board: &mut PatternBoard<K>, standing: Standing) -> Standing {
    let other = !board.to_move();
    match standing {
        Standing::Open if board.count(other, Class::FourThree) > 0 => {
            replies_to_four_three(board, other).map_or(Standing::Open, Standing::Pressed)
        }
        _ => standing,
    }
}

#[inline]
fn first_of<K: Kind>(board: &PatternBoard<K>, colour: Colour, class: Class) -> Option<Point> {
    match board.count(colour, class) {
        0 => None,
        _ => board.points(colour, class).first(),
    }
}

/// A four and a three win when the reply to the four makes no four: the three becomes a straight
/// four next. Where black's three may be unreal, or the reply does make one, the moves are played.
fn winning_four_three<K: Kind>(board: &mut PatternBoard<K>, own: Colour) -> Option<Point> {
    let maybe_unreal = K::FOULS && own == Colour::Black;
    let sure = !maybe_unreal && !may_make_four(board, !own);
    let points = *board.points(own, Class::FourThree);
    if sure {
        return points.first();
    }
    points.iter().find(|&point| {
        board.play(point);
        let wins = wins_by_straight_four(board, own);
        board.undo();
        wins
    })
}

/// Whether a point of black that looks like a foul makes a four (it may prove legal).
#[inline]
pub fn hidden_four<K: Kind>(board: &PatternBoard<K>, point: Point) -> bool {
    board
        .prospect(point)
        .lines(Colour::Black, LinePattern::is_four)
        .next()
        .is_some()
}
