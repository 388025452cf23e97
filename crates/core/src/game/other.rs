//! Games other than five in a row, as far as records and referees need to know them.

use super::ending::Ending;
use crate::board::{BoardSize, Colour, PlayError, Point, Position};
use crate::sau::Notation;
use std::fmt::Debug;

/// A game whose moves are points of a board, one stone or one line each. Black moves first.
pub trait OtherGame: Debug + Sync {
    /// The name in records: `RU[connect6]`.
    fn name(&self) -> &'static str;

    /// The name in sentences.
    fn title(&self) -> &'static str;

    /// Whose turn it is, for messages: "black moves first, then …".
    fn order(&self) -> &'static str;

    /// The board before the first move; empty unless the game says otherwise.
    fn board(&self, size: BoardSize) -> Position {
        Position::new(size)
    }

    /// Plays a move for the side to move. Returns the result if the game is over by the rules.
    ///
    /// # Errors
    /// If the move is illegal; the position is unchanged.
    fn play(&self, position: &mut Position, point: Point) -> Result<Option<Ending>, PlayError>;

    /// The number of moves in the current turn; `None` if it depends on the moves.
    fn moves_a_turn(&self, position: &Position) -> Option<usize>;

    /// The notation of the SAU platform.
    fn notation(&self) -> Notation;
}

impl dyn OtherGame {
    /// The side to move after these moves; illegal ones are skipped.
    pub fn side_after(&self, size: BoardSize, moves: impl Iterator<Item = Point>) -> Colour {
        let mut position = self.board(size);
        for point in moves {
            let _ = self.play(&mut position, point);
        }
        position.to_move()
    }
}

/// Games are equal if their names are.
impl PartialEq for dyn OtherGame {
    fn eq(&self, other: &dyn OtherGame) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn OtherGame {}
