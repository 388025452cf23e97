//! The openings of a tournament: none, from a file, generated, swap2, or another opening rule.
//!
//! A file has one opening per line, black's stone first: points (`h8i9g7`, as in RenLib, Yixin and the `pos` type of
//! c-gomoku-cli) or Gomocup's offsets from the centre of the board (`8,-3, 6,-4, 5,-4`). Empty lines and lines that
//! start with `#` are ignored. (The `pos` type counts rows from the top, Tengen from the bottom. So such an opening is
//! mirrored, which makes no difference to the game.)

use crate::chooser::Choices;
use crate::openings::{Balance, Opener};
use crate::referee::play::GameOpening;
use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Point, notation};
use tengen_core::game::Game;
use tengen_core::rules::Rule;
use tengen_core::rules::opening::OpeningRule;
use tengen_engine::eval::net::Networks;
use tengen_records::openings::OpeningsError;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// Every game starts on the empty board.
    Empty,
    Swap2,
    /// The referee conducts this opening rule. The choices that it makes for brains depend on the seed.
    ByRule(OpeningRule, u64),
    /// These openings in order, repeated if necessary.
    Lines(Vec<Vec<Point>>),
    /// Random openings that a search finds balanced.
    Balanced {
        size: BoardSize,
        rule: Rule,
        seed: u64,
        /// Nodes of that search; `None` for a quick one.
        nodes: Option<u64>,
    },
}

impl Openings {
    pub fn opening(&self, number: usize) -> GameOpening {
        match self {
            Openings::Empty => GameOpening::Moves(Vec::new()),
            Openings::Swap2 => GameOpening::Swap2,
            &Openings::ByRule(rule, seed) => {
                GameOpening::ByRule(rule, Choices::of(Random::of(seed, number as u64).next()))
            }
            Openings::Lines(lines) => GameOpening::Moves(lines[number % lines.len()].clone()),
            &Openings::Balanced { size, rule, seed, nodes } => {
                let mut random = Random::of(seed, number as u64);
                let balance = nodes.map_or(Balance::QUICK, Balance::of);
                let mut opener = Opener::judging_by(&Networks::built_in(), balance);
                let position = opener.draw(&mut random, rule, size);
                GameOpening::Moves(position.stones().iter().map(|stone| stone.point).collect())
            }
        }
    }

    pub fn shuffle(&mut self, seed: u64) {
        if let Openings::Lines(lines) = self {
            Random::new(seed).shuffle(lines);
        }
    }
}

pub fn read(text: &str, size: BoardSize, rule: Rule) -> Result<Openings, OpeningsError> {
    let mut lines = Vec::new();
    for (number, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = tengen_records::openings::read(line, size).and_then(|points| playable(points, size, rule));
        lines.push(opening.map_err(|why| OpeningsError::Line { n: number + 1, why: why.into() })?);
    }
    if lines.is_empty() {
        Err(OpeningsError::Line { n: 1, why: OpeningsError::NoOpening.into() })
    } else {
        Ok(Openings::Lines(lines))
    }
}

/// Checks that the points can be played and leave the game open.
fn playable(points: Vec<Point>, size: BoardSize, rule: Rule) -> Result<Vec<Point>, OpeningsError> {
    let mut board = Game::new(size, rule);
    for &point in &points {
        let name = || notation::write(point, size);
        board.play(point).map_err(|why| OpeningsError::Point { point: name(), why: why.into() })?;
        if let Some(ending) = board.ending() {
            return Err(OpeningsError::Over { point: name(), reason: ending.reason });
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Variant;

    const RENJU: Rule = Rule::new(Variant::Renju);

    fn openings(text: &str) -> Result<Openings, String> {
        read(text, BoardSize::FIFTEEN, RENJU).map_err(|error| error.to_string())
    }

    #[test]
    fn openings_are_read_in_both_notations() {
        let point = |text: &str| notation::read(text, BoardSize::FIFTEEN).unwrap();
        let text = "# mine\nh8 i9 g7\n\n0,0, 1,-1, -1,1\n";
        assert_eq!(openings(text), Ok(Openings::Lines(vec![point("h8i9g7"), point("h8i9g7")])));
    }

    #[test]
    fn bad_lines_are_named() {
        assert_eq!(openings("h8\nh8h8").unwrap_err(), "line 2: h8: point already taken");
        assert_eq!(openings("p1").unwrap_err(), "line 1: \"p1\" is not a point of a 15x15 board");
        assert_eq!(openings("8,0").unwrap_err(), "line 1: 8,0 is off the board");
        assert_eq!(openings("1,0, 2").unwrap_err(), "line 1: an odd number of numbers; a point is column,row");
        assert_eq!(openings("1,x").unwrap_err(), "line 1: \"1,x\" is neither h8i9g7 nor 0,0, 1,-1, 2,0");
        assert_eq!(openings("a1a3b1b3c1c3e1d5f1f5d1").unwrap_err(), "line 1: the game is over with d1: foul: overline");
        assert_eq!(openings("\n# nothing\n").unwrap_err(), "line 1: no opening in this file");
    }

    #[test]
    fn openings_repeat_and_generated_ones_are_reproducible() {
        let lines = openings("h8\ni9\n").unwrap();
        assert_eq!(lines.opening(0), lines.opening(2));
        assert_ne!(lines.opening(0), lines.opening(1));
        let generated = Openings::Balanced { size: BoardSize::FIFTEEN, rule: RENJU, seed: 5, nodes: None };
        assert_eq!(generated.opening(3), generated.opening(3));
        assert_ne!(generated.opening(3), generated.opening(4));
    }
}
