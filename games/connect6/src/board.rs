//! The stones, and incremental data about every window of six cells.
//!
//! A window is *live* for a side while it has no stone of the other side; its *level* is the number of stones.
//! Level 6 has won; from level 4 on, the two stones of a turn complete it. Dead points, which do not exist in the
//! rules, serve to exclude points from an answer: a window with a dead point is live for neither side.

use super::params::{ByLevel, Params};
use super::windows::{Geometry, LINES, WINDOWS, WindowSet};
use super::{Move, ROW};
use tengen_core::board::{Colour, POINTS, Point, Position};

/// The stones of a window as bits, for each colour.
type Masks = [u8; 2];

#[derive(Clone)]
pub struct Board {
    position: Position,
    geometry: &'static Geometry,
    masks: [Masks; WINDOWS],
    /// The live windows of each colour by level.
    live: [[WindowSet; ROW + 1]; 2],
    /// Their numbers.
    census: [[i32; ROW + 1]; 2],
    /// For each colour and point, the pull of the live windows through it.
    pull: [[i32; POINTS]; 2],
    pulls: ByLevel,
    /// Lines changed since the last call of [`Self::take_changed`], one bit each.
    changed: u128,
}

impl Board {
    pub fn new(position: &Position, params: &Params) -> Board {
        let mut empty = Position::new(position.size());
        for &point in position.dead() {
            empty.kill(point).expect("points die once");
        }
        let mut board = Board {
            position: empty,
            geometry: Geometry::get(),
            masks: [[0; 2]; WINDOWS],
            live: [[WindowSet::default(); ROW + 1]; 2],
            census: [[0; ROW + 1]; 2],
            pull: [[0; POINTS]; 2],
            pulls: params.pull(),
            changed: u128::MAX >> (128 - LINES),
        };
        for &point in position.dead() {
            for cell in board.geometry.through(point) {
                for mask in &mut board.masks[usize::from(cell.window)] {
                    *mask |= cell.bit;
                }
            }
        }
        for stone in position.stones() {
            board.place(stone.point, stone.colour);
        }
        board.position.set_to_move(position.to_move());
        board
    }

    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.position
    }

    #[inline(always)]
    pub fn to_move(&self) -> Colour {
        self.position.to_move()
    }

    /// The number of a side's live windows of this level.
    #[inline(always)]
    pub fn count(&self, side: Colour, level: usize) -> i32 {
        self.census[side.index()][level]
    }

    #[inline]
    pub fn live(&self, side: Colour, level: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.live[side.index()][level].iter()
    }

    /// Whether a side could win in one turn if it were to move.
    #[inline(always)]
    pub fn threatens(&self, side: Colour) -> bool {
        self.count(side, 4) + self.count(side, 5) > 0
    }

    /// The live windows that a side could complete in one turn.
    #[inline]
    pub fn threatening(&self, side: Colour) -> impl Iterator<Item = usize> + Clone + '_ {
        self.live(side, 4).chain(self.live(side, 5))
    }

    /// Whether a side has six in a row.
    #[inline(always)]
    pub fn has_won(&self, side: Colour) -> bool {
        self.count(side, ROW) > 0
    }

    /// The empty points of a window that is live for a side.
    #[inline]
    pub fn gaps(&self, window: usize, side: Colour) -> impl Iterator<Item = Point> + Clone + use<> {
        let cells = self.geometry.cells(window);
        let stones = self.masks[window][side.index()];
        let empty = move |&(i, _): &(usize, &Point)| stones >> i & 1 == 0;
        cells.iter().enumerate().filter(empty).map(|(_, &p)| p)
    }

    /// The stones of a side in a window as bits; `None` if the other side has a stone in it.
    #[inline(always)]
    pub fn stones_in(&self, window: usize, side: Colour) -> Option<u8> {
        let masks = self.masks[window];
        (masks[(!side).index()] == 0).then_some(masks[side.index()])
    }

    #[inline(always)]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Returns the lines changed since the last call, one bit each.
    #[inline(always)]
    pub fn take_changed(&mut self) -> u128 {
        std::mem::take(&mut self.changed)
    }

    /// The pull of a side's live windows on an empty point.
    #[inline(always)]
    pub fn pull(&self, side: Colour, point: Point) -> i32 {
        self.pull[side.index()][point.index()]
    }

    #[inline]
    pub fn play(&mut self, turn: Move) {
        let side = self.to_move();
        for &point in turn.stones() {
            self.place(point, side);
        }
    }

    /// Takes back the last turn.
    #[inline]
    pub fn undo(&mut self, turn: Move) {
        for _ in turn.stones() {
            self.lift();
        }
    }

    /// Passes, to see what the other side would do.
    pub fn pass(&mut self) {
        let other = !self.to_move();
        self.position.set_to_move(other);
    }

    /// Places a stone; the other side is to move next.
    pub fn place(&mut self, point: Point, colour: Colour) {
        self.position.place(point, colour, &mut ());
        self.turn_bits(point, colour);
    }

    /// Takes back the last stone.
    pub fn lift(&mut self) {
        if let Some(stone) = self.position.undo(&mut ()) {
            self.turn_bits(stone.point, stone.colour);
        }
    }

    /// Updates the windows after a stone of `colour` was placed on a point or removed from it.
    fn turn_bits(&mut self, point: Point, colour: Colour) {
        for cell in self.geometry.through(point) {
            let window = usize::from(cell.window);
            let masks = &mut self.masks[window];
            let before = masks[colour.index()];
            let after = before ^ cell.bit;
            let theirs = masks[(!colour).index()];
            masks[colour.index()] = after;
            self.changed |= 1 << self.geometry.line(window);
            // A live window of this colour changes its level. Its first stone in a window kills the other side's live
            // window, and removing that stone revives it.
            match (theirs, before, after) {
                (0, ..) => self.relevel(window, colour, level(before), level(after)),
                (_, 0, _) => self.relevel(window, !colour, level(theirs), 0),
                (.., 0) => self.relevel(window, !colour, 0, level(theirs)),
                _ => {}
            }
        }
    }

    #[inline(always)]
    fn relevel(&mut self, window: usize, side: Colour, from: usize, to: usize) {
        let s = side.index();
        self.live[s][from].remove(window);
        self.live[s][to].insert(window);
        self.census[s][from] -= 1;
        self.census[s][to] += 1;
        let change = self.pulls[to] - self.pulls[from];
        if change != 0 {
            for point in self.geometry.cells(window) {
                self.pull[s][point.index()] += change;
            }
        }
    }
}

/// The level of a window that is live for the side with these stones.
#[inline(always)]
fn level(stones: u8) -> usize {
    stones.count_ones() as usize
}
