//! A manager for real brains: it keeps the board, sends the moves and checks them by `rules/` alone.

use super::brain::{Brain, place};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use std::time::Duration;
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_testkit::stopwatch::{Stopwatch, Took};

pub struct Referee {
    pub position: Position,
    rule: Rule,
}

/// A move and its time, from the last byte of the command to the answer.
pub struct RefereeMove {
    pub took: Took,
    /// Whether the game continues.
    pub open: bool,
}

impl Referee {
    pub fn new(side: u32, rule: Rule) -> Referee {
        let size = BoardSize::square(side).expect("a board");
        Referee { position: Position::new(size), rule }
    }

    /// Places random stones of both sides, none of which ends the game.
    pub fn scatter(&mut self, stones: usize, random: &mut StdRng) {
        for _ in 0..stones {
            let to_move = self.position.to_move();
            let open = |&point: &Point| judge(&self.position, point, to_move, self.rule) == Outcome::Open;
            let point = self.position.empty_points().filter(open).choose(random);
            self.position.play(point.expect("an open point"), &mut ());
        }
    }

    /// The BOARD … DONE command for the side to move.
    pub fn board(&self) -> String {
        let us = self.position.to_move();
        let lines = self.position.stones().iter().map(|stone| {
            let field = if stone.colour == us { 1 } else { 2 };
            format!("{},{},{field}\r\n", stone.point.x(), stone.point.y())
        });
        format!("BOARD\r\n{}DONE\r\n", lines.collect::<String>())
    }

    /// Asks a brain for the next move with BOARD, and plays it.
    pub fn ask(&mut self, brain: &mut Brain) -> RefereeMove {
        let text = self.board();
        let watch = Stopwatch::of(brain.id());
        brain.send_bytes(text.as_bytes());
        let (answer, answered) = brain.timed_answer();
        let took = watch.until(answered);
        let point = place(&answer).and_then(|(x, y)| self.position.size().point(x, y));
        let point = point.unwrap_or_else(|| panic!("{answer} is no move"));
        assert_eq!(self.position.check_empty(point), Ok(()), "{answer}");
        let us = self.position.to_move();
        let outcome = judge(&self.position, point, us, self.rule);
        assert!(!matches!(outcome, Outcome::Forbidden(_)) || us == Colour::White);
        self.position.play(point, &mut ());
        RefereeMove { took, open: outcome == Outcome::Open }
    }
}

/// A tolerance added to every limit where [`waiting`] is always zero, that is, outside Linux.
pub const GRACE: Duration = Duration::from_millis(if cfg!(target_os = "linux") { 0 } else { 400 });
