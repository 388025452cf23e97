//! A manager for real brains: it keeps the board, tells the moves and judges with `rules/` alone.

use super::brain::{Brain, place};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use std::time::{Duration, Instant};
use tengen::board::{Colour, Point, Position, Shape};
use tengen::rules::{Outcome, Rule, judge};

/// The board of a game between brains.
pub struct Referee {
    /// The stones.
    pub position: Position,
    rule: Rule,
}

/// What a move did.
pub struct Move {
    /// From the last byte of the command to the answer.
    pub took: Duration,
    /// The part of it for which brain and referee waited for a processor.
    pub starved: Duration,
    /// Whether the game goes on.
    pub open: bool,
}

impl Referee {
    /// An empty square board.
    pub fn new(side: u32, rule: Rule) -> Referee {
        let shape = Shape::square(side).expect("a board");
        Referee {
            position: Position::new(shape),
            rule,
        }
    }

    /// Random stones of both sides, none of which ends the game.
    pub fn scatter(&mut self, stones: usize, random: &mut StdRng) {
        for _ in 0..stones {
            let to_move = self.position.to_move();
            let open =
                |&point: &Point| judge(&self.position, point, to_move, self.rule) == Outcome::Open;
            let point = self.position.empty_points().filter(open).choose(random);
            self.position.play(point.expect("an open point"), &mut ());
        }
    }

    /// BOARD … DONE, as the side to move is told it.
    pub fn board(&self) -> String {
        let us = self.position.to_move();
        let lines = self.position.stones().iter().map(|stone| {
            let field = if stone.colour == us { 1 } else { 2 };
            format!("{},{},{field}\r\n", stone.point.x(), stone.point.y())
        });
        format!("BOARD\r\n{}DONE\r\n", lines.collect::<String>())
    }

    /// Asks a brain for the next move, by BOARD, and plays it.
    pub fn ask(&mut self, brain: &mut Brain) -> Move {
        let text = self.board();
        let waited = waiting(brain.id()) + waiting(std::process::id());
        let start = Instant::now();
        brain.send_bytes(text.as_bytes());
        let (answer, answered) = brain.timed_answer();
        let waits = waiting(brain.id()) + waiting(std::process::id());
        let point = place(&answer).and_then(|(x, y)| self.position.shape().point(x, y));
        let point = point.unwrap_or_else(|| panic!("{answer} is no move"));
        assert_eq!(self.position.check_empty(point), Ok(()), "{answer}");
        let us = self.position.to_move();
        let outcome = judge(&self.position, point, us, self.rule);
        assert!(!matches!(outcome, Outcome::Foul(_)) || us == Colour::White);
        self.position.play(point, &mut ());
        Move {
            took: answered - start,
            starved: waits.saturating_sub(waited), // threads that have ended count no more
            open: outcome == Outcome::Open,
        }
    }
}

/// What is granted above each limit where [`waiting`] is always zero: not Linux.
pub const GRACE: Duration = Duration::from_millis(if cfg!(target_os = "linux") { 0 } else { 400 });

/// How long the threads of a process have waited for a processor so far, where the system says it:
/// on a busy machine that is not the engine's fault.
pub fn waiting(process: u32) -> Duration {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
    let of_thread = |task: std::fs::DirEntry| -> Option<u64> {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse().ok()
    };
    let nanoseconds = tasks
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(of_thread)
        .sum();
    Duration::from_nanos(nanoseconds)
}
