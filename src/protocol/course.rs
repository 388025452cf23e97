//! A player of the course: the client that connects to its referee over TCP.
//!
//! The messages are those of [`crate::course`]. Referees differ, so this takes what it gets: its role
//! before or after it asks for a game, ACCEPT before or after the echo of its stone, echoes twice, a
//! rejected request for a game that then begins anyway. What the specification leaves open:
//! - Without FIRST or SECOND from the referee within 0.3 s it asks to go first.
//! - It asks for a game at once, and again after 0.5 s when the referee says "repeat". After a game a
//!   client without a wish for a side lets the other one ask first, for 0.2 s: sides cannot be changed
//!   any more when the game is on.
//! - A stone that is rejected as invalid is taken back and another one sent, never the same again in
//!   that game. One that is rejected as unwanted is taken back.
//! - WIN, LOSE, DRAW, TIMEOUT, GAME_START and the end of the connection break off a search.

use crate::board::{Colour, Content, Point};
use crate::course::{Chess, Decoder, Heard, Message, Reason, Rejection, Solution};
use crate::engine::{Inbox, Interrupt};
use crate::players::{Player, gomoku::Gomoku};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long the referee is given to say who goes first.
const ROLE_TIME: Duration = Duration::from_millis(300);
/// After a game, how long the other player is given to ask for another side before we, who do not
/// mind, ask for the next game.
const CHANGE_TIME: Duration = Duration::from_millis(200);
/// When a request for a game is repeated.
const ASK_AGAIN: Duration = Duration::from_millis(500);
/// A referee that takes nothing from us for this long is gone.
const WRITE_TIME: Duration = Duration::from_secs(5);
/// So many bytes that are no message mean that no referee is at the other end.
const MOST_NONSENSE: usize = 1000;
/// Messages that may wait before the reader waits itself.
const WAITING_MESSAGES: usize = 1024;

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
    player: &mut Gomoku,
    wishes: Wishes,
    report: &mut dyn FnMut(&Played),
) -> io::Result<()> {
    let mut client = Client {
        wire: Wire::new(stream)?,
        player,
        wishes,
        role: None,
        requests: VecDeque::new(),
        ask_at: Some(Instant::now() + ROLE_TIME),
        asked: false,
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
    Role(Colour),
    Start,
    Stone,
}

impl Request {
    /// The number of its message.
    fn number(self) -> u8 {
        match self {
            Request::Role(colour) => role_message(colour).number(),
            Request::Start => Message::RequireStart.number(),
            Request::Stone => CHESS,
        }
    }
}

/// The number of CHESS.
const CHESS: u8 = 7;

fn role_message(colour: Colour) -> Message {
    match colour {
        Colour::Black => Message::First,
        Colour::White => Message::Second,
    }
}

struct Client<'a> {
    wire: Wire,
    player: &'a mut Gomoku,
    wishes: Wishes,
    /// Black goes first.
    role: Option<Colour>,
    requests: VecDeque<Request>,
    /// When to ask for a game, if the referee says nothing before.
    ask_at: Option<Instant>,
    /// Whether a game was asked for since the last one.
    asked: bool,
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
        let patience = self.ask_at.map(|at| at.saturating_duration_since(now));
        match self.wire.next(patience)? {
            None => self.ask(),
            Some((message, at)) => {
                log::debug!("> {message:?}");
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
            Message::Accept => {
                if let Some(Request::Role(colour)) = self.requests.pop_front() {
                    self.role = Some(colour);
                }
            }
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

    fn send(&mut self, message: Message) {
        log::debug!("< {message:?}");
        self.wire.send(message);
    }

    /// Asks for the side that is wanted, and for a game.
    fn ask(&mut self) {
        self.ask_at = None;
        self.asked = true;
        let wish = self.wishes.side.or(self.role).unwrap_or(Colour::Black);
        if self.role != Some(wish) {
            self.requests.push_back(Request::Role(wish));
            self.send(role_message(wish));
        }
        self.requests.push_back(Request::Start);
        self.send(Message::RequireStart);
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

    fn obey(&mut self, rejection: Rejection, at: Instant) {
        let about = |request: &Request| request.number() == rejection.parameter;
        if self.requests.front().is_some_and(about) {
            self.requests.pop_front();
        }
        let repeat = rejection.solution == Solution::Repeat;
        if rejection.reason == Reason::InvalidChess {
            return self.try_another(at);
        }
        if rejection.parameter == CHESS && self.pending.take().is_some() {
            return complain(self.player.take_back().map(drop));
        }
        if rejection.parameter == Request::Start.number() && repeat && !self.playing {
            self.ask_at = Some(Instant::now() + ASK_AGAIN);
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

    fn begin(&mut self, at: Instant) {
        // Whoever was never told its role lets the other side begin.
        let us = self.role.unwrap_or(Colour::White);
        self.player.new_game(us);
        self.requests.clear();
        self.ask_at = None;
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
        if side == self.player.colour() {
            log::warn!("a stone of ours that we did not lay: {chess:?}");
            return;
        }
        match self
            .player
            .opponent_plays(&[(point.x().into(), point.y().into())])
        {
            Ok(()) => self.make_move(at),
            refusal => complain(refusal),
        }
    }

    fn make_move(&mut self, at: Instant) {
        let stone = match self.player.our_move(at, &mut self.wire) {
            Ok(Some(stones)) => stones.first().copied(),
            Ok(None) => None,
            Err(reason) => return complain(Err(reason)),
        };
        let Some((x, y)) = stone else {
            return;
        };
        let position = self.player.position();
        self.pending = position.stones().last().map(|stone| stone.point);
        let chess = Chess {
            index: position.stones().len() as u8, // at most 225
            colour: self.player.colour() as u8,
            row: y as u8,
            column: x as u8,
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
        if self.wishes.swap {
            self.wishes.side = Some(!us);
        }
        if self.wishes.side.is_some() {
            return self.ask();
        }
        self.ask_at = Some(Instant::now() + CHANGE_TIME);
    }
}

/// The referee has the last word: what should not be is only noted.
fn complain(outcome: Result<(), String>) {
    if let Err(reason) = outcome {
        log::warn!("{reason}");
    }
}

/// The connection: a thread reads it.
struct Wire {
    stream: TcpStream,
    incoming: Receiver<(Heard, Instant)>,
    waiting: VecDeque<(Heard, Instant)>,
    nonsense: usize,
}

impl Wire {
    fn new(stream: TcpStream) -> io::Result<Wire> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let (sender, incoming) = sync_channel(WAITING_MESSAGES);
        let ear = stream.try_clone()?;
        thread::Builder::new()
            .name("referee".into())
            .spawn(move || listen(ear, &sender))?;
        Ok(Wire {
            stream,
            incoming,
            waiting: VecDeque::new(),
            nonsense: 0,
        })
    }

    /// Sends a message. If that fails the connection is ended, and the end is read after all that has
    /// come before: perhaps the result.
    fn send(&mut self, message: Message) {
        if let Err(error) = self.stream.write_all(&message.encode()) {
            log::warn!("{message:?} cannot be sent: {error}");
            let _ = self.stream.shutdown(Shutdown::Both);
        }
    }

    /// The next message and when it came; `None` when the patience is at its end.
    fn next(&mut self, patience: Option<Duration>) -> io::Result<Option<(Message, Instant)>> {
        let end = patience.and_then(|patience| Instant::now().checked_add(patience));
        loop {
            let left = end.map_or(Duration::MAX, |end| {
                end.saturating_duration_since(Instant::now())
            });
            let heard = match self.waiting.pop_front() {
                Some(heard) => Ok(heard),
                None => self.incoming.recv_timeout(left),
            };
            let heard = match heard {
                Ok(heard) => heard,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(hung_up()),
            };
            if let (Ok(message), at) = heard {
                return Ok(Some((message, at)));
            }
            self.nonsense += 1;
            if self.nonsense > MOST_NONSENSE {
                let text = "what the other end sends is not the course protocol";
                return Err(io::Error::new(ErrorKind::InvalidData, text));
            }
        }
    }
}

/// Without this the thread that reads would hold the connection open.
impl Drop for Wire {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn hung_up() -> io::Error {
    io::Error::new(
        ErrorKind::UnexpectedEof,
        "the referee has ended the connection",
    )
}

/// Reads until the connection ends or nobody listens any more.
fn listen(mut stream: TcpStream, sender: &SyncSender<(Heard, Instant)>) {
    let mut decoder = Decoder::default();
    let mut buffer = [0; 256];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                let at = Instant::now();
                for heard in decoder.take(&buffer[..count]) {
                    if sender.send((heard, at)).is_err() {
                        return;
                    }
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// A search leaves when the game is over; the messages wait.
impl Inbox for Wire {
    fn poll(&mut self) -> Option<Interrupt> {
        let mut over = self.waiting.iter().any(|(heard, _)| is_end(heard));
        while !over {
            match self.incoming.try_recv() {
                Ok(heard) => {
                    over = is_end(&heard.0);
                    self.waiting.push_back(heard);
                }
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => over = true,
            }
        }
        Some(Interrupt::Leave)
    }
}

/// Whether nobody waits for a stone of ours after this.
fn is_end(heard: &Heard) -> bool {
    matches!(
        heard,
        Ok(Message::Win | Message::Lose | Message::Draw | Message::Timeout | Message::Start)
    )
}
