//! Which turns are looked at, the most promising first.
//!
//! There are some sixty thousand pairs of points; a few dozen are worth a look. Points are ranked by the
//! pull of the windows through them. Each of the best is laid as the first stone, and the others are
//! ranked anew with it, so that two stones of one plan find together.

use super::params::Params;
use super::threats::{Blocks, Defence};
use super::{Board, Move};
use crate::board::Point;

/// A turn and how promising it is.
type Ranked = (i32, Move);

/// The turns to look at, at most `width`, except that all pairs are there that a threat leaves.
pub fn turns(board: &mut Board, defence: &Defence, params: &Params, width: usize) -> Vec<Move> {
    let points = ranked_points(board, params.block);
    let mut turns = match defence {
        Defence::Forced(blocks) => forced(board, blocks, &points, params),
        _ => free(board, &points, params),
    };
    turns.sort_unstable_by(|a, b| b.cmp(a));
    turns.truncate(width);
    if turns.is_empty() {
        turns.extend(
            points
                .first()
                .map(|&(pull, point)| (pull, Move::single(point))),
        );
    }
    turns.into_iter().map(|(_, turn)| turn).collect()
}

/// All empty points, the best first.
fn ranked_points(board: &Board, block: i32) -> Vec<(i32, Point)> {
    let empty = board.position().empty_points();
    let mut points: Vec<_> = empty.map(|p| (worth(board, p, block), p)).collect();
    points.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    points
}

/// How much both sides want a point, in hundredths.
#[inline(always)]
fn worth(board: &Board, point: Point, block: i32) -> i32 {
    let us = board.to_move();
    board.pull(us, point) * 100 + board.pull(!us, point) * block
}

/// Pairs of promising points.
fn free(board: &mut Board, points: &[(i32, Point)], params: &Params) -> Vec<Ranked> {
    let seconds = &points[..points.len().min(params.seconds as usize)];
    let mut turns = Vec::with_capacity(seconds.len() * params.firsts as usize);
    for (i, &first) in seconds.iter().enumerate().take(params.firsts as usize) {
        with(board, first, &seconds[i + 1..], params.block, &mut turns);
    }
    turns
}

/// Turns that stop all threats: pairs that do, and single stones with promising others.
fn forced(
    board: &mut Board,
    blocks: &Blocks,
    points: &[(i32, Point)],
    params: &Params,
) -> Vec<Ranked> {
    let block = params.block;
    let pull = |point: &Point| worth(board, *point, block);
    let pairs = blocks.pairs.iter();
    let mut turns: Vec<Ranked> = pairs
        .map(|&turn| (turn.stones().iter().map(pull).sum(), turn))
        .collect();
    for (i, &single) in blocks.singles.iter().enumerate() {
        let others: Vec<_> = points
            .iter()
            .filter(|(_, point)| *point != single && !blocks.singles[..i].contains(point))
            .take(params.seconds as usize)
            .copied()
            .collect();
        with(
            board,
            (worth(board, single, block), single),
            &others,
            block,
            &mut turns,
        );
    }
    turns
}

/// Adds the turns that have `first`, ranked with that stone on the board.
fn with(
    board: &mut Board,
    first: (i32, Point),
    others: &[(i32, Point)],
    block: i32,
    turns: &mut Vec<Ranked>,
) {
    let us = board.to_move();
    board.place(first.1, us);
    for &(_, other) in others {
        let pull = board.pull(us, other) * 100 + board.pull(!us, other) * block;
        turns.push((first.0 + pull, Move::pair(first.1, other)));
    }
    board.lift();
}
