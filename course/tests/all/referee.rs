//! Tests of the course referee with real sockets: every message, every rejection, and misbehaving
//! clients.

use std::time::{Duration, Instant};
use tengen_core::board::Colour::{Black, White};
use tengen_course::message::{Message, RejectionReason, Solution};
use tengen_course::referee::Terms;
use tengen_e2e::course::{
    Guest, PATIENCE, Referee, chess, invalid_stone, lay, rejected, replayed, start, terms, unwanted,
};
use tengen_testkit::{FREESTYLE, RENJU};

/// Black makes five in the top row with the last of these stones.
const BLACK_WINS: [(u8, u8); 9] = [(0, 0), (5, 0), (0, 1), (5, 1), (0, 2), (5, 2), (0, 3), (5, 3), (0, 4)];

fn short(time: u64) -> Terms {
    Terms { time: Duration::from_millis(time), ..terms(RENJU) }
}

fn without_times(log: &str) -> String {
    let line = |line: &str| match line.strip_prefix("0 ") {
        Some(_) => line[..line.rfind(' ').unwrap()].to_string() + " 0\n",
        None => format!("{line}\n"),
    };
    log.lines().map(line).collect()
}

#[test]
fn a_game_that_black_wins() {
    let referee = Referee::start(terms(RENJU), 1);
    let (mut black, mut white) = referee.playing();
    lay(&mut black, &mut white, 1, &BLACK_WINS);
    black.hears(&[Message::Win]);
    white.hears(&[Message::Lose]);
    black.hears_the_end();
    white.hears_the_end();
    let games = referee.games();
    assert_eq!(games.len(), 1);
    assert_eq!((games[0].number, games[0].stones), (1, 9));
    let log = referee.log("game.log");
    assert_eq!(
        without_times(&log),
        "0 1 0 0 0 0\n0 2 1 5 0 0\n0 3 0 0 1 0\n0 4 1 5 1 0\n0 5 0 0 2 0\n0 6 1 5 2 0\n\
         0 7 0 0 3 0\n0 8 1 5 3 0\n0 9 0 0 4 0\n1 black wins: five in a row\n"
    );
    assert_eq!(replayed(&log, RENJU), "black wins: five in a row");
}

#[test]
fn a_game_that_white_wins_and_its_times() {
    let referee = Referee::start(terms(RENJU), 1);
    let (mut black, mut white) = referee.playing();
    std::thread::sleep(Duration::from_millis(120));
    let stones = [(0, 0), (5, 0), (0, 1), (5, 1), (0, 2), (5, 2), (0, 3), (5, 3), (9, 9), (5, 4)];
    lay(&mut black, &mut white, 1, &stones);
    white.hears(&[Message::Win]);
    black.hears(&[Message::Lose]);
    referee.games();
    let log = referee.log("game.log");
    assert_eq!(replayed(&log, RENJU), "white wins: five in a row");
    let first: Vec<u64> = log.lines().next().unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    assert_eq!(first[..5], [0, 1, 0, 0, 0]);
    assert!((120..2000).contains(&first[5]), "{first:?}");
}

#[test]
fn a_draw_on_a_full_board() {
    let referee = Referee::start(terms(FREESTYLE), 1);
    let (mut black, mut white) = referee.playing();
    let points = || (0..15u8).flat_map(|row| (0..15u8).map(move |column| (row, column)));
    // Pairs of one colour, shifted from row to row: no five on either side.
    let is_black = |&(row, column): &(u8, u8)| (column / 2 + row).is_multiple_of(2);
    let blacks: Vec<_> = points().filter(is_black).collect();
    let whites: Vec<_> = points().filter(|point| !is_black(point)).collect();
    assert_eq!((blacks.len(), whites.len()), (113, 112));
    let stones: Vec<_> = (0..225).map(|i| if i % 2 == 0 { blacks[i / 2] } else { whites[i / 2] }).collect();
    lay(&mut black, &mut white, 1, &stones);
    black.hears(&[Message::Draw]);
    white.hears(&[Message::Draw]);
    referee.games();
    let log = referee.log("game.log");
    assert_eq!(log.lines().count(), 226);
    assert_eq!(replayed(&log, FREESTYLE), "draw: the board is full");
}

#[test]
fn what_is_logged_is_on_the_disk_at_once() {
    let referee = Referee::start(terms(RENJU), 1);
    let (mut black, mut white) = referee.playing();
    lay(&mut black, &mut white, 1, &BLACK_WINS[..4]);
    black.says(&[Message::DoNothing, Message::First]);
    black.hears(&[unwanted(3)]); // so the fourth stone has been handled
    assert_eq!(referee.log("game.log").lines().count(), 4);
}

#[test]
fn a_game_is_asked_for() {
    let referee = Referee::start(terms(RENJU), 1);
    let mut black = Guest::arrive(referee.address);
    black.hears(&[Message::First]);
    let alone = rejected(RejectionReason::Unwanted, Solution::Repeat, 5);
    for _ in 0..1000 {
        black.says(&[Message::RequireStart]);
        black.hears(&[alone]);
    }
    black.lays(Black, 7, 7);
    black.hears(&[unwanted(7)]);
    let mut white = Guest::arrive(referee.address);
    white.hears(&[Message::Second]);
    black.lays(Black, 7, 7);
    black.hears(&[unwanted(7)]);
    start(&mut white, &mut black);
    for guest in [&mut black, &mut white] {
        guest.says(&[Message::RequireStart]);
        guest.hears(&[unwanted(5)]);
    }
    lay(&mut black, &mut white, 1, &BLACK_WINS);
}

#[test]
fn every_invalid_stone_is_to_be_repeated() {
    let referee = Referee::start(terms(RENJU), 1);
    let (mut black, mut white) = referee.playing();
    // Out of turn.
    white.lays(White, 7, 7);
    white.hears(&[unwanted(7)]);
    // Off the board.
    for (row, column) in [(15, 0), (0, 15), (255, 255)] {
        black.lays(Black, row, column);
        black.hears(&[invalid_stone()]);
    }
    // An invalid colour, and the wrong one.
    black.sends(&[7, 0, 2, 7, 7, 0, 0, 0, 0]);
    black.lays(White, 7, 7);
    black.hears(&[invalid_stone(), invalid_stone()]);
    // Reserved bytes and the index do not matter.
    black.sends(&[7, 99, 0, 7, 7, 1, 2, 3, 4]);
    let stone = Message::Chess(chess(1, Black, 7, 7));
    black.hears(&[Message::Accept, stone]);
    white.hears(&[stone]);
    // Taken, and out of turn again.
    white.lays(White, 7, 7);
    white.hears(&[invalid_stone()]);
    black.lays(Black, 7, 8);
    black.hears(&[unwanted(7)]);
    // Forbidden: a double three at (7, 8).
    lay(&mut black, &mut white, 2, &[(0, 0), (7, 6), (0, 14), (6, 8), (14, 0), (8, 8), (14, 14)]);
    black.lays(Black, 7, 8);
    black.hears(&[invalid_stone()]);
    lay(&mut black, &mut white, 9, &[(1, 1)]);
    assert_eq!(referee.log("game.log").lines().count(), 9);
    // It is legal for white.
    lay(&mut black, &mut white, 10, &[(7, 8)]);
}

#[test]
fn messages_of_a_referee_are_unwanted_from_clients() {
    let referee = Referee::start(terms(RENJU), 1);
    let (mut black, mut white) = referee.guests();
    let words = [
        Message::Accept,
        Message::Start,
        Message::Timeout,
        Message::Win,
        Message::Lose,
        Message::Draw,
        invalid_stone(),
    ];
    for _ in 0..2 {
        for word in words {
            white.says(&[word]);
            white.hears(&[unwanted(word.number())]);
        }
        for byte in [12, 13, 100, 255] {
            white.sends(&[byte]);
            white.hears(&[unwanted(byte)]);
        }
        white.says(&[Message::DoNothing]);
        start_once(&mut black, &mut white);
    }
    for request in [Message::First, Message::Second] {
        white.says(&[request]);
        white.hears(&[unwanted(request.number())]);
    }
    lay(&mut black, &mut white, 1, &BLACK_WINS);
}

/// Asks for a game, which may have started already.
fn start_once(black: &mut Guest, white: &mut Guest) {
    black.says(&[Message::RequireStart]);
    if black.hear() == Some(Message::Accept) {
        black.hears(&[Message::Start]);
        white.hears(&[Message::Start]);
    }
}

#[test]
fn sides_change_between_games_on_request() {
    let referee = Referee::start(terms(RENJU), 3);
    let (mut one, mut two) = referee.guests();
    two.says(&[Message::First]);
    two.hears(&[Message::Accept]);
    one.hears(&[Message::Second]);
    start(&mut one, &mut two);
    lay(&mut two, &mut one, 1, &BLACK_WINS);
    two.hears(&[Message::Win]);
    one.hears(&[Message::Lose]);
    two.says(&[Message::Second]);
    two.hears(&[Message::Accept]);
    one.hears(&[Message::First]);
    start(&mut one, &mut two);
    lay(&mut one, &mut two, 1, &BLACK_WINS);
    one.hears(&[Message::Win]);
    two.hears(&[Message::Lose]);
    // Without a request the sides stay the same.
    start(&mut two, &mut one);
    lay(&mut one, &mut two, 1, &BLACK_WINS);
    one.hears(&[Message::Win]);
    // The series is complete.
    assert_eq!(referee.games().len(), 3);
    for name in ["game.log", "game-2.log", "game-3.log"] {
        assert_eq!(replayed(&referee.log(name), RENJU), "black wins: five in a row");
    }
}

#[test]
fn no_game_begins_after_the_last() {
    let referee = Referee::start(terms(RENJU), 1);
    let (mut black, mut white) = referee.playing();
    lay(&mut black, &mut white, 1, &BLACK_WINS[..8]);
    let mut last = Message::Chess(chess(0, Black, 0, 4)).encode();
    last.extend([5, 5]);
    black.sends(&last);
    assert_eq!(referee.games().len(), 1);
    assert_eq!(replayed(&referee.log("game.log"), RENJU), "black wins: five in a row");
}

fn no_seat() -> Message {
    unwanted(Message::RequireStart.number())
}

#[test]
fn clients_beyond_two_are_refused() {
    let referee = Referee::start(terms(RENJU), 1);
    let (mut black, mut white) = referee.playing();
    lay(&mut black, &mut white, 1, &BLACK_WINS[..3]);
    for words in 0..3 {
        let mut third = Guest::arrive(referee.address);
        for _ in 0..words {
            third.says(&[Message::RequireStart]);
        }
        third.hears(&[no_seat()]);
        third.hears_the_end();
    }
    let crowd: Vec<Guest> = (0..50).map(|_| Guest::arrive(referee.address)).collect();
    lay(&mut black, &mut white, 4, &BLACK_WINS[3..8]);
    for mut guest in crowd {
        guest.hears(&[no_seat()]);
        guest.hears_the_end();
    }
    lay(&mut black, &mut white, 9, &BLACK_WINS[8..]);
    black.hears(&[Message::Win]);
    assert_eq!(referee.games().len(), 1);
}

#[test]
fn a_client_out_of_time_loses() {
    for slow in [Black, White] {
        let referee = Referee::start(short(600), 1);
        let (mut black, mut white) = referee.playing();
        if slow == White {
            lay(&mut black, &mut white, 1, &[(7, 7)]);
        }
        let (loser, winner) = match slow {
            Black => (&mut black, &mut white),
            White => (&mut white, &mut black),
        };
        let start = Instant::now();
        // Rejected stones, ignored messages and half a stone do not stop the clock.
        loser.lays(slow, 15, 15);
        loser.says(&[Message::DoNothing]);
        loser.sends(&[7, 0, slow as u8, 3]);
        loser.hears(&[invalid_stone(), Message::Timeout, Message::Lose]);
        assert!(start.elapsed() > Duration::from_millis(100));
        winner.hears(&[Message::Win]);
        referee.games();
        let result = replayed(&referee.log("game.log"), RENJU);
        let text = ["white wins: black took too long", "black wins: white took too long"];
        assert_eq!(result, text[slow as usize]);
    }
}

#[test]
fn a_guest_may_leave_at_any_moment() {
    // Alone, and between games: the seat becomes free.
    let referee = Referee::start(terms(RENJU), 2);
    let mut first = Guest::arrive(referee.address);
    first.hears(&[Message::First]);
    first.leaves();
    let (mut black, white) = referee_with_free_seats(&referee);
    white.leaves();
    let mut white = next_guest(&referee);
    white.hears(&[Message::Second]);
    start(&mut black, &mut white);
    lay(&mut black, &mut white, 1, &BLACK_WINS);
    black.leaves();
    white.hears(&[Message::Lose]);
    let mut black = next_guest(&referee);
    black.hears(&[Message::First]);
    start(&mut black, &mut white);
    black.sends(&[7, 0, 0]);
    black.leaves();
    white.hears(&[Message::Win]);
    assert_eq!(referee.games().len(), 2);
    assert_eq!(referee.log("game-2.log"), "1 white wins: black has left\n");
    // During a game, after any number of stones, on either side's turn.
    for stones in 0..4 {
        for leaver in [Black, White] {
            let referee = Referee::start(terms(RENJU), 1);
            let (mut black, mut white) = referee.playing();
            lay(&mut black, &mut white, 1, &BLACK_WINS[..stones]);
            let (leaves, mut stays) = match leaver {
                Black => (black, white),
                White => (white, black),
            };
            leaves.leaves();
            stays.hears(&[Message::Win]);
            stays.hears_the_end();
            stays.leaves();
            assert_eq!(referee.games().len(), 1);
            let log = referee.log("game.log");
            assert_eq!(log.lines().count(), stones + 1);
            let text = ["white wins: black has left", "black wins: white has left"];
            assert_eq!(replayed(&log, RENJU), text[leaver as usize]);
        }
    }
}

/// Two clients, once the referee has noticed that the others are gone; until then the first one may
/// get the second seat.
fn referee_with_free_seats(referee: &Referee) -> (Guest, Guest) {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        let mut black = next_guest(referee);
        if black.hear() == Some(Message::First) {
            let mut white = next_guest(referee);
            white.hears(&[Message::Second]);
            return (black, white);
        }
        black.leaves();
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the first seat does not become free");
}

/// A client that retries until there is a seat.
fn next_guest(referee: &Referee) -> Guest {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        let mut guest = Guest::arrive(referee.address);
        let mut first = [0];
        guest.stream.peek(&mut first).expect("an answer");
        if first[0] != 1 {
            return guest;
        }
        guest.hears(&[no_seat()]);
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("no seat becomes free");
}

#[test]
fn both_may_leave() {
    let referee = Referee::start(terms(RENJU), 1);
    let (black, white) = referee.playing();
    drop((black, white));
    assert_eq!(referee.games().len(), 1);
    let result = replayed(&referee.log("game.log"), RENJU);
    assert!(result.ends_with("has left"), "{result}");
}

#[test]
fn floods_lose_the_game() {
    let stone = Message::Chess(chess(0, White, 3, 3)).encode();
    for piece in [vec![0xff], vec![0], vec![5], vec![1, 0, 0, 0, 0], stone] {
        let referee = Referee::start(terms(RENJU), 1);
        let (mut black, mut white) = referee.playing();
        let flood = piece.repeat(1_000_000 / piece.len());
        let mut stream = white.stream.try_clone().unwrap();
        let flooder = std::thread::spawn(move || {
            use std::io::Write;
            let _ = stream.write_all(&flood);
        });
        black.hears(&[Message::Win]);
        black.leaves();
        flooder.join().unwrap();
        referee.games();
        assert_eq!(referee.log("game.log"), "1 black wins: white sent too much that means nothing\n");
        white.sends(&[0]);
    }
}

#[test]
fn a_flood_before_the_game_costs_the_seat() {
    for byte in [200, 0, 2, 3, 4] {
        seat_is_lost_by(byte);
    }
}

/// Sends this byte very often, so that another client gets the seat.
fn seat_is_lost_by(byte: u8) {
    let referee = Referee::start(terms(RENJU), 1);
    let (mut black, mut white) = referee.guests();
    white.sends(&vec![byte; 100_000]);
    let mut heard = 0;
    while white.hear().is_some() {
        heard += 1;
    }
    assert!(heard <= 257, "{heard}");
    black.says(&[Message::First]);
    while black.hear() != Some(Message::Accept) {}
    let mut white = next_guest(&referee);
    white.hears(&[Message::Second]);
    start(&mut black, &mut white);
    lay(&mut black, &mut white, 1, &BLACK_WINS);
}

#[test]
fn a_few_useless_messages_are_allowed_during_a_game() {
    let referee = Referee::start(terms(RENJU), 1);
    let (mut black, mut white) = referee.playing();
    for (number, &stone) in (1..).zip(&BLACK_WINS) {
        for guest in [&mut black, &mut white] {
            guest.sends(&[0; 100]);
        }
        lay(&mut black, &mut white, number, &[stone]);
    }
    black.hears(&[Message::Win]);
}

#[test]
fn every_byte_may_come_alone() {
    let referee = Referee::start(terms(RENJU), 1);
    let (mut black, mut white) = referee.guests();
    let alone = |guest: &mut Guest, message: Message| {
        for byte in message.encode() {
            guest.sends(&[byte]);
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    alone(&mut white, Message::RequireStart);
    white.hears(&[Message::Accept, Message::Start]);
    black.hears(&[Message::Start]);
    for (number, &(row, column)) in (1..).zip(&BLACK_WINS) {
        let (colour, mover, other) = match number % 2 {
            1 => (Black, &mut black, &mut white),
            _ => (White, &mut white, &mut black),
        };
        alone(mover, Message::Chess(chess(0, colour, row, column)));
        let stone = Message::Chess(chess(number, colour, row, column));
        mover.hears(&[Message::Accept, stone]);
        other.hears(&[stone]);
    }
    black.hears(&[Message::Win]);
}

#[test]
fn two_clients_that_request_no_game_are_disconnected() {
    let terms = Terms { wait: Duration::from_millis(100), ..terms(RENJU) };
    let referee = Referee::start(terms, 1);
    let mut alone = Guest::arrive(referee.address);
    alone.hears(&[Message::First]);
    std::thread::sleep(Duration::from_millis(200)); // a client that is alone may wait forever
    let mut second = Guest::arrive(referee.address);
    second.hears(&[Message::Second]);
    for guest in [&mut alone, &mut second] {
        guest.hears(&[unwanted(5)]);
        guest.hears_the_end();
    }
    let (mut black, mut white) = referee_with_free_seats(&referee);
    start(&mut black, &mut white);
    lay(&mut black, &mut white, 1, &BLACK_WINS);
    assert_eq!(referee.games().len(), 1);
}
