//! What a network makes of a position, computed from nothing: slow and obvious, the judge of what is kept
//! in place.

use super::file::{Network, Weights};
use super::layers::{self, Sight};
use crate::eval::threat_index;
use crate::pattern::{Kind, PatternBoard};
use tengen_core::board::{Colour, Content, Point};

/// What a network makes of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// How likely the side to move wins, in 1/1024 of a logit.
    pub logit: i32,
    /// The same in points of the search.
    pub value: i32,
    /// The empty points, row by row, each with its policy: how likely it is the best move, in 1/1024 of a
    /// logit.
    pub policy: Vec<(Point, i32)>,
}

/// What the network sees at a point.
pub(super) fn sight<K: Kind>(board: &PatternBoard<K>, point: Point) -> Sight {
    match board.position().at(point) {
        Content::Wall => Sight::Wall,
        Content::Stone(colour) => Sight::Stone(colour),
        Content::Empty => Sight::Empty(board.prospect(point).codes()),
    }
}

/// Judges a position, for the side to move.
pub fn judge<K: Kind>(network: &Network, board: &PatternBoard<K>) -> Judgement {
    let (side, position) = (board.to_move(), board.position());
    let weights = network.weights(side);
    let h = points(weights, network.sizes.channels, board);
    let alive = |point: &Point| position.at(*point) != Content::Wall;
    let points: Vec<Point> = position.shape().points().filter(alive).collect();
    let y: Vec<Vec<i16>> = points.iter().map(|&p| neighbours(weights, &h, p)).collect();
    let sum = |channel: usize| y.iter().map(|y| y[channel] as i32).sum();
    let sums: Vec<i32> = (0..network.sizes.channels).map(sum).collect();
    let g = layers::board(&sums, points.len());
    let logit = layers::logit(weights, network.sizes, &g, threat_index(board, side));
    let policy_weights = layers::policy_weights(weights, &g);
    let moves = points
        .iter()
        .zip(&y)
        .filter(|(p, _)| position.is_empty(**p));
    Judgement {
        logit,
        value: layers::value(logit, network.points),
        policy: moves
            .map(|(&point, y)| (point, layers::policy(&policy_weights, y)))
            .collect(),
    }
}

/// Columns and rows of the layout with a frame of walls around it.
pub(super) const FRAMED: usize = 34;

/// Where a point lies in there.
#[inline(always)]
pub(super) fn framed(point: Point) -> usize {
    (point.y() as usize + 1) * FRAMED + point.x() as usize + 1
}

/// h of every point; 0 beyond the edge.
fn points<K: Kind>(weights: &Weights, channels: usize, board: &PatternBoard<K>) -> Vec<Vec<i16>> {
    let mut h = vec![vec![0; channels]; FRAMED * FRAMED];
    let side: Colour = board.to_move();
    for point in board.position().shape().points() {
        layers::point(weights, side, sight(board, point), &mut h[framed(point)]);
    }
    h
}

/// y of a point.
fn neighbours(weights: &Weights, h: &[Vec<i16>], point: Point) -> Vec<i16> {
    let at = framed(point);
    let corner = at - FRAMED - 1;
    let mut y = vec![0; h[at].len()];
    let around = std::array::from_fn(|i| h[corner + i / 3 * FRAMED + i % 3].as_slice());
    layers::neighbours(weights, around, &mut y);
    y
}
