//! A position together with the shapes and classes of its empty points, kept in step.
//!
//! A stone changes what its neighbours on four lines are worth, at most 32 or 40 of them. Each is
//! looked up anew; what it was before goes to a log, and taking the stone back restores it.

use super::class::{CLASSES, CODES, Class, Code};
use super::fouls::Row;
use super::{Kind, Shape, Tables};
use crate::board::{
    Colour, DIRECTIONS, Direction, Observer, Point, PointSet, Position, Shape as BoardShape, Stone,
    Window,
};
use crate::kernel::{Kernel, Work};
use crate::rules::Rule;
use std::marker::PhantomData;

/// What each code is worth to each side, in the evaluation's units; summed over the empty points.
pub type CodeValues = [[i16; CODES]; 2];

/// What is known of an empty point.
///
/// Three words, each read and written whole: a byte that is written and then read as part of a word
/// holds up the processor, and this is where a search spends its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prospect {
    /// The shapes of the four lines, a byte each: black's in the low nibble, white's in the high.
    shapes: u32,
    /// Black's code in the low half, white's in the high.
    codes: u32,
    meaning: Meaning,
}

/// What codes mean: the class to black in the lowest byte and to white in the next; above them what
/// they are worth, black's minus white's. So the meanings of both sides' codes add up.
///
/// A class takes half of its byte. Where fouls count rows that the game does not ([`Kind::OTHER_ROWS`]), the
/// other halves have two bits for each line: what black's row there means for a foul.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Meaning(u32);

impl Meaning {
    fn new(colour: Colour, worth: i16, class: Class) -> Meaning {
        let worth = match colour {
            Colour::Black => worth as i32,
            Colour::White => -(worth as i32),
        };
        Meaning((worth << 16) as u32 | (class as u32) << (8 * colour.index()))
    }

    #[inline(always)]
    fn and(self, other: Meaning) -> Meaning {
        Meaning(self.0.wrapping_add(other.0))
    }

    #[inline(always)]
    fn worth(self) -> i32 {
        self.0 as i32 >> 16
    }

    #[inline(always)]
    fn class(self, colour: Colour) -> usize {
        (self.0 >> (8 * colour.index())) as usize & 15
    }

    /// The bits of all lines.
    const ROWS: u32 = 0xf0f0;

    /// The rows with another one on a line.
    #[inline(always)]
    fn rows_with(self, direction: Direction, row: Row) -> u32 {
        let shift = Meaning::shift(direction);
        self.0 & Meaning::ROWS & !(3 << shift) | (row as u32) << shift
    }

    #[inline(always)]
    fn shift(direction: Direction) -> u32 {
        [4, 6, 12, 14][direction.index()]
    }

    /// The same with these rows, of which black's class may be a foul.
    fn with_rows(self, rows: u32) -> Meaning {
        let row = |d: Direction| rows >> Meaning::shift(d) & 3;
        let count = |wanted: Row| {
            DIRECTIONS
                .into_iter()
                .filter(|&d| row(d) == wanted as u32)
                .count()
        };
        let foul = count(Row::Broken) > 0 || count(Row::Four) >= 2 || count(Row::Three) >= 2;
        let class = self.class(Colour::Black);
        let class = match foul && class != Class::Five as usize {
            true => Class::Foul as u32,
            false => class as u32,
        };
        Meaning(self.0 & !(Meaning::ROWS | 15) | class | rows)
    }

    #[inline(always)]
    fn same_classes(self, other: Meaning) -> bool {
        (self.0 ^ other.0) & 0xffff == 0
    }
}

impl Prospect {
    /// What a stone of `colour` makes here on one line.
    #[inline(always)]
    pub fn shape(&self, colour: Colour, direction: Direction) -> Shape {
        let nibble = self.shapes >> (8 * direction.index() + 4 * colour.index()) & 15;
        Shape::ALL[nibble as usize % Shape::ALL.len()]
    }

    /// The code of a side's four shapes.
    #[inline(always)]
    pub fn code(&self, colour: Colour) -> Code {
        (self.codes >> (16 * colour.index())) as Code
    }

    /// What a stone of `colour` makes here; `Class::None` for anything less than a three.
    #[inline(always)]
    pub fn class(&self, colour: Colour) -> Class {
        Class::ALL[self.meaning.class(colour) % CLASSES]
    }

    /// The lines on which a stone of `colour` makes a shape.
    #[inline]
    pub fn lines(&self, colour: Colour, is: fn(Shape) -> bool) -> impl Iterator<Item = Direction> {
        let this = *self;
        DIRECTIONS
            .into_iter()
            .filter(move |&d| is(this.shape(colour, d)))
    }
}

/// Points are listed and counted by class from a three on, and as fouls; less is `None` here.
fn listed(class: Class) -> Class {
    match class {
        Class::Foul => class,
        _ if class >= Class::Three => class,
        _ => Class::None,
    }
}

/// The state that follows the stones.
#[derive(Clone)]
struct State<K> {
    tables: &'static Tables,
    values: &'static CodeValues,
    meanings: Box<[[Meaning; CODES]; 2]>,
    prospects: Box<[Prospect; 1024]>,
    /// Empty points of each listed class, for each side.
    sets: [[PointSet; CLASSES]; 2],
    counts: [[u16; CLASSES]; 2],
    /// Black's codes minus white's.
    value: i32,
    /// Empty or not: points within reach of a stone.
    near: PointSet,
    log: Vec<Change>,
    frames: Vec<Frame>,
    kernel: Kernel,
    kind: PhantomData<K>,
}

/// What an empty point was before.
#[derive(Clone, Copy)]
struct Change {
    old: Prospect,
    point: Point,
}

/// What undoing a stone restores besides the log.
#[derive(Clone, Copy)]
struct Frame {
    log_start: usize,
    value: i32,
    near: PointSet,
}

/// A [`Position`] with its prospects.
#[derive(Clone)]
pub struct PatternBoard<K> {
    position: Position,
    state: State<K>,
}

impl<K: Kind> State<K> {
    fn new(position: &Position, tables: &'static Tables, values: &'static CodeValues) -> State<K> {
        let mut state = State {
            tables,
            values,
            meanings: Box::new(Colour::BOTH.map(|colour| {
                std::array::from_fn(|code| {
                    let class = listed(tables.class(colour, code as Code));
                    Meaning::new(colour, values[colour.index()][code], class)
                })
            })),
            prospects: Box::new([Prospect::default(); 1024]),
            sets: [[PointSet::EMPTY; CLASSES]; 2],
            counts: [[0; CLASSES]; 2],
            value: 0,
            near: PointSet::EMPTY,
            log: Vec::with_capacity(8192),
            frames: Vec::with_capacity(512),
            kernel: Kernel::best(),
            kind: PhantomData,
        };
        for stone in position.stones() {
            add_neighbourhood(&mut state.near, position.shape(), stone.point);
        }
        for point in position.empty_points() {
            state.enter(point, state.read(position, point));
        }
        state
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
                let rows = prospect.meaning.rows_with(d, self.row(window));
                prospect.meaning = prospect.meaning.with_rows(rows);
            }
        }
        prospect
    }

    /// What black's row at the centre of a window means for a foul.
    #[inline(always)]
    fn row(&self, window: Window) -> Row {
        match K::OTHER_ROWS {
            true => Row::of(self.tables.foul_shape::<K>(window)),
            false => Row::Nothing,
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
            meaning: self.meanings[0][black as usize].and(self.meanings[1][white as usize]),
        }
    }

    /// An empty point appears.
    #[inline(always)]
    fn enter(&mut self, point: Point, prospect: Prospect) {
        self.value += prospect.meaning.worth();
        self.list(point, prospect.meaning);
        self.prospects[point.index()] = prospect;
    }

    #[inline(always)]
    fn list(&mut self, point: Point, meaning: Meaning) {
        for colour in Colour::BOTH {
            let class = meaning.class(colour);
            if class != 0 {
                self.sets[colour.index()][class].insert(point);
                self.counts[colour.index()][class] += 1;
            }
        }
    }

    #[inline(always)]
    fn unlist(&mut self, point: Point, meaning: Meaning) {
        for colour in Colour::BOTH {
            let class = meaning.class(colour);
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
        let rows = old.meaning.rows_with(direction, row);
        let same_rows = !K::OTHER_ROWS || rows == old.meaning.0 & Meaning::ROWS;
        if difference == 0 && same_rows {
            return;
        }
        self.log.push(Change { old, point });
        let mut new = self.prospect(old.shapes ^ difference << shift);
        if K::OTHER_ROWS {
            new.meaning = new.meaning.with_rows(rows);
        }
        self.value += new.meaning.worth() - old.meaning.worth();
        if !new.meaning.same_classes(old.meaning) {
            self.unlist(point, old.meaning);
            self.list(point, new.meaning);
        }
        self.prospects[point.index()] = new;
    }

    /// What a stone on `point` changes.
    #[inline(always)]
    fn place(&mut self, position: &Position, point: Point) {
        self.frames.push(Frame {
            log_start: self.log.len(),
            value: self.value,
            near: self.near,
        });
        add_neighbourhood(&mut self.near, position.shape(), point);
        let gone = self.prospects[point.index()];
        self.value -= gone.meaning.worth();
        self.unlist(point, gone.meaning);
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
            let Change { old, point: at } = self.log.pop().expect("longer than at the frame");
            let now = self.prospects[at.index()];
            if !now.meaning.same_classes(old.meaning) {
                self.unlist(at, now.meaning);
                self.list(at, old.meaning);
            }
            self.prospects[at.index()] = old;
        }
        let back = self.prospects[point.index()];
        self.list(point, back.meaning);
        self.value = frame.value;
        self.near = frame.near;
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

impl<K: Kind> PatternBoard<K> {
    /// Reads a whole position. `rule` must be of kind `K`.
    pub fn new(position: &Position, rule: Rule, values: &'static CodeValues) -> PatternBoard<K> {
        PatternBoard {
            state: State::new(position, Tables::of(rule), values),
            position: position.clone(),
        }
    }

    /// Chooses the instructions that it is kept in step with; the newest of this processor, unless told
    /// otherwise.
    pub fn set_kernel(&mut self, kernel: Kernel) {
        self.state.kernel = kernel;
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

    /// The sum of the codes' values, black's minus white's.
    #[inline(always)]
    pub fn value(&self) -> i32 {
        self.state.value
    }

    /// The value one stone ago.
    #[inline(always)]
    pub fn value_before(&self) -> i32 {
        self.state
            .frames
            .last()
            .map_or(self.state.value, |f| f.value)
    }

    /// Points within reach of a stone, empty or not.
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
        debug_assert!(!self.state.frames.is_empty());
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
        let State { values, tables, .. } = self.state;
        let fresh = State::<K>::new(&self.position, tables, values);
        assert_eq!(self.state.value, fresh.value, "value");
        assert_eq!(self.state.counts, fresh.counts, "class counts");
        assert!(self.state.sets == fresh.sets, "class sets");
        assert!(self.state.near == fresh.near, "near points");
        for point in self.position.empty_points() {
            let (kept, fresh) = (self.prospect(point), &fresh.prospects[point.index()]);
            assert_eq!(kept, fresh, "prospect of {point:?}");
        }
    }
}
