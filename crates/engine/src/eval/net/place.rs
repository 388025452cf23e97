//! Incremental evaluation: the network's state is kept, and each stone updates only what it affects.
//!
//! Each side's view is updated separately, when that side is to move and a value is requested; stones that a solver
//! plays and takes back in between cost nothing. All arithmetic is in integers, so incremental sums equal recomputed
//! ones (tested in `crates/engine/tests/all/network.rs`).

use super::accumulator::Accumulator;
use super::cache::Cache;
use super::file::Network;
use super::layers;
use super::layout::Layout;
use crate::eval::threat_index;
use crate::pattern::{Kind, PatternBoard};
use std::sync::Arc;
use tengen_core::board::{Colour, Point, PointSet};

/// Both sides' views of a board.
pub struct NetEvaluation {
    network: Arc<Network>,
    views: [Accumulator; 2],
    layout: Layout,
    cache: Cache,
    /// The points that are not dead.
    alive: PointSet,
    /// Buffer for the points whose policies are requested.
    asked: Vec<u16>,
}

impl NetEvaluation {
    /// An evaluation of this board. The cache is empty, or comes from an evaluation by the same network on the same
    /// board size under the same rule.
    pub fn new<K: Kind>(board: &PatternBoard<K>, network: Arc<Network>, cache: Cache) -> NetEvaluation {
        let position = board.position();
        let mut alive: PointSet = position.size().points().collect();
        let dead = position.dead().iter();
        dead.for_each(|&point| alive.remove(point));
        let layout = Layout::new(position.size());
        NetEvaluation {
            views: Colour::BOTH.map(|side| Accumulator::new(board, layout, side, &network, &alive)),
            network,
            layout,
            cache: cache.open(),
            alive,
            asked: Vec::new(),
        }
    }

    /// Takes the cache out for the next evaluation.
    pub fn take_cache(&mut self) -> Cache {
        std::mem::take(&mut self.cache)
    }

    /// The value for the side to move, in points.
    pub fn value<K: Kind>(&mut self, board: &PatternBoard<K>) -> i32 {
        let hash = board.position().hash();
        if let Some(value) = self.cache.get(hash) {
            return value;
        }
        let value = layers::value(self.logit(board), self.network.points);
        self.cache.put(hash, value);
        value
    }

    /// The logit of the winning probability of the side to move, in 1/1024.
    pub fn logit<K: Kind>(&mut self, board: &PatternBoard<K>) -> i32 {
        self.catch_up(board);
        let side = board.to_move();
        let (view, threats) = (&mut self.views[side.index()], threat_index(board, side));
        view.logit(board.kernel(), &self.network, threats)
    }

    /// Appends the policies of moves to these empty points, in 1/1024 of a logit.
    pub fn policies<K: Kind>(
        &mut self,
        board: &PatternBoard<K>,
        points: impl Iterator<Item = Point>,
        policies: &mut Vec<i32>,
    ) {
        self.catch_up(board);
        let layout = self.layout;
        self.asked.clear();
        self.asked.extend(points.map(|point| layout.at(point)));
        let view = &mut self.views[board.to_move().index()];
        view.policies(board.kernel(), &self.network, &self.asked, policies);
    }

    /// Updates the view of the side to move: takes back the steps that are no longer on the board, and processes the
    /// new ones.
    #[inline]
    fn catch_up<K: Kind>(&mut self, board: &PatternBoard<K>) {
        let view = &mut self.views[board.to_move().index()];
        while let Some(number) = view.last()
            && (view.steps() > board.steps() || number != board.step(view.steps() - 1).number)
        {
            view.take_back(board.kernel());
        }
        for index in view.steps()..board.steps() {
            view.follow(board, &board.step(index), &self.network, &self.alive);
        }
    }
}
