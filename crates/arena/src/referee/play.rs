//! A whole game between two seats, from START to a verdict.

use super::brain::Spoken;
use super::opening_rule::conduct;
use super::seat::{Answer, Failure, Seat};
use super::swap2::{SeatFailure, lay, negotiate};
use std::time::Duration;
use tengen_core::board::{Colour, Point, Shape};
use tengen_core::judged::Board;
use tengen_core::records::{Ending, Game, Kind, Move, Reason};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::OpeningRule;

/// How a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opening {
    /// With these moves; with none, on the empty board.
    Moves(Vec<Point>),
    /// As the brains agree by swap2.
    Swap2,
    /// As an opening rule has it; a chooser whose random numbers begin here decides what brains have
    /// no words for.
    ByRule(OpeningRule, u64),
}

/// What is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Which game.
    pub kind: Kind,
    /// The board.
    pub shape: Shape,
    /// The rule; it means nothing in other games than five in a row.
    pub rule: Rule,
    /// The opening.
    pub opening: Opening,
    /// After so many moves a game that nobody has won is over.
    pub draw_after: Option<usize>,
}

/// How long a brain thought about its moves (not about an opening).
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

/// Told of a game after each turn, and at its end.
pub type Onlooker<'a> = &'a dyn Fn(&Game);

/// Plays a game; the first seat begins. `None` when the whole match is being stopped.
pub fn play(seats: &mut [Seat; 2], setup: &Setup) -> Option<Played> {
    play_before(seats, setup, &|_| ())
}

/// Plays a game before an onlooker.
pub fn play_before(seats: &mut [Seat; 2], setup: &Setup, onlooker: Onlooker) -> Option<Played> {
    let mut in_play = GameInPlay {
        board: Board::of(setup.kind, setup.shape, setup.rule),
        moves: Vec::new(),
        black: 0,
        thought: [Thought::default(); 2],
    };
    let (ending, why) = match in_play.run(seats, setup, onlooker) {
        Ok(()) => (in_play.board.ending().expect("it ran to its end"), None),
        Err((seat, failure)) => {
            seats[seat].dismiss(); // what it still says would be taken for something else
            let Failure::Fault(reason, why) = failure else {
                return None;
            };
            let why = format!("{}: {why}", seats[seat].name());
            (Ending::won(!in_play.colour(seat), reason), Some(why))
        }
    };
    for (seat, colour) in [in_play.black, 1 - in_play.black]
        .into_iter()
        .zip(Colour::BOTH)
    {
        seats[seat].part(&in_play.board, colour, ending);
    }
    let dialogue = dialogue(seats);
    let mut game = in_play.record(seats, setup);
    game.ending = Some(ending);
    onlooker(&game);
    Some(Played {
        game,
        black: in_play.black,
        thought: in_play.thought,
        why,
        dialogue,
    })
}

/// A game as it goes.
struct GameInPlay {
    board: Board,
    moves: Vec<Move>,
    /// The seat that has black.
    black: usize,
    thought: [Thought; 2],
}

impl GameInPlay {
    /// The game so far.
    fn record(&self, seats: &[Seat; 2], setup: &Setup) -> Game {
        let names = [self.black, 1 - self.black].map(|seat| seats[seat].name().to_string());
        let mut game = Game::new(setup.shape, setup.rule, names);
        game.kind = setup.kind;
        game.moves.clone_from(&self.moves);
        game
    }

    fn run(
        &mut self,
        seats: &mut [Seat; 2],
        setup: &Setup,
        onlooker: Onlooker,
    ) -> Result<(), SeatFailure> {
        for (number, seat) in seats.iter_mut().enumerate() {
            let colour = Colour::BOTH[number]; // what an opening rule makes of it is another matter
            let started = seat.start_game(&self.board, colour);
            started.map_err(|failure| (number, failure))?;
        }
        match &setup.opening {
            Opening::Swap2 => self.black = negotiate(seats, &mut self.board, &mut self.moves)?,
            &Opening::ByRule(rule, seed) => {
                let (board, moves) = (&mut self.board, &mut self.moves);
                conduct(seats, board, moves, &mut self.black, (rule, seed))?;
            }
            Opening::Moves(points) => self.open(points),
        }
        while !self.is_over() {
            onlooker(&self.record(seats, setup));
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
        self.lay(answer)
    }

    /// Lays the stones of a turn until the game is over. The first has the time and the remark.
    fn lay(&mut self, answer: Answer<Vec<(i32, i32)>>) -> Result<(), Failure> {
        let (side, found) = (self.board.to_move(), answer.what.len());
        let illegal = |why: String| Err(Failure::Fault(Reason::Illegal, why));
        let counted = self.board.stones_a_turn();
        if let Some(wanted) = counted.filter(|&wanted| wanted != found) {
            return illegal(format!("{found} stones in a turn of {wanted}"));
        }
        let mut time = Some(answer.took.as_millis() as u64);
        let mut comment = answer.remark;
        for (number, place) in answer.what.into_iter().enumerate() {
            if counted.is_none() && (self.board.to_move() != side || self.is_over()) {
                return illegal(format!(
                    "{found} lines in a turn that was over after {number}"
                ));
            }
            if !self.is_over() {
                let point = lay(&mut self.board, place)?;
                self.moves.push(Move {
                    point,
                    time: time.take(),
                    comment: std::mem::take(&mut comment),
                });
            }
        }
        if counted.is_none() && self.board.to_move() == side && !self.is_over() {
            return illegal(format!("{found} lines in a turn that goes on"));
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.board.ending().is_some()
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
