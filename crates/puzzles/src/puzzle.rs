//! A puzzle and its line in a file.
//!
//! ```text
//!   {"rule":"freestyle","size":"15x15","moves":"h8i9h9…","kind":"vcf","solution":"g10h11f9","plies":7,"rating":1240}
//! ```

use crate::error::WrongPuzzle;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use tengen_core::board::{BoardSize, Point, PointSet, Position, notation};
use tengen_core::rules::Rule;

/// The task.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    MakeFive,
    StopFour,
    OpenFour,
    StopThree,
    /// Make two threats with one stone, and win by them.
    DoubleThreat,
    /// Renju: point at a point that is forbidden to Black.
    Forbidden,
    /// Renju: make a four that Black can only stop on a forbidden point.
    Trap,
    Vcf,
    /// Find a VCT where there is no VCF.
    Vct,
    /// Find the only move that does not lose.
    Defence,
}

impl Kind {
    /// The steps for beginners, in their order; the rules alone decide them.
    pub const STEPS: [Kind; 7] = [
        Kind::MakeFive,
        Kind::StopFour,
        Kind::OpenFour,
        Kind::StopThree,
        Kind::DoubleThreat,
        Kind::Forbidden,
        Kind::Trap,
    ];
    pub const GRADED: [Kind; 3] = [Kind::Vcf, Kind::Vct, Kind::Defence];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::MakeFive => "make-five",
            Kind::StopFour => "stop-four",
            Kind::OpenFour => "open-four",
            Kind::StopThree => "stop-three",
            Kind::DoubleThreat => "double-threat",
            Kind::Forbidden => "forbidden",
            Kind::Trap => "trap",
            Kind::Vcf => "vcf",
            Kind::Vct => "vct",
            Kind::Defence => "defence",
        }
    }

    /// The number of the step, from 1; `None` for graded kinds.
    pub fn step(self) -> Option<usize> {
        Kind::STEPS.into_iter().position(|kind| kind == self).map(|i| i + 1)
    }
}

impl FromStr for Kind {
    type Err = WrongPuzzle;

    fn from_str(name: &str) -> Result<Kind, WrongPuzzle> {
        let mut kinds = Kind::STEPS.into_iter().chain(Kind::GRADED);
        let found = kinds.find(|kind| kind.name() == name);
        found.ok_or(WrongPuzzle::NoKind)
    }
}

/// A position with one correct move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    pub rule: Rule,
    pub size: BoardSize,
    /// The moves that lead to the position, black first, alternating.
    pub moves: Vec<Point>,
    pub kind: Kind,
    /// The correct move; for a win, the line with the longest defence, up to the five.
    pub solution: Vec<Point>,
    /// Other right first moves; none for an only defence.
    pub also: Vec<Point>,
    /// For a defence: the opponent's win if the side to move passed, up to the five. For a forbidden point: where its
    /// threes become open fours, or its fours fives.
    pub threat: Vec<Point>,
    /// Plies to the five; for a defence, those of the win it stops.
    pub plies: u32,
    /// The difficulty, on the scale of player ratings.
    pub rating: u32,
}

/// Rule, board size and stones; of all symmetric images, the smallest.
pub type Key = (usize, BoardSize, Vec<u16>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleLine {
    rule: String,
    size: String,
    moves: String,
    kind: Kind,
    solution: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    also: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    threat: String,
    plies: u32,
    rating: u32,
}

impl Puzzle {
    /// The puzzle of the position after these moves, before its solution is known.
    pub(crate) fn unsolved(rule: Rule, size: BoardSize, moves: &[Point], kind: Kind) -> Puzzle {
        let (solution, also, threat) = (Vec::new(), Vec::new(), Vec::new());
        Puzzle { rule, size, moves: moves.to_vec(), kind, solution, also, threat, plies: 0, rating: 0 }
    }

    /// The position; its side to move solves the puzzle.
    pub fn position(&self) -> Position {
        Position::new(self.size).after_all(&self.moves)
    }

    pub fn only_move(&self) -> Point {
        self.solution[0]
    }

    /// All correct first moves: the solution's and the others that win.
    pub fn right_moves(&self) -> PointSet {
        let others = self.also.iter().copied();
        others.chain([self.only_move()]).collect()
    }

    /// The grade, from 1 (easy) to 5.
    pub fn grade(&self) -> u32 {
        crate::rating::grade(self.rating)
    }

    /// A key that is the same for puzzles that are equal up to symmetry.
    pub fn key(&self) -> Key {
        let position = self.position();
        let count = self.size.images(Point::new(0, 0)).count();
        let mut images = vec![Vec::new(); count];
        for stone in position.stones() {
            for (image, stones) in self.size.images(stone.point).zip(&mut images) {
                stones.push((image.index() << 1 | stone.colour.index()) as u16);
            }
        }
        for stones in &mut images {
            stones.sort_unstable();
        }
        let least = images.into_iter().min().unwrap_or_default();
        (self.rule.index(), self.size, least)
    }

    pub fn line(&self) -> String {
        let text = |points: &[Point]| notation::list(points, self.size);
        let line = PuzzleLine {
            rule: self.rule.to_string(),
            size: self.size.to_string(),
            moves: text(&self.moves),
            kind: self.kind,
            solution: text(&self.solution),
            also: text(&self.also),
            threat: text(&self.threat),
            plies: self.plies,
            rating: self.rating,
        };
        serde_json::to_string(&line).expect("numbers and texts are JSON")
    }

    pub fn of_line(line: &str) -> Result<Puzzle, WrongPuzzle> {
        let line: PuzzleLine =
            serde_json::from_str(line).map_err(|error| WrongPuzzle::NotRead { why: error.to_string() })?;
        let size: BoardSize = line.size.parse()?;
        let puzzle = Puzzle {
            rule: line.rule.parse()?,
            size,
            moves: notation::read(&line.moves, size)?,
            kind: line.kind,
            solution: notation::read(&line.solution, size)?,
            also: notation::read(&line.also, size)?,
            threat: notation::read(&line.threat, size)?,
            plies: line.plies,
            rating: line.rating,
        };
        puzzle.check_moves()?;
        Ok(puzzle)
    }

    /// Checks that moves, solution, other wins and threat are played on empty points.
    fn check_moves(&self) -> Result<(), WrongPuzzle> {
        let others = self.also.iter().map(std::slice::from_ref);
        let lines = [self.solution.as_slice(), &self.threat];
        for line in lines.into_iter().chain(others) {
            let mut position = Position::new(self.size);
            for &point in self.moves.iter().chain(line) {
                let name = || notation::write(point, self.size);
                position.check_empty(point).map_err(|why| WrongPuzzle::OnPoint { name: name(), why: Box::new(why) })?;
                position.play(point, &mut ());
            }
        }
        if self.solution.is_empty() {
            return Err(WrongPuzzle::NoSolution);
        }
        if self.kind == Kind::Defence && !self.also.is_empty() {
            return Err(WrongPuzzle::OtherDefence);
        }
        if self.right_moves().len() != self.also.len() + 1 {
            return Err(WrongPuzzle::ListedTwice);
        }
        Ok(())
    }
}

/// Parses puzzles, one per line; empty lines are skipped.
pub fn read(text: &str) -> Result<Vec<Puzzle>, WrongPuzzle> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(i, line)| Puzzle::of_line(line).map_err(|why| WrongPuzzle::InLine { line: i + 1, why: Box::new(why) }))
        .collect()
}

/// The built-in puzzles.
///
/// # Panics
/// If the built-in file is invalid, which the tests rule out.
pub fn shipped() -> Vec<Puzzle> {
    read(include_str!("../../../web/puzzles.jsonl")).expect("our own file is right")
}

/// The built-in puzzles of the steps.
///
/// # Panics
/// If the built-in file is invalid, which the tests rule out.
pub fn shipped_steps() -> Vec<Puzzle> {
    read(include_str!("../../../web/steps.jsonl")).expect("our own file is right")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        r#"{"rule":"renju","size":"15x15","moves":"h8h9i9g7","kind":"vct","solution":"i7","plies":9,"rating":1500}"#;

    #[test]
    fn a_line_is_read_and_written_again() {
        let puzzle = Puzzle::of_line(LINE).unwrap();
        assert_eq!((puzzle.plies, puzzle.kind), (9, Kind::Vct));
        assert_eq!(puzzle.line(), LINE);
    }

    #[test]
    fn a_wrong_line_is_refused_with_its_number() {
        let wrong = [
            ("h8h9i9g7", "h8h9i9h9", "line 2: h9: point already taken"),
            ("\"i7\"", "\"\"", "line 2: there is no solution"),
            ("renju", "chess", "line 2: the rules are freestyle"),
            ("vct", "mate", "line 2: unknown variant"),
            ("15x15", "3x3", "line 2: "),
        ];
        for (right, wrong, why) in wrong {
            let text = format!("{LINE}\n{}", LINE.replace(right, wrong));
            let error = read(&text).unwrap_err().to_string();
            assert!(error.starts_with(why), "{error}");
        }
    }

    #[test]
    fn other_wins_are_read_and_written() {
        let also = r#""solution":"i7","also":"i8g8""#;
        let line = LINE.replace(r#""solution":"i7""#, also);
        let puzzle = Puzzle::of_line(&line).unwrap();
        assert_eq!(puzzle.also.len(), 2);
        assert_eq!(puzzle.right_moves().len(), 3);
        assert_eq!(puzzle.line(), line);
        let refused = [
            (r#""also":"i9""#, "i9: point already taken"),
            (r#""also":"i7""#, "a right move is listed twice"),
            (r#""also":"i8i8""#, "a right move is listed twice"),
        ];
        for (other, why) in refused {
            let wrong = line.replace(r#""also":"i8g8""#, other);
            assert_eq!(Puzzle::of_line(&wrong).unwrap_err(), why);
        }
        let defence = line.replace("vct", "defence");
        let why = "an only defence has no other right move";
        assert_eq!(Puzzle::of_line(&defence).unwrap_err(), why);
    }

    #[test]
    fn turned_and_mirrored_puzzles_have_one_key() {
        let key = |moves| Puzzle::of_line(&LINE.replace("h8h9i9g7", moves).replace("\"i7\"", "\"a1\"")).unwrap().key();
        assert_eq!(key("h8h9i9g7"), key("h8h7i7g9"), "mirrored");
        assert_eq!(key("h8h9i9g7"), key("i9g7h8h9"), "in another order");
        assert_eq!(key("h8h9i9g7"), key("h8i8i7g9"), "turned");
        assert_ne!(key("h8h9i9g7"), key("h8h9i9g6"));
        assert_ne!(key("h8h9i9g7"), key("h9h8g7i9"), "the colours changed");
    }
}
