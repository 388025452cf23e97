//! The course referee in this process, on a port chosen by the system, and scripted clients.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tempfile::TempDir;
use tengen_core::board::{BoardSize, Colour, Position};
use tengen_core::rules::{Outcome, Rule, can_move, judge};
use tengen_course::message::{Chess, Decoder, Message, Rejection, RejectionReason, SIDE, Solution};
use tengen_course::referee::{LogBook, Series, SeriesGame, Terms, serve};

/// How long a test waits for anything.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Time limits that no test reaches by accident.
pub fn terms(rule: Rule) -> Terms {
    Terms { rule, time: PATIENCE, wait: PATIENCE }
}

/// A running referee. Its logs are removed when it is dropped.
pub struct Referee {
    pub address: SocketAddr,
    folder: TempDir,
    games: Receiver<Vec<SeriesGame>>,
}

impl Referee {
    pub fn start(terms: Terms, games: usize) -> Referee {
        let folder = tempfile::tempdir().expect("a folder for logs");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("a port has a number");
        let series = Series { terms, games: Some(games) };
        let book = LogBook::new(&folder.path().join("game.log")).expect("a place for logs");
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut games = Vec::new();
            serve(listener, series, book, &mut |game| games.push(game.clone())).expect("a referee");
            let _ = sender.send(games);
        });
        Referee { address, folder, games: receiver }
    }

    /// Waits until the referee ends; the games it has hosted.
    pub fn games(&self) -> Vec<SeriesGame> {
        self.games.recv_timeout(PATIENCE).expect("the referee leaves in time")
    }

    /// The present contents of a log: that of the first game, or of a later one.
    pub fn log(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).expect("a log")
    }

    /// Connects two guests; the first plays black.
    pub fn guests(&self) -> (Guest, Guest) {
        let mut black = Guest::arrive(self.address);
        black.hears(&[Message::First]);
        let mut white = Guest::arrive(self.address);
        white.hears(&[Message::Second]);
        (black, white)
    }

    pub fn playing(&self) -> (Guest, Guest) {
        let (mut black, mut white) = self.guests();
        start(&mut black, &mut white);
        (black, white)
    }
}

/// The guest `asking` requests a game, and it starts.
pub fn start(asking: &mut Guest, other: &mut Guest) {
    asking.says(&[Message::RequireStart]);
    asking.hears(&[Message::Accept, Message::Start]);
    other.hears(&[Message::Start]);
}

pub struct Guest {
    pub stream: TcpStream,
    decoder: Decoder,
    heard: VecDeque<Message>,
}

impl Guest {
    pub fn arrive(address: SocketAddr) -> Guest {
        Guest::on(TcpStream::connect(address).expect("a connection"))
    }

    pub fn on(stream: TcpStream) -> Guest {
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        Guest { stream, decoder: Decoder::default(), heard: VecDeque::new() }
    }

    /// Sends bytes; errors are ignored, as the referee may be gone.
    pub fn sends(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    pub fn says(&mut self, messages: &[Message]) {
        messages.iter().for_each(|message| self.sends(&message.encode()));
    }

    pub fn lays(&mut self, colour: Colour, row: u8, column: u8) {
        self.says(&[Message::Chess(chess(0, colour, row, column))]);
    }

    /// The next message; `None` at the end of the connection.
    pub fn hear(&mut self) -> Option<Message> {
        let mut buffer = [0; 100];
        loop {
            if let Some(message) = self.heard.pop_front() {
                return Some(message);
            }
            let count = match self.stream.read(&mut buffer) {
                Ok(0) => return None,
                Ok(count) => count,
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => panic!("nothing is heard: {error}"),
            };
            let heard = self.decoder.take(&buffer[..count]);
            let sense = heard.into_iter().map(|heard| heard.expect("a message"));
            self.heard.extend(sense);
        }
    }

    /// Asserts that these are the next messages.
    #[track_caller]
    pub fn hears(&mut self, expected: &[Message]) {
        for &message in expected {
            assert_eq!(self.hear(), Some(message), "of {expected:?}");
        }
    }

    /// Asserts that the connection ends without another message.
    #[track_caller]
    pub fn hears_the_end(&mut self) {
        assert_eq!(self.hear(), None);
    }

    pub fn leaves(self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

pub fn chess(index: u8, colour: Colour, row: u8, column: u8) -> Chess {
    Chess { index, colour: colour as u8, row, column }
}

pub fn rejected(reason: RejectionReason, solution: Solution, parameter: u8) -> Message {
    Message::Rejected(Rejection { reason, solution, parameter })
}

pub fn unwanted(number: u8) -> Message {
    rejected(RejectionReason::Unwanted, Solution::NoAction, number)
}

pub fn invalid_stone() -> Message {
    rejected(RejectionReason::InvalidChess, Solution::Repeat, 7)
}

/// Plays stones in turns, black first, from stone number `index` on, and asserts that both guests
/// receive them.
pub fn lay(black: &mut Guest, white: &mut Guest, index: u8, stones: &[(u8, u8)]) {
    for (number, &(row, column)) in (index..).zip(stones) {
        let colour = Colour::BOTH[(number as usize + 1) % 2];
        let (mover, other) = match colour {
            Colour::Black => (&mut *black, &mut *white),
            Colour::White => (&mut *white, &mut *black),
        };
        mover.lays(colour, row, column);
        let stone = Message::Chess(chess(number, colour, row, column));
        mover.hears(&[Message::Accept, stone]);
        other.hears(&[stone]);
    }
}

/// The result in a log, after its game has been replayed by the rules.
pub fn replayed(log: &str, rule: Rule) -> String {
    assert!(log.ends_with('\n'), "{log:?}");
    let mut lines: Vec<&str> = log.lines().collect();
    let result = lines.pop().expect("a result").strip_prefix("1 ");
    let result = result.expect("the last line is the result");
    let mut position = Position::new(BoardSize::square(SIDE).expect("a board"));
    let mut outcome = Outcome::Open;
    for (index, line) in (1..).zip(lines) {
        assert_eq!(outcome, Outcome::Open, "{line} comes after the end");
        let numbers: Vec<u64> = line.split(' ').map(|n| n.parse().expect("a number")).collect();
        let &[0, number, colour, row, column, _] = &numbers[..] else { panic!("{line} is no stone") };
        let to_move = position.to_move();
        assert_eq!((number, colour), (index, to_move as u64), "{line}");
        let point = position.size().point(column as i32, row as i32);
        let point = point.expect("a point of the board");
        assert_eq!(position.check_empty(point), Ok(()), "{line}");
        outcome = judge(&position, point, to_move, rule);
        position.play(point, &mut ());
    }
    let (last, next) = match position.to_move() {
        Colour::White => ("black", "white"),
        Colour::Black => ("white", "black"),
    };
    match outcome {
        Outcome::Five(_) => assert_eq!(result, format!("{last} wins: five in a row")),
        Outcome::Draw => assert_eq!(result, "draw: the board is full"),
        Outcome::Forbidden(forbidden) => panic!("a forbidden move was accepted: {forbidden:?}"),
        Outcome::Open if !can_move(&position, rule) => {
            let stuck = format!("{last} wins: every point left is a foul for {next}");
            assert_eq!(result, stuck);
        }
        Outcome::Open => {
            let late = format!("{last} wins: {next} took too long");
            let gone = [("black", "white"), ("white", "black")].into_iter().any(|(a, b)| {
                let why = [format!("{b} has left"), format!("{b} sent too much that means nothing")];
                why.iter().any(|why| result == format!("{a} wins: {why}"))
            });
            assert!(gone || result == late, "{result}");
        }
    }
    result.to_string()
}
