//! The arbiter of the course referee: two seats, a board, a clock and the rules, without sockets.
//!
//! Events are passed in with their time; the resulting actions are collected as [`Order`]s, in the order in which they
//! must be executed.

use super::Terms;
use super::log::{Cause, GameEnd, LoggedStone};
use crate::message::{Chess, Decoded, Message, Rejection, RejectionReason, SIDE, Solution};
use std::time::Instant;
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::game::Game;
use tengen_core::rules::{Outcome, can_move, judge};

/// The maximum number of useless messages of a client between two useful ones.
pub(super) const MOST_USELESS: usize = 256;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chair {
    Left,
    Right,
}

impl Chair {
    pub const BOTH: [Chair; 2] = [Chair::Left, Chair::Right];

    pub fn other(self) -> Chair {
        match self {
            Chair::Left => Chair::Right,
            Chair::Right => Chair::Left,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Send(Chair, Message),
    /// Close the connection of the client.
    Dismiss(Chair),
    /// Start a log.
    Begin,
    Stone(LoggedStone),
    /// Log the result and close the log.
    End(GameEnd),
}

#[derive(Clone, Copy, Default)]
struct SeatedClient {
    useless: usize,
}

struct InPlay {
    game: Game,
    turn_began: Instant,
}

pub(super) struct Arbiter {
    terms: Terms,
    chairs: [Option<SeatedClient>; 2],
    /// The seat that has black in the current or next game.
    first: Chair,
    game: Option<InPlay>,
    /// The number of games that may still start; `None` if unlimited.
    games: Option<usize>,
    /// The time since when both seats are taken without a game.
    idle_since: Instant,
    orders: Vec<Order>,
}

impl Arbiter {
    pub fn new(terms: Terms, games: Option<usize>, now: Instant) -> Arbiter {
        Arbiter { terms, chairs: [None; 2], first: Chair::Left, game: None, games, idle_since: now, orders: Vec::new() }
    }

    /// Takes the pending actions.
    pub fn orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }

    /// The time at which [`Arbiter::tick`] must be called if nothing else happens.
    pub fn deadline(&self) -> Option<Instant> {
        match &self.game {
            Some(game) => game.turn_began.checked_add(self.terms.time),
            None if self.is_full() => self.idle_since.checked_add(self.terms.wait),
            None => None,
        }
    }

    /// Starts the clock of the game that has been ordered.
    pub fn start_clock(&mut self, now: Instant) {
        if let Some(game) = &mut self.game {
            game.turn_began = now;
        }
    }

    /// Seats a client and sends it FIRST or SECOND; `None` if both seats are taken.
    pub fn sit_down(&mut self, now: Instant) -> Option<Chair> {
        let chair = Chair::BOTH.into_iter().find(|&chair| !self.is_taken(chair))?;
        if !self.is_taken(chair.other()) {
            self.first = chair;
        }
        self.chairs[chair as usize] = Some(SeatedClient::default());
        self.idle_since = now;
        self.tell_role(chair);
        Some(chair)
    }

    /// The client has disconnected.
    pub fn leave(&mut self, chair: Chair, now: Instant) {
        self.tick(now);
        self.vacate(chair, Cause::Left, now);
    }

    /// Handles a timeout, if the deadline has passed.
    pub fn tick(&mut self, now: Instant) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        if self.game.is_some() {
            let slow = self.to_move();
            return self.end(Some(slow.other()), Cause::Time, now);
        }
        for chair in Chair::BOTH {
            self.send(chair, unwanted(Message::RequireStart));
            self.orders.push(Order::Dismiss(chair));
            self.chairs[chair as usize] = None;
        }
    }

    pub fn hear(&mut self, chair: Chair, heard: Decoded, now: Instant) {
        self.tick(now);
        if !self.is_taken(chair) {
            return;
        }
        match heard {
            Ok(Message::First) => self.choose(chair, chair, Message::First, now),
            Ok(Message::Second) => self.choose(chair, chair.other(), Message::Second, now),
            Ok(Message::RequireStart) => self.start(chair, now),
            Ok(Message::Chess(chess)) => self.chess(chair, chess, now),
            Ok(Message::DoNothing) => self.endure(chair, now),
            Ok(message) => self.reject(chair, unwanted(message), now),
            Err(byte) => {
                let rejection = rejected(RejectionReason::Unwanted, Solution::NoAction, byte);
                self.reject(chair, rejection, now);
            }
        }
    }

    fn is_taken(&self, chair: Chair) -> bool {
        self.chairs[chair as usize].is_some()
    }

    fn is_full(&self) -> bool {
        Chair::BOTH.into_iter().all(|chair| self.is_taken(chair))
    }

    fn colour_of(&self, chair: Chair) -> Colour {
        if chair == self.first { Colour::Black } else { Colour::White }
    }

    fn to_move(&self) -> Chair {
        match self.game.as_ref().map(|game| game.game.to_move()) {
            Some(Colour::White) => self.first.other(),
            _ => self.first,
        }
    }

    fn send(&mut self, chair: Chair, message: Message) {
        if self.is_taken(chair) {
            self.orders.push(Order::Send(chair, message));
        }
    }

    fn tell_role(&mut self, chair: Chair) {
        let role = match self.colour_of(chair) {
            Colour::Black => Message::First,
            Colour::White => Message::Second,
        };
        self.send(chair, role);
    }

    fn accept(&mut self, chair: Chair) {
        if let Some(player) = &mut self.chairs[chair as usize] {
            player.useless = 0;
        }
        self.send(chair, Message::Accept);
    }

    fn reject(&mut self, chair: Chair, rejection: Message, now: Instant) {
        self.send(chair, rejection);
        self.endure(chair, now);
    }

    /// Counts a useless message.
    fn endure(&mut self, chair: Chair, now: Instant) {
        let Some(player) = &mut self.chairs[chair as usize] else { return };
        player.useless += 1;
        if player.useless > MOST_USELESS {
            self.vacate(chair, Cause::Flood, now);
            self.orders.push(Order::Dismiss(chair));
        }
    }

    /// Frees a seat, which ends a running game.
    fn vacate(&mut self, chair: Chair, cause: Cause, now: Instant) {
        if self.game.is_some() && self.is_taken(chair) {
            self.end(Some(chair.other()), cause, now);
        }
        self.chairs[chair as usize] = None;
    }

    fn choose(&mut self, chair: Chair, first: Chair, request: Message, now: Instant) {
        if self.game.is_some() {
            return self.reject(chair, unwanted(request), now);
        }
        self.first = first;
        self.send(chair, Message::Accept);
        self.tell_role(chair.other());
        // Side changes count too, so they cannot go on forever.
        self.endure(chair, now);
    }

    fn start(&mut self, chair: Chair, now: Instant) {
        if self.game.is_some() || self.games == Some(0) {
            return self.reject(chair, unwanted(Message::RequireStart), now);
        }
        if !self.is_full() {
            // Not counted as useless: a client that is alone may ask as often as it likes.
            let number = Message::RequireStart.number();
            return self.send(chair, rejected(RejectionReason::Unwanted, Solution::Repeat, number));
        }
        self.orders.push(Order::Begin); // nothing is accepted without a log
        self.accept(chair);
        self.games = self.games.map(|games| games - 1);
        let size = BoardSize::square(SIDE).expect("the board of the course");
        self.game = Some(InPlay { game: Game::new(size, self.terms.rule), turn_began: now });
        for chair in Chair::BOTH {
            self.send(chair, Message::Start);
        }
    }

    fn chess(&mut self, chair: Chair, chess: Chess, now: Instant) {
        match self.try_stone(chair, chess) {
            Ok(point) => self.lay(chair, point, now),
            Err(rejection) => self.reject(chair, rejection, now),
        }
    }

    fn try_stone(&self, chair: Chair, chess: Chess) -> Result<Point, Message> {
        let message = Message::Chess(chess);
        let to_move = chair == self.to_move();
        let game = self.game.as_ref().filter(|_| to_move);
        let position = game.ok_or(unwanted(message))?.game.position();
        let number = message.number();
        let invalid = rejected(RejectionReason::InvalidChess, Solution::Repeat, number);
        let colour = self.colour_of(chair);
        let point = playable(position, chess, colour).ok_or(invalid)?;
        match judge(position, point, colour, self.terms.rule) {
            Outcome::Forbidden(_) => Err(invalid),
            _ => Ok(point),
        }
    }

    fn lay(&mut self, chair: Chair, point: Point, now: Instant) {
        let colour = self.colour_of(chair);
        let Some(InPlay { game, turn_began }) = &mut self.game else { return };
        if game.play(point).is_err() {
            return;
        }
        let entry = LoggedStone {
            index: game.moves().len(),
            colour,
            row: point.y(),
            column: point.x(),
            time: now.saturating_duration_since(*turn_began),
        };
        *turn_began = now;
        let (ending, is_stuck) = (game.ending(), !can_move(game.position(), self.terms.rule));
        self.orders.push(Order::Stone(entry));
        self.accept(chair);
        for chair in Chair::BOTH {
            self.send(chair, Message::Chess(entry.chess()));
        }
        match ending.map(|ending| ending.winner) {
            Some(Some(_)) => self.end(Some(chair), Cause::Five, now),
            Some(None) => self.end(None, Cause::Full, now),
            // All remaining points are forbidden for the side to move.
            None if is_stuck => self.end(Some(chair), Cause::Stuck, now),
            None => {}
        }
    }

    fn end(&mut self, winner: Option<Chair>, cause: Cause, now: Instant) {
        self.game = None;
        self.idle_since = now;
        self.orders.push(Order::End(GameEnd { winner: winner.map(|chair| self.colour_of(chair)), cause }));
        if let (Cause::Time, Some(winner)) = (cause, winner) {
            self.send(winner.other(), Message::Timeout);
        }
        for chair in Chair::BOTH {
            let news = match winner {
                None => Message::Draw,
                Some(winner) if winner == chair => Message::Win,
                Some(_) => Message::Lose,
            };
            self.send(chair, news);
        }
    }
}

fn rejected(reason: RejectionReason, solution: Solution, parameter: u8) -> Message {
    Message::Rejected(Rejection { reason, solution, parameter })
}

/// Rejects a message that is not allowed at this time; the client need not do anything.
pub(super) fn unwanted(message: Message) -> Message {
    rejected(RejectionReason::Unwanted, Solution::NoAction, message.number())
}

/// The point of a stone, if it is empty and the colour is right.
fn playable(position: &Position, chess: Chess, colour: Colour) -> Option<Point> {
    let point = position.size().point(chess.column.into(), chess.row.into())?;
    (chess.side() == Some(colour) && position.is_empty(point)).then_some(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tengen_core::board::notation;
    use tengen_core::rules::{Rule, Variant};

    const LIMIT: Duration = Duration::from_secs(10);

    fn playing(now: Instant) -> Arbiter {
        let terms = Terms { rule: Rule::new(Variant::Renju), time: LIMIT, wait: 6 * LIMIT };
        let mut arbiter = Arbiter::new(terms, None, now);
        let chairs = Chair::BOTH.map(|_| arbiter.sit_down(now));
        assert_eq!(chairs, Chair::BOTH.map(Some));
        assert_eq!(arbiter.sit_down(now), None);
        arbiter.hear(Chair::Right, Ok(Message::RequireStart), now);
        arbiter.orders();
        arbiter
    }

    fn lay(arbiter: &mut Arbiter, chair: Chair, row: u8, now: Instant) {
        lay_at(arbiter, chair, Point::new(7, row), now);
    }

    fn lay_at(arbiter: &mut Arbiter, chair: Chair, point: Point, now: Instant) {
        let chess = Chess { index: 0, colour: chair as u8, row: point.y(), column: point.x() };
        arbiter.hear(chair, Ok(Message::Chess(chess)), now);
    }

    #[test]
    fn a_stone_is_in_time_until_the_last_moment() {
        let start = Instant::now();
        let moment = Duration::from_micros(1);
        let mut arbiter = playing(start);
        assert_eq!(arbiter.deadline(), Some(start + LIMIT));
        arbiter.tick(start + LIMIT - moment);
        lay(&mut arbiter, Chair::Left, 7, start + LIMIT - moment);
        let orders = arbiter.orders();
        assert_eq!(orders[1], Order::Send(Chair::Left, Message::Accept));
        let stone = orders.iter().find_map(|order| match order {
            Order::Stone(entry) => Some(entry.time),
            _ => None,
        });
        assert_eq!(stone, Some(LIMIT - moment));
        // The next clock starts then.
        assert_eq!(arbiter.deadline(), Some(start + 2 * LIMIT - moment));
    }

    #[test]
    fn a_late_stone_loses_even_if_nobody_has_looked_at_the_clock() {
        let start = Instant::now();
        let mut arbiter = playing(start);
        lay(&mut arbiter, Chair::Left, 7, start + LIMIT);
        let verdict = GameEnd { winner: Some(Colour::White), cause: Cause::Time };
        let expected = [
            Order::End(verdict),
            Order::Send(Chair::Left, Message::Timeout),
            Order::Send(Chair::Left, Message::Lose),
            Order::Send(Chair::Right, Message::Win),
        ];
        let orders = arbiter.orders();
        assert_eq!(orders[..4], expected);
        // The stone itself is too late to count.
        let stone = Message::Chess(Chess { index: 0, colour: 0, row: 7, column: 7 });
        assert_eq!(orders[4..], [Order::Send(Chair::Left, unwanted(stone))]);
    }

    #[test]
    fn time_that_others_waste_is_not_counted() {
        let start = Instant::now();
        let mut arbiter = playing(start);
        lay(&mut arbiter, Chair::Left, 7, start + LIMIT / 2);
        lay(&mut arbiter, Chair::Left, 8, start + LIMIT); // out of turn
        lay(&mut arbiter, Chair::Right, 8, start + LIMIT + LIMIT / 4);
        assert_eq!(arbiter.deadline(), Some(start + 2 * LIMIT + LIMIT / 4));
    }

    /// A real game: one point is left, forbidden for black, who is to move. The referee once waited until black's time
    /// was up.
    const STUCK: &str = "\
        h8i9j9j8k7h7k8k9i10l7l10j11k10j10i11j12l11m12l12l13j13m10g11g12f10h12i12k14n11f9e11g9e9e10f11h11\
        d11c11l8l9f13h13h14f14d12d13i6j6g5d8m11o11i4i5k13j14f12d10g4g6n8n10i14i13c10e12f4j4e3h6e4h4d4c4b\
        14c13g7h5h3j5j7e5f2g1l5f3d6e8d7f7d9d5e6f5c8b6k3j3j2b9k2m4c5m8k6l4n4b10k5k12h9i8e7b4m6b5d2c1b3e2d\
        3m2b11m5b7o9m3c15n15i15c14a7o8m9n9o5n14n12d14a3b13a14k15o15f8k4n1o3o6b15e15n6o13e13a4i2g15k1a11e\
        1h1o1f1n3a9o2o4a12l1a1a15h15b1m1d1m15c7o7a6f15m13d15c12i1j1o14c3g10o12a10l15g13a13o10c6g3a2j15l3\
        a5k11c2f6i3n2m7g8m14a8i7l6h10b8l14n13e14n5g14n7b12h2l2b2g2";

    #[test]
    fn black_loses_at_once_if_only_forbidden_points_are_left() {
        let start = Instant::now();
        let mut arbiter = playing(start);
        let moves = notation::read(STUCK, BoardSize::square(SIDE).unwrap()).unwrap();
        let (&last, before) = moves.split_last().unwrap();
        for (i, &point) in before.iter().enumerate() {
            lay_at(&mut arbiter, Chair::BOTH[i % 2], point, start);
        }
        assert!(arbiter.game.is_some());
        arbiter.orders();
        lay_at(&mut arbiter, Chair::Right, last, start);
        let verdict = GameEnd { winner: Some(Colour::White), cause: Cause::Stuck };
        assert!(arbiter.orders().contains(&Order::End(verdict)));
    }
}
