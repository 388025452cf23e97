//! Files of games with what the search thought of each position: what self-play writes and tuning
//! reads. A position is had by playing the moves before it again.
//!
//! All numbers are little-endian. A file is the 8 bytes `TNGGAME1` and then games, one after the
//! other:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | rule: variant (0 freestyle, 1 standard, 2 renju, 3 caro, 4 exact caro), +8 with `fb_check` |
//! | 1, 1 | columns, rows |
//! | 1 | result: 0 black won, 1 white won, 2 draw, 3 not played on |
//! | 1 | stones of the opening, *k* |
//! | 2 | moves searched, *n* |
//! | 2·*k* | points of the opening (32·row + column), black first, in turns |
//! | 4·*n* or more | searched moves: point, +0x8000 when the search wanted another; score for the side to move (signed); then, if so marked, the point that the search wanted |
//!
//! A file that breaks off in the middle of a game (a run was ended) is read up to there.

use crate::board::{Colour, Point, Position, Shape};
use crate::rules::{Rule, Variant};
use anyhow::{Context, Result, bail, ensure};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"TNGGAME1";
const OTHER_BEST: u16 = 0x8000;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This side won.
    Won(Colour),
    /// Nobody did.
    Draw,
    /// It was not played on.
    Open,
}

impl Ending {
    /// 1 for a win of `side`, 0 for a loss, else ½.
    pub fn points(self, side: Colour) -> f32 {
        match self {
            Ending::Won(winner) if winner == side => 1.0,
            Ending::Won(_) => 0.0,
            Ending::Draw | Ending::Open => 0.5,
        }
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
pub struct Game {
    /// Its rule.
    pub rule: Rule,
    /// Its board.
    pub shape: Shape,
    /// Stones that were there before anyone thought; black first, in turns.
    pub opening: Vec<Point>,
    /// The moves from there.
    pub moves: Vec<Searched>,
    /// How it ended.
    pub ending: Ending,
}

impl Game {
    /// The position before the first searched move.
    pub fn start(&self) -> Position {
        let mut position = Position::new(self.shape);
        for &point in &self.opening {
            position.play(point, &mut ());
        }
        position
    }

    /// Adds the game's bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let ending = match self.ending {
            Ending::Won(Colour::Black) => 0,
            Ending::Won(Colour::White) => 1,
            Ending::Draw => 2,
            Ending::Open => 3,
        };
        let Game { shape, opening, .. } = self;
        bytes.push(rule_byte(self.rule));
        bytes.extend([shape.width(), shape.height(), ending, opening.len() as u8]);
        bytes.extend((self.moves.len() as u16).to_le_bytes());
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

    /// Reads a game from the front of `bytes`; `None` when they break off in the middle.
    ///
    /// # Errors
    /// When the bytes are no game.
    fn read(bytes: &mut &[u8]) -> Result<Option<Game>> {
        let mut rest = *bytes;
        let Some(&[rule, width, height, ending, opening, low, high]) = take(&mut rest) else {
            return Ok(None);
        };
        let shape = Shape::new(width as u32, height as u32).context("no such board")?;
        let ending = match ending {
            0 => Ending::Won(Colour::Black),
            1 => Ending::Won(Colour::White),
            2 => Ending::Draw,
            3 => Ending::Open,
            _ => bail!("no such result: {ending}"),
        };
        let mut game = Game {
            rule: rule_of_byte(rule)?,
            shape,
            opening: Vec::with_capacity(opening as usize),
            moves: Vec::new(),
            ending,
        };
        let mut stones = Position::new(shape);
        for _ in 0..opening {
            let Some(&number) = take(&mut rest) else {
                return Ok(None);
            };
            let point = point(u16::from_le_bytes(number));
            stones.check_empty(point)?;
            stones.play(point, &mut ());
            game.opening.push(point);
        }
        for _ in 0..u16::from_le_bytes([low, high]) {
            let Some(searched) = read_move(&mut rest) else {
                return Ok(None);
            };
            stones.check_empty(searched.best)?;
            stones.check_empty(searched.point)?;
            stones.play(searched.point, &mut ());
            game.moves.push(searched);
        }
        *bytes = rest;
        Ok(Some(game))
    }
}

fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(first)
}

fn point(number: u16) -> Point {
    Point::from_index(number as usize)
}

fn read_move(rest: &mut &[u8]) -> Option<Searched> {
    let &[p0, p1, s0, s1] = take(rest)?;
    let number = u16::from_le_bytes([p0, p1]);
    let played = point(number);
    let best = match number & OTHER_BEST {
        0 => played,
        _ => point(u16::from_le_bytes(*take(rest)?)),
    };
    Some(Searched {
        point: played,
        best,
        score: i16::from_le_bytes([s0, s1]),
    })
}

fn rule_byte(rule: Rule) -> u8 {
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

/// Reads all whole games of a file.
///
/// # Errors
/// When the file cannot be read or is no file of games.
pub fn read_file(path: &Path) -> Result<Vec<Game>> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let (games, _) = read_games(&bytes).with_context(|| path.display().to_string())?;
    Ok(games)
}

/// All whole games, and how many bytes they take.
fn read_games(bytes: &[u8]) -> Result<(Vec<Game>, usize)> {
    let mut rest = bytes.strip_prefix(MAGIC).context("not a file of games")?;
    let mut games = Vec::new();
    while let Some(game) = Game::read(&mut rest)? {
        games.push(game);
    }
    Ok((games, bytes.len() - rest.len()))
}

/// A file that games are added to.
pub struct GameWriter {
    file: File,
    games: usize,
}

impl GameWriter {
    /// Opens a file to go on with it, or starts it. What a broken-off run left half-written goes.
    ///
    /// # Errors
    /// When that cannot be done, or the file is something else, or holds games of another kind.
    pub fn open(path: &Path, belongs: impl Fn(&Game) -> bool) -> Result<GameWriter> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| path.display().to_string())?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            file.write_all(MAGIC)?;
            return Ok(GameWriter { file, games: 0 });
        }
        let read = read_games(&bytes).with_context(|| path.display().to_string());
        let (games, length) = read?;
        ensure!(
            games.iter().all(belongs),
            "{} holds games of another rule or board; choose another file",
            path.display()
        );
        file.set_len(length as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(GameWriter {
            file,
            games: games.len(),
        })
    }

    /// How many games the file holds.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, game: &Game) -> Result<()> {
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        self.file.write_all(&bytes)?;
        self.games += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Game {
        let at = Point::new;
        let searched = |point, best, score| Searched { point, best, score };
        Game {
            rule: Rule {
                first_player_fouls: true,
                ..Rule::new(Variant::Caro)
            },
            shape: Shape::new(15, 20).unwrap(),
            opening: vec![at(7, 7), at(8, 8)],
            moves: vec![
                searched(at(6, 7), at(6, 7), -300),
                searched(at(5, 7), at(9, 19), 29_999),
            ],
            ending: Ending::Won(Colour::White),
        }
    }

    #[test]
    fn games_come_back_as_written() {
        let mut bytes = MAGIC.to_vec();
        game().write(&mut bytes);
        let one = bytes.len();
        game().write(&mut bytes);
        let both = (vec![game(), game()], bytes.len());
        assert_eq!(read_games(&bytes).unwrap(), both);
        for cut in one..bytes.len() {
            assert_eq!(read_games(&bytes[..cut]).unwrap(), (vec![game()], one));
        }
    }

    #[test]
    fn what_is_no_game_is_refused() {
        assert!(read_games(b"something else").is_err());
        let mut bytes = MAGIC.to_vec();
        let mut twice = game();
        twice.opening[1] = twice.opening[0];
        twice.write(&mut bytes);
        assert!(read_games(&bytes).is_err());
    }
}
