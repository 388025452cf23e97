//! Files of games with what the search thought of each position: what self-play and leaves write, and
//! what tuning and the trainer read. A position is had by playing the moves before it again.
//!
//! All numbers are little-endian. A file is its head, and then games one after the other.
//!
//! | bytes of the head | what |
//! |---|---|
//! | 8 | `TNGGAME2` |
//! | 4 | length of the provenance, *t* |
//! | *t* | the provenance: a text that says what made the file, so that it can be made again |
//!
//! | bytes of a game | what |
//! |---|---|
//! | 1 | rule: variant (0 freestyle, 1 standard, 2 renju, 3 caro, 4 exact caro), +8 with `fb_check` |
//! | 1, 1 | columns, rows |
//! | 1 | result: 0 black won, 1 white won, 2 draw, 3 not played on |
//! | 2 | stones of the opening, *k* |
//! | 2 | moves searched, *n* |
//! | 8 | source: the game of self-play that it is, or that it was taken from |
//! | 2·*k* | points of the opening (32·row + column), black first, in turns |
//! | 4·*n* or more | searched moves: point, +0x8000 when the search wanted another; score for the side to move (signed); then, if so marked, the point that the search wanted |
//!
//! Positions with one source belong together: when some are held out, all are.
//!
//! Files of the older format `TNGGAME1` are read too. They have no provenance, a game of theirs no
//! source, and its *k* is one byte; the source is then a fingerprint of the game's own bytes.
//!
//! A file that breaks off in the middle of a game (a run was ended) is read up to there.

mod file;
#[cfg(test)]
mod tests;

pub use file::{GameReader, GameWriter, read_file};

use crate::board::{Colour, Point, Position, Shape};
use crate::fnv::{FINGERPRINT, fingerprint};
use crate::rules::{Rule, Variant};
use anyhow::{Context, Result, bail, ensure};
use std::io::{ErrorKind, Read};

const OTHER_BEST: u16 = 0x8000;

/// What came of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// This side won.
    Won(Colour),
    /// Nobody did.
    Drawn,
    /// It was not played on.
    Unfinished,
}

impl GameResult {
    /// 1 for a win of `side`, 0 for a loss, else ½.
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
            _ => bail!("no such result: {byte}"),
        })
    }
}

/// A move with what the search thought of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The move that was played.
    pub point: Point,
    /// The move that the search wanted.
    pub best: Point,
    /// The searched value for the side to move.
    pub score: i16,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    /// Its rule.
    pub rule: Rule,
    /// Its board.
    pub shape: Shape,
    /// The game of self-play that it is, or that it was taken from.
    pub source: u64,
    /// Stones that were there before anyone thought; black first, in turns.
    pub opening: Vec<Point>,
    /// The moves from there.
    pub moves: Vec<Searched>,
    /// What came of it.
    pub result: GameResult,
}

/// The formats that are read; only the newest is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    One,
    Two,
}

impl TrainingGame {
    /// The position before the first searched move.
    pub fn start(&self) -> Position {
        self.position(0)
    }

    /// The position after so many of the searched moves.
    pub fn position(&self, moves: usize) -> Position {
        let mut position = Position::new(self.shape);
        let played = self.moves[..moves].iter().map(|searched| searched.point);
        for point in self.opening.iter().copied().chain(played) {
            position.play(point, &mut ());
        }
        position
    }

    /// Adds the game's bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let TrainingGame { shape, opening, .. } = self;
        let [width, height] = [shape.width(), shape.height()];
        bytes.extend([rule_byte(self.rule), width, height, self.result.byte()]);
        // No board has more than 1,024 points, and each comes once.
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

    /// Reads a game; `None` when the bytes end before it does.
    ///
    /// # Errors
    /// When the bytes are no game, or cannot be read.
    fn read(bytes: &mut impl Read, format: Format) -> Result<Option<TrainingGame>> {
        let mut fields = Fields {
            bytes,
            seen: FINGERPRINT,
        };
        match read_fields(&mut fields, format) {
            Ok(game) => Ok(Some(game)),
            Err(error) if is_end(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn is_end(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<std::io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::UnexpectedEof)
}

fn read_fields(fields: &mut Fields<impl Read>, format: Format) -> Result<TrainingGame> {
    let [rule, width, height, result] = fields.take()?;
    let shape = Shape::new(width as u32, height as u32).context("no such board")?;
    let opening = match format {
        Format::One => fields.take::<1>()?[0] as u16,
        Format::Two => fields.number()?,
    };
    let moves = fields.number()?;
    let source = match format {
        Format::One => 0,
        Format::Two => u64::from_le_bytes(fields.take()?),
    };
    let mut game = TrainingGame {
        rule: rule_of_byte(rule)?,
        shape,
        source,
        opening: Vec::new(),
        moves: Vec::new(),
        result: GameResult::of_byte(result)?,
    };
    let mut stones = Position::new(shape);
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
    if format == Format::One {
        game.source = fields.seen;
    }
    Ok(game)
}

/// The fields of a game as they are read, and a fingerprint of all that were.
struct Fields<'a, R> {
    bytes: &'a mut R,
    seen: u64,
}

impl<R: Read> Fields<'_, R> {
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
        Ok(Searched {
            point: played,
            best,
            score,
        })
    }
}

fn point(number: u16) -> Point {
    Point::from_index(number as usize)
}

/// A rule as one byte of a game.
pub fn rule_byte(rule: Rule) -> u8 {
    let variant = Variant::ALL.iter().position(|&v| v == rule.variant);
    variant.expect("every variant is listed") as u8 | (rule.first_player_fouls as u8) << 3
}

fn rule_of_byte(byte: u8) -> Result<Rule> {
    let variant = Variant::ALL
        .get(byte as usize & 7)
        .context("no such rule")?;
    ensure!(byte < 16, "no such rule: {byte}");
    Ok(Rule {
        first_player_fouls: byte & 8 != 0,
        ..Rule::new(*variant)
    })
}
