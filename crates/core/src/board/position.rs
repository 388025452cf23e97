//! The stones on the board, whose turn it is, and how they came.

use super::{Colour, Lines, Point, Shape, zobrist};
use std::fmt;

/// What a point holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Nothing: a stone may come.
    Empty,
    /// A stone.
    Stone(Colour),
    /// Not playable: off the board, or a dead point of a continuous game.
    Wall,
}

/// A stone and where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    /// Where.
    pub point: Point,
    /// Whose.
    pub colour: Colour,
}

/// Why a stone cannot be placed or removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The point is not on the board.
    OffBoard,
    /// A stone or a dead point is there already.
    Taken,
    /// There is no stone to take off.
    NoStone,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            PlayError::OffBoard => "point off the board",
            PlayError::Taken => "point already taken",
            PlayError::NoStone => "no stone on that point",
        })
    }
}

impl std::error::Error for PlayError {}

/// Told of every stone that a position gains or loses, after the fact.
pub trait Observer {
    /// `stone` has just been placed in `position`.
    fn placed(&mut self, position: &Position, stone: Stone);
    /// `stone`, the one placed last, has just been taken off `position`.
    fn removed(&mut self, position: &Position, stone: Stone);
}

/// Nobody is watching.
impl Observer for () {
    #[inline(always)]
    fn placed(&mut self, _: &Position, _: Stone) {}
    #[inline(always)]
    fn removed(&mut self, _: &Position, _: Stone) {}
}

/// A board with stones: who is to move, the stones in the order they came, and a hash.
///
/// A position is not only reached by alternating moves: managers send boards with any stones, so a
/// stone is placed with its colour, and the side to move can be set.
#[derive(Clone, Debug)]
pub struct Position {
    shape: Shape,
    lines: Lines,
    stones: Vec<Stone>,
    dead: Vec<Point>,
    to_move: Colour,
    stones_hash: u64,
}

/// Equal when the same stones and walls lie on equal boards with the same side to move.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.shape == other.shape && self.to_move == other.to_move && self.lines == other.lines
    }
}

impl Eq for Position {}

impl Position {
    /// An empty board, black to move.
    pub fn new(shape: Shape) -> Position {
        Position {
            shape,
            lines: Lines::new(shape),
            stones: Vec::with_capacity(shape.area()),
            dead: Vec::new(),
            to_move: Colour::Black,
            stones_hash: 0,
        }
    }

    /// Width and height.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The stones as bits of lines.
    #[inline(always)]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Makes it this side's turn.
    pub fn set_to_move(&mut self, colour: Colour) {
        self.to_move = colour;
    }

    /// The stones in the order in which they were placed.
    #[inline]
    pub fn stones(&self) -> &[Stone] {
        &self.stones
    }

    /// The dead points, in the order in which they died.
    pub fn dead(&self) -> &[Point] {
        &self.dead
    }

    /// How many points are still empty.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.shape.area() - self.stones.len() - self.dead.len()
    }

    /// A hash of the stones, the dead points and the side to move; equal positions on one shape
    /// have equal hashes, whatever the order of moves.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        match self.to_move {
            Colour::Black => self.stones_hash,
            Colour::White => self.stones_hash ^ zobrist::WHITE_TO_MOVE,
        }
    }

    /// The hash after the side to move has played at an empty point.
    #[inline(always)]
    pub fn hash_after(&self, point: Point) -> u64 {
        let stones = self.stones_hash ^ zobrist::stone(point, self.to_move);
        match self.to_move {
            Colour::Black => stones ^ zobrist::WHITE_TO_MOVE,
            Colour::White => stones,
        }
    }

    /// What lies at a point; points off the board are walls.
    #[inline]
    pub fn at(&self, point: Point) -> Content {
        match self.lines.bits(point) {
            (false, false) => Content::Empty,
            (true, false) => Content::Stone(Colour::Black),
            (false, true) => Content::Stone(Colour::White),
            (true, true) => Content::Wall,
        }
    }

    /// What lies in column `x`, row `y`, which may be anywhere.
    pub fn at_xy(&self, x: i32, y: i32) -> Content {
        self.shape.point(x, y).map_or(Content::Wall, |p| self.at(p))
    }

    /// Whether a stone may be placed here as far as the board is concerned.
    #[inline(always)]
    pub fn is_empty(&self, point: Point) -> bool {
        self.lines.bits(point) == (false, false)
    }

    /// Whether a stone lies within so many columns and rows of a point.
    pub fn has_stone_near(&self, point: Point, distance: u8) -> bool {
        let mut stones = self.stones().iter();
        stones.any(|stone| stone.point.distance(point) <= distance)
    }

    /// The empty points, row by row.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.shape.points().filter(|&p| self.is_empty(p))
    }

    /// Checks that a stone may be placed.
    ///
    /// # Errors
    /// `OffBoard` or `Taken`.
    pub fn check_empty(&self, point: Point) -> Result<(), PlayError> {
        if !self.shape.contains(point) {
            Err(PlayError::OffBoard)
        } else if !self.is_empty(point) {
            Err(PlayError::Taken)
        } else {
            Ok(())
        }
    }

    /// The side to move plays, and the turn passes.
    ///
    /// # Panics
    /// In debug builds when the point is not empty; see [`Position::check_empty`].
    #[inline]
    pub fn play(&mut self, point: Point, observer: &mut impl Observer) {
        self.place(point, self.to_move, observer);
    }

    /// A stone of `colour` comes, and it is the other side's turn.
    ///
    /// # Panics
    /// In debug builds when the point is not empty.
    #[inline]
    pub fn place(&mut self, point: Point, colour: Colour, observer: &mut impl Observer) {
        debug_assert_eq!(self.check_empty(point), Ok(()), "{point:?}");
        let stone = Stone { point, colour };
        self.lines.place(point, colour);
        self.stones_hash ^= zobrist::stone(point, colour);
        self.stones.push(stone);
        self.to_move = !colour;
        observer.placed(self, stone);
    }

    /// Takes the last stone off; it is its owner's turn again. `None` on an empty board.
    #[inline]
    pub fn undo(&mut self, observer: &mut impl Observer) -> Option<Stone> {
        let stone = self.stones.pop()?;
        self.lift(stone);
        observer.removed(self, stone);
        Some(stone)
    }

    /// Takes any stone off; it is its owner's turn. Nobody observes: views are built anew.
    ///
    /// # Errors
    /// `NoStone` when no stone lies there.
    pub fn remove(&mut self, point: Point) -> Result<Stone, PlayError> {
        let found = self.stones.iter().rposition(|stone| stone.point == point);
        let stone = self.stones.remove(found.ok_or(PlayError::NoStone)?);
        self.lift(stone);
        Ok(stone)
    }

    #[inline]
    fn lift(&mut self, stone: Stone) {
        self.lines.remove(stone.point, stone.colour);
        self.stones_hash ^= zobrist::stone(stone.point, stone.colour);
        self.to_move = stone.colour;
    }

    /// Makes an empty point, or the point of a stone, a wall (field 3 of BOARD; a won row of a
    /// continuous game). Nobody observes: views are built anew.
    ///
    /// # Errors
    /// `OffBoard`, or `Taken` when it is dead already.
    pub fn kill(&mut self, point: Point) -> Result<(), PlayError> {
        if !self.shape.contains(point) {
            return Err(PlayError::OffBoard);
        }
        match self.at(point) {
            Content::Wall => return Err(PlayError::Taken),
            Content::Stone(_) => {
                let to_move = self.to_move;
                self.remove(point).expect("a stone was just seen there");
                self.to_move = to_move;
            }
            Content::Empty => {}
        }
        self.lines.wall(point);
        self.dead.push(point);
        self.stones_hash ^= zobrist::dead(point);
        Ok(())
    }

    /// Makes a dead point empty again.
    ///
    /// # Errors
    /// `NoStone` when the point is not dead.
    pub fn revive(&mut self, point: Point) -> Result<(), PlayError> {
        let found = self.dead.iter().rposition(|&dead| dead == point);
        self.dead.remove(found.ok_or(PlayError::NoStone)?);
        self.lines.unwall(point);
        self.stones_hash ^= zobrist::dead(point);
        Ok(())
    }
}
