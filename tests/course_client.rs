//! The course client: before referees of every kind, and against another engine.

mod support;

use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use support::RENJU;
use support::course::{Guest, PATIENCE, Referee, chess, rejected, replayed, terms};
use support::referee::GRACE;
use support::toolbox::{Ran, run, tengen};
use tengen::board::Colour::{self, Black, White};
use tengen::board::Shape;
use tengen::course::{Chess, Message, Reason, SIDE, Solution};
use tengen::engine::Config;
use tengen::players::gomoku::{Gomoku, Setup};
use tengen::protocol::course::{Ending, Played, Wishes, play};

const ANY_SIDE: Wishes = Wishes {
    side: None,
    games: 1,
    swap: false,
};

fn player(time: Duration, nodes: Option<u64>) -> Gomoku {
    Gomoku::new(Setup {
        shape: Shape::square(SIDE).unwrap(),
        rule: RENJU,
        time,
        config: Config {
            hash: Some(1 << 20),
            nodes,
            ..Config::default()
        },
    })
}

/// How a client's session ended, and its games.
type Session = (Result<(), ErrorKind>, Vec<Played>);

/// A client that plays in a thread.
struct Client(Receiver<Session>);

impl Client {
    fn start(stream: TcpStream, mut player: Gomoku, wishes: Wishes) -> Client {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut games = Vec::new();
            let ended = play(stream, &mut player, wishes, &mut |game| games.push(*game));
            let _ = sender.send((ended.map_err(|error| error.kind()), games));
        });
        Client(receiver)
    }

    fn session(&self) -> Session {
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

/// The client's next message is a stone of this colour.
#[track_caller]
fn stone(referee: &mut Guest, colour: Colour) -> Chess {
    match referee.hear() {
        Some(Message::Chess(chess)) if chess.side() == Some(colour) => chess,
        other => panic!("no stone: {other:?}"),
    }
}

/// A client that is black and whose game has begun.
fn black(wishes: Wishes) -> (Guest, Client) {
    let (mut referee, client) = client(wishes);
    referee.says(Message::First);
    referee.hears(&[Message::RequireStart]);
    referee.says(Message::Accept);
    referee.says(Message::Start);
    (referee, client)
}

fn repeat() -> Message {
    rejected(Reason::InvalidChess, Solution::Repeat, 7)
}

#[test]
fn a_game_by_the_book() {
    let (mut referee, client) = black(ANY_SIDE);
    let first = stone(&mut referee, Black);
    assert_eq!((first.index, first.row, first.column), (1, 7, 7));
    referee.says(Message::Accept);
    referee.says(Message::Chess(first));
    referee.says(Message::Chess(chess(2, White, 0, 0)));
    let second = stone(&mut referee, Black);
    // The echo before ACCEPT, and twice.
    referee.says(Message::Chess(second));
    referee.says(Message::Accept);
    referee.says(Message::Chess(second));
    referee.says(Message::DoNothing);
    referee.says(Message::Chess(chess(4, White, 14, 14)));
    referee.says(Message::Chess(chess(4, White, 14, 14)));
    let third = stone(&mut referee, Black);
    referee.says(Message::Chess(third));
    referee.says(Message::Win);
    let (ended, games) = client.session();
    assert_eq!(ended, Ok(()));
    let won = Played {
        number: 1,
        us: Black,
        ending: Ending::Won,
        stones: 5,
    };
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
        messages.iter().for_each(|&message| referee.says(message));
        let (ended, games) = client.session();
        assert_eq!((ended, games[0].ending), (Ok(()), ending));
    }
}

#[test]
fn the_side_that_is_wanted_is_asked_for() {
    let wishes = Wishes {
        side: Some(White),
        ..ANY_SIDE
    };
    let (mut referee, _client) = client(wishes);
    referee.says(Message::First);
    referee.hears(&[Message::Second, Message::RequireStart]);
    referee.says(Message::Accept);
    referee.says(Message::Accept);
    referee.says(Message::Start);
    referee.says(Message::Chess(chess(1, Black, 7, 7)));
    stone(&mut referee, White);
    // Refused, it plays what it is dealt.
    let (mut referee, _client) = client(wishes);
    referee.says(Message::First);
    referee.hears(&[Message::Second, Message::RequireStart]);
    referee.says(rejected(Reason::Unwanted, Solution::NoAction, 4));
    referee.says(Message::Accept);
    referee.says(Message::Start);
    stone(&mut referee, Black);
}

#[test]
fn a_referee_that_deals_no_sides() {
    let (mut referee, _client) = client(ANY_SIDE);
    referee.hears(&[Message::First, Message::RequireStart]);
    referee.says(Message::Accept);
    referee.says(Message::Accept);
    referee.says(Message::Start);
    stone(&mut referee, Black);
    let (mut referee, _client) = client(ANY_SIDE);
    referee.hears(&[Message::First, Message::RequireStart]);
    referee.says(rejected(Reason::Unwanted, Solution::NoAction, 3));
    referee.says(Message::Start);
    referee.says(Message::Chess(chess(1, Black, 7, 7)));
    stone(&mut referee, White);
}

#[test]
fn a_game_is_asked_for_again_when_the_referee_says_so() {
    let (mut referee, _client) = client(ANY_SIDE);
    referee.says(Message::Second);
    for _ in 0..2 {
        referee.hears(&[Message::RequireStart]);
        let start = Instant::now();
        referee.says(rejected(Reason::Unwanted, Solution::Repeat, 5));
        referee.hears(&[Message::RequireStart]);
        assert!(start.elapsed() > Duration::from_millis(400), "not at once");
        referee.says(rejected(Reason::Unwanted, Solution::Repeat, 5));
    }
    referee.hears(&[Message::RequireStart]);
    // Rejected for good, it carries on and waits.
    referee.says(rejected(Reason::Unwanted, Solution::NoAction, 5));
    referee.says(Message::Start);
    referee.says(Message::Chess(chess(1, Black, 7, 7)));
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
        referee.says(repeat());
    }
    let at_last = stone(&mut referee, Black);
    referee.says(Message::Chess(at_last));
    referee.says(Message::Accept);
    referee.says(repeat()); // about nothing: it is ignored
    referee.says(Message::Chess(chess(2, White, 0, 0)));
    let next = stone(&mut referee, Black);
    assert!(!sent.contains(&(next.row, next.column)));
}

#[test]
fn an_unwanted_stone_is_taken_back() {
    let (mut referee, _client) = black(ANY_SIDE);
    let first = stone(&mut referee, Black);
    referee.says(rejected(Reason::Unwanted, Solution::NoAction, 7));
    // So white may lie there.
    referee.says(Message::Chess(chess(1, White, first.row, first.column)));
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
    say(rejected(Reason::Unwanted, Solution::NoAction, 5));
    say(Message::Start);
    say(Message::Chess(chess(1, Black, 7, 7)));
    referee.hears(&[Message::RequireStart]);
    stone(&mut referee, White);
}

#[test]
fn the_end_of_the_game_breaks_off_a_search() {
    let wishes = Wishes {
        games: 4,
        ..ANY_SIDE
    };
    let (mut referee, client) = client_of(player(Duration::from_secs(60), None), wishes);
    referee.says(Message::Second);
    let start = Instant::now();
    for news in [Message::Lose, Message::Win, Message::Draw, Message::Lose] {
        referee.hears(&[Message::RequireStart]);
        referee.says(Message::Accept);
        referee.says(Message::Start);
        referee.says(Message::Chess(chess(1, Black, 7, 7)));
        std::thread::sleep(Duration::from_millis(100));
        referee.says(news);
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
    // In the middle of a search.
    let (mut referee, client) = client_of(player(Duration::from_secs(60), None), ANY_SIDE);
    referee.says(Message::Second);
    referee.hears(&[Message::RequireStart]);
    referee.says(Message::Start);
    referee.says(Message::Chess(chess(1, Black, 7, 7)));
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
                7 => referee.says(Message::Chess(chess(0, side, row, column))),
                1 => referee.sends(&[
                    1,
                    random.random_range(0..4),
                    random.random_range(0..3),
                    7,
                    0,
                ]),
                _ => referee.sends(&[number]),
            }
        }
        referee.leaves();
        let (_, games) = client.session();
        assert!(games.len() <= 1);
    }
}

/// Two clients in this process and a referee, at a limit for a move.
fn engines_play(limit: Duration, games: usize, swap: bool) -> (Referee, [Session; 2]) {
    let referee = Referee::start(terms(RENJU), games);
    let clients = [swap, false].map(|swap| {
        let stream = TcpStream::connect(referee.address).unwrap();
        let wishes = Wishes {
            side: None,
            games,
            swap,
        };
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
    let mut times = Vec::new();
    for (name, (mine, yours)) in ["game.log", "game-2.log"]
        .iter()
        .zip(one.1.iter().zip(&two.1))
    {
        let log = referee.log(name);
        let result = replayed(&log, RENJU);
        let winner = match mine.ending {
            Ending::Won => Some(mine.us),
            Ending::Lost => Some(yours.us),
            _ => None,
        };
        let text = match winner {
            Some(Black) => "black wins: five in a row",
            Some(White) => "white wins: five in a row",
            None => "draw: the board is full",
        };
        assert_eq!(result, text);
        assert_eq!(mine.stones, log.lines().count() - 1);
        let stones = log.lines().filter(|line| line.starts_with("0 "));
        times.extend(stones.map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()));
    }
    times.sort();
    let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{} moves at {limit:?}: median {median} ms, longest {most} ms",
        times.len()
    );
    assert!(median <= limit.as_millis() as u64);
}

/// A running `tengen` and the lines that it prints.
struct Tool {
    child: Child,
    /// Nobody reads them any more without.
    lines: Option<std::io::Lines<BufReader<std::process::ChildStdout>>>,
}

impl Tool {
    fn start(arguments: &[&str]) -> Tool {
        let mut child = tengen(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let output = child.stdout.take().unwrap();
        Tool {
            child,
            lines: Some(BufReader::new(output).lines()),
        }
    }

    /// A referee of one game, and where it waits.
    fn referee(log: &Path) -> (Tool, String) {
        let log = log.to_str().unwrap();
        let arguments = [
            "referee",
            "--listen",
            "127.0.0.1:0",
            "--games",
            "1",
            "--log",
        ];
        let mut referee = Tool::start(&[&arguments[..], &[log]].concat());
        let line = referee.line();
        let address = line.strip_prefix("waiting for two players on ");
        (referee, address.expect("an address").to_string())
    }

    fn player(address: &str, side: &str) -> Tool {
        let course = [
            "course",
            "--connect",
            address,
            "--nodes",
            "500",
            "--hash",
            "2",
        ];
        let mut player = Tool::start(&[&course[..], &[side]].concat());
        assert_eq!(player.line(), format!("connected to {address}"));
        player
    }

    fn line(&mut self) -> String {
        let lines = self.lines.as_mut().expect("its output is open");
        lines.next().expect("a line").unwrap()
    }

    fn ends_well(mut self) {
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Tool {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_commands_play_a_game() {
    let folder = folder("commands");
    let log = folder.join("evidence.log");
    let (mut referee, address) = Tool::referee(&log);
    let mut white = Tool::player(&address, "--go-second");
    let mut black = Tool::player(&address, "--go-first");
    let (white_end, black_end, game) = (white.line(), black.line(), referee.line());
    let result = replayed(&std::fs::read_to_string(&log).unwrap(), RENJU);
    assert!(game.starts_with(&format!("game 1: {result}; ")), "{game}");
    assert!(white_end.contains(" as white, ") && black_end.contains(" as black, "));
    for tool in [referee, white, black] {
        tool.ends_well();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A game goes on to its end when all who print are not heard any more.
#[test]
fn a_game_goes_on_when_nobody_reads_what_is_printed() {
    let folder = folder("unheard");
    let log = folder.join("unheard.log");
    let (referee, address) = Tool::referee(&log);
    let players = ["--go-second", "--go-first"].map(|side| Tool::player(&address, side));
    let mut tools = [referee].into_iter().chain(players).collect::<Vec<_>>();
    tools.iter_mut().for_each(|tool| tool.lines = None);
    tools.into_iter().for_each(Tool::ends_well);
    replayed(&std::fs::read_to_string(&log).unwrap(), RENJU);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_done_is_said() {
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = holder.local_addr().unwrap().to_string();
    let free = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().to_string()
    };
    for (arguments, part) in [
        (&["course", "--connect", &free][..], "start it first"),
        (&["course", "--connect", "nowhere"], "start it first"),
        (&["referee", "--listen", &taken], "cannot listen on"),
        (&["referee", "--listen", "nowhere"], "--listen"),
        (
            &[
                "referee",
                "--listen",
                &free,
                "--log",
                "/no/such/folder/x.log",
            ],
            "no log can be written",
        ),
        (&["referee", "--time", "0s"], "longer than nothing"),
        (&["course", "--rule", "chess"], "freestyle, standard, renju"),
        (
            &["course", "--go-first", "--go-second"],
            "cannot be used with",
        ),
    ] {
        let Ran { err, status, .. } = run(&mut tengen(arguments), "");
        assert!(status != 0 && err.contains(part), "{arguments:?}: {err}");
    }
    drop(holder);
}
