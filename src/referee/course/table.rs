//! The table of the course referee: two seats, a board, a clock, and the rules. No sockets.
//!
//! What happens is told with the time at which it happened; what is to be done about it is collected
//! as [`Order`]s, in the order in which they must be done.

use super::Terms;
use super::log::{Entry, Reason, Verdict};
use crate::board::{Colour, Point, Position, Shape};
use crate::course::{self, Chess, Heard, Message, Rejection, SIDE, Solution};
use crate::rules::{Outcome, judge};
use std::time::Instant;

/// So many messages of a client that mean nothing are borne between two that do.
pub(super) const MOST_USELESS: usize = 256;

/// One of the two chairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seat {
    Left,
    Right,
}

impl Seat {
    pub const BOTH: [Seat; 2] = [Seat::Left, Seat::Right];

    pub fn other(self) -> Seat {
        match self {
            Seat::Left => Seat::Right,
            Seat::Right => Seat::Left,
        }
    }
}

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Send this to the client there.
    Send(Seat, Message),
    /// Close the connection of the client there.
    Dismiss(Seat),
    /// Begin a log.
    Begin,
    /// Log a stone.
    Stone(Entry),
    /// Log the result and close the log.
    End(Verdict),
}

/// A client that has a seat.
#[derive(Clone, Copy, Default)]
struct Player {
    useless: usize,
}

struct Game {
    position: Position,
    turn_began: Instant,
}

pub(super) struct Table {
    terms: Terms,
    seats: [Option<Player>; 2],
    /// Who is black in this game or the next.
    first: Seat,
    game: Option<Game>,
    /// How many games may still begin; `None` for any number.
    games: Option<usize>,
    /// Since when both seats are taken and no game is on.
    idle_since: Instant,
    orders: Vec<Order>,
}

impl Table {
    pub fn new(terms: Terms, games: Option<usize>, now: Instant) -> Table {
        Table {
            terms,
            seats: [None; 2],
            first: Seat::Left,
            game: None,
            games,
            idle_since: now,
            orders: Vec::new(),
        }
    }

    /// What is to be done by now.
    pub fn orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }

    /// When [`Table::tick`] must be called if nothing happens before.
    pub fn deadline(&self) -> Option<Instant> {
        match &self.game {
            Some(game) => game.turn_began.checked_add(self.terms.time),
            None if self.is_full() => self.idle_since.checked_add(self.terms.wait),
            None => None,
        }
    }

    /// The game that has been ordered begins at this moment.
    pub fn start_clock(&mut self, now: Instant) {
        if let Some(game) = &mut self.game {
            game.turn_began = now;
        }
    }

    /// Somebody comes and is told whether it goes first or second; `None` when both seats are taken.
    pub fn sit_down(&mut self, now: Instant) -> Option<Seat> {
        let seat = Seat::BOTH.into_iter().find(|&seat| !self.is_taken(seat))?;
        if !self.is_taken(seat.other()) {
            self.first = seat;
        }
        self.seats[seat as usize] = Some(Player::default());
        self.idle_since = now;
        self.tell_role(seat);
        Some(seat)
    }

    /// The client there has gone.
    pub fn leave(&mut self, seat: Seat, now: Instant) {
        self.tick(now);
        self.vacate(seat, Reason::Left, now);
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Instant) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        if self.game.is_some() {
            let slow = self.to_move();
            return self.end(Some(slow.other()), Reason::Time, now);
        }
        for seat in Seat::BOTH {
            self.send(seat, unwanted(Message::RequireStart));
            self.orders.push(Order::Dismiss(seat));
            self.seats[seat as usize] = None;
        }
    }

    /// The client there has said something.
    pub fn hear(&mut self, seat: Seat, heard: Heard, now: Instant) {
        self.tick(now);
        if !self.is_taken(seat) {
            return;
        }
        match heard {
            Ok(Message::First) => self.choose(seat, seat, Message::First, now),
            Ok(Message::Second) => self.choose(seat, seat.other(), Message::Second, now),
            Ok(Message::RequireStart) => self.start(seat, now),
            Ok(Message::Chess(chess)) => self.chess(seat, chess, now),
            Ok(Message::DoNothing) => self.endure(seat, now),
            Ok(message) => self.reject(seat, unwanted(message), now),
            Err(byte) => {
                let rejection = rejected(course::Reason::Unwanted, Solution::NoAction, byte);
                self.reject(seat, rejection, now);
            }
        }
    }

    fn is_taken(&self, seat: Seat) -> bool {
        self.seats[seat as usize].is_some()
    }

    fn is_full(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.is_taken(seat))
    }

    fn colour_of(&self, seat: Seat) -> Colour {
        if seat == self.first {
            Colour::Black
        } else {
            Colour::White
        }
    }

    fn to_move(&self) -> Seat {
        match self.game.as_ref().map(|game| game.position.to_move()) {
            Some(Colour::White) => self.first.other(),
            _ => self.first,
        }
    }

    fn send(&mut self, seat: Seat, message: Message) {
        if self.is_taken(seat) {
            self.orders.push(Order::Send(seat, message));
        }
    }

    fn tell_role(&mut self, seat: Seat) {
        let role = match self.colour_of(seat) {
            Colour::Black => Message::First,
            Colour::White => Message::Second,
        };
        self.send(seat, role);
    }

    fn accept(&mut self, seat: Seat) {
        if let Some(player) = &mut self.seats[seat as usize] {
            player.useless = 0;
        }
        self.send(seat, Message::Accept);
    }

    fn reject(&mut self, seat: Seat, rejection: Message, now: Instant) {
        self.send(seat, rejection);
        self.endure(seat, now);
    }

    /// Counts a message that has led to nothing.
    fn endure(&mut self, seat: Seat, now: Instant) {
        let Some(player) = &mut self.seats[seat as usize] else {
            return;
        };
        player.useless += 1;
        if player.useless > MOST_USELESS {
            self.vacate(seat, Reason::Flood, now);
            self.orders.push(Order::Dismiss(seat));
        }
    }

    /// A seat becomes free; a game ends by that.
    fn vacate(&mut self, seat: Seat, reason: Reason, now: Instant) {
        if self.game.is_some() && self.is_taken(seat) {
            self.end(Some(seat.other()), reason, now);
        }
        self.seats[seat as usize] = None;
    }

    fn choose(&mut self, seat: Seat, first: Seat, request: Message, now: Instant) {
        if self.game.is_some() {
            return self.reject(seat, unwanted(request), now);
        }
        self.first = first;
        self.send(seat, Message::Accept);
        self.tell_role(seat.other());
        // Sides may be changed often, but not for ever.
        self.endure(seat, now);
    }

    fn start(&mut self, seat: Seat, now: Instant) {
        if self.game.is_some() || self.games == Some(0) {
            return self.reject(seat, unwanted(Message::RequireStart), now);
        }
        if !self.is_full() {
            // Not counted as useless: whoever is alone may ask as often as it likes.
            let number = Message::RequireStart.number();
            return self.send(
                seat,
                rejected(course::Reason::Unwanted, Solution::Repeat, number),
            );
        }
        self.orders.push(Order::Begin); // without a log nothing is accepted
        self.accept(seat);
        self.games = self.games.map(|games| games - 1);
        let shape = Shape::square(SIDE).expect("the board of the course");
        self.game = Some(Game {
            position: Position::new(shape),
            turn_began: now,
        });
        for seat in Seat::BOTH {
            self.send(seat, Message::Start);
        }
    }

    fn chess(&mut self, seat: Seat, chess: Chess, now: Instant) {
        match self.try_stone(seat, chess) {
            Ok((point, outcome)) => self.lay(seat, point, outcome, now),
            Err(rejection) => self.reject(seat, rejection, now),
        }
    }

    /// Where the stone goes and what it does, or why it is rejected.
    fn try_stone(&self, seat: Seat, chess: Chess) -> Result<(Point, Outcome), Message> {
        let message = Message::Chess(chess);
        let to_move = seat == self.to_move();
        let game = self.game.as_ref().filter(|_| to_move);
        let position = &game.ok_or(unwanted(message))?.position;
        let number = message.number();
        let invalid = rejected(course::Reason::InvalidChess, Solution::Repeat, number);
        let colour = self.colour_of(seat);
        let point = playable(position, chess, colour).ok_or(invalid)?;
        match judge(position, point, colour, self.terms.rule) {
            Outcome::Foul(_) => Err(invalid),
            outcome => Ok((point, outcome)),
        }
    }

    fn lay(&mut self, seat: Seat, point: Point, outcome: Outcome, now: Instant) {
        let colour = self.colour_of(seat);
        let Some(game) = &mut self.game else {
            return;
        };
        game.position.play(point, &mut ());
        let entry = Entry {
            index: game.position.stones().len(),
            colour,
            row: point.y(),
            column: point.x(),
            time: now.saturating_duration_since(game.turn_began),
        };
        game.turn_began = now;
        self.orders.push(Order::Stone(entry));
        self.accept(seat);
        for seat in Seat::BOTH {
            self.send(seat, Message::Chess(entry.chess()));
        }
        match outcome {
            Outcome::Five(_) => self.end(Some(seat), Reason::Five, now),
            Outcome::Draw => self.end(None, Reason::Full, now),
            Outcome::Open | Outcome::Foul(_) => {}
        }
    }

    fn end(&mut self, winner: Option<Seat>, reason: Reason, now: Instant) {
        self.game = None;
        self.idle_since = now;
        self.orders.push(Order::End(Verdict {
            winner: winner.map(|seat| self.colour_of(seat)),
            reason,
        }));
        if let (Reason::Time, Some(winner)) = (reason, winner) {
            self.send(winner.other(), Message::Timeout);
        }
        for seat in Seat::BOTH {
            let news = match winner {
                None => Message::Draw,
                Some(winner) if winner == seat => Message::Win,
                Some(_) => Message::Lose,
            };
            self.send(seat, news);
        }
    }
}

fn rejected(reason: course::Reason, solution: Solution, parameter: u8) -> Message {
    Message::Rejected(Rejection {
        reason,
        solution,
        parameter,
    })
}

/// Not the time for this message; nothing is to be done about it.
pub(super) fn unwanted(message: Message) -> Message {
    rejected(
        course::Reason::Unwanted,
        Solution::NoAction,
        message.number(),
    )
}

/// Where the stone may lie as far as board and colour are concerned.
fn playable(position: &Position, chess: Chess, colour: Colour) -> Option<Point> {
    let point = position
        .shape()
        .point(chess.column.into(), chess.row.into())?;
    (chess.side() == Some(colour) && position.is_empty(point)).then_some(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rule, Variant};
    use std::time::Duration;

    const LIMIT: Duration = Duration::from_secs(10);

    /// A table where a game begins at the given moment.
    fn playing(now: Instant) -> Table {
        let terms = Terms {
            rule: Rule::new(Variant::Renju),
            time: LIMIT,
            wait: 6 * LIMIT,
        };
        let mut table = Table::new(terms, None, now);
        let seats = Seat::BOTH.map(|_| table.sit_down(now));
        assert_eq!(seats, Seat::BOTH.map(Some));
        assert_eq!(table.sit_down(now), None);
        table.hear(Seat::Right, Ok(Message::RequireStart), now);
        table.orders();
        table
    }

    fn lay(table: &mut Table, seat: Seat, row: u8, now: Instant) {
        let chess = Chess {
            index: 0,
            colour: seat as u8,
            row,
            column: 7,
        };
        table.hear(seat, Ok(Message::Chess(chess)), now);
    }

    #[test]
    fn a_stone_is_in_time_until_the_last_moment() {
        let start = Instant::now();
        let moment = Duration::from_micros(1);
        let mut table = playing(start);
        assert_eq!(table.deadline(), Some(start + LIMIT));
        table.tick(start + LIMIT - moment);
        lay(&mut table, Seat::Left, 7, start + LIMIT - moment);
        let orders = table.orders();
        assert_eq!(orders[1], Order::Send(Seat::Left, Message::Accept));
        let stone = orders.iter().find_map(|order| match order {
            Order::Stone(entry) => Some(entry.time),
            _ => None,
        });
        assert_eq!(stone, Some(LIMIT - moment));
        // The next clock runs from there.
        assert_eq!(table.deadline(), Some(start + 2 * LIMIT - moment));
    }

    #[test]
    fn a_late_stone_loses_even_if_nobody_has_looked_at_the_clock() {
        let start = Instant::now();
        let mut table = playing(start);
        lay(&mut table, Seat::Left, 7, start + LIMIT);
        let verdict = Verdict {
            winner: Some(Colour::White),
            reason: Reason::Time,
        };
        let expected = [
            Order::End(verdict),
            Order::Send(Seat::Left, Message::Timeout),
            Order::Send(Seat::Left, Message::Lose),
            Order::Send(Seat::Right, Message::Win),
        ];
        let orders = table.orders();
        assert_eq!(orders[..4], expected);
        // And the stone itself comes too late for anything.
        let stone = Message::Chess(Chess {
            index: 0,
            colour: 0,
            row: 7,
            column: 7,
        });
        assert_eq!(orders[4..], [Order::Send(Seat::Left, unwanted(stone))]);
    }

    #[test]
    fn time_that_others_waste_is_not_counted() {
        let start = Instant::now();
        let mut table = playing(start);
        lay(&mut table, Seat::Left, 7, start + LIMIT / 2);
        lay(&mut table, Seat::Left, 8, start + LIMIT); // out of turn
        lay(&mut table, Seat::Right, 8, start + LIMIT + LIMIT / 4);
        assert_eq!(table.deadline(), Some(start + 2 * LIMIT + LIMIT / 4));
    }
}
