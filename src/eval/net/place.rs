//! The evaluation of a board on which stones come and go: what a network computes is kept, and only what
//! has changed since it was last asked is computed again.
//!
//! Each side's view is kept by itself and catches up when that side is to move. All is integers, so a sum
//! that is kept is the sum counted anew ([`plain`](super::plain) holds that).

use super::file::Network;
use super::layers::{self, Sight};
use super::plain::{FRAMED, framed, sight};
use crate::board::{Colour, Content, Point, PointSet};
use crate::eval::threat_index;
use crate::pattern::{Kind, PatternBoard};
use std::sync::Arc;

/// Both sides' views of a board.
pub struct NetEvaluation {
    network: Arc<Network>,
    views: [View; 2],
    /// How many points are not dead.
    points: usize,
}

impl NetEvaluation {
    /// An evaluation of this board; it is read when a value is asked for.
    pub fn new<K: Kind>(board: &PatternBoard<K>, network: Arc<Network>) -> NetEvaluation {
        let position = board.position();
        NetEvaluation {
            views: Colour::BOTH.map(|side| View::new(board, side, network.sizes().channels)),
            points: position.shape().area() - position.dead().len(),
            network,
        }
    }

    /// The value for the side to move, in points.
    pub fn value<K: Kind>(&mut self, board: &PatternBoard<K>) -> i32 {
        let side = board.to_move();
        let view = &mut self.views[side.index()];
        view.catch_up(&self.network, board);
        let g = layers::board(&view.sums, self.points);
        let weights = self.network.weights(side);
        let threats = threat_index(board, side);
        let logit = layers::logit(weights, self.network.sizes, &g, threats);
        layers::value(logit, self.network.points)
    }
}

/// A step of the board that has been looked at.
struct Seen {
    number: u64,
    /// Where its points begin.
    start: usize,
}

/// What one side sees.
struct View {
    side: Colour,
    channels: usize,
    /// What was seen at each point.
    sights: Vec<Sight>,
    h: Vec<i16>,
    y: Vec<i16>,
    sums: Vec<i32>,
    /// The steps that were looked at …
    seen: Vec<Seen>,
    /// … and the points that they changed.
    touched: Vec<Point>,
    /// The points at which something else may lie by now.
    stale: PointSet,
}

impl View {
    fn new<K: Kind>(board: &PatternBoard<K>, side: Colour, channels: usize) -> View {
        View {
            side,
            channels,
            sights: vec![Sight::Wall; FRAMED * FRAMED],
            h: vec![0; FRAMED * FRAMED * channels],
            y: vec![0; FRAMED * FRAMED * channels],
            sums: vec![0; channels],
            seen: Vec::new(),
            touched: Vec::new(),
            stale: board.position().shape().points().collect(),
        }
    }

    /// Looks again at what has come or gone.
    fn catch_up<K: Kind>(&mut self, network: &Network, board: &PatternBoard<K>) {
        self.forget(board);
        for index in self.seen.len()..board.steps() {
            let step = board.step(index);
            self.seen.push(Seen {
                number: step.number,
                start: self.touched.len(),
            });
            let changed = step.changes.iter().map(|change| change.point());
            for point in changed.chain([step.point]) {
                self.touched.push(point);
                self.stale.insert(point);
            }
        }
        let around = self.look(network, board);
        self.convolve(network, board, &around);
    }

    /// Takes back the steps that are not on the board any more.
    fn forget<K: Kind>(&mut self, board: &PatternBoard<K>) {
        while let Some(last) = self.seen.last() {
            let index = self.seen.len() - 1;
            if index < board.steps() && board.step(index).number == last.number {
                return;
            }
            for &point in &self.touched[last.start..] {
                self.stale.insert(point);
            }
            self.touched.truncate(last.start);
            self.seen.pop();
        }
    }

    /// Computes h where something else is seen than before. The points beside such, and these, come back.
    fn look<K: Kind>(&mut self, network: &Network, board: &PatternBoard<K>) -> PointSet {
        let weights = network.weights(self.side);
        let shape = board.position().shape();
        let mut around = PointSet::EMPTY;
        for point in std::mem::take(&mut self.stale).iter() {
            let (at, now) = (framed(point), sight(board, point));
            if std::mem::replace(&mut self.sights[at], now) == now {
                continue;
            }
            let h = &mut self.h[at * self.channels..][..self.channels];
            layers::point(weights, self.side, now, h);
            let (x, y) = (point.x() as i32, point.y() as i32);
            let beside = (0..9).filter_map(|i| shape.point(x + i % 3 - 1, y + i / 3 - 1));
            beside.for_each(|point| around.insert(point));
        }
        around
    }

    /// Computes y of these points again, and corrects the sums.
    fn convolve<K: Kind>(&mut self, network: &Network, board: &PatternBoard<K>, points: &PointSet) {
        const WIDEST: usize = 64;
        let (weights, c) = (network.weights(self.side), self.channels);
        let mut fresh = [0; WIDEST];
        let fresh = &mut fresh[..c];
        for point in points.iter() {
            if board.position().at(point) == Content::Wall {
                continue;
            }
            let at = framed(point);
            let corner = at - FRAMED - 1;
            let around =
                std::array::from_fn(|i| &self.h[(corner + i / 3 * FRAMED + i % 3) * c..][..c]);
            layers::neighbours(weights, around, fresh);
            let kept = &mut self.y[at * c..][..c];
            for ((sum, kept), fresh) in self.sums.iter_mut().zip(kept).zip(&*fresh) {
                *sum += *fresh as i32 - *kept as i32;
                *kept = *fresh;
            }
        }
    }
}
