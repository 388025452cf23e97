//! A game as stored in a database: enough to count it again when databases are merged, and to export it.

use crate::{BookError, Key, Place, Results, check_rule};
use std::ops::ControlFlow;
use tengen_core::board::{Colour, POINTS, Point, Position};
#[cfg(feature = "file")]
use tengen_core::fnv::{FINGERPRINT, fingerprint};
use tengen_core::rules::Rule;
#[cfg(feature = "file")]
use tengen_records::{Ending, Game, Move, Reason};

/// A game: the initial position, the moves and the winner.
///
/// ```text
/// start    bytes of a `Key`
/// moves    32 · row + column of each, as the key lies: 16 bits each, the high byte first
/// ending   0 drawn, 1 black won, 2 white won, 3 unknown
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedBefore {
    start: Key,
    moves: Vec<Point>,
    winner: Winner,
}

/// The winner of a game, `None` for a draw; the outer `None` means unknown.
pub type Winner = Option<Option<Colour>>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The position before the first move, turned as the position that was asked for.
    pub start: Position,
    pub moves: Vec<Point>,
    pub winner: Winner,
    pub moves_before: usize,
    pub source: String,
}

pub(crate) struct PlayedRow {
    pub start: Vec<u8>,
    pub moves: Vec<u8>,
    pub ending: u8,
}

const ENDINGS: [Winner; 4] = [Some(None), Some(Some(Colour::Black)), Some(Some(Colour::White)), None];

impl PlayedBefore {
    /// A game that begins with this position.
    pub fn new(
        start: &Position,
        rule: Rule,
        moves: impl IntoIterator<Item = Point>,
        winner: Winner,
    ) -> Result<PlayedBefore, BookError> {
        check_rule(rule)?;
        let place = Place::of(start, rule);
        let moves = moves.into_iter().map(|point| place.to_key(point)).collect();
        Ok(PlayedBefore { start: place.key().clone(), moves, winner })
    }

    /// A game and its positions, from the initial one to the one after the last move.
    #[cfg(feature = "file")]
    pub fn of(game: &Game) -> Result<(PlayedBefore, Vec<Key>), BookError> {
        if game.other.is_some() {
            return Err(BookError::Unreadable { why: "this is another game than five in a row".into() });
        }
        let mut position = Position::new(game.size);
        for stone in &game.setup {
            position.check_empty(stone.point)?;
            position.place(stone.point, stone.colour, &mut ());
        }
        position.set_to_move(game.first);
        let winner = game.ending.map(|ending| ending.winner);
        let played = PlayedBefore::new(&position, game.rule, game.points(), winner)?;
        let keys = played.keys()?;
        Ok((played, keys))
    }

    /// The positions of the game, as returned by [`PlayedBefore::of`].
    pub fn keys(&self) -> Result<Vec<Key>, BookError> {
        let (mut position, rule) = self.start.position();
        let mut keys = vec![self.start.clone()];
        for &point in &self.moves {
            position.check_empty(point)?;
            position.play(point, &mut ());
            keys.push(Place::of(&position, rule).key().clone());
        }
        Ok(keys)
    }

    /// The result that is added to each of its positions.
    pub fn results(&self) -> Results {
        match self.winner {
            Some(winner) => Results::of(winner),
            None => Results { open: 1, ..Results::default() },
        }
    }

    #[cfg(feature = "file")]
    pub fn game(&self) -> Game {
        let (position, rule) = self.start.position();
        Game {
            moves: self.moves.iter().copied().map(Move::new).collect(),
            ending: self.winner.map(|winner| Ending { winner, reason: Reason::Unknown }),
            ..Game::from_position(&position, rule)
        }
    }

    /// The game as the place lies on the board, if it has this position and its moves are legal.
    pub(crate) fn through(&self, place: &Place, source: &str) -> Option<Stored> {
        let moves_before = place.key().stones().checked_sub(self.start.stones())?;
        if !self.start.is_same_board(place.key()) || moves_before > self.moves.len() {
            return None;
        }
        let (mut position, rule) = self.start.position();
        for &point in &self.moves[..moves_before] {
            position.check_empty(point).ok()?;
            position.play(point, &mut ());
        }
        let own = Place::of(&position, rule);
        if own.key() != place.key() {
            return None;
        }
        self.keys().ok()?;
        let turned = |point: Point| place.to_board(own.to_key(point)).expect("a legal point");
        let (first, _) = self.start.position();
        let mut start = Position::new(first.size());
        for stone in first.stones() {
            start.place(turned(stone.point), stone.colour, &mut ());
        }
        start.set_to_move(first.to_move());
        let moves = self.moves.iter().copied().map(turned).collect();
        Some(Stored { start, moves, winner: self.winner, moves_before, source: source.into() })
    }

    #[cfg(feature = "file")]
    pub(crate) fn row(&self) -> PlayedRow {
        let index = |point: &Point| (point.index() as u16).to_be_bytes();
        let ending = ENDINGS.iter().position(|ending| *ending == self.winner);
        PlayedRow {
            start: self.start.bytes().to_vec(),
            moves: self.moves.iter().flat_map(index).collect(),
            ending: ending.expect("every ending is listed") as u8,
        }
    }

    /// Decodes a row of a file; `None` if it is invalid.
    #[cfg(feature = "file")]
    pub(crate) fn of_row(row: &PlayedRow) -> Option<PlayedBefore> {
        PlayedBefore::unchecked(row).filter(|played| played.keys().is_ok())
    }

    /// [`PlayedBefore::of_row`] without a look at the moves.
    pub(crate) fn unchecked(row: &PlayedRow) -> Option<PlayedBefore> {
        let point = |bytes: &[u8]| {
            let index = u16::from_be_bytes([bytes[0], bytes[1]]) as usize;
            (index < POINTS).then(|| Point::from_index(index))
        };
        let chunks = row.moves.chunks_exact(2);
        if !chunks.remainder().is_empty() {
            return None;
        }
        Some(PlayedBefore {
            start: Key::from_bytes(&row.start)?,
            moves: chunks.map(point).collect::<Option<_>>()?,
            winner: *ENDINGS.get(row.ending as usize)?,
        })
    }
}

/// Whether these games are enough.
pub(crate) fn stop_at(most: usize, found: &[Stored]) -> ControlFlow<()> {
    if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// A hash of the positions of a game, independent of symmetry.
#[cfg(feature = "file")]
pub(crate) fn fingerprint_of(keys: &[Key]) -> u64 {
    let add = |print, key: &Key| fingerprint(print, key.bytes());
    keys.iter().fold(FINGERPRINT, add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::BoardSize;
    use tengen_core::rules::{Rule, Variant};
    use tengen_records::moves::game_of_moves;

    #[test]
    fn games_come_back_from_their_rows_and_broken_rows_are_none() {
        let size = BoardSize::new(15, 19).unwrap();
        let mut game = game_of_moves("a1b2c3", Rule::new(Variant::Renju), size).unwrap();
        for ending in ENDINGS {
            game.ending = ending.map(|winner| Ending { winner, reason: Reason::Unknown });
            let (played, keys) = PlayedBefore::of(&game).unwrap();
            let read = PlayedBefore::of_row(&played.row()).unwrap();
            assert_eq!((read.keys().unwrap(), &read), (keys, &played));
            assert_eq!(read.game(), game);
        }
        let row = || PlayedBefore::of(&game).unwrap().0.row();
        let broken: [fn(&mut PlayedRow); 5] = [
            |row| row.ending = 4,
            |row| row.moves.truncate(3),
            |row| row.moves = [0, 0, 0, 0].into(),
            |row| row.moves = [255, 255].into(),
            |row| row.start.truncate(5),
        ];
        for breaks in broken {
            let mut row = row();
            breaks(&mut row);
            assert_eq!(PlayedBefore::of_row(&row), None);
        }
    }
}
