//! The client of the course protocol, which connects to a referee over TCP.
//!
//! The messages are those of [`message`](super::message). Referees differ, so the client is tolerant: it accepts its role
//! before or after it asks for a game, ACCEPT before or after the echo of its stone, repeated echoes, and a rejected
//! request for a game that starts anyway. Decisions where the specification is unclear:
//! - FIRST and SECOND are only sent if the user wants that side, since a referee must obey them and swap the sides.
//! - Many referees tell each client its side when it connects, but the specification does not require it. Otherwise its
//!   default applies, by which the first client to connect moves first. If our request for a game is accepted at once,
//!   another client was there before us, and we are second; if it is rejected, or nothing happens for 0.2 s, we are
//!   first. The first stone of a game corrects a wrong guess.
//! - The client asks for a game at once. After a game, a client without a preferred side lets the other one ask first,
//!   for 0.2 s: sides cannot be changed once the game has started.
//! - A request that is rejected with "repeat" is repeated until it is answered otherwise: for a side or a game after
//!   0.5 s, a stone (the same one) after 50 ms. If the stone has been taken back and it is still our turn, we move.
//! - A stone rejected as invalid is taken back and another one is sent; its point is not played again in that game. A
//!   stone rejected as unwanted, without "repeat", is taken back.
//! - WIN, LOSE, DRAW, TIMEOUT, GAME_START and the end of the connection stop a search.

mod wire;

use crate::message::{Chess, Message, Rejection, RejectionReason, Solution};
use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tengen_common::player::{Guest, PlayerError};
use tengen_core::board::{Colour, Content, Point};
use wire::Wire;

/// After a game, the time the other player has to ask for another side before a client without a preference asks for
/// the next game.
const CHANGE_TIME: Duration = Duration::from_millis(200);
/// The delay before a request for a side or a game is repeated.
const ASK_AGAIN: Duration = Duration::from_millis(500);
/// If a game starts later than this after we connected, it was waiting for the other player.
const ALONE_FOR: Duration = Duration::from_millis(200);
/// The delay before a stone is repeated: short, since its clock is running, but not a busy loop.
const LAY_AGAIN: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// Play first (black) or second (white); `None` takes the side the referee assigns.
    pub side: Option<Colour>,
    pub games: usize,
    /// Whether to change sides after each game.
    pub swap: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClientGame {
    /// The number of the game, from 1.
    pub number: usize,
    pub us: Colour,
    pub ending: Ending,
    pub stones: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Won,
    Lost,
    /// LOSE after TIMEOUT.
    LostOnTime,
    Drawn,
}

/// What happens in a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClientUpdate {
    Began,
    /// A stone of either side was placed.
    Stone,
    /// The referee has rejected our last stone.
    Rejected,
    TakenBack,
    Ended(ClientGame),
}

/// Called with the player and what has just happened.
pub type ClientObserver<'a> = &'a mut dyn FnMut(&dyn Guest, ClientUpdate);

/// Plays the games of a session with the referee.
pub fn play(stream: TcpStream, player: &mut dyn Guest, wishes: Wishes, watch: ClientObserver) -> io::Result<()> {
    let mut client = Client {
        wire: Wire::new(stream)?,
        player,
        wishes,
        wish: wishes.side,
        role: None,
        requests: VecDeque::new(),
        due: Some((Instant::now(), Asking::Start)),
        asked: false,
        arrived: Instant::now(),
        acquaintance: Acquaintance::Stranger,
        playing: false,
        pending: None,
        late: false,
        played: 0,
        watch,
    };
    while client.played < wishes.games {
        client.step()?;
    }
    Ok(())
}

/// A request that the referee has not answered yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asking {
    Side(Colour),
    Start,
    Stone,
}

impl Asking {
    fn number(self) -> u8 {
        match self {
            Asking::Side(colour) => side_message(colour).number(),
            Asking::Start => START,
            Asking::Stone => CHESS,
        }
    }
}

/// The message number of GAME_REQUIRE_START.
const START: u8 = 5;
/// The message number of CHESS.
const CHESS: u8 = 7;

fn side_message(colour: Colour) -> Message {
    match colour {
        Colour::Black => Message::First,
        Colour::White => Message::Second,
    }
}

/// What we know about our status with the referee.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Acquaintance {
    /// It has not sent anything yet.
    Stranger,
    /// It has rejected us and has not accepted anything since we connected.
    Refused,
    Player,
}

struct Client<'a> {
    wire: Wire,
    player: &'a mut dyn Guest,
    wishes: Wishes,
    /// The wanted side, until we get it.
    wish: Option<Colour>,
    /// Our side; black moves first.
    role: Option<Colour>,
    requests: VecDeque<Asking>,
    /// The next request and its time, unless a message comes first.
    due: Option<(Instant, Asking)>,
    /// Whether we have asked for a game since the last one.
    asked: bool,
    arrived: Instant,
    acquaintance: Acquaintance,
    playing: bool,
    /// Our stone that has not been echoed yet.
    pending: Option<Point>,
    /// Whether TIMEOUT has been received.
    late: bool,
    played: usize,
    watch: ClientObserver<'a>,
}

impl Client<'_> {
    fn step(&mut self) -> io::Result<()> {
        let now = Instant::now();
        let patience = self.due.map(|(at, _)| at.saturating_duration_since(now));
        let heard = self.wire.next(patience);
        match heard.map_err(|error| self.explain(error))? {
            None => self.make_request(),
            Some((message, at)) => {
                log::debug!("> {message:?}");
                self.get_acquainted(message);
                self.hear(message, at);
            }
        }
        Ok(())
    }

    fn hear(&mut self, message: Message, at: Instant) {
        match message {
            Message::DoNothing | Message::RequireStart => {}
            Message::First => self.take_role(Colour::Black),
            Message::Second => self.take_role(Colour::White),
            Message::Accept => self.be_accepted(),
            Message::Rejected(rejection) => self.obey(rejection, at),
            Message::Start => self.begin(at),
            Message::Chess(chess) => self.see(chess, at),
            Message::Timeout => self.late = true,
            Message::Win => self.finish(Ending::Won),
            Message::Lose if self.late => self.finish(Ending::LostOnTime),
            Message::Lose => self.finish(Ending::Lost),
            Message::Draw => self.finish(Ending::Drawn),
        }
    }

    fn get_acquainted(&mut self, message: Message) {
        self.acquaintance = match (message, self.acquaintance) {
            (Message::DoNothing, as_before) => as_before,
            (Message::Rejected(rejection), Acquaintance::Stranger) => match rejection.solution {
                Solution::Repeat => Acquaintance::Player, // so it treats us as a player
                _ => Acquaintance::Refused,
            },
            (Message::Rejected(_), as_before) => as_before,
            _ => Acquaintance::Player,
        };
    }

    /// A referee has two players. It rejects a third client and closes its connection.
    fn explain(&self, error: io::Error) -> io::Error {
        let turned_away = self.acquaintance == Acquaintance::Refused;
        match error.kind() {
            ErrorKind::UnexpectedEof if turned_away => {
                let why = "the referee has turned us away: it has two players already";
                io::Error::new(ErrorKind::ConnectionRefused, why)
            }
            _ => error,
        }
    }

    fn send(&mut self, message: Message) {
        log::debug!("< {message:?}");
        self.wire.send(message);
    }

    fn make_request(&mut self) {
        match self.due.take() {
            Some((_, Asking::Start)) => self.ask(),
            Some((_, Asking::Side(colour))) => self.ask_for(colour),
            Some((_, Asking::Stone)) => self.send_stone(),
            None => {}
        }
    }

    /// Asks for the wanted side and for a game.
    fn ask(&mut self) {
        self.due = None;
        self.asked = true;
        if let Some(wish) = self.wish
            && self.role != Some(wish)
            && !self.requests.contains(&Asking::Side(wish))
        {
            self.ask_for(wish);
        }
        self.requests.push_back(Asking::Start);
        self.send(Message::RequireStart);
    }

    fn ask_for(&mut self, side: Colour) {
        self.requests.push_back(Asking::Side(side));
        self.send(side_message(side));
    }

    fn take_role(&mut self, colour: Colour) {
        if self.playing {
            return;
        }
        self.role = Some(colour);
        if !self.asked {
            self.ask();
        }
    }

    fn be_accepted(&mut self) {
        if let Some(Asking::Side(colour)) = self.requests.pop_front() {
            self.role = Some(colour);
            self.wish = None;
        }
        self.due = self.due.filter(|(_, request)| *request != Asking::Stone);
    }

    fn obey(&mut self, rejection: Rejection, at: Instant) {
        let about = |request: &Asking| request.number() == rejection.parameter;
        let place = self.requests.iter().position(about);
        let request = place.and_then(|place| self.requests.remove(place));
        let repeat = rejection.solution == Solution::Repeat;
        match (rejection.parameter, request) {
            _ if rejection.reason == RejectionReason::InvalidChess => self.try_another(at),
            (CHESS, Some(_)) if repeat && self.pending.is_some() => {
                self.due = Some((Instant::now() + LAY_AGAIN, Asking::Stone));
            }
            (CHESS, _) if repeat => self.move_after_all(at),
            (CHESS, _) if self.pending.take().is_some() => match self.player.take_back() {
                Ok(_) => self.show(ClientUpdate::TakenBack),
                Err(reason) => complain(reason),
            },
            (START, _) if !self.playing => self.be_kept_waiting(repeat),
            (_, Some(side)) if !self.playing => self.be_denied(side, repeat),
            _ => {}
        }
    }

    /// There is no game yet. The other player may be missing: then it will be second, unless the referee says
    /// otherwise.
    fn be_kept_waiting(&mut self, repeat: bool) {
        if self.played == 0 {
            self.role.get_or_insert(Colour::Black);
        }
        if repeat {
            self.due = Some((Instant::now() + ASK_AGAIN, Asking::Start));
        }
    }

    /// The requested side was rejected, for now or for good.
    fn be_denied(&mut self, side: Asking, repeat: bool) {
        if repeat { self.due = Some((Instant::now() + ASK_AGAIN, side)) } else { self.wish = None }
    }

    fn try_another(&mut self, at: Instant) {
        if self.pending.take().is_none() {
            return;
        }
        match self.player.refused() {
            Ok(()) => {
                self.show(ClientUpdate::Rejected);
                self.make_move(at);
            }
            Err(reason) => complain(reason),
        }
    }

    /// The referee wants a stone and none is on its way: we move if it is our turn.
    fn move_after_all(&mut self, at: Instant) {
        let our_turn = self.player.position().to_move() == self.player.colour();
        if self.playing && our_turn {
            self.make_move(at);
        }
    }

    fn begin(&mut self, at: Instant) {
        let waited = at.saturating_duration_since(self.arrived) > ALONE_FOR;
        let by_default = [Colour::White, Colour::Black][waited as usize];
        let us = *self.role.get_or_insert(by_default);
        self.player.new_game(us);
        self.show(ClientUpdate::Began);
        self.requests.clear();
        self.due = None;
        (self.playing, self.late, self.pending) = (true, false, None);
        if us == Colour::Black {
            self.make_move(at);
        }
    }

    /// Handles a stone of either side, possibly repeated.
    fn see(&mut self, chess: Chess, at: Instant) {
        let position = self.player.position();
        let point = position.size().point(chess.column.into(), chess.row.into());
        let (Some(point), Some(side), true) = (point, chess.side(), self.playing) else { return };
        if position.at(point) == Content::Stone(side) {
            self.pending = self.pending.filter(|&pending| pending != point);
            return;
        }
        if side == self.player.colour() && !self.is_on_the_wrong_side(chess) {
            log::warn!("a stone of ours that we did not lay: {chess:?}");
            return;
        }
        match self.player.opponent_plays(&[(point.x().into(), point.y().into())]) {
            Ok(()) => {
                self.show(ClientUpdate::Stone);
                self.requests.clear(); // the reply to our stone also answers the request
                self.make_move(at);
            }
            Err(reason) => complain(reason),
        }
    }

    /// If the first stone of the game is black's and not ours, we are white, whatever we assumed.
    fn is_on_the_wrong_side(&mut self, chess: Chess) -> bool {
        let wrong =
            chess.side() == Some(Colour::Black) && self.player.position().stones().is_empty() && self.pending.is_none();
        if wrong {
            self.role = Some(Colour::White);
            self.player.new_game(Colour::White);
            self.show(ClientUpdate::Began);
        }
        wrong
    }

    fn make_move(&mut self, at: Instant) {
        match self.player.our_move(at, &mut self.wire) {
            Ok(Some(_)) => {
                self.show(ClientUpdate::Stone);
                let stones = self.player.position().stones();
                self.pending = stones.last().map(|stone| stone.point);
                self.send_stone();
            }
            Ok(None) => {}
            Err(reason) => complain(reason),
        }
    }

    fn show(&mut self, update: ClientUpdate) {
        (self.watch)(&*self.player, update);
    }

    /// Sends our last stone, which has not been echoed yet.
    fn send_stone(&mut self) {
        let Some(point) = self.pending else { return };
        let chess = Chess {
            index: self.player.position().stones().len() as u8, // at most 225
            colour: self.player.colour() as u8,
            row: point.y(),
            column: point.x(),
        };
        self.requests.push_back(Asking::Stone);
        self.send(Message::Chess(chess));
    }

    fn finish(&mut self, ending: Ending) {
        if !std::mem::take(&mut self.playing) {
            return;
        }
        self.played += 1;
        self.asked = false;
        let us = self.player.colour();
        let stones = self.player.position().stones().len();
        self.show(ClientUpdate::Ended(ClientGame { number: self.played, us, ending, stones }));
        if self.played == self.wishes.games {
            return;
        }
        self.due = None;
        if self.wishes.swap {
            self.wishes.side = Some(!us);
        }
        self.wish = self.wishes.side;
        match self.wish {
            Some(_) => self.ask(),
            None => self.due = Some((Instant::now() + CHANGE_TIME, Asking::Start)),
        }
    }
}

/// The referee decides; inconsistencies are only logged.
fn complain(reason: PlayerError) {
    log::warn!("{reason}");
}
