//! A complete game between two seats, from START to the result.

use super::brain::Spoken;
use super::opening_rule::conduct;
use super::seat::{Failure, Seat, SeatAnswer};
use super::swap2::{SeatFailure, is_of_opening, lay, negotiate};
use crate::chooser::Choices;
use std::time::Duration;
use tengen_core::board::{BoardSize, Colour, Point};
use tengen_core::game;
use tengen_core::rules::opening::OpeningRule;
use tengen_core::rules::{Rule, Variant};
use tengen_records::{Ending, Game, Move, OtherGame, Reason};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameOpening {
    /// These moves; the empty board if there are none.
    Moves(Vec<Point>),
    Swap2,
    /// By an opening rule; choices that a brain's protocol does not support are made by a chooser.
    ByRule(OpeningRule, Choices),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pub other: Option<&'static dyn OtherGame>,
    pub size: BoardSize,
    /// The rule of five in a row; not used by other games.
    pub rule: Rule,
    pub opening: GameOpening,
    /// The number of moves after which a game without a winner ends.
    pub draw_after: Option<usize>,
}

/// The number of empty points at which Gomocup's judge declares a renju game drawn.
const RENJU_LEFT: usize = 25;

/// The usual [`Setup::draw_after`], as Gomocup's judge has it: a renju game ends 25 points before the board is full.
pub fn usual_draw(rule: Rule, size: BoardSize) -> Option<usize> {
    let is_renju = rule.variant == Variant::Renju && !rule.continuous;
    let moves = size.area().saturating_sub(RENJU_LEFT);
    (is_renju && moves > 0).then_some(moves)
}

/// The time a brain used for its moves (without the opening).
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Thought {
    pub moves: u32,
    pub time: Duration,
    pub slowest: Duration,
}

impl Thought {
    #[must_use]
    pub fn plus(self, other: Thought) -> Thought {
        Thought {
            moves: self.moves + other.moves,
            time: self.time + other.time,
            slowest: self.slowest.max(other.slowest),
        }
    }

    /// The mean time per move; `None` without moves.
    pub fn mean(&self) -> Option<Duration> {
        self.time.checked_div(self.moves)
    }
}

#[derive(Clone, Debug)]
pub struct Played {
    /// The record, including the result.
    pub game: Game,
    /// The seat that had black.
    pub black: usize,
    /// A message if a program failed.
    pub why: Option<String>,
    /// The conversation by time, each line with its seat. Empty unless it is logged.
    pub dialogue: Vec<(usize, Spoken)>,
}

impl Played {
    pub fn ending(&self) -> Ending {
        self.game.ending.expect("the game was played to its end")
    }

    /// The seat that won; `None` for a draw.
    pub fn winner(&self) -> Option<usize> {
        let winner = self.ending().winner?;
        Some(self.seat(winner))
    }

    fn seat(&self, colour: Colour) -> usize {
        if colour == Colour::Black { self.black } else { 1 - self.black }
    }

    /// The time used by a seat, as the record has it: a match that is continued counts the same.
    pub fn thought(&self, seat: usize) -> Thought {
        let moves = self.game.moves.iter().enumerate();
        let own = moves.filter(|&(number, _)| self.seat(self.game.side(number)) == seat);
        let times = own.filter(|(_, played)| !is_of_opening(played)).filter_map(|(_, played)| played.time);
        let times = times.map(Duration::from_millis).map(|time| Thought { moves: 1, time, slowest: time });
        times.fold(Thought::default(), Thought::plus)
    }
}

/// Called after each turn and at the end of a game.
pub type GameObserver<'a> = &'a dyn Fn(&Game);

/// Plays a game; the first seat begins. `None` if the match is being stopped.
pub fn play(seats: &mut [Seat; 2], setup: &Setup) -> Option<Played> {
    play_before(seats, setup, &|_| ())
}

pub fn play_before(seats: &mut [Seat; 2], setup: &Setup, observer: GameObserver) -> Option<Played> {
    let mut in_play =
        GameInPlay { board: game::Game::fresh(setup.other, setup.size, setup.rule), moves: Vec::new(), black: 0 };
    let (ending, why) = match in_play.run(seats, setup, observer) {
        Ok(()) => (in_play.board.ending().expect("it ran to its end"), None),
        Err((seat, failure)) => {
            seats[seat].dismiss(); // later output of it would be misunderstood
            let Failure::Fault(reason, why) = failure else { return None };
            let why = format!("{}: {why}", seats[seat].name());
            (Ending::won(!in_play.colour(seat), reason), Some(why))
        }
    };
    for (seat, colour) in [in_play.black, 1 - in_play.black].into_iter().zip(Colour::BOTH) {
        seats[seat].part(&in_play.board, colour, ending);
    }
    let dialogue = dialogue(seats);
    let mut game = in_play.record(seats, setup);
    game.ending = Some(ending);
    observer(&game);
    Some(Played { game, black: in_play.black, why, dialogue })
}

struct GameInPlay {
    board: game::Game,
    moves: Vec<Move>,
    /// The seat that has black.
    black: usize,
}

impl GameInPlay {
    fn record(&self, seats: &[Seat; 2], setup: &Setup) -> Game {
        let names = [self.black, 1 - self.black].map(|seat| seats[seat].name().to_string());
        let mut game = Game::new(setup.size, setup.rule, names);
        game.other = setup.other;
        game.moves.clone_from(&self.moves);
        game
    }

    fn run(&mut self, seats: &mut [Seat; 2], setup: &Setup, observer: GameObserver) -> Result<(), SeatFailure> {
        for (number, seat) in seats.iter_mut().enumerate() {
            let colour = Colour::BOTH[number]; // an opening rule may change it later
            let started = seat.start_game(&self.board, colour);
            started.map_err(|failure| (number, failure))?;
        }
        match &setup.opening {
            GameOpening::Swap2 => self.black = negotiate(seats, &mut self.board, &mut self.moves)?,
            &GameOpening::ByRule(rule, choices) => {
                let (board, moves) = (&mut self.board, &mut self.moves);
                conduct(seats, board, moves, &mut self.black, (rule, choices))?;
            }
            GameOpening::Moves(points) => self.open(points),
        }
        while !self.is_over() {
            observer(&self.record(seats, setup));
            if setup.draw_after.is_some_and(|most| self.moves.len() >= most) {
                self.board.stop();
                break;
            }
            let black_moves = self.board.to_move() == Colour::Black;
            let seat = if black_moves { self.black } else { 1 - self.black };
            let advanced = self.advance(seats, seat);
            advanced.map_err(|failure| (seat, failure))?;
        }
        Ok(())
    }

    fn colour(&self, seat: usize) -> Colour {
        if seat == self.black { Colour::Black } else { Colour::White }
    }

    /// Plays the moves of an opening, which must be legal.
    fn open(&mut self, points: &[Point]) {
        for &point in points {
            let played = self.board.play(point);
            debug_assert_eq!(played, Ok(()), "{point:?} of the opening");
            self.moves.push(Move { comment: "opening".into(), ..Move::new(point) });
        }
    }

    fn advance(&mut self, seats: &mut [Seat; 2], seat: usize) -> Result<(), Failure> {
        let answer = seats[seat].ask_move(&self.board)?;
        self.lay(answer)
    }

    /// Plays the stones of a turn until the game is over. The first one is recorded with time and remark.
    fn lay(&mut self, answer: SeatAnswer<Vec<(i32, i32)>>) -> Result<(), Failure> {
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
                return illegal(format!("{found} lines in a turn that ended after {number}"));
            }
            if !self.is_over() {
                let point = lay(&mut self.board, place)?;
                self.moves.push(Move { point, time: time.take(), comment: std::mem::take(&mut comment) });
            }
        }
        if counted.is_none() && self.board.to_move() == side && !self.is_over() {
            return illegal(format!("{found} lines in an unfinished turn"));
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.board.ending().is_some()
    }
}

fn dialogue(seats: &mut [Seat; 2]) -> Vec<(usize, Spoken)> {
    let said = |(number, seat): (usize, &mut Seat)| {
        let log = seat.take_log();
        log.into_iter().map(move |spoken| (number, spoken))
    };
    let mut dialogue: Vec<_> = seats.iter_mut().enumerate().flat_map(said).collect();
    dialogue.sort_by_key(|(_, spoken)| spoken.at);
    dialogue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renju_game_ends_25_points_before_the_board_is_full() {
        let square = |side| BoardSize::square(side).unwrap();
        let renju = Rule::new(Variant::Renju);
        assert_eq!(usual_draw(renju, square(15)), Some(200));
        assert_eq!(usual_draw(renju, BoardSize::new(12, 10).unwrap()), Some(95));
        assert_eq!(usual_draw(renju, square(5)), None);
        assert_eq!(usual_draw(Rule { continuous: true, ..renju }, square(15)), None);
        for variant in [Variant::Freestyle, Variant::Standard, Variant::Caro] {
            assert_eq!(usual_draw(Rule::new(variant), square(15)), None);
        }
    }
}
