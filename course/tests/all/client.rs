//! Tests of the course client with many kinds of referees, and against another engine.

use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::collections::HashSet;
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tengen_core::board::BoardSize;
use tengen_core::board::Colour::{self, Black, White};
use tengen_course::client::{ClientGame, ClientUpdate, Ending, Wishes, play};
use tengen_course::message::{Chess, Message, RejectionReason, SIDE, Solution};
use tengen_e2e::course::{Guest, PATIENCE, Referee, chess, invalid_stone, rejected, replayed, terms, unwanted};
use tengen_e2e::referee::GRACE;
use tengen_session::brain::Config;
use tengen_session::player::{Gomoku, Setup};
use tengen_testkit::RENJU;

const ANY_SIDE: Wishes = Wishes { side: None, games: 1, swap: false };

fn player(time: Duration, nodes: Option<u64>) -> Gomoku {
    Gomoku::new(Setup {
        size: BoardSize::square(SIDE).unwrap(),
        rule: RENJU,
        time,
        config: Config { hash: Some(1 << 20), nodes, ..Config::default() },
    })
}

/// How a client's session ended, and its games.
type ClientSession = (Result<(), ErrorKind>, Vec<ClientGame>);

/// A client that plays on its own thread.
struct Client(Receiver<ClientSession>);

impl Client {
    fn start(stream: TcpStream, mut player: Gomoku, wishes: Wishes) -> Client {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut games = Vec::new();
            let ended = play(stream, &mut player, wishes, &mut |_, update| {
                if let ClientUpdate::Ended(game) = update {
                    games.push(game);
                }
            });
            let _ = sender.send((ended.map_err(|error| error.kind()), games));
        });
        Client(receiver)
    }

    fn session(&self) -> ClientSession {
        self.0.recv_timeout(PATIENCE).expect("the client leaves")
    }
}

/// A client, and the referee's end of its connection.
fn client_of(player: Gomoku, wishes: Wishes) -> (Guest, Client) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let client = Client::start(stream, player, wishes);
    (Guest::on(listener.accept().unwrap().0), client)
}

fn client(wishes: Wishes) -> (Guest, Client) {
    client_of(player(PATIENCE, Some(200)), wishes)
}

/// Expects a stone of this colour as the client's next message.
#[track_caller]
fn stone(referee: &mut Guest, colour: Colour) -> Chess {
    match referee.hear() {
        Some(Message::Chess(chess)) if chess.side() == Some(colour) => chess,
        other => panic!("no stone: {other:?}"),
    }
}

/// A client that plays black in a game that has started.
fn black(wishes: Wishes) -> (Guest, Client) {
    let (mut referee, client) = client(wishes);
    referee.says(&[Message::First]);
    referee.hears(&[Message::RequireStart]);
    referee.says(&[Message::Accept, Message::Start]);
    (referee, client)
}

#[test]
fn a_game_by_the_book() {
    let (mut referee, client) = black(ANY_SIDE);
    let first = stone(&mut referee, Black);
    assert_eq!((first.index, first.row, first.column), (1, 7, 7));
    referee.says(&[Message::Accept, Message::Chess(first), Message::Chess(chess(2, White, 0, 0))]);
    let second = stone(&mut referee, Black);
    // The echo before ACCEPT, and twice.
    referee.says(&[
        Message::Chess(second),
        Message::Accept,
        Message::Chess(second),
        Message::DoNothing,
        Message::Chess(chess(4, White, 14, 14)),
        Message::Chess(chess(4, White, 14, 14)),
    ]);
    let third = stone(&mut referee, Black);
    referee.says(&[Message::Chess(third), Message::Win]);
    let (ended, games) = client.session();
    assert_eq!(ended, Ok(()));
    let won = ClientGame { number: 1, us: Black, ending: Ending::Won, stones: 5 };
    assert_eq!(games, [won]);
    referee.hears_the_end();
}

#[test]
fn every_ending() {
    for (messages, ending) in [
        (&[Message::Win][..], Ending::Won),
        (&[Message::Lose], Ending::Lost),
        (&[Message::Timeout, Message::Lose], Ending::LostOnTime),
        (&[Message::Draw], Ending::Drawn),
    ] {
        let (mut referee, client) = black(ANY_SIDE);
        stone(&mut referee, Black);
        referee.says(messages);
        let (ended, games) = client.session();
        assert_eq!((ended, games[0].ending), (Ok(()), ending));
    }
}

#[test]
fn the_side_that_is_wanted_is_asked_for() {
    let wishes = Wishes { side: Some(White), ..ANY_SIDE };
    let (mut referee, _client) = client(wishes);
    referee.says(&[Message::First]);
    referee.hears(&[Message::Second, Message::RequireStart]);
    referee.says(&[Message::Accept, Message::Accept, Message::Start, Message::Chess(chess(1, Black, 7, 7))]);
    stone(&mut referee, White);
    // If its wish is rejected, it plays the side it gets.
    let (mut referee, _client) = client(wishes);
    referee.says(&[Message::First]);
    referee.hears(&[Message::Second, Message::RequireStart]);
    referee.says(&[unwanted(4), Message::Accept, Message::Start]);
    stone(&mut referee, Black);
}

/// A client without a preferred side accepts any side; otherwise the specification's
/// default applies, by which the first client to connect moves first.
#[test]
fn a_client_without_a_wish_sends_no_first() {
    // It was alone when it asked, so it was the first to connect.
    for solution in [Solution::Repeat, Solution::NoAction] {
        let (mut referee, _client) = client(ANY_SIDE);
        referee.hears(&[Message::RequireStart]);
        referee.says(&[rejected(RejectionReason::Unwanted, solution, 5)]);
        if solution == Solution::Repeat {
            referee.hears(&[Message::RequireStart]);
            referee.says(&[Message::Accept]);
        }
        referee.says(&[Message::Start]);
        stone(&mut referee, Black);
    }
    // That guess was wrong, as the first stone shows.
    let (mut referee, _client) = client(ANY_SIDE);
    referee.hears(&[Message::RequireStart]);
    referee.says(&[unwanted(5), Message::Start]);
    stone(&mut referee, Black);
    referee.says(&[unwanted(7), Message::Chess(chess(1, Black, 3, 3))]);
    stone(&mut referee, White);
    // The referee waited for the other player before it read our messages.
    let (mut referee, _client) = client(ANY_SIDE);
    referee.hears(&[Message::RequireStart]);
    std::thread::sleep(Duration::from_millis(500)); // during which FIRST was sent
    referee.says(&[Message::Accept, Message::Start]);
    stone(&mut referee, Black);
    // Its first request was accepted, so another client was there before.
    let (mut referee, _client) = client(ANY_SIDE);
    referee.hears(&[Message::RequireStart]);
    referee.says(&[Message::Accept, Message::Start, Message::Chess(chess(1, Black, 7, 7))]);
    stone(&mut referee, White);
    // The referee's word takes precedence.
    let (mut referee, _client) = client(ANY_SIDE);
    referee.hears(&[Message::RequireStart]);
    referee.says(&[unwanted(5), Message::Second, Message::Start, Message::Chess(chess(1, Black, 7, 7))]);
    stone(&mut referee, White);
}

#[test]
fn a_side_that_is_to_be_asked_for_again_is() {
    let wishes = Wishes { side: Some(White), ..ANY_SIDE };
    let (mut referee, _client) = client(wishes);
    for number in [4, 5] {
        referee.hears(&[Message::Second, Message::RequireStart]);
        referee.says(&[rejected(RejectionReason::Unwanted, Solution::Repeat, 4)]);
        if number == 4 {
            referee.says(&[rejected(RejectionReason::Unwanted, Solution::Repeat, 5)]);
        }
    }
    referee.hears(&[Message::Second]); // the other request is still open
    referee.says(&[rejected(RejectionReason::Unwanted, Solution::Repeat, 5)]);
    // If rejected for good, it is not requested again.
    referee.says(&[unwanted(4)]);
    referee.hears(&[Message::RequireStart]);
}

#[test]
fn a_game_is_requested_again_when_the_referee_asks() {
    let (mut referee, _client) = client(ANY_SIDE);
    referee.says(&[Message::Second]);
    for _ in 0..2 {
        referee.hears(&[Message::RequireStart]);
        let start = Instant::now();
        referee.says(&[rejected(RejectionReason::Unwanted, Solution::Repeat, 5)]);
        referee.hears(&[Message::RequireStart]);
        assert!(start.elapsed() > Duration::from_millis(400), "not at once");
        referee.says(&[rejected(RejectionReason::Unwanted, Solution::Repeat, 5)]);
    }
    referee.hears(&[Message::RequireStart]);
    // If rejected for good, the client waits.
    referee.says(&[unwanted(5), Message::Start, Message::Chess(chess(1, Black, 7, 7))]);
    stone(&mut referee, White);
}

#[test]
fn a_rejected_stone_is_not_sent_again() {
    let (mut referee, _client) = black(ANY_SIDE);
    let mut sent = HashSet::new();
    for _ in 0..30 {
        let stone = stone(&mut referee, Black);
        assert!(sent.insert((stone.row, stone.column)), "{stone:?} again");
        assert_eq!(stone.index, 1);
        referee.says(&[invalid_stone()]);
    }
    let at_last = stone(&mut referee, Black);
    referee.says(&[Message::Chess(at_last), Message::Accept]);
    referee.says(&[invalid_stone()]); // about nothing: it is ignored
    referee.says(&[Message::Chess(chess(2, White, 0, 0))]);
    let next = stone(&mut referee, Black);
    assert!(!sent.contains(&(next.row, next.column)));
}

#[test]
fn a_stone_that_is_to_be_repeated_is_sent_again() {
    let (mut referee, _client) = black(ANY_SIDE);
    let first = stone(&mut referee, Black);
    for _ in 0..3 {
        referee.sends(&[1, 1, 1, 7, 0]);
        assert_eq!(stone(&mut referee, Black), first);
    }
    referee.says(&[Message::Accept]);
    // The stone has been confirmed, so there is nothing to repeat, nor while the other side is to
    // move.
    referee.sends(&[1, 1, 1, 7, 0]);
    referee.says(&[Message::Chess(first)]);
    referee.sends(&[1, 1, 1, 7, 0]);
    std::thread::sleep(Duration::from_millis(200));
    referee.says(&[Message::Chess(chess(2, White, 0, 0))]);
    assert_eq!(stone(&mut referee, Black).index, 3);
}

#[test]
fn a_stone_that_was_taken_back_is_sent_when_it_is_wanted_after_all() {
    let (mut referee, _client) = black(ANY_SIDE);
    stone(&mut referee, Black);
    referee.says(&[unwanted(7), rejected(RejectionReason::Unwanted, Solution::Repeat, 7)]);
    assert_eq!(stone(&mut referee, Black).index, 1);
}

#[test]
fn an_unwanted_stone_is_taken_back() {
    let (mut referee, _client) = black(ANY_SIDE);
    let first = stone(&mut referee, Black);
    referee.says(&[unwanted(7)]);
    // So white may play there.
    referee.says(&[Message::Chess(chess(1, White, first.row, first.column))]);
    assert_eq!(stone(&mut referee, Black).index, 2);
}

#[test]
fn bytes_that_come_one_by_one() {
    let (mut referee, _client) = client(ANY_SIDE);
    let mut say = |message: Message| {
        for byte in message.encode() {
            referee.sends(&[byte]);
            std::thread::sleep(Duration::from_millis(2));
        }
    };
    say(Message::Second);
    say(unwanted(5));
    say(Message::Start);
    say(Message::Chess(chess(1, Black, 7, 7)));
    referee.hears(&[Message::RequireStart]);
    stone(&mut referee, White);
}

#[test]
fn the_end_of_the_game_breaks_off_a_search() {
    let wishes = Wishes { games: 4, ..ANY_SIDE };
    let (mut referee, client) = client_of(player(Duration::from_secs(60), None), wishes);
    referee.says(&[Message::Second]);
    let start = Instant::now();
    for news in [Message::Lose, Message::Win, Message::Draw, Message::Lose] {
        referee.hears(&[Message::RequireStart]);
        referee.says(&[Message::Accept, Message::Start, Message::Chess(chess(1, Black, 7, 7))]);
        std::thread::sleep(Duration::from_millis(100));
        referee.says(&[news]);
    }
    let (ended, games) = client.session();
    assert_eq!((ended, games.len()), (Ok(()), 4));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_connection_that_ends_is_an_error_at_any_moment() {
    let (mut referee, client) = client(ANY_SIDE);
    referee.sends(&[7, 0]);
    drop(referee);
    assert_eq!(client.session().0, Err(ErrorKind::UnexpectedEof));
    // During a search.
    let (mut referee, client) = client_of(player(Duration::from_secs(60), None), ANY_SIDE);
    referee.says(&[Message::Second]);
    referee.hears(&[Message::RequireStart]);
    referee.says(&[Message::Start, Message::Chess(chess(1, Black, 7, 7))]);
    std::thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    drop(referee);
    assert!(client.session().0.is_err());
    assert!(start.elapsed() < Duration::from_secs(1) + GRACE);
}

#[test]
fn what_is_no_referee_is_left() {
    let (mut referee, client) = client(ANY_SIDE);
    referee.sends(&[b'H'; 5000]);
    assert_eq!(client.session().0, Err(ErrorKind::InvalidData));
}

#[test]
fn nonsense_from_a_referee_does_no_harm() {
    for seed in 0..20 {
        let mut random = StdRng::seed_from_u64(seed);
        let (mut referee, client) = client_of(player(PATIENCE, Some(20)), ANY_SIDE);
        for _ in 0..200 {
            let most = if random.random_bool(0.1) { 20 } else { 9 };
            let number = random.random_range(0..most);
            let side = Colour::BOTH[random.random_range(0..2)];
            let (row, column) = (random.random_range(0..17), random.random_range(0..17));
            match number {
                7 => referee.says(&[Message::Chess(chess(0, side, row, column))]),
                1 => referee.sends(&[1, random.random_range(0..4), random.random_range(0..3), 7, 0]),
                _ => referee.sends(&[number]),
            }
        }
        referee.leaves();
        let (_, games) = client.session();
        assert!(games.len() <= 1);
    }
}

/// Runs two clients and a referee with a time limit per move.
fn engines_play(limit: Duration, games: usize, swap: bool) -> (Referee, [ClientSession; 2]) {
    let referee = Referee::start(terms(RENJU), games);
    let clients = [swap, false].map(|swap| {
        let stream = TcpStream::connect(referee.address).unwrap();
        let wishes = Wishes { side: None, games, swap };
        Client::start(stream, player(limit, None), wishes)
    });
    let sessions = clients.map(|client| client.0.recv_timeout(4 * PATIENCE).expect("an end"));
    assert_eq!(referee.games().len(), games);
    (referee, sessions)
}

#[test]
fn engines_play_whole_games_and_change_sides() {
    let limit = Duration::from_millis(60);
    let (referee, [one, two]) = engines_play(limit, 2, true);
    for (ended, games) in [&one, &two] {
        assert_eq!((*ended, games.len()), (Ok(()), 2));
        assert_eq!(games[0].us, !games[1].us);
    }
    for (name, (mine, yours)) in ["game.log", "game-2.log"].iter().zip(one.1.iter().zip(&two.1)) {
        let log = referee.log(name);
        let result = replayed(&log, RENJU);
        let winner = match mine.ending {
            Ending::Won => Some(mine.us),
            Ending::Lost => Some(yours.us),
            _ => None,
        };
        let begins = match winner {
            Some(Black) => "black wins: five in a row",
            Some(White) => "white wins: ", // five in a row, or black has only forbidden moves left
            None => "draw: the board is full",
        };
        assert!(result.starts_with(begins) && !result.contains("long"), "{log}");
        assert_eq!(mine.stones, log.lines().count() - 1);
    }
}
