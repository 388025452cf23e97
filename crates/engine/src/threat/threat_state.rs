//! The static win check: results known without search.

use super::replies::{Replies, replies_to_five, replies_to_four_three, wins_by_open_four};
use crate::pattern::{CellClass, Kind, LinePattern, PatternBoard};
use tengen_core::board::{Colour, Point, PointSet};

/// The threat state of a position, for the side to move.
#[derive(Clone, Copy, Debug)]
pub enum ThreatState {
    /// The side to move wins with this move, in this many plies.
    Win(Point, u32),
    /// The opponent's five cannot be stopped; the side to move loses.
    Lost,
    /// The opponent threatens a five: only these replies stop it.
    MustReply(Replies),
    /// The opponent threatens an open four or a double four.
    Threatened,
    /// The opponent threatens a winning four-three: apart from own fours, only these points can stop it. Returned
    /// only by [`under_pressure`], which costs more than [`threat_state`].
    Pressed(PointSet),
    /// No threats that restrict the moves.
    Open,
}

/// Classes that make a four, strongest first.
pub const FOURS: [CellClass; 4] = [CellClass::OpenFour, CellClass::FourThree, CellClass::FourPlus, CellClass::Four];

/// Whether a side may be able to make a four. Includes black points that look forbidden, which may turn out legal.
#[inline]
pub fn may_make_four<K: Kind>(board: &PatternBoard<K>, colour: Colour) -> bool {
    FOURS.iter().any(|&class| board.count(colour, class) > 0)
        || (K::FORBIDDEN && colour == Colour::Black && board.count(colour, CellClass::Forbidden) > 0)
}

/// The static win check for the side to move.
#[inline]
pub fn threat_state<K: Kind>(board: &mut PatternBoard<K>) -> ThreatState {
    let own = board.to_move();
    let other = !own;
    if let Some(five) = first_of(board, own, CellClass::Five) {
        return ThreatState::Win(five, 1);
    }
    if let Some(replies) = replies_to_five(board, other) {
        return if replies.is_empty() { ThreatState::Lost } else { ThreatState::MustReply(replies) };
    }
    if let Some(point) = first_of(board, own, CellClass::OpenFour) {
        return ThreatState::Win(point, 3);
    }
    if board.count(own, CellClass::FourThree) > 0
        && let Some(point) = winning_four_three(board, own)
    {
        return ThreatState::Win(point, 5);
    }
    // Two threes: one stone cannot break both, and without a four the opponent gains no time for a second one. (Under
    // rules with forbidden moves, Black's double three is of class `Forbidden`.)
    if let Some(point) = first_of(board, own, CellClass::TwoThrees)
        && !may_make_four(board, other)
    {
        return ThreatState::Win(point, 5);
    }
    match board.count(other, CellClass::OpenFour) {
        0 => ThreatState::Open,
        _ => ThreatState::Threatened,
    }
}

/// Refines [`ThreatState::Open`]: does the opponent threaten a winning four-three?
#[inline]
pub fn under_pressure<K: Kind>(board: &mut PatternBoard<K>, threat_state: ThreatState) -> ThreatState {
    let other = !board.to_move();
    match threat_state {
        ThreatState::Open if board.count(other, CellClass::FourThree) > 0 => {
            replies_to_four_three(board, other).map_or(ThreatState::Open, ThreatState::Pressed)
        }
        _ => threat_state,
    }
}

#[inline]
fn first_of<K: Kind>(board: &PatternBoard<K>, colour: Colour, class: CellClass) -> Option<Point> {
    match board.count(colour, class) {
        0 => None,
        _ => board.points(colour, class).first(),
    }
}

/// A four-three wins if the reply to the four makes no four: the three becomes an open four next. Where Black's three
/// may not be real, or the reply may make a four, the moves are played out.
fn winning_four_three<K: Kind>(board: &mut PatternBoard<K>, own: Colour) -> Option<Point> {
    let maybe_unreal = K::FORBIDDEN && own == Colour::Black;
    let sure = !maybe_unreal && !may_make_four(board, !own);
    let points = *board.points(own, CellClass::FourThree);
    if sure {
        return points.first();
    }
    points.iter().find(|&point| {
        board.play(point);
        let wins = wins_by_open_four(board, own);
        board.undo();
        wins
    })
}

/// Whether a black point that looks forbidden makes a four (it may turn out legal).
#[inline]
pub fn hidden_four<K: Kind>(board: &PatternBoard<K>, point: Point) -> bool {
    board.cell(point).lines(Colour::Black, LinePattern::is_four).next().is_some()
}
