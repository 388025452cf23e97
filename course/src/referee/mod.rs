//! The referee of the course: a server for two players on a 15×15 board, using the rules of `rules/`.
//!
//! The messages are those of [`message`](super::message). One thread accepts connections, one reads each client, and this
//! one does everything else. Decisions where the specification is unclear:
//! - A client receives FIRST or SECOND when it connects; the first client moves first. FIRST and SECOND from a client
//!   are accepted between games, and also change the other side's role.
//! - GAME_REQUIRE_START is REJECTED as unwanted: with "repeat" if the client is alone, without it during a game.
//! - CHESS out of turn or without a game is unwanted. A point that is taken, off the board or forbidden, or a stone of
//!   the wrong colour, is an invalid chess with "repeat"; the clock keeps running. If only forbidden points are left
//!   for black, black loses at once.
//! - Messages that only a referee may send, and bytes that do not start a message, are unwanted. More than 256 useless
//!   messages without an accepted one between them end the connection; that loses a running game, as does
//!   disconnecting.
//! - If both seats are taken and neither client asks for a game for a long time, both connections are closed.
//! - A third client is sent REJECTED (unwanted, no action) for a request for a game, whether it made one or not, and
//!   its connection is closed.
//! - The log is evidence. If none can be written, no player is admitted. If writing fails during a game, nothing that
//!   the log lacks is sent to the players: both connections are closed, and the game is void.

mod arbiter;
mod log;

pub use log::{Cause, GameEnd, LogBook, LoggedStone};

use crate::message::{Decoded, Decoder, Message};
use arbiter::{Arbiter, Chair, Order};
use log::GameLog;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SendError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use tengen_core::rules::Rule;

#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub rule: Rule,
    /// The time limit per move.
    pub time: Duration,
    /// How long two players may wait without asking for a game.
    pub wait: Duration,
}

#[derive(Clone, Copy, Debug)]
pub struct Series {
    pub terms: Terms,
    /// Exit after this many games; `None` for no limit.
    pub games: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct SeriesGame {
    /// The number of the game in the series, from 1.
    pub number: usize,
    pub verdict: GameEnd,
    pub stones: usize,
    pub log: PathBuf,
}

/// The interval of checks for new connections.
const DOORBELL: Duration = Duration::from_millis(5);
/// A client that accepts no data for this long is considered gone.
const WRITE_TIME: Duration = Duration::from_millis(500);
/// The time clients have to read the last messages and disconnect.
const FAREWELL: Duration = Duration::from_millis(500);
/// The maximum number of reads per second from a client; no player needs more.
const READS_A_SECOND: u32 = 2000;
/// The number of queued events after which the reader threads block.
const WAITING_EVENTS: usize = 256;
/// The maximum number of rejected clients that get time to read their message; others are disconnected at once.
const LEAVING_CLIENTS: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CourseEvent {
    Began,
    Stone(LoggedStone),
    Ended(GameEnd),
}

/// Referees games between the clients that connect, until enough are played, and writes their logs to `book`. Calls
/// `report` after each game.
pub fn serve(
    listener: TcpListener,
    series: Series,
    book: LogBook,
    report: &mut dyn FnMut(&SeriesGame),
) -> io::Result<()> {
    serve_before(listener, series, book, report, &mut |_| ())
}

/// Like [`serve`], with a spectator.
pub fn serve_before(
    listener: TcpListener,
    series: Series,
    book: LogBook,
    report: &mut dyn FnMut(&SeriesGame),
    observer: &mut dyn FnMut(CourseEvent),
) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING_EVENTS);
    let closed = Arc::new(AtomicBool::new(false));
    let mut server = Server {
        arbiter: Arbiter::new(series.terms, series.games, Instant::now()),
        clients: [None, None],
        arrivals: 0,
        leaving: Arc::default(),
        book,
        log: None,
        stones: 0,
        played: 0,
        sender: sender.clone(),
        report,
        observer,
    };
    listener.set_nonblocking(true)?;
    let door = thread::Builder::new().name("door".into()).spawn({
        let closed = closed.clone();
        move || keep_the_door(&listener, &sender, &closed)
    })?;
    let outcome = server.run(series.games, &events);
    closed.store(true, Ordering::Relaxed);
    server.say_farewell(&events);
    drop(events);
    let _ = door.join();
    outcome
}

enum ClientEvent {
    Arrived(TcpStream),
    Heard(usize, Vec<Decoded>),
    Gone(usize),
}

type Seen = (ClientEvent, Instant);

/// Accepts connections until the listener must be closed.
fn keep_the_door(listener: &TcpListener, events: &SyncSender<Seen>, closed: &AtomicBool) {
    while !closed.load(Ordering::Relaxed) {
        match listener.accept() {
            Ok((stream, _)) => {
                if send(events, ClientEvent::Arrived(stream)).is_err() {
                    return;
                }
            }
            Err(_) => thread::sleep(DOORBELL),
        }
    }
}

/// Reads a client until its connection ends.
fn listen(id: usize, mut stream: TcpStream, events: &SyncSender<Seen>) {
    let mut decoder = Decoder::default();
    let mut buffer = [0; 256];
    let (mut second, mut reads) = (Instant::now(), 0);
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                let heard = decoder.take(&buffer[..count]);
                if send(events, ClientEvent::Heard(id, heard)).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => break,
        }
        reads += 1;
        if reads == READS_A_SECOND {
            thread::sleep(Duration::from_secs(1).saturating_sub(second.elapsed()));
            (second, reads) = (Instant::now(), 0);
        }
    }
    let _ = send(events, ClientEvent::Gone(id));
}

fn send(events: &SyncSender<Seen>, event: ClientEvent) -> Result<(), SendError<Seen>> {
    events.send((event, Instant::now()))
}

struct Connection {
    id: usize,
    stream: TcpStream,
}

struct Server<'a> {
    arbiter: Arbiter,
    clients: [Option<Connection>; 2],
    /// The number of clients seated so far.
    arrivals: usize,
    /// The number of rejected clients still connected.
    leaving: Arc<AtomicUsize>,
    book: LogBook,
    log: Option<GameLog>,
    stones: usize,
    played: usize,
    sender: SyncSender<Seen>,
    report: &'a mut dyn FnMut(&SeriesGame),
    observer: &'a mut dyn FnMut(CourseEvent),
}

impl Server<'_> {
    fn run(&mut self, games: Option<usize>, events: &Receiver<Seen>) -> io::Result<()> {
        while games.is_none_or(|games| self.played < games) {
            self.step(events)?;
        }
        Ok(())
    }

    /// Waits for the next event or the deadline and handles it.
    fn step(&mut self, events: &Receiver<Seen>) -> io::Result<()> {
        let patience = self
            .arbiter
            .deadline()
            .map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
        let Some((event, now)) = next(events, patience) else {
            self.arbiter.tick(Instant::now());
            return self.obey();
        };
        self.arbiter.tick(now);
        match event {
            ClientEvent::Arrived(stream) => self.receive(stream, now),
            ClientEvent::Heard(id, heard) => {
                if let Some(chair) = self.chair_of(id) {
                    for heard in heard {
                        self.arbiter.hear(chair, heard, now);
                    }
                }
            }
            ClientEvent::Gone(id) => {
                if let Some(chair) = self.chair_of(id) {
                    self.lose(chair, now);
                }
            }
        }
        self.obey()
    }

    fn chair_of(&self, id: usize) -> Option<Chair> {
        Chair::BOTH.into_iter().find(|&chair| {
            let client = self.clients[chair as usize].as_ref();
            client.is_some_and(|client| client.id == id)
        })
    }

    fn receive(&mut self, stream: TcpStream, now: Instant) {
        let prepared = stream
            .set_nonblocking(false)
            .and_then(|()| stream.set_nodelay(true))
            .and_then(|()| stream.set_write_timeout(Some(WRITE_TIME)))
            .and_then(|()| stream.try_clone());
        let Ok(ear) = prepared else { return };
        let Some(chair) = self.arbiter.sit_down(now) else { return self.see_off(stream) };
        self.arrivals += 1;
        let (id, sender) = (self.arrivals, self.sender.clone());
        self.clients[chair as usize] = Some(Connection { id, stream });
        let reader = thread::Builder::new().name("client".into());
        if reader.spawn(move || listen(id, ear, &sender)).is_err() {
            self.lose(chair, now);
        }
    }

    /// Informs a client that both seats are taken, and gives it a moment to read the message.
    fn see_off(&self, mut stream: TcpStream) {
        let _ = stream.write_all(&arbiter::unwanted(Message::RequireStart).encode());
        let _ = stream.shutdown(Shutdown::Write);
        let leaving = self.leaving.clone();
        if leaving.fetch_add(1, Ordering::Relaxed) >= LEAVING_CLIENTS {
            leaving.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let farewell = move || {
            hear_out(stream);
            leaving.fetch_sub(1, Ordering::Relaxed);
        };
        if thread::Builder::new().spawn(farewell).is_err() {
            self.leaving.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn lose(&mut self, chair: Chair, now: Instant) {
        self.clients[chair as usize] = None;
        self.arbiter.leave(chair, now);
    }

    /// Executes the actions of the arbiter, which may lead to new ones. If a log cannot be written, later actions are
    /// not executed.
    fn obey(&mut self) -> io::Result<()> {
        loop {
            let orders = self.arbiter.orders();
            if orders.is_empty() {
                return Ok(());
            }
            for order in orders {
                self.carry_out(order)?;
            }
        }
    }

    fn carry_out(&mut self, order: Order) -> io::Result<()> {
        match order {
            Order::Send(chair, message) => self.send(chair, message),
            Order::Dismiss(chair) => {
                if let Some(client) = self.clients[chair as usize].take() {
                    let _ = client.stream.shutdown(Shutdown::Both);
                }
            }
            Order::Begin => {
                self.stones = 0;
                self.log = Some(self.book.begin()?);
                self.arbiter.start_clock(Instant::now()); // writing the log may be slow
                (self.observer)(CourseEvent::Began);
            }
            Order::Stone(entry) => {
                self.stones += 1;
                self.log.as_mut().map_or(Ok(()), |log| log.stone(&entry))?;
                (self.observer)(CourseEvent::Stone(entry));
            }
            Order::End(verdict) => self.finish(verdict)?,
        }
        Ok(())
    }

    fn send(&mut self, chair: Chair, message: Message) {
        let Some(client) = &mut self.clients[chair as usize] else { return };
        if client.stream.write_all(&message.encode()).is_err() {
            let _ = client.stream.shutdown(Shutdown::Both);
            self.lose(chair, Instant::now());
        }
    }

    fn finish(&mut self, verdict: GameEnd) -> io::Result<()> {
        let Some(mut log) = self.log.take() else {
            return Ok(()); // a running game always has a log
        };
        log.result(&verdict)?;
        (self.observer)(CourseEvent::Ended(verdict));
        self.played += 1;
        (self.report)(&SeriesGame { number: self.played, verdict, stones: self.stones, log: log.path });
        Ok(())
    }

    /// Lets the clients read the last messages, then closes.
    fn say_farewell(&mut self, events: &Receiver<Seen>) {
        for client in self.clients.iter().flatten() {
            let _ = client.stream.shutdown(Shutdown::Write);
        }
        let end = Instant::now() + FAREWELL;
        while self.clients.iter().any(Option::is_some) && Instant::now() < end {
            let left = end.saturating_duration_since(Instant::now());
            if let Some((ClientEvent::Gone(id), _)) = next(events, left)
                && let Some(chair) = self.chair_of(id)
            {
                self.clients[chair as usize] = None;
            }
        }
        for client in self.clients.iter().flatten() {
            let _ = client.stream.shutdown(Shutdown::Both);
        }
    }
}

fn next(events: &Receiver<Seen>, patience: Duration) -> Option<Seen> {
    events.recv_timeout(patience).ok()
}

/// Waits until a client disconnects. Otherwise, unread data from it would reset the connection before it has read our
/// last message.
fn hear_out(mut stream: TcpStream) {
    let end = Instant::now() + FAREWELL;
    let mut buffer = [0; 256];
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let limited = !left.is_zero() && stream.set_read_timeout(Some(left)).is_ok();
        if !limited || !matches!(stream.read(&mut buffer), Ok(1..)) {
            return;
        }
    }
}
