//! A position together with the shapes and classes of its empty points.

use super::class::Class;
use super::prospect::{Prospect, listed};
use super::state::{State, Step};
use super::{Kind, Tables};
use crate::kernel::Kernel;
use tengen_core::board::{Colour, Point, PointSet, Position};
use tengen_core::rules::Rule;

/// A [`Position`] with its prospects.
#[derive(Clone)]
pub struct PatternBoard<K> {
    position: Position,
    state: State<K>,
}

impl<K: Kind> PatternBoard<K> {
    /// Reads a whole position. `rule` must be of kind `K`. The last stone is laid anew, so that it is a
    /// step already and whoever asks can look one stone back.
    pub fn new(position: &Position, rule: Rule) -> PatternBoard<K> {
        let mut position = position.clone();
        let to_move = position.to_move();
        let last = position.undo(&mut ());
        let mut board = PatternBoard {
            state: State::new(&position, Tables::of(rule)),
            position,
        };
        if let Some(stone) = last {
            board.place(stone.point, stone.colour);
        }
        board.position.set_to_move(to_move);
        board
    }

    /// Chooses the instructions that it is kept in step with; the newest of this processor, unless told
    /// otherwise.
    pub fn set_kernel(&mut self, kernel: Kernel) {
        self.state.kernel = kernel;
    }

    /// Those instructions.
    #[inline(always)]
    pub fn kernel(&self) -> Kernel {
        self.state.kernel
    }

    /// The position.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn to_move(&self) -> Colour {
        self.position.to_move()
    }

    /// What is known of an empty point.
    #[inline(always)]
    pub fn prospect(&self, point: Point) -> &Prospect {
        &self.state.prospects[point.index()]
    }

    /// The class of an empty point.
    #[inline(always)]
    pub fn class(&self, point: Point, colour: Colour) -> Class {
        self.state.prospects[point.index()].class(colour)
    }

    /// The empty points of a class (a three or more, or a foul).
    #[inline(always)]
    pub fn points(&self, colour: Colour, class: Class) -> &PointSet {
        debug_assert_eq!(class, listed(class), "not listed");
        &self.state.sets[colour.index()][class as usize]
    }

    /// How many empty points are of a class (a three or more, or a foul).
    #[inline(always)]
    pub fn count(&self, colour: Colour, class: Class) -> usize {
        debug_assert_eq!(class, listed(class), "not listed");
        self.state.counts[colour.index()][class as usize] as usize
    }

    /// How many stones have come since the board was made (its last one counted) and not been taken back.
    #[inline(always)]
    pub fn steps(&self) -> usize {
        self.state.steps()
    }

    /// What one of those stones, counted from 0, has changed.
    #[inline(always)]
    pub fn step(&self, index: usize) -> Step<'_> {
        self.state.step(index)
    }

    /// The empty points within reach of a stone.
    #[inline(always)]
    pub fn near(&self) -> &PointSet {
        &self.state.near
    }

    /// The side to move plays.
    #[inline(always)]
    pub fn play(&mut self, point: Point) {
        self.position.play(point, &mut self.state);
    }

    /// A stone of `colour` comes, and it is the other side's turn.
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

    /// The turn passes without a stone; hands it back when called again.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.position.set_to_move(!self.position.to_move());
    }

    /// The look-ups of the rule.
    #[inline(always)]
    pub(super) fn tables(&self) -> &'static Tables {
        self.state.tables
    }

    /// Compares everything that is kept in step with a fresh reading of the stones.
    ///
    /// # Panics
    /// When something differs.
    pub fn assert_in_step(&self) {
        let fresh = State::<K>::new(&self.position, self.state.tables);
        assert_eq!(self.state.counts, fresh.counts, "class counts");
        assert!(self.state.sets == fresh.sets, "class sets");
        assert!(self.state.empty == fresh.empty, "empty points");
        assert!(self.state.near == fresh.near, "near points");
        for point in self.position.empty_points() {
            let (kept, fresh) = (self.prospect(point), &fresh.prospects[point.index()]);
            assert_eq!(kept, fresh, "prospect of {point:?}");
        }
    }
}
