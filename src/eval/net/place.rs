//! The evaluation of a board on which stones come and go: what a network computes is kept, and only what
//! has changed since it was last asked is computed again.
//!
//! Each side's view is kept by itself and catches up when that side is to move. All is integers, so a sum
//! that is kept is the sum counted anew ([`plain`](super::plain) holds that).

use super::file::Network;
use super::layers;
use super::ready::Rows;
use super::view::{Layout, Look, View};
use crate::board::{Colour, Content, POINTS, Point, PointSet, Shape};
use crate::eval::threat_index;
use crate::pattern::{Kind, PatternBoard};
use std::sync::Arc;

/// Both sides' views of a board.
pub struct NetEvaluation {
    network: Arc<Network>,
    journal: Journal,
    sides: [Side; 2],
    /// The points that are not dead.
    alive: PointSet,
}

/// A side, and what it has not looked at yet.
struct Side {
    colour: Colour,
    view: View,
    /// What was seen at each point, by its index.
    seen: Box<[Rows; POINTS]>,
    /// The points at which something else may lie by now.
    stale: PointSet,
    looks: Vec<Look>,
    around: Vec<u16>,
    asked: Vec<u16>,
}

impl NetEvaluation {
    /// An evaluation of this board; it is read when a value is asked for.
    pub fn new<K: Kind>(board: &PatternBoard<K>, network: Arc<Network>) -> NetEvaluation {
        let position = board.position();
        let mut alive: PointSet = position.shape().points().collect();
        position
            .dead()
            .iter()
            .for_each(|&point| alive.remove(point));
        let channels = network.sizes().channels;
        NetEvaluation {
            sides: Colour::BOTH.map(|colour| Side::new(colour, position.shape(), channels, &alive)),
            journal: Journal::default(),
            alive,
            network,
        }
    }

    /// The value for the side to move, in points.
    pub fn value<K: Kind>(&mut self, board: &PatternBoard<K>) -> i32 {
        let (side, network) = self.of_the_mover(board);
        let threats = threat_index(board, side.colour);
        let logit = side.view.logit(board.kernel(), network, threats);
        layers::value(logit, network.points)
    }

    /// Adds the policies of moves to these empty points, in 1/1024 of a logit.
    pub fn policies<K: Kind>(
        &mut self,
        board: &PatternBoard<K>,
        points: impl Iterator<Item = Point>,
        policies: &mut Vec<i32>,
    ) {
        let (side, network) = self.of_the_mover(board);
        let layout = side.view.layout();
        side.asked.clear();
        side.asked.extend(points.map(|point| layout.at(point)));
        side.view
            .policies(board.kernel(), network, &side.asked, policies);
    }

    /// The view of the side to move, up to date.
    #[inline]
    fn of_the_mover<K: Kind>(&mut self, board: &PatternBoard<K>) -> (&mut Side, &Network) {
        let [black, white] = &mut self.sides;
        self.journal
            .catch_up(board, [&mut black.stale, &mut white.stale]);
        let side = &mut self.sides[board.to_move().index()];
        side.look(board, &self.alive);
        let (looks, around) = (&side.looks, &side.around);
        side.view
            .take_in(board.kernel(), &self.network, looks, around);
        (side, &self.network)
    }
}

impl Side {
    fn new(colour: Colour, shape: Shape, channels: usize, alive: &PointSet) -> Side {
        let layout = Layout::new(shape);
        Side {
            colour,
            view: View::new(layout, colour, channels, alive.len()),
            seen: Box::new([Rows::WALL; POINTS]),
            stale: *alive,
            looks: Vec::new(),
            around: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// Notes where something else is seen than before, and what is beside that.
    #[inline]
    fn look<K: Kind>(&mut self, board: &PatternBoard<K>, alive: &PointSet) {
        let Side {
            colour,
            view,
            seen,
            looks,
            around,
            ..
        } = self;
        looks.clear();
        around.clear();
        let (layout, position) = (view.layout(), board.position());
        let mut beside = PointSet::EMPTY;
        std::mem::take(&mut self.stale).for_each(|point| {
            let rows = match position.at(point) {
                Content::Wall => Rows::WALL,
                Content::Stone(stone) => Rows::of_stone(stone, *colour),
                Content::Empty => Rows::of_empty(board.prospect(point).codes(), *colour),
            };
            if std::mem::replace(&mut seen[point.index()], rows) != rows {
                let at = layout.at(point);
                looks.push(Look { at, rows });
                beside.insert_around(point);
            }
        });
        beside
            .intersection(alive)
            .for_each(|point| around.push(layout.at(point)));
    }
}

/// The steps of the board that were looked at, with the points that each changed: when a step is taken back,
/// the board has forgotten them.
#[derive(Default)]
struct Journal {
    steps: Vec<Entry>,
    touched: Vec<Point>,
}

struct Entry {
    /// The number of the step.
    number: u64,
    /// Where its points begin.
    start: usize,
}

impl Journal {
    /// Adds what has come or gone to what is stale.
    fn catch_up<K: Kind>(&mut self, board: &PatternBoard<K>, stale: [&mut PointSet; 2]) {
        let mut changed = PointSet::EMPTY;
        self.forget(board, &mut changed);
        for index in self.steps.len()..board.steps() {
            let step = board.step(index);
            self.steps.push(Entry {
                number: step.number,
                start: self.touched.len(),
            });
            let points = step.changes.iter().map(|change| change.point());
            for point in points.chain([step.point]) {
                self.touched.push(point);
                changed.insert(point);
            }
        }
        for stale in stale {
            *stale = stale.union(&changed);
        }
    }

    /// Takes back the steps that are not on the board any more.
    fn forget<K: Kind>(&mut self, board: &PatternBoard<K>, changed: &mut PointSet) {
        while let Some(last) = self.steps.last() {
            let index = self.steps.len() - 1;
            if index < board.steps() && board.step(index).number == last.number {
                return;
            }
            self.touched[last.start..]
                .iter()
                .for_each(|&point| changed.insert(point));
            self.touched.truncate(last.start);
            self.steps.pop();
        }
    }
}
