//! The cells of the empty points, updated incrementally.
//!
//! A stone changes at most 32 or 40 cells on its four lines. Each is looked up again; the old cell goes into a log,
//! and taking the stone back restores it.
//!
//! The evaluation uses the log too. It is not notified of every stone, because solvers play and take back many stones
//! without evaluating; on demand it reads the [`Step`]s that it has not processed yet.

use super::cell::{Cell, Classes, Pcodes};
use super::class::CLASSES;

use super::line_pattern::Row;
use super::{Kind, Tables};
use crate::kernel::{Kernel, Work};
use std::marker::PhantomData;
use tengen_core::board::{BoardSize, Colour, DIRECTIONS, Direction, Observer, Point, PointSet, Position, Stone};

#[derive(Clone)]
pub(super) struct State<K> {
    pub tables: &'static Tables,
    pub cells: Box<[Cell; 1024]>,
    /// Empty points of each listed class, for each side.
    pub sets: [[PointSet; CLASS_ROOM]; 2],
    pub counts: [[u16; CLASS_ROOM]; 2],
    pub empty: PointSet,
    /// The empty points near a stone.
    pub near: PointSet,
    pub kernel: Kernel,
    log: Vec<Change>,
    relistings: Vec<Relisting>,
    frames: Vec<Frame>,
    /// The number of the last step.
    last: u64,
    kind: PhantomData<K>,
}

/// The change of an empty point's cell by a stone, in four words.
#[derive(Clone, Copy)]
pub struct Change {
    patterns: u32,
    before: Pcodes,
    after: Pcodes,
    classes: u16,
    point: Point,
}

const _: () = assert!(size_of::<Change>() == 16);

impl Change {
    #[inline(always)]
    fn new(point: Point, old: Cell, new: Cell) -> Change {
        Change { patterns: old.patterns, before: old.pcodes(), after: new.pcodes(), classes: old.classes.bits(), point }
    }

    #[inline(always)]
    fn old(&self) -> Cell {
        Cell { patterns: self.patterns, pcodes: self.before.bits(), classes: Classes::from_bits(self.classes) }
    }

    /// The point.
    #[inline(always)]
    pub fn point(&self) -> Point {
        self.point
    }

    /// The pcodes before the stone was placed.
    #[inline(always)]
    pub fn before(&self) -> Pcodes {
        self.before
    }

    /// The pcodes after the stone was placed.
    #[inline(always)]
    pub fn after(&self) -> Pcodes {
        self.after
    }
}

/// A power of two that is not less than the number of classes, so that half a byte is a class.
const CLASS_ROOM: usize = 16;
const _: () = assert!(CLASSES <= CLASS_ROOM);

/// A power of two that is larger than the number of cells that a stone can change.
const MOST_CHANGING: usize = 64;

/// A cell that a stone changes, in one word: the point, its rows under rules with [`Kind::OTHER_ROWS`], and the bits of its
/// patterns that change.
#[derive(Clone, Copy)]
struct Changing(u64);

impl Changing {
    #[inline(always)]
    fn new(point: Point, rows: u32, difference: u32) -> Changing {
        Changing(point.index() as u64 | (rows as u64) << 16 | (difference as u64) << 32)
    }

    #[inline(always)]
    fn point(self) -> Point {
        Point::from_index(self.0 as u16 as usize)
    }

    #[inline(always)]
    fn rows(self) -> u32 {
        (self.0 >> 16) as u16 as u32
    }

    #[inline(always)]
    fn difference(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// A cell whose classes a stone changes, in one word: the point, its classes before, and those after.
#[derive(Clone, Copy)]
struct Relisting(u64);

impl Relisting {
    #[inline(always)]
    fn new(point: Point, before: Classes, after: Classes) -> Relisting {
        Relisting(point.index() as u64 | (before.bits() as u64) << 16 | (after.bits() as u64) << 32)
    }

    #[inline(always)]
    fn point(self) -> Point {
        Point::from_index(self.0 as u16 as usize)
    }

    #[inline(always)]
    fn before(self) -> Classes {
        Classes::from_bits((self.0 >> 16) as u16)
    }

    #[inline(always)]
    fn after(self) -> Classes {
        Classes::from_bits((self.0 >> 32) as u16)
    }
}

/// What undoing a stone restores besides the log.
#[derive(Clone, Copy)]
struct Frame {
    log_start: usize,
    relistings_start: usize,
    near: PointSet,
    point: Point,
    number: u64,
}

/// The changes made by one stone.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// Identifies the step: no other stone of this board has the same number, not even a later one on the same point.
    pub number: u64,
    /// The point of the stone.
    pub point: Point,
    /// The pcodes of that point before the stone.
    pub gone: Pcodes,
    /// The empty points whose cells changed, each once.
    pub changes: &'a [Change],
}

impl<K: Kind> State<K> {
    pub fn new(position: &Position, tables: &'static Tables) -> State<K> {
        let mut state = State {
            tables,
            cells: Box::new([Cell::default(); 1024]),
            sets: [[PointSet::EMPTY; CLASS_ROOM]; 2],
            counts: [[0; CLASS_ROOM]; 2],
            empty: position.empty_points().collect(),
            near: PointSet::EMPTY,
            kernel: Kernel::best(),
            log: Vec::with_capacity(8192),
            relistings: Vec::with_capacity(2048),
            frames: Vec::with_capacity(512),
            last: 0,
            kind: PhantomData,
        };
        for stone in position.stones() {
            add_neighbourhood(&mut state.near, position.size(), stone.point);
        }
        state.near = state.near.intersection(&state.empty);
        for point in position.empty_points() {
            state.enter(point, state.read(position, point));
        }
        state
    }

    /// The number of stones placed since the state was created and not taken back.
    #[inline(always)]
    pub fn steps(&self) -> usize {
        self.frames.len()
    }

    /// The number and the point of one of those stones, counted from 0.
    #[inline(always)]
    pub fn step_point(&self, index: usize) -> (u64, Point) {
        let frame = &self.frames[index];
        (frame.number, frame.point)
    }

    /// One of those stones, counted from 0.
    #[inline(always)]
    pub fn step(&self, index: usize) -> Step<'_> {
        let frame = &self.frames[index];
        let end = self.frames.get(index + 1).map_or(self.log.len(), |next| next.log_start);
        Step {
            number: frame.number,
            point: frame.point,
            gone: self.cells[frame.point.index()].pcodes(),
            changes: &self.log[frame.log_start..end],
        }
    }

    /// Computes the cell of an empty point from its lines.
    fn read(&self, position: &Position, point: Point) -> Cell {
        let patterns = DIRECTIONS.map(|d| {
            let window = position.lines().window(point, d, K::RADIUS);
            self.tables.patterns::<K>(Tables::both(window))
        });
        let mut cell = self.cell(u32::from_le_bytes(patterns));
        if K::OTHER_ROWS {
            for d in DIRECTIONS {
                let window = position.lines().window(point, d, K::RADIUS);
                let rows = cell.classes.rows_with(d, self.row(Tables::both(window)));
                cell.classes = cell.classes.with_rows(rows);
            }
        }
        cell
    }

    /// What Black's row at the centre of a window ([`Tables::both`]) means for forbidden moves.
    #[inline(always)]
    fn row(&self, both: u64) -> Row {
        if K::OTHER_ROWS { Row::of(self.tables.forbidden_pattern::<K>(both)) } else { Row::Nothing }
    }

    #[inline(always)]
    fn cell(&self, patterns: u32) -> Cell {
        self.tables.cell(patterns)
    }

    /// Adds an empty point.
    #[inline(always)]
    fn enter(&mut self, point: Point, cell: Cell) {
        self.list(point, cell.classes);
        self.cells[point.index()] = cell;
    }

    #[inline(always)]
    fn list(&mut self, point: Point, classes: Classes) {
        for colour in Colour::BOTH {
            let class = classes.of(colour);
            self.sets[colour.index()][class].insert(point);
            self.counts[colour.index()][class] += 1;
        }
    }

    #[inline(always)]
    fn unlist(&mut self, point: Point, classes: Classes) {
        for colour in Colour::BOTH {
            let class = classes.of(colour);
            self.sets[colour.index()][class].remove(point);
            self.counts[colour.index()][class] -= 1;
        }
    }

    /// Updates the state for a stone placed on `point`.
    #[inline(always)]
    fn place(&mut self, position: &Position, point: Point) {
        self.last += 1;
        let (log_start, relistings_start) = (self.log.len(), self.relistings.len());
        self.frames.push(Frame { log_start, relistings_start, near: self.near, point, number: self.last });
        add_neighbourhood(&mut self.near, position.size(), point);
        self.empty.remove(point);
        self.near = self.near.intersection(&self.empty);
        self.unlist(point, self.cells[point.index()].classes);
        // Which cells change, and which classes, is hard to foretell, so each is found out without a branch.
        let (mut changing, mut count) = ([Changing(0); MOST_CHANGING], 0);
        for d in DIRECTIONS {
            self.find_changing(position, point, d, &mut changing, &mut count);
        }
        let (mut relistings, mut relisted) = ([Relisting(0); MOST_CHANGING], 0);
        for change in changing.iter().take(count) {
            let point = change.point();
            let old = self.cells[point.index()];
            let mut new = self.cell(old.patterns ^ change.difference());
            if K::OTHER_ROWS {
                new.classes = new.classes.with_rows(change.rows());
            }
            self.log.push(Change::new(point, old, new));
            self.cells[point.index()] = new;
            relistings[relisted % MOST_CHANGING] = Relisting::new(point, old.classes, new.classes);
            relisted += (old.classes != new.classes) as usize;
        }
        for &relisting in relistings.iter().take(relisted) {
            self.unlist(relisting.point(), relisting.before());
            self.list(relisting.point(), relisting.after());
            self.relistings.push(relisting);
        }
    }

    /// Adds the empty points on a line through a new stone whose patterns on it change.
    #[inline(always)]
    fn find_changing(
        &self,
        position: &Position,
        stone: Point,
        direction: Direction,
        changing: &mut [Changing; MOST_CHANGING],
        count: &mut usize,
    ) {
        let radius = K::RADIUS as i32;
        let around = position.lines().window(stone, direction, 2 * K::RADIUS);
        let shift = 8 * direction.index();
        let both = Tables::both(around);
        let mut rest = !(around.black | around.white) >> K::RADIUS & ((1u32 << (2 * K::RADIUS + 1)) - 1);
        while rest != 0 {
            let i = rest.trailing_zeros();
            rest &= rest - 1;
            let point = direction.walk(stone, i as i32 - radius);
            let old = self.cells[point.index()];
            let difference = (old.patterns >> shift & 0xff) ^ self.tables.patterns::<K>(both >> i) as u32;
            let rows = if K::OTHER_ROWS { old.classes.rows_with(direction, self.row(both >> i)) } else { 0 };
            changing[*count % MOST_CHANGING] = Changing::new(point, rows, difference << shift);
            let other_rows = K::OTHER_ROWS && rows != old.classes.rows();
            *count += ((difference != 0) | other_rows) as usize;
        }
    }

    /// Reverts the changes of the last stone, which was placed on `point`.
    #[inline(always)]
    fn remove(&mut self, point: Point) {
        let frame = self.frames.pop().expect("every stone has its frame");
        for change in &self.log[frame.log_start..] {
            self.cells[change.point.index()] = change.old();
        }
        self.log.truncate(frame.log_start);
        while self.relistings.len() > frame.relistings_start {
            let relisting = self.relistings.pop().expect("longer than at the frame");
            self.unlist(relisting.point(), relisting.after());
            self.list(relisting.point(), relisting.before());
        }
        self.list(point, self.cells[point.index()].classes);
        self.near = frame.near;
        self.empty.insert(point);
    }
}

/// Adds the points within three steps of a stone, and four along a line: the candidate moves.
///
/// ```text
/// *...*...*
/// .*******.
/// .*******.
/// .*******.
/// ****O****
/// ```
#[inline]
fn add_neighbourhood(set: &mut PointSet, size: BoardSize, stone: Point) {
    const STAR: u64 = 0b1_0001_0001;
    const SQUARE: u64 = 0b0_1111_1110;
    const ROW: u64 = 0b1_1111_1111;
    const BITS: [u64; 5] = [ROW, SQUARE, SQUARE, SQUARE, STAR];
    let on_board = (1u64 << size.width()) - 1;
    let y = stone.y() as usize;
    for row in y.saturating_sub(4)..=(y + 4).min(size.height() as usize - 1) {
        let bits = (BITS[y.abs_diff(row)] << stone.x()) >> 4;
        set.insert_row(row, (bits & on_board) as u32);
    }
}

impl<K: Kind> Observer for State<K> {
    #[inline(always)]
    fn placed(&mut self, position: &Position, stone: Stone) {
        let kernel = self.kernel;
        kernel.run(Changed(self, position, stone.point));
    }

    #[inline(always)]
    fn removed(&mut self, _: &Position, stone: Stone) {
        let kernel = self.kernel;
        kernel.run(Remove(self, stone.point));
    }
}

/// Work: places a stone.
struct Changed<'a, K>(&'a mut State<K>, &'a Position, Point);

impl<K: Kind> Work for Changed<'_, K> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.0.place(self.1, self.2);
    }
}

/// Work: takes a stone back.
struct Remove<'a, K>(&'a mut State<K>, Point);

impl<K: Kind> Work for Remove<'_, K> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.0.remove(self.1);
    }
}
