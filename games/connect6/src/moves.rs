//! Generation and ordering of turns.
//!
//! There are about sixty thousand pairs of points; a few dozen are worth searching. Points are ranked by the pull of
//! the windows through them. Each of the best is placed as the first stone, and the others are ranked again with it,
//! so that stones that work together are found.

use super::params::Params;
use super::threats::{Blocks, Defence};
use super::{Board, Move};
use tengen_core::board::{Point, PointSet};

type Ranked = (i32, Move);

/// How many turns are generated, and from how many points.
#[derive(Clone, Copy, Debug)]
pub struct Breadth {
    pub turns: usize,
    /// Number of points tried as the better stone of a turn.
    pub firsts: usize,
    /// Number of points tried as the other stone.
    pub seconds: usize,
    /// Weight of the other side's windows, in percent.
    pub block: i32,
}

impl Breadth {
    /// At the root, `times` as broad as usual.
    pub fn of_root(params: &Params, times: i32) -> Breadth {
        let more = |number: i32| (number * times) as usize;
        Breadth {
            turns: more(params.root_width),
            firsts: more(params.firsts),
            seconds: more(params.seconds),
            block: params.block,
        }
    }

    /// At an inner node, or in the last ply.
    pub fn of_node(params: &Params, last: bool) -> Breadth {
        let width = if last { params.leaf_width } else { params.width };
        Breadth { turns: width as usize, ..Breadth::of_root(params, 1) }
    }
}

/// The other side's attacks if we passed the turn or its free stone: the points where at least one stone must go to
/// spoil each.
#[derive(Clone, Debug, Default)]
pub struct Danger {
    /// For a free turn.
    pub free: Option<PointSet>,
    /// For the free stone next to each single block.
    pub beside: [Option<PointSet>; 2],
}

impl Danger {
    pub fn is_there(&self) -> bool {
        self.free.is_some() || self.beside.iter().any(Option::is_some)
    }
}

pub fn turns(board: &mut Board, defence: &Defence, breadth: &Breadth, danger: &Danger) -> Vec<Move> {
    let points = ranked_points(board, breadth);
    let mut turns = match defence {
        Defence::Forced(blocks) => forced(board, blocks, &points, breadth, danger),
        _ => match &danger.free {
            None => free(board, &points, breadth),
            Some(zone) => spoiling(board, &points, breadth, zone),
        },
    };
    turns.sort_unstable_by(|a, b| b.cmp(a));
    turns.truncate(breadth.turns);
    if turns.is_empty() {
        return match points[..] {
            [] => Vec::new(),
            [(_, last)] => vec![Move::single(last)],
            _ => self::turns(board, defence, breadth, &Danger::default()), // nothing spoils the attack
        };
    }
    turns.into_iter().map(|(_, turn)| turn).collect()
}

/// The empty points with some pull from live windows, best first; all empty points if those are too few.
fn ranked_points(board: &Board, breadth: &Breadth) -> Vec<(i32, Point)> {
    let empty = || board.position().empty_points();
    let rank = |p: Point| (worth(board, p, breadth.block), p);
    let mut points: Vec<_> = empty().map(rank).filter(|&(worth, _)| worth > 0).collect();
    if points.len() < breadth.seconds {
        points = empty().map(rank).collect();
    }
    points.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    points
}

/// The pull of both sides on a point, in hundredths.
#[inline(always)]
fn worth(board: &Board, point: Point, block: i32) -> i32 {
    let us = board.to_move();
    board.pull(us, point) * 100 + board.pull(!us, point) * block
}

/// Pairs of promising points.
fn free(board: &mut Board, points: &[(i32, Point)], breadth: &Breadth) -> Vec<Ranked> {
    let seconds = &points[..points.len().min(breadth.seconds)];
    let mut turns = Vec::with_capacity(seconds.len() * breadth.firsts);
    for (i, &first) in seconds.iter().enumerate().take(breadth.firsts) {
        with(board, first, &seconds[i + 1..], breadth.block, &mut turns);
    }
    turns
}

/// Pairs with a promising point of the zone.
fn spoiling(board: &mut Board, points: &[(i32, Point)], breadth: &Breadth, zone: &PointSet) -> Vec<Ranked> {
    let in_zone = points.iter().filter(|(_, point)| zone.contains(*point));
    let firsts: Vec<_> = in_zone.take(breadth.firsts).copied().collect();
    let mut turns = Vec::with_capacity(breadth.seconds * firsts.len());
    for (i, &first) in firsts.iter().enumerate() {
        let tried = |other: &&(i32, Point)| !firsts[..=i].contains(other);
        let others: Vec<_> = points.iter().filter(tried).take(breadth.seconds).copied().collect();
        with(board, first, &others, breadth.block, &mut turns);
    }
    turns
}

/// Turns that stop all threats: pairs that do so, and single blocks with promising other stones.
fn forced(
    board: &mut Board,
    blocks: &Blocks,
    points: &[(i32, Point)],
    breadth: &Breadth,
    danger: &Danger,
) -> Vec<Ranked> {
    let block = breadth.block;
    let pull = |point: &Point| worth(board, *point, block);
    let pairs = blocks.pairs.iter();
    let mut turns: Vec<Ranked> = pairs.map(|&turn| (turn.stones().iter().map(pull).sum(), turn)).collect();
    for (i, &single) in blocks.singles.iter().enumerate() {
        let is_new = |point: &Point| *point != single && !blocks.singles[..i].contains(point);
        let zone = danger.beside[i].as_ref();
        let spoils = |point: &Point| zone.is_none_or(|zone| zone.contains(*point));
        let others = points.iter().filter(|(_, p)| is_new(p) && spoils(p));
        let others: Vec<_> = others.take(breadth.seconds).copied().collect();
        with(board, (worth(board, single, block), single), &others, block, &mut turns);
    }
    turns
}

/// Adds the turns with `first`, ranked with that stone on the board.
fn with(board: &mut Board, first: (i32, Point), others: &[(i32, Point)], block: i32, turns: &mut Vec<Ranked>) {
    let us = board.to_move();
    board.place(first.1, us);
    for &(_, other) in others {
        let pull = board.pull(us, other) * 100 + board.pull(!us, other) * block;
        turns.push((first.0 + pull, Move::pair(first.1, other)));
    }
    board.lift();
}
