//! The rows of weights that add up to each point's input, as seen by one side, updated incrementally.

use super::best_points::{CLOSED, OPEN};
use super::layout::Layout;
use super::packed_weights::Rows;
use super::windows::Windows;
use crate::pattern::state::Step;
use crate::pattern::{Kind, PatternBoard};
use tengen_core::board::{Colour, Content, POINTS, Point, PointSet};

/// The rows of all points.
pub(super) struct Inputs {
    layout: Layout,
    side: Colour,
    /// By index in the layout.
    pub rows: Vec<Rows>,
    /// By index in the layout: [`OPEN`] if the point is empty, or [`CLOSED`].
    pub limits: Vec<i32>,
    windows: Windows,
    /// The indices of the points that the last step changed.
    pub changed: Vec<u16>,
    /// Overwritten rows, the most recent last.
    old: Vec<(u16, Rows)>,
}

/// What taking a step back restores: the number of overwritten rows before it, and its stone.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    old: usize,
    stone: Option<(Point, Colour)>,
}

impl Inputs {
    /// The rows of a board before its first step, all of them changed; `alive` are the points that are not dead.
    pub fn new<K: Kind>(board: &PatternBoard<K>, layout: Layout, side: Colour, alive: &PointSet) -> Inputs {
        let mut inputs = Inputs {
            layout,
            side,
            rows: vec![Rows::EDGE; layout.places],
            limits: vec![CLOSED; layout.places],
            windows: Windows::new(board.position(), side),
            changed: Vec::new(),
            old: Vec::new(),
        };
        inputs.begin(board, alive);
        inputs
    }

    fn begin<K: Kind>(&mut self, board: &PatternBoard<K>, alive: &PointSet) {
        let position = board.position();
        let mut contents = [Content::Edge; POINTS];
        let mut pcodes = [Default::default(); POINTS];
        alive.for_each(|point| {
            contents[point.index()] = position.at(point);
            pcodes[point.index()] = board.cell(point).pcodes();
        });
        for step in (0..board.steps()).rev().map(|index| board.step(index)) {
            for change in step.changes {
                pcodes[change.point().index()] = change.before();
            }
            let content = &mut contents[step.point.index()];
            if let Content::Stone(colour) = *content {
                self.windows.remove(step.point, colour);
            }
            *content = Content::Empty;
            pcodes[step.point.index()] = step.gone;
        }
        alive.for_each(|point| {
            let at = self.layout.at(point);
            self.changed.push(at);
            self.rows[at as usize] = match contents[point.index()] {
                Content::Edge => Rows::EDGE,
                Content::Stone(colour) => Rows::of_stone(colour, self.side),
                Content::Empty => {
                    self.limits[at as usize] = OPEN;
                    let rows = Rows::of_empty(pcodes[point.index()], self.side);
                    Rows { windows: self.windows.rows(point), ..rows }
                }
            };
        });
    }

    /// Processes a step; returns the points that it changed.
    #[inline]
    pub fn follow<K: Kind>(&mut self, step: &Step, board: &PatternBoard<K>) -> (Frame, PointSet) {
        let mut frame = Frame { old: self.old.len(), stone: None };
        let (mut points, side) = (PointSet::EMPTY, self.side);
        self.changed.clear();
        for change in step.changes {
            let rows = self.change(change.point(), &mut points);
            *rows = Rows { windows: rows.windows, ..Rows::of_empty(change.after(), side) };
        }
        if let Content::Stone(colour) = board.position().at(step.point) {
            frame.stone = Some((step.point, colour));
            *self.change(step.point, &mut points) = Rows::of_stone(colour, side);
            self.limits[self.layout.at(step.point) as usize] = CLOSED;
            let Inputs { layout, rows, windows, changed, old, .. } = self;
            windows.place(step.point, colour, |point, line, row| {
                let at = layout.at(point);
                let rows = &mut rows[at as usize];
                if rows.windows[line] != row {
                    if !points.contains(point) {
                        points.insert(point);
                        changed.push(at);
                        old.push((at, *rows));
                    }
                    rows.windows[line] = row;
                }
            });
        }
        (frame, points)
    }

    /// The rows of a point that this step changes.
    #[inline(always)]
    fn change(&mut self, point: Point, points: &mut PointSet) -> &mut Rows {
        let at = self.layout.at(point);
        let rows = &mut self.rows[at as usize];
        if !points.contains(point) {
            points.insert(point);
            self.changed.push(at);
            self.old.push((at, *rows));
        }
        rows
    }

    /// Takes a step back.
    #[inline]
    pub fn take_back(&mut self, frame: Frame) {
        for (at, rows) in self.old.drain(frame.old..).rev() {
            self.rows[at as usize] = rows;
        }
        if let Some((point, colour)) = frame.stone {
            self.limits[self.layout.at(point) as usize] = OPEN;
            self.windows.remove(point, colour);
        }
    }
}
