//! Incremental evaluation: the network's state is kept, and each stone updates only what it affects.
//!
//! Each side's view is updated separately, when that side is to move and a value is requested: the points near all
//! stones that came or went since are read again. Stones that a search plays and takes back in between cost nothing, and
//! nothing is kept to take a stone back. All arithmetic is in integers, so incremental sums equal recomputed
//! ones (tested in `crates/engine/tests/all/network.rs`).

use super::accumulator::{Accumulator, Read};
use super::cache::Cache;
use super::file::Network;
use super::inputs::Inputs;
use super::layers::{self, ValueLayers};
use super::layout::Layout;
use super::top_points::Scores;
use crate::eval::threat_index;
use crate::kernel::lanes::Lanes;
use crate::kernel::{Kernel, LaneWork, Work};
use crate::pattern::{Kind, PatternBoard};
use std::sync::Arc;
use tengen_core::board::{Colour, Point, PointSet};

/// Both sides' views of a board.
pub struct NetEvaluation {
    network: Arc<Network>,
    views: [Accumulator; 2],
    inputs: Inputs,
    cache: Cache,
    /// The points that are not dead.
    alive: PointSet,
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
            views: Colour::BOTH.map(|side| Accumulator::new(side, alive.len(), layout)),
            network,
            inputs: Inputs::new(layout, &alive),
            cache: cache.open(),
            alive,
        }
    }

    /// Takes the cache out for the next evaluation.
    pub fn take_cache(&mut self) -> Cache {
        std::mem::take(&mut self.cache)
    }

    /// Prefetches the value of a position with this hash.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        self.cache.prefetch(hash);
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
        self.value_layers(board).logit
    }

    /// The layers of the value of the side to move.
    pub fn value_layers<K: Kind>(&mut self, board: &PatternBoard<K>) -> ValueLayers {
        self.catch_up(board);
        let side = board.to_move();
        self.layers(board.kernel(), side, threat_index(board, side))
    }

    /// Appends the policies of moves to these empty points, in 1/1024 of a logit.
    pub fn policies<K: Kind>(
        &mut self,
        board: &PatternBoard<K>,
        points: impl Iterator<Item = Point>,
        policies: &mut Vec<i32>,
    ) {
        self.catch_up(board);
        let layout = self.inputs.layout;
        let scores = self.look(board.kernel(), board.to_move());
        policies.extend(points.map(|point| layers::policy(scores.all[layout.at(point) as usize])));
    }

    /// Reads what has changed on the board since this was last called.
    #[inline(always)]
    fn catch_up<K: Kind>(&mut self, board: &PatternBoard<K>) {
        if self.inputs.compare(board) {
            let changed = board.kernel().run(ReadBoard { inputs: &mut self.inputs, board });
            for view in &mut self.views {
                view.changed = view.changed.union(&changed);
                view.read = None;
            }
        }
    }

    // Not for a kind of board: the layers are much code, and would be compiled for each rule.

    fn layers(&mut self, kernel: Kernel, side: Colour, threats: usize) -> ValueLayers {
        kernel.run_lanes(Layers { evaluation: self, side, threats })
    }

    fn look(&mut self, kernel: Kernel, side: Colour) -> &Scores {
        kernel.run_lanes(Look { evaluation: self, side });
        &self.views[side.index()].scores
    }
}

/// See [`NetEvaluation::catch_up`].
struct ReadBoard<'a, K> {
    inputs: &'a mut Inputs,
    board: &'a PatternBoard<K>,
}

impl<K: Kind> Work for ReadBoard<'_, K> {
    type Output = PointSet;

    #[inline(always)]
    fn call(self) -> PointSet {
        self.inputs.read(self.board)
    }
}

/// See [`NetEvaluation::value_layers`].
struct Layers<'a> {
    evaluation: &'a mut NetEvaluation,
    side: Colour,
    threats: usize,
}

impl LaneWork for Layers<'_> {
    type Output = ValueLayers;

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) -> ValueLayers {
        let Layers { evaluation, side, threats } = self;
        let read = Look { evaluation, side }.call(lanes);
        let inputs = read.as_flattened().try_into().expect("all inputs");
        layers::value_layers(lanes, evaluation.network.weights(side), inputs, threats)
    }
}

/// Computes the policies, and what the value reads, for the side to move.
struct Look<'a> {
    evaluation: &'a mut NetEvaluation,
    side: Colour,
}

impl LaneWork for Look<'_> {
    type Output = Read;

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) -> Read {
        let NetEvaluation { network, views, inputs, alive, .. } = self.evaluation;
        let view = &mut views[self.side.index()];
        match view.read {
            Some(read) => read,
            None => view.look(lanes, network.weights(self.side), inputs, alive),
        }
    }
}
