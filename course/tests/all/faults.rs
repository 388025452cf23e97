//! Tests of the course referee with two clients on faulty connections: resets, single bytes, repeated, late or partial
//! messages, and garbage. Every game must end, with a log whose replay gives the reported result.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tengen_core::board::Colour;
use tengen_course::message::{Decoder, Message, RejectionReason};
use tengen_course::referee::{Cause, Terms};
use tengen_e2e::course::{PATIENCE, Referee, chess, replayed};
use tengen_testkit::{FREESTYLE, RENJU, in_two_lengths};

const LIMIT: Duration = Duration::from_millis(100);
/// A client that receives nothing for this long repeats its request.
const NUDGE: Duration = Duration::from_millis(30);

/// A connection that corrupts what is sent.
struct BadLine {
    stream: TcpStream,
    decoder: Decoder,
    random: StdRng,
    /// The probability of a fault per message.
    rate: f64,
}

/// A connection that can no longer be used.
struct Broken;

impl BadLine {
    fn send(&mut self, message: Message) -> Result<(), Broken> {
        let bytes = message.encode();
        if !self.random.random_bool(self.rate) {
            return self.write(&bytes);
        }
        match self.random.random_range(0..12) {
            0 => {
                self.reset();
                Err(Broken)
            }
            1 => {
                self.write(&bytes[..bytes.len() / 2])?;
                self.reset();
                Err(Broken)
            }
            2 => self.write(&bytes[..bytes.len() / 2]),
            3 | 4 => {
                self.write(&bytes)?;
                self.write(&bytes)
            }
            5 | 6 => {
                let length = self.random.random_range(1..20);
                let garbage: Vec<u8> = (0..length).map(|_| self.random.random::<u8>()).collect();
                self.write(&garbage)?;
                self.write(&bytes)
            }
            7 => {
                self.pause(LIMIT + LIMIT / 2);
                self.write(&bytes)
            }
            8 => {
                let garbage: Vec<u8> = (0..4000).map(|_| self.random.random::<u8>()).collect();
                self.write(&garbage)
            }
            9 => {
                let pause = self.random.random_range(1..20);
                self.pause(Duration::from_millis(pause));
                self.write(&bytes)
            }
            _ => bytes.iter().try_for_each(|&byte| {
                let pause = self.random.random_range(0..2000);
                self.pause(Duration::from_micros(pause));
                self.write(&[byte])
            }),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        self.stream.write_all(bytes).map_err(|_| Broken)
    }

    fn pause(&self, time: Duration) {
        std::thread::sleep(time);
    }

    /// Ends the connection; with unread data it becomes a reset.
    fn reset(&mut self) {
        if self.random.random_bool(0.5) {
            let _ = self.stream.shutdown(Shutdown::Both);
        }
    }

    /// The received messages; empty after a while without any.
    fn hear(&mut self) -> Result<Vec<Message>, Broken> {
        let mut buffer = [0; 64];
        match self.stream.read(&mut buffer) {
            Ok(0) => Err(Broken),
            Ok(count) => {
                let heard = self.decoder.take(&buffer[..count]);
                Ok(heard.into_iter().map(|heard| heard.expect("a message")).collect())
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(Vec::new()),
            Err(_) => Err(Broken),
        }
    }
}

/// Plays random stones in a small part of the board.
struct FaultyGuest {
    line: BadLine,
    role: Option<Colour>,
    /// The role it has asked for and not got yet.
    asked: Option<Colour>,
    playing: bool,
    stones: Vec<(u8, u8)>,
    refused: Vec<(u8, u8)>,
    result: Option<Message>,
}

impl FaultyGuest {
    fn play(&mut self) -> Result<(), Broken> {
        let start = Instant::now();
        while self.result.is_none() {
            assert!(start.elapsed() < PATIENCE, "a guest waits forever");
            let messages = self.line.hear()?;
            if messages.is_empty() {
                self.nudge()?;
            }
            for message in messages {
                self.answer(message)?;
            }
        }
        Ok(())
    }

    fn nudge(&mut self) -> Result<(), Broken> {
        if self.playing {
            return self.lay();
        }
        if self.line.random.random_bool(0.2) {
            let side = self.line.random.random_range(0..2);
            self.asked = Some(Colour::BOTH[side]);
            self.line.send([Message::First, Message::Second][side])?;
            self.line.send(Message::DoNothing)?;
        }
        self.line.send(Message::RequireStart)
    }

    fn answer(&mut self, message: Message) -> Result<(), Broken> {
        match message {
            Message::First => self.role = Some(Colour::Black),
            Message::Second => self.role = Some(Colour::White),
            Message::Accept => self.role = self.asked.take().or(self.role),
            Message::Start => {
                self.playing = true;
                self.asked = None;
                return self.lay();
            }
            Message::Chess(stone) => {
                self.stones.push((stone.row, stone.column));
                assert_eq!(stone.index as usize, self.stones.len());
                self.refused.clear();
                return self.lay();
            }
            Message::Rejected(rejection) if rejection.reason == RejectionReason::InvalidChess => {
                return self.lay();
            }
            Message::Win | Message::Lose | Message::Draw => self.result = Some(message),
            _ => {}
        }
        Ok(())
    }

    /// Plays a stone if it seems to be our turn.
    fn lay(&mut self) -> Result<(), Broken> {
        let to_move = Colour::BOTH[self.stones.len() % 2];
        if self.role != Some(to_move) {
            return Ok(());
        }
        let points = (5..11u8).flat_map(|row| (5..11u8).map(move |column| (row, column)));
        let open: Vec<_> =
            points.filter(|point| !self.stones.contains(point) && !self.refused.contains(point)).collect();
        let Some(&(row, column)) = open.choose(&mut self.line.random) else {
            return Ok(()); // only forbidden points are left: the clock decides
        };
        self.refused.push((row, column));
        self.line.send(Message::Chess(chess(0, to_move, row, column)))
    }
}

/// Reconnects until it has received a result or the referee is gone; returns its colour and the result. (With faults,
/// the colour may be wrong.)
fn guest(address: SocketAddr, seed: u64, rate: f64) -> Option<(Colour, Message)> {
    for attempt in 0.. {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(NUDGE)).expect("a socket");
        let mut guest = FaultyGuest {
            line: BadLine {
                stream,
                decoder: Decoder::default(),
                random: StdRng::seed_from_u64(seed * 1000 + attempt),
                rate,
            },
            role: None,
            asked: None,
            playing: false,
            stones: Vec::new(),
            refused: Vec::new(),
            result: None,
        };
        let _ = guest.play();
        if let Some(result) = guest.result {
            return Some((guest.role.expect("a client that has played has a role"), result));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    None
}

/// Plays a game; returns how it ended and how many results the clients received.
fn game(number: u64) -> (Cause, usize) {
    let rule = [RENJU, FREESTYLE][number as usize % 2];
    let rate = [0.0, 0.01, 0.03, 0.1, 0.3][number as usize / 2 % 5];
    let terms = Terms { rule, time: LIMIT, wait: Duration::from_secs(1) };
    let referee = Referee::start(terms, 1);
    let address = referee.address;
    let guests = [0, 1].map(|i| std::thread::spawn(move || guest(address, 2 * number + i, rate)));
    let games = referee.games();
    let heard = guests.map(|guest| guest.join().expect("a guest that does not panic"));
    assert_eq!(games.len(), 1);
    let verdict = games[0].verdict;
    let log = referee.log("game.log");
    assert_eq!(replayed(&log, rule), verdict.to_string(), "game {number}");
    assert_eq!(log.lines().count(), games[0].stones + 1);
    let heard: Vec<_> = heard.into_iter().flatten().collect();
    let count = |news| heard.iter().filter(|result| result.1 == news).count();
    assert!(count(Message::Win) <= 1 && count(Message::Lose) <= 1);
    assert_eq!(count(Message::Draw) > 0, verdict.winner.is_none() && !heard.is_empty());
    if rate == 0.0 {
        assert_eq!(heard.len(), 2, "both hear how a good game ends");
        for &(colour, news) in &heard {
            assert_eq!(news == Message::Win, verdict.winner == Some(colour), "game {number}");
        }
    }
    (verdict.cause, heard.len())
}

in_two_lengths!(every_game_ends_whatever_goes_wrong, play_with_faults, 30, 1000);

fn play_with_faults(games: u64) {
    let (mut ends, mut results) = (BTreeMap::new(), 0);
    let start = Instant::now();
    for number in 0..games {
        let (end, heard) = game(number);
        *ends.entry(format!("{end:?}")).or_insert(0) += 1;
        results += heard;
    }
    println!("{games} games in {:?}: {ends:?}; {results} results heard", start.elapsed());
    assert!(games < 30 || ends.len() >= 3, "{ends:?}");
}
