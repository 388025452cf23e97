//! The player interface below the protocols.
//!
//! [`Player`] is for platforms that assign colours, report moves and may reject ours, such as SAU and the course
//! referee; their messages are simpler than those of a Gomocup manager. One protocol loop serves games with one or more
//! stones per move; each game's crate provides a player.
//!
//! A rejected move is removed from the board, and its point is not tried again in that game. The next move after a
//! rejection is played at once, since the time for the move is used up.

use crate::inbox::{Inbox, Interrupt, Place};
use std::time::{Duration, Instant};
use tengen_core::board::{Colour, PlayError, Point, Position};
use tengen_core::game::{Action, Game};
use tengen_core::messages;
use tengen_core::sau::Notation;

/// The time a platform has to announce the end of the game if the opponent's move wins by our rule. Without an
/// announcement the platform's rule differs, and we keep playing.
const LAST_WORD: Duration = Duration::from_millis(300);
/// The interval between checks for that announcement.
const LOOK: Duration = Duration::from_millis(5);

messages! {
    /// Why a player cannot play a turn, or take one back.
    pub enum PlayerError from Play(PlayError) {
        NotOnePoint { n: usize } = "a move is one point, not {n}",
        NotOurStone = "no stone of ours was laid last",
        NoPointLeft = "no point is left",
        Left = "the player has left",
        // What the player of a game says itself.
        Other { why: String } = "{why}",
    }
}

/// A player of a board game with stones or lines.
pub trait Player {
    /// The name shown by the platform.
    fn name(&self) -> &str;

    /// The notation of its moves.
    fn notation(&self) -> Notation;

    /// Starts a game on an empty board; we play `us`, and black moves first.
    fn new_game(&mut self, us: Colour);

    /// Plays the opponent's move.
    ///
    /// # Errors
    /// If the move is illegal; nothing has changed.
    fn opponent_plays(&mut self, stones: &[Place]) -> Result<(), PlayerError>;

    /// Searches for our move and plays it; its clock starts at `asked`. `None` if the search was abandoned.
    ///
    /// # Errors
    /// If there is no move.
    fn our_move(&mut self, asked: Instant, inbox: &mut dyn Inbox) -> Result<Option<Vec<Place>>, PlayerError>;

    /// Takes back our last move, which the platform rejected. [`Player::our_move`] then plays another one.
    ///
    /// # Errors
    /// If the last move on the board is the opponent's.
    fn refused(&mut self) -> Result<(), PlayerError>;
}

/// A player that exposes its board, as the course client needs it: stones can be taken back there.
pub trait Guest: Player {
    /// Our colour in this game.
    fn colour(&self) -> Colour;

    /// The current position.
    fn position(&self) -> &Position;

    /// Takes back our last move; its point may be played again.
    ///
    /// # Errors
    /// If the last move on the board is the opponent's.
    fn take_back(&mut self) -> Result<Point, PlayerError>;
}

/// Waits for the platform to end the game, as it should after a winning move, for at most half of `time`. Returns
/// whether it did.
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

/// The empty point at a place.
pub fn empty_point(position: &Position, (x, y): Place) -> Result<Point, PlayerError> {
    let point = position.size().point(x, y).ok_or(PlayError::OffBoard)?;
    position.check_empty(point)?;
    Ok(point)
}

/// The same for a move in a game with one stone per turn.
pub fn only_point(position: &Position, stones: &[Place]) -> Result<Point, PlayerError> {
    match stones {
        &[place] => empty_point(position, place),
        _ => Err(PlayerError::NotOnePoint { n: stones.len() }),
    }
}

/// Takes back the last stone if it is ours.
pub fn take_back_ours(game: &mut Game, us: Colour) -> Result<Point, PlayerError> {
    match game.moves().last() {
        Some(&point) if game.last_mover() == Some(us) => {
            game.undo();
            Ok(point)
        }
        _ => Err(PlayerError::NotOurStone),
    }
}

/// Plays the opponent's stone. Returns whether it has won, by our rule.
///
/// # Errors
/// As for [`only_point`].
pub fn opponent_plays(game: &mut Game, us: Colour, stones: &[Place]) -> Result<bool, PlayerError> {
    let point = only_point(game.position(), stones)?;
    let was_over = game.ending().is_some();
    game.act_as(!us, Action::Stone(point))?;
    let winner = game.ending().and_then(|ending| ending.winner);
    Ok(!was_over && winner == Some(!us))
}

/// Converts a point to the column and row used by platforms.
pub fn place(point: Point) -> Place {
    (point.x().into(), point.y().into())
}
