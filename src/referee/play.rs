//! A whole game between two seats, from START to a verdict.

use super::board::Board;
use super::brain::Spoken;
use super::seat::{Failure, Seat};
use super::swap2::{SeatFailure, lay, negotiate};
use crate::board::{Colour, Point, Shape};
use crate::records::{Ending, Game, Move};
use crate::rules::Rule;
use std::time::Duration;

/// How a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opening {
    /// With these moves; with none, on the empty board.
    Moves(Vec<Point>),
    /// As the brains agree by swap2.
    Swap2,
}

/// What is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board.
    pub shape: Shape,
    /// The rule.
    pub rule: Rule,
    /// The opening.
    pub opening: Opening,
    /// After so many moves a game that nobody has won is over.
    pub draw_after: Option<usize>,
}

/// How long a brain thought about its moves (not about a swap2 opening).
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Moves.
    pub moves: u32,
    /// Time for all of them.
    pub time: Duration,
    /// Time for the slowest.
    pub slowest: Duration,
}

impl Thought {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Thought) -> Thought {
        Thought {
            moves: self.moves + other.moves,
            time: self.time + other.time,
            slowest: self.slowest.max(other.slowest),
        }
    }

    /// Time for a move; `None` without one.
    pub fn mean(&self) -> Option<Duration> {
        self.time.checked_div(self.moves)
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The record; its ending is there.
    pub game: Game,
    /// Which seat had black.
    pub black: usize,
    /// How long each seat thought.
    pub thought: [Thought; 2],
    /// Why a program failed, in a sentence.
    pub why: Option<String>,
    /// What was said, in the order of time; each line with the seat. Empty unless it was wanted.
    pub dialogue: Vec<(usize, Spoken)>,
}

impl Played {
    /// How it ended.
    pub fn ending(&self) -> Ending {
        self.game.ending.expect("the game was played to its end")
    }

    /// The seat that has won; `None` for a draw.
    pub fn winner(&self) -> Option<usize> {
        let winner = self.ending().winner?;
        Some(if winner == Colour::Black {
            self.black
        } else {
            1 - self.black
        })
    }
}

/// Plays a game; the first seat begins. `None` when the whole match is being stopped.
pub fn play(seats: &mut [Seat; 2], setup: &Setup) -> Option<Played> {
    let mut course = Course {
        board: Board::new(setup.shape, setup.rule),
        moves: Vec::new(),
        black: 0,
        thought: [Thought::default(); 2],
    };
    let (ending, why) = match course.run(seats, setup) {
        Ok(()) => (course.board.ending().expect("it ran to its end"), None),
        Err((seat, failure)) => {
            seats[seat].dismiss(); // what it still says would be taken for something else
            let Failure::Fault(reason, why) = failure else {
                return None;
            };
            let why = format!("{}: {why}", seats[seat].name());
            (Ending::won(!course.colour(seat), reason), Some(why))
        }
    };
    let dialogue = dialogue(seats);
    let names = [course.black, 1 - course.black].map(|seat| seats[seat].name().to_string());
    let mut game = Game::new(setup.shape, setup.rule, names);
    game.moves = course.moves;
    game.ending = Some(ending);
    Some(Played {
        game,
        black: course.black,
        thought: course.thought,
        why,
        dialogue,
    })
}

/// A game as it goes.
struct Course {
    board: Board,
    moves: Vec<Move>,
    /// The seat that has black.
    black: usize,
    thought: [Thought; 2],
}

impl Course {
    fn run(&mut self, seats: &mut [Seat; 2], setup: &Setup) -> Result<(), SeatFailure> {
        for (number, seat) in seats.iter_mut().enumerate() {
            let started = seat.start_game(setup.shape, setup.rule);
            started.map_err(|failure| (number, failure))?;
        }
        match &setup.opening {
            Opening::Swap2 => self.black = negotiate(seats, &mut self.board, &mut self.moves)?,
            Opening::Moves(points) => self.open(points),
        }
        while self.board.ending().is_none() {
            if setup
                .draw_after
                .is_some_and(|most| self.moves.len() >= most)
            {
                self.board.stop();
                break;
            }
            let black_moves = self.board.to_move() == Colour::Black;
            let seat = if black_moves {
                self.black
            } else {
                1 - self.black
            };
            let advanced = self.advance(seats, seat);
            advanced.map_err(|failure| (seat, failure))?;
        }
        Ok(())
    }

    fn colour(&self, seat: usize) -> Colour {
        if seat == self.black {
            Colour::Black
        } else {
            Colour::White
        }
    }

    /// Lays an opening. Whoever made it has seen to it that it can be played.
    fn open(&mut self, points: &[Point]) {
        for &point in points {
            let played = self.board.play(point);
            debug_assert_eq!(played, Ok(()), "{point:?} of the opening");
            self.moves.push(Move {
                comment: "opening".into(),
                ..Move::new(point)
            });
        }
    }

    fn advance(&mut self, seats: &mut [Seat; 2], seat: usize) -> Result<(), Failure> {
        let answer = seats[seat].ask_move(&self.board)?;
        let took = answer.took;
        self.thought[seat] = self.thought[seat].plus(Thought {
            moves: 1,
            time: took,
            slowest: took,
        });
        let point = lay(&mut self.board, answer.what)?;
        self.moves.push(Move {
            point,
            time: Some(took.as_millis() as u64),
            comment: answer.remark,
        });
        Ok(())
    }
}

/// What both were told and said.
fn dialogue(seats: &mut [Seat; 2]) -> Vec<(usize, Spoken)> {
    let said = |(number, seat): (usize, &mut Seat)| {
        let log = seat.take_log();
        log.into_iter().map(move |spoken| (number, spoken))
    };
    let mut dialogue: Vec<_> = seats.iter_mut().enumerate().flat_map(said).collect();
    dialogue.sort_by_key(|(_, spoken)| spoken.at);
    dialogue
}
