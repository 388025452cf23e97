//! Which moves a node looks at, and in what order.

use super::history::History;
use super::params::SearchParams;
use crate::board::{Colour, Point, PointSet};
use crate::eval::params::Params;
use crate::pattern::{Class, Kind, PatternBoard};
use crate::threat::replies::replies_to_straight_four;
use crate::threat::standing::{FOURS, Standing};

/// A move and how good it looks.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The move.
    pub point: Point,
    /// The better the sooner.
    pub score: i32,
}

/// What ordering goes by, besides the board.
pub struct Hints<'a> {
    /// The table's move.
    pub best: Option<Point>,
    /// Moves that cut here before.
    pub killers: [Option<Point>; 2],
    /// The move that refuted the opponent's last stone before.
    pub counter: Option<Point>,
    /// Past success.
    pub history: &'a History,
    /// What moves look like.
    pub values: &'a Params,
    /// The weights of all that.
    pub params: &'a SearchParams,
}

/// The score of the table's move: before all others.
const FIRST: i32 = 1 << 24;

/// Fills `moves` with every move worth a look, unordered. Fouls are not taken out: that is done
/// when a move is really played.
pub fn generate<K: Kind>(
    board: &PatternBoard<K>,
    standing: &Standing,
    hints: &Hints,
    moves: &mut Vec<Scored>,
) {
    moves.clear();
    let position = board.position();
    let scored = |point| scored(board, hints, point);
    let or_fours = |replies: &PointSet| replies.union(&fours(board));
    match standing {
        Standing::MustReply(replies) => moves.extend(replies.iter().map(scored)),
        Standing::Threatened => {
            let replies = replies_to_straight_four(board, !board.to_move());
            moves.extend(or_fours(&replies).iter().map(scored));
        }
        Standing::Pressed(replies) => moves.extend(or_fours(replies).iter().map(scored)),
        Standing::Open | Standing::Win(..) | Standing::Lost => {
            let near = board.near().iter();
            moves.extend(near.filter(|&p| position.is_empty(p)).map(scored));
            if moves.is_empty() {
                moves.extend(position.empty_points().map(scored));
            }
        }
    }
}

/// The points where the side to move can (perhaps) make a four.
fn fours<K: Kind>(board: &PatternBoard<K>) -> PointSet {
    let side = board.to_move();
    let hidden = (K::FOULS && side == Colour::Black).then_some(Class::Foul);
    FOURS
        .into_iter()
        .chain(hidden)
        .filter(|&class| board.count(side, class) > 0)
        .fold(PointSet::EMPTY, |set, class| {
            set.union(board.points(side, class))
        })
}

#[inline]
fn scored<K: Kind>(board: &PatternBoard<K>, hints: &Hints, point: Point) -> Scored {
    let side = board.to_move();
    let prospect = board.prospect(point);
    let looks = hints.values.looks(side, prospect);
    let threat = prospect.class(side) >= Class::Three;
    let mut score = looks + hints.history.score(side, point, threat) / hints.params.history_weight;
    if hints.best == Some(point) {
        score += FIRST;
    }
    if hints.killers.contains(&Some(point)) {
        score += hints.params.killer_bonus;
    }
    if hints.counter == Some(point) {
        score += hints.params.counter_bonus;
    }
    Scored { point, score }
}

/// Brings the best of the moves from `from` on to the front of them; ties go to the smaller index.
#[inline]
pub fn pick(moves: &mut [Scored], from: usize) -> Scored {
    let rank = |m: &Scored| (m.score, std::cmp::Reverse(m.point));
    let rest = from + 1..moves.len();
    let best = rest.fold(from, |best, i| {
        if rank(&moves[i]) > rank(&moves[best]) {
            i
        } else {
            best
        }
    });
    moves.swap(from, best);
    moves[from]
}
