//! Incremental evaluation: the network's state is kept, and each stone updates only what it affects.
//!
//! Each side's view is updated separately, when that side is to move and a value is requested; stones that a solver
//! plays and takes back in between cost nothing. All arithmetic is in integers, so incremental sums equal recomputed
//! ones (tested in `crates/engine/tests/all/network.rs`).

use super::accumulator::{Accumulator, FeatureDelta};
use super::cache::Cache;
use super::file::Network;
use super::layers;
use super::layout::Layout;
use super::packed_weights::Rows;
use crate::eval::threat_index;
use crate::pattern::state::Step;
use crate::pattern::{Kind, PatternBoard};
use std::sync::Arc;
use tengen_core::board::{Colour, Content, POINTS, Point, PointSet};

/// Both sides' views of a board, by a network with `C` channels.
pub struct NetEvaluation<const C: usize> {
    network: Arc<Network>,
    views: [Accumulator<C>; 2],
    layout: Layout,
    cache: Cache,
    /// The points that are not dead.
    alive: PointSet,
    /// Buffer for the changed inputs of a step.
    deltas: Vec<FeatureDelta>,
    /// Buffer for the points whose policies are requested.
    asked: Vec<u16>,
}

impl<const C: usize> NetEvaluation<C> {
    /// An evaluation of this board. The cache is empty, or comes from an evaluation by the same network on the same
    /// board size under the same rule.
    pub fn new<K: Kind>(
        board: &PatternBoard<K>,
        network: Arc<Network>,
        cache: Cache,
    ) -> NetEvaluation<C> {
        let position = board.position();
        let mut alive: PointSet = position.size().points().collect();
        let dead = position.dead().iter();
        dead.for_each(|&point| alive.remove(point));
        let layout = Layout::new(position.size());
        let mut evaluation = NetEvaluation {
            views: Colour::BOTH.map(|side| Accumulator::new(layout, side, alive.len())),
            network,
            layout,
            cache: cache.open(),
            alive,
            deltas: Vec::new(),
            asked: Vec::new(),
        };
        for side in Colour::BOTH {
            evaluation.begin(board, side);
        }
        evaluation
    }

    /// Takes the cache out for the next evaluation.
    pub fn take_cache(&mut self) -> Cache {
        std::mem::take(&mut self.cache)
    }

    /// Initializes a side's view from the board before its first step.
    fn begin<K: Kind>(&mut self, board: &PatternBoard<K>, side: Colour) {
        let mut seen = [Rows::EDGE; POINTS];
        self.alive.for_each(|point| {
            seen[point.index()] = match board.position().at(point) {
                Content::Edge => Rows::EDGE,
                Content::Stone(colour) => Rows::of_stone(colour, side),
                Content::Empty => Rows::of_empty(board.cell(point).codes(), side),
            };
        });
        for step in (0..board.steps()).rev().map(|index| board.step(index)) {
            for change in step.changes {
                seen[change.point().index()] = Rows::of_empty(change.before(), side);
            }
            seen[step.point.index()] = Rows::of_empty(step.gone, side);
        }
        self.deltas.clear();
        let (deltas, layout) = (&mut self.deltas, self.layout);
        self.alive.for_each(|point| {
            let (at, rows) = (layout.at(point), seen[point.index()]);
            deltas.push(FeatureDelta { at, rows });
        });
        let view = &mut self.views[side.index()];
        view.begin(board.kernel(), &self.network, deltas, &self.alive);
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
        let (view, threats) = (&self.views[side.index()], threat_index(board, side));
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
        let view = &self.views[board.to_move().index()];
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
            let step = board.step(index);
            let changed = deltas_of(&step, board, self.layout, view.side(), &mut self.deltas);
            let around = changed.dilated().intersection(&self.alive);
            view.follow(board.kernel(), &self.network, step.number, &self.deltas, &around);
        }
    }
}

/// Collects the changed inputs of a side after a step; returns their points.
#[inline]
fn deltas_of<K: Kind>(
    step: &Step,
    board: &PatternBoard<K>,
    layout: Layout,
    side: Colour,
    deltas: &mut Vec<FeatureDelta>,
) -> PointSet {
    let mut changed = PointSet::EMPTY;
    deltas.clear();
    let mut look = |point, rows| {
        changed.insert(point);
        let at = layout.at(point);
        deltas.push(FeatureDelta { at, rows });
    };
    for change in step.changes {
        look(change.point(), Rows::of_empty(change.after(), side));
    }
    if let Content::Stone(colour) = board.position().at(step.point) {
        look(step.point, Rows::of_stone(colour, side));
    }
    changed
}
