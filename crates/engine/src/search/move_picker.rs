//! Move generation and ordering.

use super::history::History;
use super::params::SearchParams;
use crate::eval::Evaluator;
use crate::pattern::{CellClass, Kind, PatternBoard};
use crate::threat::replies::replies_to_open_four;
use crate::threat::threat_state::{FOURS, ThreatState, hidden_four};
use crate::threat::vcf::is_near;
use std::cmp::Reverse;
use tengen_core::board::{Colour, POINTS, Point, PointSet};

/// A move and its score in one word, with the score above the point. The greatest word is the move to try first;
/// among equal scores that is the smaller point index.
///
/// ```text
///   | score 22 | policy_gap 16 | point 10 | past success 16 |
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ScoredMove(u64);

impl ScoredMove {
    const POINT_AT: u32 = 16;
    const GAP_AT: u32 = ScoredMove::POINT_AT + POINTS.ilog2();
    const GAP_BITS: u32 = 16;
    const SCORE_AT: u32 = ScoredMove::GAP_AT + ScoredMove::GAP_BITS;
    /// The bound on scores.
    const MOST: i32 = 1 << 20;

    /// A move, its score, and what its [past success](PastSuccess) adds to the score.
    #[inline(always)]
    fn new(point: Point, score: i32, past: i32) -> ScoredMove {
        let point = (POINTS - 1 - point.index()) as u64;
        ScoredMove(point << ScoredMove::POINT_AT | past as u16 as u64).with_score(score)
    }

    /// A move to try before all others.
    pub fn first(point: Point) -> ScoredMove {
        ScoredMove::new(point, ScoredMove::MOST, 0)
    }

    /// The same move with another score and no policy gap.
    #[inline(always)]
    fn with_score(self, score: i32) -> ScoredMove {
        let score = (score.clamp(-ScoredMove::MOST, ScoredMove::MOST) + ScoredMove::MOST) as u64;
        ScoredMove(score << ScoredMove::SCORE_AT | self.0 & ((1 << ScoredMove::GAP_AT) - 1))
    }

    /// The same move with another score and its policy gap: how far its policy is below the best move's, in 1/1024 of
    /// a logit. The table move stays first.
    #[inline(always)]
    pub fn with_policy(self, score: i32, below: i32) -> ScoredMove {
        let below = (below as u64 + 1).min((1 << ScoredMove::GAP_BITS) - 1);
        let score = match self.score() {
            ScoredMove::MOST => ScoredMove::MOST,
            _ => score,
        };
        ScoredMove(self.with_score(score).0 | below << ScoredMove::GAP_AT)
    }

    /// The same move with its score lowered by `points`.
    pub fn lowered_by(self, points: i32) -> ScoredMove {
        self.with_score(self.score() - points)
    }

    /// How far its policy is below the best move's, in 1/1024 of a logit; `None` if no policy was computed.
    #[inline(always)]
    pub fn policy_gap(self) -> Option<i32> {
        let below = self.0 >> ScoredMove::GAP_AT & ((1 << ScoredMove::GAP_BITS) - 1);
        below.checked_sub(1).map(|below| below as i32)
    }

    /// The move.
    #[inline(always)]
    pub fn point(self) -> Point {
        Point::from_index(POINTS - 1 - ((self.0 >> ScoredMove::POINT_AT) as usize & (POINTS - 1)))
    }

    /// What its past success adds to its score.
    #[inline(always)]
    pub fn past(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The ordering score; higher is tried sooner.
    #[inline(always)]
    pub fn score(self) -> i32 {
        (self.0 >> ScoredMove::SCORE_AT) as i32 - ScoredMove::MOST
    }
}

/// Inputs of move ordering besides the board.
pub struct Hints<'a> {
    /// The table move.
    pub best: Option<Point>,
    /// The killer moves of this ply.
    pub killers: [Option<Point>; 2],
    /// The move that last refuted the opponent's last stone.
    pub counter: Option<Point>,
    /// The history scores.
    pub history: &'a History,
    /// Scores moves by their patterns.
    pub evaluator: &'a Evaluator,
    /// Converts the history scores.
    pub past_success: PastSuccess,
    /// The weights of these inputs.
    pub params: &'a SearchParams,
}

/// Fills `moves` with all moves worth searching in this threat state, unordered; without a threat state, with every
/// empty point. Forbidden moves are included; they are filtered out when a move is played.
pub fn generate<K: Kind>(
    board: &PatternBoard<K>,
    threat_state: Option<&ThreatState>,
    hints: &Hints,
    moves: &mut Vec<ScoredMove>,
) {
    moves.clear();
    let position = board.position();
    let mut add = |point| moves.push(scored(board, hints, point));
    let or_fours = |replies: &PointSet| replies.union(&fours(board));
    match threat_state {
        Some(ThreatState::MustReply(replies)) => replies.iter().for_each(add),
        Some(ThreatState::Threatened) => {
            let replies = replies_to_open_four(board, !board.to_move());
            or_fours(&replies).for_each(add);
        }
        Some(ThreatState::Pressed(replies)) => or_fours(replies).for_each(add),
        Some(ThreatState::Open | ThreatState::Win(..) | ThreatState::Lost) if !board.near().is_empty() => {
            board.near().for_each(&mut add);
        }
        _ => position.empty_points().for_each(add),
    }
    prefer(hints, moves);
}

/// Raises killers and the counter-move, and puts the table move first.
fn prefer(hints: &Hints, moves: &mut [ScoredMove]) {
    let mut raise = |point: Option<Point>, bonus| {
        if let Some(point) = point
            && let Some(found) = moves.iter_mut().find(|m| m.point() == point)
        {
            *found = found.with_score(found.score() + bonus);
        }
    };
    for killer in hints.killers {
        raise(killer, hints.params.killer_bonus);
    }
    raise(hints.counter, hints.params.counter_bonus);
    raise(hints.best, 2 * ScoredMove::MOST);
}

/// The points where the side to move can make a four. Includes points that look forbidden, which may hide a four.
fn fours<K: Kind>(board: &PatternBoard<K>) -> PointSet {
    let side = board.to_move();
    let hidden = (K::FORBIDDEN && side == Colour::Black).then_some(CellClass::Forbidden);
    FOURS
        .into_iter()
        .chain(hidden)
        .filter(|&class| board.count(side, class) > 0)
        .fold(PointSet::EMPTY, |set, class| set.union(board.points(side, class)))
}

#[inline(always)]
fn scored<K: Kind>(board: &PatternBoard<K>, hints: &Hints, point: Point) -> ScoredMove {
    let side = board.to_move();
    let cell = board.cell(point);
    let threat = cell.class(side) >= CellClass::Three;
    let past = hints.past_success.of(hints.history, side, point, threat);
    ScoredMove::new(point, hints.evaluator.move_score(side, cell) + past, past)
}

/// Converts history scores to move-ordering points.
#[derive(Clone, Copy)]
pub struct PastSuccess {
    /// 2²⁴ / history score per point + 1: of quiet moves, and of threats.
    reciprocals: [i64; 2],
}

impl PastSuccess {
    const BITS: u32 = 24;

    /// With the scores per point of these parameters.
    pub fn new(params: &SearchParams) -> PastSuccess {
        let per_point = [params.quiet_history, params.threat_history];
        PastSuccess { reciprocals: per_point.map(|score| (1 << PastSuccess::BITS) / score as i64 + 1) }
    }

    /// The history score of a move, in move-ordering points, rounded towards 0. The product is the exact quotient, because
    /// 10,000 · 1,024 is less than 2²⁴.
    #[inline(always)]
    pub fn of(self, history: &History, side: Colour, point: Point, threat: bool) -> i32 {
        self.points(history.score(side, point, threat), threat)
    }

    #[inline(always)]
    fn points(self, score: i32, threat: bool) -> i32 {
        let rounded_down = (score as i64 * self.reciprocals[threat as usize]) >> PastSuccess::BITS;
        rounded_down as i32 + (score < 0) as i32
    }
}

/// Fills `moves` with the fours of the side to move near its last stone. Moves that make only a plain four are
/// included only if `plain`.
pub fn generate_fours<K: Kind>(
    board: &mut PatternBoard<K>,
    last: Option<Point>,
    plain: bool,
    evaluator: &Evaluator,
    moves: &mut Vec<ScoredMove>,
) {
    moves.clear();
    let side = board.to_move();
    for point in fours(board).iter() {
        let cell = board.cell(point);
        let class = cell.class(side);
        let is_left_out = class == CellClass::Four && !plain;
        if is_left_out || last.is_some_and(|last| !is_near(last, point)) {
            continue;
        }
        let score = evaluator.move_score(side, cell);
        if class != CellClass::Forbidden || hidden_four(board, point) && !board.is_forbidden(point, side) {
            moves.push(ScoredMove::new(point, score, 0));
        }
    }
}

/// Iterates over the moves of a node, best first; or the first two and then a number of moves in reverse order. A
/// thread that searches in reverse meets another one in the middle, and each finds the other's results in the table.
///
/// ```text
///   forth:         0 1 2 3 4 5 6 7 8
///   5 from behind: 0 1 4 3 2 5 6 7 8
/// ```
pub struct MovePicker<'a> {
    moves: &'a mut [ScoredMove],
    turned: std::ops::Range<usize>,
    step: usize,
}

impl<'a> MovePicker<'a> {
    /// The number of best moves that always come first.
    const AHEAD: usize = 2;

    /// All moves, best first.
    #[inline]
    pub fn forth(moves: &'a mut [ScoredMove]) -> MovePicker<'a> {
        let (turned, step) = (0..0, 0);
        MovePicker { moves, turned, step }
    }

    /// The first `count` moves, with all but the best two in reverse order; then the others.
    pub fn from_behind(moves: &'a mut [ScoredMove], count: usize) -> MovePicker<'a> {
        moves.sort_unstable_by_key(|&scored| Reverse(scored));
        let count = count.min(moves.len());
        MovePicker { moves, turned: MovePicker::AHEAD.min(count)..count, step: 0 }
    }

    /// Whether some moves come in reverse order.
    #[inline]
    pub fn is_turned(&self) -> bool {
        !self.turned.is_empty()
    }
}

impl Iterator for MovePicker<'_> {
    /// A move and its rank in best-first order, from 0.
    type Item = (usize, ScoredMove);

    #[inline]
    fn next(&mut self) -> Option<(usize, ScoredMove)> {
        let step = self.step;
        if step == self.moves.len() {
            return None;
        }
        self.step += 1;
        if !self.is_turned() {
            return Some((step, pick(self.moves, step)));
        }
        let index = if self.turned.contains(&step) { self.turned.end - 1 - (step - self.turned.start) } else { step };
        Some((index, self.moves[index]))
    }
}

/// Moves the best move from index `from` on to that index.
#[inline]
fn pick(moves: &mut [ScoredMove], from: usize) -> ScoredMove {
    let rest = &mut moves[from..];
    let best = greatest(rest);
    let at = rest.iter().position(|&m| m == best);
    rest.swap(0, at.expect("there is a move left"));
    best
}

/// The greatest word, computed in four independent columns: this compiles to vector instructions, and avoids a chain
/// of dependent comparisons.
#[inline]
fn greatest(moves: &[ScoredMove]) -> ScoredMove {
    let (rows, rest) = moves.as_chunks::<4>();
    let mut best = [ScoredMove(0); 4];
    for row in rows {
        best = std::array::from_fn(|i| best[i].max(row[i]));
    }
    let all = best.iter().chain(rest).copied();
    all.fold(best[0], ScoredMove::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ranks and scores of moves with these scores, in the picker's order.
    fn order(scores: &[i32], round: impl Fn(&mut [ScoredMove]) -> MovePicker) -> Vec<(usize, i32)> {
        let scored = |(i, &score): (usize, &i32)| ScoredMove::new(Point::from_index(i), score, 0);
        let mut moves: Vec<ScoredMove> = scores.iter().enumerate().map(scored).collect();
        round(&mut moves).map(|(index, scored)| (index, scored.score())).collect()
    }

    #[test]
    fn past_success_is_the_history_score_divided() {
        let mut params = SearchParams::default();
        for per_point in (1..=1024).step_by(11).chain([1024]) {
            (params.quiet_history, params.threat_history) = (per_point, 1025 - per_point);
            let past = PastSuccess::new(&params);
            for score in -10_000..=10_000 {
                let points = [past.points(score, false), past.points(score, true)];
                assert_eq!(points, [score / per_point, score / (1025 - per_point)], "{score} {per_point}");
            }
        }
    }

    #[test]
    fn the_best_come_first() {
        let scores = [30, 50, 10, 40, 20];
        let sorted = [(0, 50), (1, 40), (2, 30), (3, 20), (4, 10)];
        assert_eq!(order(&scores, |moves| MovePicker::forth(moves)), sorted);
        // With at most two moves there is nothing to reverse.
        for few in 0..3 {
            let seen = order(&scores, |moves| MovePicker::from_behind(moves, few));
            assert_eq!(seen, sorted);
        }
    }

    #[test]
    fn those_after_the_first_two_come_from_behind() {
        let scores = [30, 50, 10, 40, 20];
        let some = order(&scores, |moves| MovePicker::from_behind(moves, 4));
        assert_eq!(some, [(0, 50), (1, 40), (3, 20), (2, 30), (4, 10)]);
        let all = order(&scores, |moves| MovePicker::from_behind(moves, 99));
        assert_eq!(all, [(0, 50), (1, 40), (4, 10), (3, 20), (2, 30)]);
        assert_eq!(order(&[], |moves| MovePicker::from_behind(moves, 4)), []);
    }
}
