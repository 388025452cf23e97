//! A position with the pattern state of its empty points.

use super::cell::{Cell, listed};
use super::class::CellClass;
use super::state::{State, Step};
use super::{Kind, Tables};
use crate::kernel::Kernel;
use tengen_core::board::{Colour, POINTS, Point, PointSet, Position};
use tengen_core::rules::Rule;

/// A [`Position`] with the cells of its empty points, updated incrementally.
#[derive(Clone)]
pub struct PatternBoard<K> {
    position: Position,
    state: State<K>,
}

impl<K: Kind> PatternBoard<K> {
    /// Computes the cells of a whole position. `rule` must be of kind `K`. The last stone is replayed as a step, so
    /// that the evaluation can use the position before it.
    pub fn new(position: &Position, rule: Rule) -> PatternBoard<K> {
        let mut position = position.clone();
        let to_move = position.to_move();
        let last = position.undo(&mut ());
        let mut board = PatternBoard { state: State::new(&position, Tables::of(rule)), position };
        if let Some(stone) = last {
            board.place(stone.point, stone.colour);
        }
        board.position.set_to_move(to_move);
        board
    }

    /// Sets the instruction set used for updates; by default the best one of this processor.
    pub fn set_kernel(&mut self, kernel: Kernel) {
        self.state.kernel = kernel;
    }

    /// The instruction set used for updates.
    #[inline(always)]
    pub fn kernel(&self) -> Kernel {
        self.state.kernel
    }

    /// The position.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side to move.
    #[inline(always)]
    pub fn to_move(&self) -> Colour {
        self.position.to_move()
    }

    /// The cell of an empty point.
    #[inline(always)]
    pub fn cell(&self, point: Point) -> &Cell {
        &self.state.cells[point.index()]
    }

    /// The cells of all points; only those of empty points mean something.
    #[inline(always)]
    pub(crate) fn cells(&self) -> &[Cell; POINTS] {
        &self.state.cells
    }

    /// The listed class of an empty point: `CellClass::None` for anything less than a three.
    #[inline(always)]
    pub fn class(&self, point: Point, colour: Colour) -> CellClass {
        self.state.cells[point.index()].class(colour)
    }

    /// The empty points of a class (a three or better, or `Forbidden`).
    #[inline(always)]
    pub fn points(&self, colour: Colour, class: CellClass) -> &PointSet {
        debug_assert_eq!(class, listed(class), "not listed");
        &self.state.sets[colour.index()][class as usize]
    }

    /// The number of empty points of a class (a three or better, or `Forbidden`).
    #[inline(always)]
    pub fn count(&self, colour: Colour, class: CellClass) -> usize {
        debug_assert_eq!(class, listed(class), "not listed");
        self.state.counts[colour.index()][class as usize] as usize
    }

    /// The number of stones placed since the board was created (including its last one) and not taken back.
    #[inline(always)]
    pub fn steps(&self) -> usize {
        self.state.steps()
    }

    /// The number (see [`Step::number`]) and the point of one of those stones, counted from 0.
    #[inline(always)]
    pub fn step_point(&self, index: usize) -> (u64, Point) {
        self.state.step_point(index)
    }

    /// The changes made by one of those stones, counted from 0.
    #[inline(always)]
    pub fn step(&self, index: usize) -> Step<'_> {
        self.state.step(index)
    }

    /// The empty points.
    #[inline(always)]
    pub fn empty(&self) -> &PointSet {
        &self.state.empty
    }

    /// The empty points near a stone.
    #[inline(always)]
    pub fn near(&self) -> &PointSet {
        &self.state.near
    }

    /// Plays a stone for the side to move.
    #[inline(always)]
    pub fn play(&mut self, point: Point) {
        self.position.play(point, &mut self.state);
    }

    /// Places a stone of `colour`; the other side is to move next.
    #[inline(always)]
    pub fn place(&mut self, point: Point, colour: Colour) {
        self.position.place(point, colour, &mut self.state);
    }

    /// Takes back the last stone that was placed on this board.
    #[inline(always)]
    pub fn undo(&mut self) {
        debug_assert!(self.state.steps() > 0);
        self.position.undo(&mut self.state);
    }

    /// Passes: the other side is to move. A second call reverts it.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.position.set_to_move(!self.position.to_move());
    }

    #[inline(always)]
    pub(super) fn tables(&self) -> &'static Tables {
        self.state.tables
    }

    /// Compares the incremental state with one computed from scratch.
    ///
    /// # Panics
    /// If they differ.
    pub fn assert_in_step(&self) {
        let fresh = State::<K>::new(&self.position, self.state.tables);
        assert_eq!(self.state.counts, fresh.counts, "class counts");
        assert!(self.state.sets == fresh.sets, "class sets");
        assert!(self.state.empty == fresh.empty, "empty points");
        assert!(self.state.near == fresh.near, "near points");
        for point in self.position.empty_points() {
            let (kept, fresh) = (self.cell(point), &fresh.cells[point.index()]);
            assert_eq!(kept, fresh, "cell of {point:?}");
        }
    }
}
