//! The openings of self-play games.

use crate::error::OptionError;
use anyhow::{Context, Result, bail, ensure};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tengen_arena::openings::{Balance, balanced_by, in_lines, near, scattered};
use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Position};
use tengen_core::files;
use tengen_core::fnv::{FINGERPRINT, fingerprint};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::search::Searcher;
use tengen_records::openings;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opening {
    /// Random stones near each other, balanced.
    Scattered,
    /// Random stones on lines with each other, balanced.
    Lines,
    /// One stone near the centre, followed by up to four random moves near a stone.
    Empty,
    Book(PathBuf),
}

/// `scattered`, `lines`, `empty`, or `book:openings.txt`; the folder of a file is omitted.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Opening::Scattered => f.write_str("scattered"),
            Opening::Lines => f.write_str("lines"),
            Opening::Empty => f.write_str("empty"),
            Opening::Book(path) => write!(f, "book:{}", name(path)),
        }
    }
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

impl FromStr for Opening {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Opening, OptionError> {
        Ok(match text {
            "scattered" => Opening::Scattered,
            "lines" => Opening::Lines,
            "empty" => Opening::Empty,
            _ => match text.strip_prefix("book:") {
                Some(path) => Opening::Book(path.into()),
                None => return Err(OptionError::Openings),
            },
        })
    }
}

/// The maximum advantage after a random opening, in score units.
const MARGIN: i32 = 80;
/// The maximum number of random moves near a stone after an empty board.
const EARLY: usize = 4;

pub enum Start {
    Drawn(Opening),
    Book(Book),
}

pub struct Book {
    path: PathBuf,
    lines: Vec<String>,
    fingerprint: u64,
}

impl Start {
    /// Prepares openings for games of a rule on some boards.
    pub fn new(opening: &Opening, rule: Rule, sizes: &[BoardSize]) -> Result<Start> {
        Ok(match opening {
            Opening::Book(path) => Start::Book(Book::read(path, rule, sizes)?),
            drawn => Start::Drawn(drawn.clone()),
        })
    }

    /// Additional text for the provenance, besides the name.
    pub fn provenance(&self) -> Option<String> {
        let Start::Book(book) = self else { return None };
        let (name, count) = (name(&book.path), book.lines.len());
        let fingerprint = book.fingerprint;
        Some(format!("book {name}: {count} openings with the fingerprint {fingerprint:016x}\n"))
    }

    /// Draws an initial position and the number of random moves near a stone after it.
    pub fn draw(
        &self,
        random: &mut Random,
        searcher: &mut Searcher,
        (rule, size): (Rule, BoardSize),
        nodes: u64,
    ) -> (Position, usize) {
        let balance = Balance { nodes, margin: MARGIN };
        let mut balanced = |draw, random: &mut Random| balanced_by(draw, random, searcher, (rule, size), balance);
        match self {
            Start::Drawn(Opening::Lines) => (balanced(in_lines, random), 0),
            Start::Drawn(Opening::Empty) => {
                let mut position = Position::new(size);
                if let Some(&point) = random.choose(&near(&position)) {
                    position.play(point, &mut ());
                }
                (position, random.below(EARLY + 1))
            }
            Start::Drawn(_) => (balanced(scattered, random), 0),
            Start::Book(book) => (book.draw(random, rule, size), 0),
        }
    }
}

impl Book {
    fn read(path: &Path, rule: Rule, sizes: &[BoardSize]) -> Result<Book> {
        let at = || path.display().to_string();
        let text = files::read_list(path).with_context(at)?;
        let mut lines = Vec::new();
        for (number, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let tried = sizes.iter().map(|&size| opening(line, rule, size));
            let reasons: Vec<_> = tried.filter_map(Result::err).collect();
            if reasons.len() == sizes.len() {
                bail!("{}, line {}: {}", at(), number + 1, reasons[0]);
            }
            lines.push(line.to_string());
        }
        for &size in sizes {
            let fits = |line: &String| opening(line, rule, size).is_ok();
            ensure!(lines.iter().any(fits), "{}: no opening for {size}", at());
        }
        Ok(Book { path: path.to_path_buf(), fingerprint: fingerprint(FINGERPRINT, lines.join("\n").as_bytes()), lines })
    }

    fn draw(&self, random: &mut Random, rule: Rule, size: BoardSize) -> Position {
        loop {
            let line = random.choose(&self.lines).expect("some line fits each board");
            if let Ok(position) = opening(line, rule, size) {
                return position;
            }
        }
    }
}

/// The position of a line, which must leave the game open.
fn opening(line: &str, rule: Rule, size: BoardSize) -> Result<Position> {
    let mut position = Position::new(size);
    for point in openings::read(line, size)? {
        position.check_empty(point)?;
        match judge(&position, point, position.to_move(), rule) {
            Outcome::Open => position.play(point, &mut ()),
            Outcome::Forbidden(_) => bail!("it contains a forbidden move"),
            Outcome::Five(_) | Outcome::Draw => bail!("the game is over with it"),
        }
    }
    Ok(position)
}
