//! A player of the course: the client that connects to its referee over TCP.
//!
//! The messages are those of [`tengen_core::course`]. Referees differ, so this takes what it gets: its role
//! before or after it asks for a game, ACCEPT before or after the echo of its stone, echoes twice, a
//! rejected request for a game that then begins anyway. What the specification leaves open:
//! - FIRST and SECOND are sent by a client that wants that side, and by no other: a referee must obey
//!   them, and change the other player's side with ours.
//! - Many referees tell each client its side when it connects; the specification does not promise that.
//!   Told nothing, we follow its default, by which the first to connect goes first: if the game that we
//!   have asked for begins at once, somebody else was there, and we are second; if that request is
//!   rejected, or nothing comes of it for 0.2 s, nobody was, and we are first. The first stone of a game
//!   corrects who took itself for the first by mistake.
//! - It asks for a game at once. After a game a client without a wish for a side lets the other one ask
//!   first, for 0.2 s: sides cannot be changed any more when the game is on.
//! - A request that is rejected with "repeat" is made again: for a side or a game after 0.5 s, a stone,
//!   the same one, after 50 ms. That is so as long as it has not been answered otherwise. If the stone
//!   has been taken back and it is still our turn, we move.
//! - A stone that is rejected as invalid is taken back and another one sent, never the same again in
//!   that game. One that is rejected as unwanted, without "repeat", is taken back.
//! - WIN, LOSE, DRAW, TIMEOUT, GAME_START and the end of the connection break off a search.

mod wire;

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tengen_common::player::Guest;
use tengen_core::board::{Colour, Content, Point};
use tengen_core::course::{Chess, Message, Reason, Rejection, Solution};
use wire::Wire;

/// After a game, how long the other player is given to ask for another side before we, who do not
/// mind, ask for the next game.
const CHANGE_TIME: Duration = Duration::from_millis(200);
/// When a request for a side or a game is repeated.
const ASK_AGAIN: Duration = Duration::from_millis(500);
/// A game that begins so long after we came has waited for the other player.
const ALONE_FOR: Duration = Duration::from_millis(200);
/// When a stone is repeated: soon, for its clock runs, but two programs should not shout at each other.
const LAY_AGAIN: Duration = Duration::from_millis(50);

/// What a client wants.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// To go first (black) or second (white); `None` takes what the referee deals.
    pub side: Option<Colour>,
    /// To play this many games.
    pub games: usize,
    /// To change sides after each game.
    pub swap: bool,
}

/// How a game went for us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Which game, from 1.
    pub number: usize,
    /// Our colour.
    pub us: Colour,
    /// How it ended.
    pub ending: Ending,
    /// How many stones were laid.
    pub stones: usize,
}

/// How a game ended for us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// WIN.
    Won,
    /// LOSE.
    Lost,
    /// LOSE after TIMEOUT.
    LostOnTime,
    /// DRAW.
    Drawn,
}

/// Plays games with the referee at the other end until enough are played; `report` is told of each.
///
/// # Errors
/// When the connection ends before, or what comes through it is no referee.
pub fn play(
    stream: TcpStream,
    player: &mut dyn Guest,
    wishes: Wishes,
    report: &mut dyn FnMut(&Played),
) -> io::Result<()> {
    let mut client = Client {
        wire: Wire::new(stream)?,
        player,
        wishes,
        wish: wishes.side,
        role: None,
        requests: VecDeque::new(),
        due: Some((Instant::now(), Request::Start)),
        asked: false,
        arrived: Instant::now(),
        acquaintance: Acquaintance::Stranger,
        playing: false,
        pending: None,
        late: false,
        played: 0,
        report,
    };
    while client.played < wishes.games {
        client.step()?;
    }
    Ok(())
}

/// A request that the referee has not answered yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Request {
    Side(Colour),
    Start,
    Stone,
}

impl Request {
    /// The number of its message.
    fn number(self) -> u8 {
        match self {
            Request::Side(colour) => side_message(colour).number(),
            Request::Start => START,
            Request::Stone => CHESS,
        }
    }
}

/// The number of GAME_REQUIRE_START.
const START: u8 = 5;
/// The number of CHESS.
const CHESS: u8 = 7;

fn side_message(colour: Colour) -> Message {
    match colour {
        Colour::Black => Message::First,
        Colour::White => Message::Second,
    }
}

/// How well the referee knows us.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Acquaintance {
    /// It has said nothing yet.
    Stranger,
    /// It has rejected us, and has never said anything better.
    Refused,
    /// We have a seat.
    Player,
}

struct Client<'a> {
    wire: Wire,
    player: &'a mut dyn Guest,
    wishes: Wishes,
    /// The side that we have yet to be given.
    wish: Option<Colour>,
    /// Black goes first.
    role: Option<Colour>,
    /// What the referee has not answered yet.
    requests: VecDeque<Request>,
    /// What to ask and when, if the referee says nothing before.
    due: Option<(Instant, Request)>,
    /// Whether a game was asked for since the last one.
    asked: bool,
    arrived: Instant,
    acquaintance: Acquaintance,
    playing: bool,
    /// Our stone that the referee has not told back yet.
    pending: Option<Point>,
    /// TIMEOUT has come.
    late: bool,
    played: usize,
    report: &'a mut dyn FnMut(&Played),
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
                Solution::Repeat => Acquaintance::Player, // so it reckons with us
                _ => Acquaintance::Refused,
            },
            (Message::Rejected(_), as_before) => as_before,
            _ => Acquaintance::Player,
        };
    }

    /// A referee has two seats. A third client is rejected and its connection ended.
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

    /// Makes the request that is due.
    fn make_request(&mut self) {
        match self.due.take() {
            Some((_, Request::Start)) => self.ask(),
            Some((_, Request::Side(colour))) => self.ask_for(colour),
            Some((_, Request::Stone)) => self.send_stone(),
            None => {}
        }
    }

    /// Asks for the side that is wanted, and for a game.
    fn ask(&mut self) {
        self.due = None;
        self.asked = true;
        if let Some(wish) = self.wish
            && self.role != Some(wish)
            && !self.requests.contains(&Request::Side(wish))
        {
            self.ask_for(wish);
        }
        self.requests.push_back(Request::Start);
        self.send(Message::RequireStart);
    }

    fn ask_for(&mut self, side: Colour) {
        self.requests.push_back(Request::Side(side));
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
        if let Some(Request::Side(colour)) = self.requests.pop_front() {
            self.role = Some(colour);
            self.wish = None;
        }
        self.due = self.due.filter(|(_, request)| *request != Request::Stone);
    }

    fn obey(&mut self, rejection: Rejection, at: Instant) {
        let about = |request: &Request| request.number() == rejection.parameter;
        let place = self.requests.iter().position(about);
        let request = place.and_then(|place| self.requests.remove(place));
        let repeat = rejection.solution == Solution::Repeat;
        match (rejection.parameter, request) {
            _ if rejection.reason == Reason::InvalidChess => self.try_another(at),
            (CHESS, Some(_)) if repeat && self.pending.is_some() => {
                self.due = Some((Instant::now() + LAY_AGAIN, Request::Stone));
            }
            (CHESS, _) if repeat => self.move_after_all(at),
            (CHESS, _) if self.pending.take().is_some() => {
                complain(self.player.take_back().map(drop));
            }
            (START, _) if !self.playing => self.be_kept_waiting(repeat),
            (_, Some(side)) if !self.playing => self.be_denied(side, repeat),
            _ => {}
        }
    }

    /// There is no game yet. Nobody else may be there: then whoever comes goes second, unless the
    /// referee says otherwise.
    fn be_kept_waiting(&mut self, repeat: bool) {
        if self.played == 0 {
            self.role.get_or_insert(Colour::Black);
        }
        if repeat {
            self.due = Some((Instant::now() + ASK_AGAIN, Request::Start));
        }
    }

    /// The side that we have asked for is not to be had, or not yet.
    fn be_denied(&mut self, side: Request, repeat: bool) {
        if repeat {
            self.due = Some((Instant::now() + ASK_AGAIN, side))
        } else {
            self.wish = None
        }
    }

    fn try_another(&mut self, at: Instant) {
        if self.pending.take().is_none() {
            return;
        }
        match self.player.refused() {
            Ok(()) => self.make_move(at),
            refusal => complain(refusal),
        }
    }

    /// A stone is wanted and none is on its way: we move, if it is our turn.
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
        self.requests.clear();
        self.due = None;
        (self.playing, self.late, self.pending) = (true, false, None);
        if us == Colour::Black {
            self.make_move(at);
        }
    }

    /// A stone, ours or the other side's, for the first or the second time.
    fn see(&mut self, chess: Chess, at: Instant) {
        let position = self.player.position();
        let point = position
            .shape()
            .point(chess.column.into(), chess.row.into());
        let (Some(point), Some(side), true) = (point, chess.side(), self.playing) else {
            return;
        };
        if position.at(point) == Content::Stone(side) {
            self.pending = self.pending.filter(|&pending| pending != point);
            return;
        }
        if side == self.player.colour() && !self.is_on_the_wrong_side(chess) {
            log::warn!("a stone of ours that we did not lay: {chess:?}");
            return;
        }
        match self
            .player
            .opponent_plays(&[(point.x().into(), point.y().into())])
        {
            Ok(()) => {
                self.requests.clear(); // an answer to our stone is an answer
                self.make_move(at);
            }
            refusal => complain(refusal),
        }
    }

    /// The first stone of the game is black's, and not ours: so we are white, whatever we took
    /// ourselves for, and now know it.
    fn is_on_the_wrong_side(&mut self, chess: Chess) -> bool {
        let wrong = chess.side() == Some(Colour::Black)
            && self.player.position().stones().is_empty()
            && self.pending.is_none();
        if wrong {
            self.role = Some(Colour::White);
            self.player.new_game(Colour::White);
        }
        wrong
    }

    fn make_move(&mut self, at: Instant) {
        match self.player.our_move(at, &mut self.wire) {
            Ok(Some(_)) => {
                let stones = self.player.position().stones();
                self.pending = stones.last().map(|stone| stone.point);
                self.send_stone();
            }
            Ok(None) => {}
            Err(reason) => complain(Err(reason)),
        }
    }

    /// Sends our stone that is not told back yet, which was laid last.
    fn send_stone(&mut self) {
        let Some(point) = self.pending else {
            return;
        };
        let chess = Chess {
            index: self.player.position().stones().len() as u8, // at most 225
            colour: self.player.colour() as u8,
            row: point.y(),
            column: point.x(),
        };
        self.requests.push_back(Request::Stone);
        self.send(Message::Chess(chess));
    }

    fn finish(&mut self, ending: Ending) {
        if !std::mem::take(&mut self.playing) {
            return;
        }
        self.played += 1;
        self.asked = false;
        let us = self.player.colour();
        (self.report)(&Played {
            number: self.played,
            us,
            ending,
            stones: self.player.position().stones().len(),
        });
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
            None => self.due = Some((Instant::now() + CHANGE_TIME, Request::Start)),
        }
    }
}

/// The referee has the last word: what should not be is only noted.
fn complain(outcome: Result<(), String>) {
    if let Err(reason) = outcome {
        log::warn!("{reason}");
    }
}
