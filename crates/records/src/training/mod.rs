//! Training data: games with the search result of each position, written by self-play and by sampling of search trees,
//! read by tuning and the trainer. A position is reconstructed by replaying the moves before it.
//!
//! All numbers are little-endian. A file is a header followed by games.
//!
//! | bytes of the header | content |
//! |---|---|
//! | 8 | `TNGGAME2` |
//! | 4 | length of the provenance, *t* |
//! | *t* | the provenance: a text that describes how the file was made, so that it can be reproduced |
//!
//! | bytes of a game | content |
//! |---|---|
//! | 1 | rule: variant (0 freestyle, 1 standard, 2 renju, 3 caro, 4 exact caro), +8 with `fb_check` |
//! | 1, 1 | columns, rows |
//! | 1 | result: 0 black won, 1 white won, 2 draw, 3 unfinished |
//! | 2 | stones of the opening, *k* |
//! | 2 | moves searched, *n* |
//! | 8 | source: the number of the self-play game, or of the one it was sampled from |
//! | 2·*k* | points of the opening (32·row + column), black first, alternating |
//! | 4·*n* or more | searched moves: point, +0x8000 if the best move was another; score for the side to move (signed; a guess for the only reply to a four, which is not searched); then, if marked so, the best move |
//!
//! Positions with the same source are related: they all belong to the same split.
//!
//! Files of the older format `TNGGAME1` are supported for reading. They have no provenance and no source, and *k* is
//! one byte; the source is then a hash of the game's bytes.
//!
//! A truncated file (from an interrupted run) is read up to the last complete game.

mod file;
#[cfg(test)]
mod tests;

pub(super) use file::is;
pub use file::{GameReader, GameWriter, read_file};

use super::{Ending, Game, Move, Reason, TrainingError};
use std::io::Read;
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::fnv::{FINGERPRINT, fingerprint};
use tengen_core::rules::{Rule, Variant};

type Result<T> = std::result::Result<T, TrainingError>;

const OTHER_BEST: u16 = 0x8000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    Won(Colour),
    Drawn,
    Unfinished,
}

impl GameResult {
    /// 1 for a win of `side`, 0 for a loss, otherwise ½.
    pub fn points(self, side: Colour) -> f32 {
        match self {
            GameResult::Won(winner) if winner == side => 1.0,
            GameResult::Won(_) => 0.0,
            GameResult::Drawn | GameResult::Unfinished => 0.5,
        }
    }

    fn byte(self) -> u8 {
        match self {
            GameResult::Won(Colour::Black) => 0,
            GameResult::Won(Colour::White) => 1,
            GameResult::Drawn => 2,
            GameResult::Unfinished => 3,
        }
    }

    fn of_byte(byte: u8) -> Result<GameResult> {
        Ok(match byte {
            0 => GameResult::Won(Colour::Black),
            1 => GameResult::Won(Colour::White),
            2 => GameResult::Drawn,
            3 => GameResult::Unfinished,
            _ => return Err(TrainingError::NoResult { byte }),
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The move that was played.
    pub point: Point,
    /// The best move found by the search.
    pub best: Point,
    /// The score for the side to move.
    pub score: i16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    pub rule: Rule,
    pub size: BoardSize,
    /// The number of the self-play game, or of the one it was sampled from.
    pub source: u64,
    /// Stones on the board before the first searched move; black first, alternating.
    pub opening: Vec<Point>,
    pub moves: Vec<Searched>,
    pub result: GameResult,
}

/// The formats that can be read; only the newest is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DataFormat {
    One,
    Two,
}

impl TrainingGame {
    pub fn start(&self) -> Position {
        self.position(0)
    }

    /// The position after the first `moves` searched moves.
    pub fn position(&self, moves: usize) -> Position {
        let played = self.moves[..moves].iter().map(|searched| searched.point);
        Position::new(self.size).after_all(&self.opening).after_all(played)
    }

    pub fn game(&self) -> Game {
        let mut game = Game::new(self.size, self.rule, Default::default());
        let moves = self.moves.iter().map(|searched| searched.point);
        game.moves = self.opening.iter().copied().chain(moves).map(Move::new).collect();
        game.ending = match self.result {
            GameResult::Won(winner) => Some(Ending::won(winner, Reason::Unknown)),
            GameResult::Drawn => Some(Ending::drawn(Reason::Unknown)),
            GameResult::Unfinished => None,
        };
        game
    }

    pub fn write(&self, bytes: &mut Vec<u8>) {
        let TrainingGame { size, opening, .. } = self;
        let [width, height] = [size.width(), size.height()];
        bytes.extend([rule_byte(self.rule), width, height, self.result.byte()]);
        // A board has at most 1,024 points, each played at most once.
        bytes.extend((opening.len() as u16).to_le_bytes());
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        bytes.extend(self.source.to_le_bytes());
        for point in opening {
            bytes.extend((point.index() as u16).to_le_bytes());
        }
        for searched in &self.moves {
            let other = searched.best != searched.point;
            let mark = if other { OTHER_BEST } else { 0 };
            bytes.extend((searched.point.index() as u16 | mark).to_le_bytes());
            bytes.extend(searched.score.to_le_bytes());
            if other {
                bytes.extend((searched.best.index() as u16).to_le_bytes());
            }
        }
    }

    /// The game that these bytes begin with, as serialized by [`TrainingGame::write`].
    pub fn of_bytes(mut bytes: &[u8]) -> Result<TrainingGame> {
        TrainingGame::read(&mut bytes, DataFormat::Two)?.ok_or(TrainingError::Ends)
    }

    /// Reads a game; `None` at the end of the input, even within a game.
    fn read(bytes: &mut impl Read, format: DataFormat) -> Result<Option<TrainingGame>> {
        let mut fields = LineFields { bytes, seen: FINGERPRINT };
        match read_fields(&mut fields, format) {
            Ok(game) => Ok(Some(game)),
            Err(TrainingError::Ends) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn read_fields(fields: &mut LineFields<impl Read>, format: DataFormat) -> Result<TrainingGame> {
    let [rule, width, height, result] = fields.take()?;
    let size = BoardSize::new(width as u32, height as u32).ok_or(TrainingError::NoBoard)?;
    let opening = match format {
        DataFormat::One => fields.take::<1>()?[0] as u16,
        DataFormat::Two => fields.number()?,
    };
    let moves = fields.number()?;
    let source = match format {
        DataFormat::One => 0,
        DataFormat::Two => u64::from_le_bytes(fields.take()?),
    };
    let mut game = TrainingGame {
        rule: rule_of_byte(rule)?,
        size,
        source,
        opening: Vec::new(),
        moves: Vec::new(),
        result: GameResult::of_byte(result)?,
    };
    let mut stones = Position::new(size);
    for _ in 0..opening {
        let point = point(fields.number()?);
        stones.check_empty(point)?;
        stones.play(point, &mut ());
        game.opening.push(point);
    }
    for _ in 0..moves {
        let searched = fields.searched()?;
        stones.check_empty(searched.best)?;
        stones.check_empty(searched.point)?;
        stones.play(searched.point, &mut ());
        game.moves.push(searched);
    }
    if format == DataFormat::One {
        game.source = fields.seen;
    }
    Ok(game)
}

/// Reads the fields of a game and hashes them.
struct LineFields<'a, R> {
    bytes: &'a mut R,
    seen: u64,
}

impl<R: Read> LineFields<'_, R> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut field = [0; N];
        self.bytes.read_exact(&mut field)?;
        self.seen = fingerprint(self.seen, &field);
        Ok(field)
    }

    fn number(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    fn searched(&mut self) -> Result<Searched> {
        let number = self.number()?;
        let score = i16::from_le_bytes(self.take()?);
        let played = point(number);
        let best = match number & OTHER_BEST {
            0 => played,
            _ => point(self.number()?),
        };
        Ok(Searched { point: played, best, score })
    }
}

fn point(number: u16) -> Point {
    Point::from_index(number as usize)
}

pub fn rule_byte(rule: Rule) -> u8 {
    let variant = Variant::ALL.iter().position(|&v| v == rule.variant);
    variant.expect("every variant is listed") as u8 | (rule.first_player_forbidden as u8) << 3
}

pub fn rule_of_byte(byte: u8) -> Result<Rule> {
    let variant = Variant::ALL.get(byte as usize & 7).ok_or(TrainingError::NoRule)?;
    if byte >= 16 {
        return Err(TrainingError::NoRuleByte { byte });
    }
    Ok(Rule { first_player_forbidden: byte & 8 != 0, ..Rule::new(*variant) })
}
