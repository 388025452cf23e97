//! The referee of the course: a server for two players on a 15×15 board, which judges with `rules/`.
//!
//! Messages are those of [`tengen_core::course`]. One thread accepts connections, one reads each client,
//! and this one does everything else. Decisions where the specification leaves room:
//! - A client is told FIRST or SECOND when it connects; who comes first goes first. FIRST and SECOND
//!   from a client are accepted between games, and change the other side's role with it.
//! - GAME_REQUIRE_START of a client that is alone is REJECTED as unwanted, to be repeated; during a
//!   game, as unwanted with nothing to be done.
//! - CHESS out of turn or without a game is unwanted. A point that is taken, off the board or a foul,
//!   or a stone of the wrong colour, is an invalid chess, to be repeated; the clock goes on. Black, who has only fouls
//!   left, loses at once.
//! - What only a referee may say, and bytes with which no message begins, are unwanted. More than 256
//!   messages that mean nothing, with nothing accepted between them, end the connection; a game is
//!   lost by that, and by leaving.
//! - When both chairs are taken and nobody asks for a game for long, both must leave.
//! - A third client is told that its request for a game, made or not, is REJECTED as unwanted with
//!   nothing to be done, and its connection is closed.
//! - The log is evidence. Where none can be written nobody is let in; when it cannot be written any more,
//!   nothing that is missing in it is told to anybody: both connections end, and the game is void.

mod arbiter;
mod log;

pub use log::{Cause, Entry, LogBook, Verdict};

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
use tengen_core::course::{Decoded, Decoder, Message};
use tengen_core::rules::Rule;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The rule.
    pub rule: Rule,
    /// The longest time for a move.
    pub time: Duration,
    /// How long two players may sit there without asking for a game.
    pub wait: Duration,
}

/// What the referee is to do.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// How games are played.
    pub terms: Terms,
    /// Leave after this many games; `None` goes on for ever.
    pub games: Option<usize>,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Played {
    /// Which game of the series, from 1.
    pub number: usize,
    /// How it ended.
    pub verdict: Verdict,
    /// How many stones were laid.
    pub stones: usize,
    /// Its log.
    pub log: PathBuf,
}

/// How often it is looked whether somebody comes.
const DOORBELL: Duration = Duration::from_millis(5);
/// A client that takes nothing from us for this long is gone.
const WRITE_TIME: Duration = Duration::from_millis(500);
/// How long clients are given to read the last messages and leave.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often a client is read in a second at most: nobody who plays needs more.
const READS_A_SECOND: u32 = 2000;
/// Events that may wait before the readers wait themselves.
const WAITING_EVENTS: usize = 256;
/// So many unwanted clients are seen off with patience at a time; more are just cut off.
const LEAVING_CLIENTS: usize = 8;

/// What somebody sees who watches the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// A game has begun.
    Began,
    /// A stone was laid.
    Stone(Entry),
    /// The game is over.
    Ended(Verdict),
}

/// Referees games between the clients that connect, until enough are played, and keeps their logs in
/// the `book`. `report` is told of each.
///
/// # Errors
/// When the listener fails, or a log cannot be written.
pub fn serve(
    listener: TcpListener,
    series: Series,
    book: LogBook,
    report: &mut dyn FnMut(&Played),
) -> io::Result<()> {
    serve_before(listener, series, book, report, &mut |_| ())
}

/// The same before somebody who watches.
///
/// # Errors
/// As [`serve`].
pub fn serve_before(
    listener: TcpListener,
    series: Series,
    book: LogBook,
    report: &mut dyn FnMut(&Played),
    onlooker: &mut dyn FnMut(Sight),
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
        onlooker,
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

/// Something that the threads at the sockets have seen.
enum Event {
    Arrived(TcpStream),
    Heard(usize, Vec<Decoded>),
    Gone(usize),
}

/// What was seen, and when.
type Seen = (Event, Instant);

/// Accepts connections until the door is closed.
fn keep_the_door(listener: &TcpListener, events: &SyncSender<Seen>, closed: &AtomicBool) {
    while !closed.load(Ordering::Relaxed) {
        match listener.accept() {
            Ok((stream, _)) => {
                if tell(events, Event::Arrived(stream)).is_err() {
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
                if tell(events, Event::Heard(id, heard)).is_err() {
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
    let _ = tell(events, Event::Gone(id));
}

fn tell(events: &SyncSender<Seen>, event: Event) -> Result<(), SendError<Seen>> {
    events.send((event, Instant::now()))
}

struct Connection {
    id: usize,
    stream: TcpStream,
}

struct Server<'a> {
    arbiter: Arbiter,
    clients: [Option<Connection>; 2],
    /// How many clients have had a chair.
    arrivals: usize,
    /// Unwanted clients that are being seen off.
    leaving: Arc<AtomicUsize>,
    book: LogBook,
    log: Option<GameLog>,
    stones: usize,
    played: usize,
    sender: SyncSender<Seen>,
    report: &'a mut dyn FnMut(&Played),
    onlooker: &'a mut dyn FnMut(Sight),
}

impl Server<'_> {
    fn run(&mut self, games: Option<usize>, events: &Receiver<Seen>) -> io::Result<()> {
        while games.is_none_or(|games| self.played < games) {
            self.step(events)?;
        }
        Ok(())
    }

    /// Waits for the next event, or for the clock, and deals with it.
    ///
    /// # Errors
    /// When a log cannot be written.
    fn step(&mut self, events: &Receiver<Seen>) -> io::Result<()> {
        let patience = self.arbiter.deadline().map_or(Duration::MAX, |deadline| {
            deadline.saturating_duration_since(Instant::now())
        });
        let Some((event, now)) = next(events, patience) else {
            self.arbiter.tick(Instant::now());
            return self.obey();
        };
        self.arbiter.tick(now);
        match event {
            Event::Arrived(stream) => self.receive(stream, now),
            Event::Heard(id, heard) => {
                if let Some(chair) = self.chair_of(id) {
                    for heard in heard {
                        self.arbiter.hear(chair, heard, now);
                    }
                }
            }
            Event::Gone(id) => {
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

    /// A connection has come.
    fn receive(&mut self, stream: TcpStream, now: Instant) {
        let prepared = stream
            .set_nonblocking(false)
            .and_then(|()| stream.set_nodelay(true))
            .and_then(|()| stream.set_write_timeout(Some(WRITE_TIME)))
            .and_then(|()| stream.try_clone());
        let Ok(ear) = prepared else {
            return;
        };
        let Some(chair) = self.arbiter.sit_down(now) else {
            return self.see_off(stream);
        };
        self.arrivals += 1;
        let (id, sender) = (self.arrivals, self.sender.clone());
        self.clients[chair as usize] = Some(Connection { id, stream });
        let reader = thread::Builder::new().name("client".into());
        if reader.spawn(move || listen(id, ear, &sender)).is_err() {
            self.lose(chair, now);
        }
    }

    /// Tells a client that there is no chair for it. It gets a moment to read that.
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

    /// The connection of the client there has ended.
    fn lose(&mut self, chair: Chair, now: Instant) {
        self.clients[chair as usize] = None;
        self.arbiter.leave(chair, now);
    }

    /// Does what the arbiter orders; that may bring new orders.
    ///
    /// # Errors
    /// When a log cannot be written. What was ordered after that is not done.
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
                self.arbiter.start_clock(Instant::now()); // a disk may be slow
                (self.onlooker)(Sight::Began);
            }
            Order::Stone(entry) => {
                self.stones += 1;
                self.log.as_mut().map_or(Ok(()), |log| log.stone(&entry))?;
                (self.onlooker)(Sight::Stone(entry));
            }
            Order::End(verdict) => self.finish(verdict)?,
        }
        Ok(())
    }

    fn send(&mut self, chair: Chair, message: Message) {
        let Some(client) = &mut self.clients[chair as usize] else {
            return;
        };
        if client.stream.write_all(&message.encode()).is_err() {
            let _ = client.stream.shutdown(Shutdown::Both);
            self.lose(chair, Instant::now());
        }
    }

    fn finish(&mut self, verdict: Verdict) -> io::Result<()> {
        let Some(mut log) = self.log.take() else {
            return Ok(()); // a game that has begun has a log
        };
        log.result(&verdict)?;
        (self.onlooker)(Sight::Ended(verdict));
        self.played += 1;
        (self.report)(&Played {
            number: self.played,
            verdict,
            stones: self.stones,
            log: log.path,
        });
        Ok(())
    }

    /// Lets the clients read what was said last, and closes.
    fn say_farewell(&mut self, events: &Receiver<Seen>) {
        for client in self.clients.iter().flatten() {
            let _ = client.stream.shutdown(Shutdown::Write);
        }
        let end = Instant::now() + FAREWELL;
        while self.clients.iter().any(Option::is_some) && Instant::now() < end {
            let left = end.saturating_duration_since(Instant::now());
            if let Some((Event::Gone(id), _)) = next(events, left)
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

/// Waits until a client that has been told enough goes: what it says now would else make the
/// connection end before it has read that.
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
