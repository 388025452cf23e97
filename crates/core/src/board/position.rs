//! The stones on the board, the side to move and the move order.

use super::{BoardSize, Colour, Lines, Point, zobrist};
use crate::messages;
use std::borrow::Borrow;

/// The content of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// No stone; a stone may be placed.
    Empty,
    /// A stone.
    Stone(Colour),
    /// Not playable: off the board, or a dead point of a continuous game.
    Edge,
}

/// A stone and its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stone {
    /// Its point.
    pub point: Point,
    /// Its side.
    pub colour: Colour,
}

messages! {
    /// Why a stone cannot be placed or removed.
    #[derive(Copy)]
    pub enum PlayError {
        OffBoard = "point off the board",
        Taken = "point already taken",
        NoStone = "no stone on that point",
    }
}

/// Is notified of every stone after it was placed or removed.
pub trait Observer {
    /// `stone` was placed; `position` includes it.
    fn placed(&mut self, position: &Position, stone: Stone);
    /// `stone`, the last one placed, was removed; `position` no longer includes it.
    fn removed(&mut self, position: &Position, stone: Stone);
}

/// The observer that does nothing.
impl Observer for () {
    #[inline(always)]
    fn placed(&mut self, _: &Position, _: Stone) {}
    #[inline(always)]
    fn removed(&mut self, _: &Position, _: Stone) {}
}

/// A board with stones: the side to move, the stones in the order they were placed, and a hash.
///
/// Positions do not only come from alternating moves: managers send arbitrary boards. So a stone is
/// placed with its colour, and the side to move can be set.
#[derive(Clone, Debug)]
pub struct Position {
    size: BoardSize,
    lines: Lines,
    stones: Vec<Stone>,
    dead: Vec<Point>,
    to_move: Colour,
    stones_hash: u64,
}

/// Equal if board size, stones, dead points and side to move are the same, whatever the order of
/// moves.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.size == other.size && self.to_move == other.to_move && self.lines == other.lines
    }
}

impl Eq for Position {}

impl Position {
    /// An empty board with black to move.
    pub fn new(size: BoardSize) -> Position {
        Position {
            size,
            lines: Lines::new(size),
            stones: Vec::with_capacity(size.area()),
            dead: Vec::new(),
            to_move: Colour::Black,
            stones_hash: 0,
        }
    }

    /// The board size.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The bitboards by line.
    #[inline(always)]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The side to move.
    #[inline(always)]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Sets the side to move.
    pub fn set_to_move(&mut self, colour: Colour) {
        self.to_move = colour;
    }

    /// The stones in the order in which they were placed.
    #[inline]
    pub fn stones(&self) -> &[Stone] {
        &self.stones
    }

    /// The dead points, in the order in which they became dead.
    pub fn dead(&self) -> &[Point] {
        &self.dead
    }

    /// The number of empty points.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.size.area() - self.stones.len() - self.dead.len()
    }

    /// A hash of the stones, the dead points and the side to move. On boards of one size, equal
    /// positions have equal hashes, whatever the order of moves.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        match self.to_move {
            Colour::Black => self.stones_hash,
            Colour::White => self.stones_hash ^ zobrist::WHITE_TO_MOVE,
        }
    }

    /// The hash after the side to move plays at an empty point.
    #[inline(always)]
    pub fn hash_after(&self, point: Point) -> u64 {
        let stones = self.stones_hash ^ zobrist::stone(point, self.to_move);
        match self.to_move {
            Colour::Black => stones ^ zobrist::WHITE_TO_MOVE,
            Colour::White => stones,
        }
    }

    /// The content of a point; points off the board are blocked.
    #[inline]
    pub fn at(&self, point: Point) -> Content {
        match self.lines.bits(point) {
            (false, false) => Content::Empty,
            (true, false) => Content::Stone(Colour::Black),
            (false, true) => Content::Stone(Colour::White),
            (true, true) => Content::Edge,
        }
    }

    /// The content of column `x`, row `y`, which may be off the board.
    pub fn at_xy(&self, x: i32, y: i32) -> Content {
        self.size.point(x, y).map_or(Content::Edge, |p| self.at(p))
    }

    /// Whether a point is empty. Does not check for forbidden moves.
    #[inline(always)]
    pub fn is_empty(&self, point: Point) -> bool {
        self.lines.bits(point) == (false, false)
    }

    /// Whether there is a stone within `distance` columns and rows of a point.
    pub fn has_stone_near(&self, point: Point, distance: u8) -> bool {
        let mut stones = self.stones().iter();
        stones.any(|stone| stone.point.distance(point) <= distance)
    }

    /// The empty points, row by row.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&p| self.is_empty(p))
    }

    /// Checks that a stone can be placed.
    ///
    /// # Errors
    /// `OffBoard` or `Taken`.
    pub fn check_empty(&self, point: Point) -> Result<(), PlayError> {
        if !self.size.contains(point) {
            Err(PlayError::OffBoard)
        } else if !self.is_empty(point) {
            Err(PlayError::Taken)
        } else {
            Ok(())
        }
    }

    /// Plays a stone for the side to move and passes the turn.
    ///
    /// # Panics
    /// In debug builds, if the point is not empty; see [`Position::check_empty`].
    #[inline]
    pub fn play(&mut self, point: Point, observer: &mut impl Observer) {
        self.place(point, self.to_move, observer);
    }

    /// Places a stone of `colour`; the other side is to move afterwards.
    ///
    /// # Panics
    /// In debug builds, if the point is not empty.
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

    /// The position after a move of the side to move.
    ///
    /// # Panics
    /// As for [`Position::play`].
    pub fn after(&self, point: Point) -> Position {
        self.with_stone(point, self.to_move)
    }

    /// The position after these moves of both sides in turn.
    ///
    /// # Panics
    /// As for [`Position::play`].
    pub fn after_all(mut self, points: impl IntoIterator<Item = impl Borrow<Point>>) -> Position {
        for point in points {
            self.play(*Borrow::<Point>::borrow(&point), &mut ());
        }
        self
    }

    /// The position after a stone of `colour`; the other side is to move.
    ///
    /// # Panics
    /// As for [`Position::place`].
    pub fn with_stone(&self, point: Point, colour: Colour) -> Position {
        let mut after = self.clone();
        after.place(point, colour, &mut ());
        after
    }

    /// Removes the last stone; its side is to move again. `None` on an empty board.
    #[inline]
    pub fn undo(&mut self, observer: &mut impl Observer) -> Option<Stone> {
        let stone = self.stones.pop()?;
        self.lift(stone);
        observer.removed(self, stone);
        Some(stone)
    }

    /// Removes any stone; its side is to move afterwards. Observers are not notified and must be
    /// rebuilt.
    ///
    /// # Errors
    /// `NoStone` if there is no stone on the point.
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

    /// Makes a point dead and removes its stone, if any (field 3 of BOARD; a completed row of a
    /// continuous game). Observers are not notified and must be rebuilt.
    ///
    /// # Errors
    /// `OffBoard`, or `Taken` if the point is dead already.
    pub fn kill(&mut self, point: Point) -> Result<(), PlayError> {
        if !self.size.contains(point) {
            return Err(PlayError::OffBoard);
        }
        match self.at(point) {
            Content::Edge => return Err(PlayError::Taken),
            Content::Stone(_) => {
                let to_move = self.to_move;
                self.remove(point).expect("a stone was just seen there");
                self.to_move = to_move;
            }
            Content::Empty => {}
        }
        self.lines.put_edge(point);
        self.dead.push(point);
        self.stones_hash ^= zobrist::dead(point);
        Ok(())
    }

    /// Makes a dead point empty again.
    ///
    /// # Errors
    /// `NoStone` if the point is not dead.
    pub fn revive(&mut self, point: Point) -> Result<(), PlayError> {
        let found = self.dead.iter().rposition(|&dead| dead == point);
        self.dead.remove(found.ok_or(PlayError::NoStone)?);
        self.lines.remove_edge(point);
        self.stones_hash ^= zobrist::dead(point);
        Ok(())
    }
}
