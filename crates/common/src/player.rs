//! Whoever sits at a board, whatever language is spoken above.
//!
//! [`Player`] is for platforms that deal out colours, tell moves and may refuse ours: SAU and
//! the course referee have less to say than a Gomocup manager, "you are black", "the other side moved
//! here", "your move is refused, make another". One protocol loop serves games with one or more stones
//! a move; each game's crate has such a player.
//!
//! A refused move leaves the board, and its point is not tried again in that game. The answer to a
//! refusal comes at once: the time of the move is spent.

use crate::clock::Instant;
use crate::inbox::{Inbox, Interrupt, Place};
use std::time::Duration;
use tengen_core::board::{Colour, PlayError, Point, Position};
use tengen_core::sau::Notation;

/// How long a platform is given to say that the game is over when the opponent's move has won by our
/// rule. If it says nothing, its rule is another one, and we play on.
const LAST_WORD: Duration = Duration::from_millis(300);
/// How often it is looked whether that has come.
const LOOK: Duration = Duration::from_millis(5);

/// Somebody who plays a board game of laid stones, or drawn lines.
pub trait Player {
    /// What the platform shows.
    fn name(&self) -> &str;

    /// How its moves are written.
    fn notation(&self) -> Notation;

    /// An empty board; we are this colour, and black begins.
    fn new_game(&mut self, us: Colour);

    /// The opponent's move comes to the board.
    ///
    /// # Errors
    /// A sentence that says why it cannot; then nothing has changed.
    fn opponent_plays(&mut self, stones: &[Place]) -> Result<(), String>;

    /// Finds our move and plays it; its clock runs from `asked`. `None` when it was broken off
    /// because nobody waits for it any more.
    ///
    /// # Errors
    /// A sentence that says why there is no move.
    fn our_move(
        &mut self,
        asked: Instant,
        inbox: &mut dyn Inbox,
    ) -> Result<Option<Vec<Place>>, String>;

    /// The platform refuses the move that we made last: takes it back. [`Player::our_move`] then
    /// finds another.
    ///
    /// # Errors
    /// A sentence, when the last move on the board is not ours.
    fn refused(&mut self) -> Result<(), String>;
}

/// A player who knows the board, as the referee of the course needs it: stones may be taken back there.
pub trait Guest: Player {
    /// Our colour in this game.
    fn colour(&self) -> Colour;

    /// The stones as far as we know.
    fn position(&self) -> &Position;

    /// Takes back the move that we made last, without a grudge against its point.
    ///
    /// # Errors
    /// A sentence, when the last move on the board is not ours.
    fn take_back(&mut self) -> Result<Point, String>;
}

/// Whether the platform says that the game is over, as it should after a move that wins. It is given
/// half of the `time` for a move at most.
pub fn is_dismissed(inbox: &mut dyn Inbox, time: Duration) -> bool {
    let patience = LAST_WORD.min(time / 2);
    let start = Instant::now();
    while start.elapsed() < patience {
        if matches!(inbox.poll(), Some(Interrupt::Leave)) {
            return true;
        }
        std::thread::sleep(LOOK);
    }
    false
}

/// The empty point that a place names.
pub fn empty_point(position: &Position, (x, y): Place) -> Result<Point, String> {
    let point = position.shape().point(x, y);
    let point = point.ok_or_else(|| PlayError::OffBoard.to_string())?;
    let empty = position.check_empty(point);
    empty.map_err(|error| error.to_string())?;
    Ok(point)
}

/// The same of a move in a game with one stone a turn.
pub fn only_point(position: &Position, stones: &[Place]) -> Result<Point, String> {
    match stones {
        &[place] => empty_point(position, place),
        _ => Err(format!("a move is one point, not {}", stones.len())),
    }
}

/// Takes the last stone back if it is ours.
pub fn take_back_ours(position: &mut Position, us: Colour) -> Result<Point, String> {
    match position.stones().last() {
        Some(stone) if stone.colour == us => {
            let point = stone.point;
            position.undo(&mut ());
            Ok(point)
        }
        _ => Err("no stone of ours was laid last".into()),
    }
}

/// A point as platforms name it.
pub fn place(point: Point) -> Place {
    (point.x().into(), point.y().into())
}
