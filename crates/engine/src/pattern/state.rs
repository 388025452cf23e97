//! The shapes and classes of the empty points, kept in step with the stones.
//!
//! A stone changes what its neighbours on four lines are worth, at most 32 or 40 of them. Each is looked up
//! anew; what it was before goes to a log, and taking the stone back restores it.
//!
//! The log is also what an evaluation goes by. It is not told of every stone, for solvers make and take back
//! many for which nobody asks the value; it reads, when asked, the [`Step`]s that it has not seen yet.

use super::class::CLASSES;
use super::line_pattern::Row;
use super::prospect::{Classes, Codes, Prospect};
use super::{Kind, Tables};
use crate::kernel::{Kernel, Work};
use std::marker::PhantomData;
use tengen_core::board::{
    Colour, DIRECTIONS, Direction, Observer, Point, PointSet, Position, Shape as BoardShape, Stone,
    Window,
};

/// The state that follows the stones.
#[derive(Clone)]
pub(super) struct State<K> {
    pub tables: &'static Tables,
    pub prospects: Box<[Prospect; 1024]>,
    /// Empty points of each listed class, for each side.
    pub sets: [[PointSet; CLASSES]; 2],
    pub counts: [[u16; CLASSES]; 2],
    pub empty: PointSet,
    /// The empty points within reach of a stone.
    pub near: PointSet,
    pub kernel: Kernel,
    log: Vec<Change>,
    frames: Vec<Frame>,
    /// The number of the last step.
    last: u64,
    kind: PhantomData<K>,
}

/// What a stone has changed at an empty point, in four words.
#[derive(Clone, Copy)]
pub struct Change {
    shapes: u32,
    before: Codes,
    after: Codes,
    classes: u16,
    point: Point,
}

const _: () = assert!(size_of::<Change>() == 16);

impl Change {
    #[inline(always)]
    fn new(point: Point, old: Prospect, new: Prospect) -> Change {
        Change {
            shapes: old.shapes,
            before: old.codes(),
            after: new.codes(),
            classes: old.classes.bits(),
            point,
        }
    }

    /// What the point was before.
    #[inline(always)]
    fn old(&self) -> Prospect {
        Prospect {
            shapes: self.shapes,
            codes: self.before.bits(),
            classes: Classes::from_bits(self.classes),
        }
    }

    /// Where.
    #[inline(always)]
    pub fn point(&self) -> Point {
        self.point
    }

    /// The codes before the stone came.
    #[inline(always)]
    pub fn before(&self) -> Codes {
        self.before
    }

    /// The codes since.
    #[inline(always)]
    pub fn after(&self) -> Codes {
        self.after
    }
}

/// What undoing a stone restores besides the log.
#[derive(Clone, Copy)]
struct Frame {
    log_start: usize,
    near: PointSet,
    point: Point,
    number: u64,
}

/// What one stone has changed.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// Names the step: no other stone of this board has the same number, not even one that came to the
    /// same point later.
    pub number: u64,
    /// Where the stone came.
    pub point: Point,
    /// The codes of that point before.
    pub gone: Codes,
    /// The empty points whose codes are others now, each once.
    pub changes: &'a [Change],
}

impl<K: Kind> State<K> {
    pub fn new(position: &Position, tables: &'static Tables) -> State<K> {
        let mut state = State {
            tables,
            prospects: Box::new([Prospect::default(); 1024]),
            sets: [[PointSet::EMPTY; CLASSES]; 2],
            counts: [[0; CLASSES]; 2],
            empty: position.empty_points().collect(),
            near: PointSet::EMPTY,
            kernel: Kernel::best(),
            log: Vec::with_capacity(8192),
            frames: Vec::with_capacity(512),
            last: 0,
            kind: PhantomData,
        };
        for stone in position.stones() {
            add_neighbourhood(&mut state.near, position.shape(), stone.point);
        }
        state.near = state.near.intersection(&state.empty);
        for point in position.empty_points() {
            state.enter(point, state.read(position, point));
        }
        state
    }

    /// How many stones have come since the state was made and not been taken back.
    #[inline(always)]
    pub fn steps(&self) -> usize {
        self.frames.len()
    }

    /// One of those stones, counted from 0.
    #[inline(always)]
    pub fn step(&self, index: usize) -> Step<'_> {
        let frame = &self.frames[index];
        let end = self.frames.get(index + 1);
        let end = end.map_or(self.log.len(), |next| next.log_start);
        Step {
            number: frame.number,
            point: frame.point,
            gone: self.prospects[frame.point.index()].codes(),
            changes: &self.log[frame.log_start..end],
        }
    }

    /// Reads the prospect of an empty point from the lines.
    fn read(&self, position: &Position, point: Point) -> Prospect {
        let shapes = DIRECTIONS.map(|d| {
            let window = position.lines().window(point, d, K::RADIUS);
            self.tables.shapes::<K>(window)
        });
        let mut prospect = self.prospect(u32::from_le_bytes(shapes));
        if K::OTHER_ROWS {
            for d in DIRECTIONS {
                let window = position.lines().window(point, d, K::RADIUS);
                let rows = prospect.classes.rows_with(d, self.row(window));
                prospect.classes = prospect.classes.with_rows(rows);
            }
        }
        prospect
    }

    /// What black's row at the centre of a window means for a foul.
    #[inline(always)]
    fn row(&self, window: Window) -> Row {
        if K::OTHER_ROWS {
            Row::of(self.tables.foul_shape::<K>(window))
        } else {
            Row::Nothing
        }
    }

    /// The prospect that goes with these shapes.
    #[inline(always)]
    fn prospect(&self, shapes: u32) -> Prospect {
        let code = |nibbles| self.tables.codes().code(nibbles & 0x0f0f_0f0f);
        let (black, white) = (code(shapes), code(shapes >> 4));
        Prospect {
            shapes,
            codes: black as u32 | (white as u32) << 16,
            classes: self.tables.listed(black, white),
        }
    }

    /// An empty point appears.
    #[inline(always)]
    fn enter(&mut self, point: Point, prospect: Prospect) {
        self.list(point, prospect.classes);
        self.prospects[point.index()] = prospect;
    }

    #[inline(always)]
    fn list(&mut self, point: Point, classes: Classes) {
        for colour in Colour::BOTH {
            let class = classes.of(colour);
            if class != 0 {
                self.sets[colour.index()][class].insert(point);
                self.counts[colour.index()][class] += 1;
            }
        }
    }

    #[inline(always)]
    fn unlist(&mut self, point: Point, classes: Classes) {
        for colour in Colour::BOTH {
            let class = classes.of(colour);
            if class != 0 {
                self.sets[colour.index()][class].remove(point);
                self.counts[colour.index()][class] -= 1;
            }
        }
    }

    /// An empty point changes.
    #[inline(always)]
    fn change(&mut self, point: Point, direction: Direction, shapes: u8, row: Row) {
        let old = self.prospects[point.index()];
        let shift = 8 * direction.index();
        let difference = (old.shapes >> shift & 0xff) ^ shapes as u32;
        let rows = old.classes.rows_with(direction, row);
        let same_rows = !K::OTHER_ROWS || rows == old.classes.rows();
        if difference == 0 && same_rows {
            return;
        }
        let mut new = self.prospect(old.shapes ^ difference << shift);
        if K::OTHER_ROWS {
            new.classes = new.classes.with_rows(rows);
        }
        self.log.push(Change::new(point, old, new));
        if new.classes != old.classes {
            self.unlist(point, old.classes);
            self.list(point, new.classes);
        }
        self.prospects[point.index()] = new;
    }

    /// What a stone on `point` changes.
    #[inline(always)]
    fn place(&mut self, position: &Position, point: Point) {
        self.last += 1;
        self.frames.push(Frame {
            log_start: self.log.len(),
            near: self.near,
            point,
            number: self.last,
        });
        add_neighbourhood(&mut self.near, position.shape(), point);
        self.empty.remove(point);
        self.near = self.near.intersection(&self.empty);
        self.unlist(point, self.prospects[point.index()].classes);
        let radius = K::RADIUS as i32;
        let mask = (1u32 << (2 * K::RADIUS + 1)) - 1;
        for d in DIRECTIONS {
            let around = position.lines().window(point, d, 2 * K::RADIUS);
            let empty = !(around.black | around.white) >> K::RADIUS & mask;
            let mut rest = empty;
            while rest != 0 {
                let i = rest.trailing_zeros();
                rest &= rest - 1;
                let window = Window {
                    black: around.black >> i & mask,
                    white: around.white >> i & mask,
                };
                let shapes = self.tables.shapes::<K>(window);
                let row = self.row(window);
                self.change(d.walk(point, i as i32 - radius), d, shapes, row);
            }
        }
    }

    /// Takes back what the last stone, on `point`, has changed.
    #[inline(always)]
    fn remove(&mut self, point: Point) {
        let frame = self.frames.pop().expect("every stone has its frame");
        while self.log.len() > frame.log_start {
            let change = self.log.pop().expect("longer than at the frame");
            let (at, old) = (change.point, change.old());
            let now = self.prospects[at.index()];
            if now.classes != old.classes {
                self.unlist(at, now.classes);
                self.list(at, old.classes);
            }
            self.prospects[at.index()] = old;
        }
        self.list(point, self.prospects[point.index()].classes);
        self.near = frame.near;
        self.empty.insert(point);
    }
}

/// Adds the points within three steps of a stone, and four along a line: where replies are looked for.
///
/// ```text
/// *...*...*
/// .*******.
/// .*******.
/// .*******.
/// ****O****
/// ```
#[inline]
fn add_neighbourhood(set: &mut PointSet, shape: BoardShape, stone: Point) {
    const STAR: u64 = 0b1_0001_0001;
    const SQUARE: u64 = 0b0_1111_1110;
    const ROW: u64 = 0b1_1111_1111;
    const BITS: [u64; 5] = [ROW, SQUARE, SQUARE, SQUARE, STAR];
    let on_board = (1u64 << shape.width()) - 1;
    let y = stone.y() as usize;
    for row in y.saturating_sub(4)..=(y + 4).min(shape.height() as usize - 1) {
        let bits = (BITS[y.abs_diff(row)] << stone.x()) >> 4;
        set.insert_row(row, (bits & on_board) as u32);
    }
}

impl<K: Kind> Observer for State<K> {
    #[inline(always)]
    fn placed(&mut self, position: &Position, stone: Stone) {
        let kernel = self.kernel;
        kernel.run(Place(self, position, stone.point));
    }

    #[inline(always)]
    fn removed(&mut self, _: &Position, stone: Stone) {
        let kernel = self.kernel;
        kernel.run(Remove(self, stone.point));
    }
}

/// A stone comes.
struct Place<'a, K>(&'a mut State<K>, &'a Position, Point);

impl<K: Kind> Work for Place<'_, K> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.0.place(self.1, self.2);
    }
}

/// A stone goes.
struct Remove<'a, K>(&'a mut State<K>, Point);

impl<K: Kind> Work for Remove<'_, K> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.0.remove(self.1);
    }
}
