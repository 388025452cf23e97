//! `tengen course` and `tengen referee` on the command line: their output, the log files, and the error messages.

use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::tempdir;
use tengen_course::message::Message;
use tengen_e2e::course::{Guest, PATIENCE, invalid_stone, replayed, start};
use tengen_e2e::toolbox::tengen;
use tengen_testkit::RENJU;

/// A running `tengen` and the lines it prints.
struct Tool {
    child: Child,
    /// `None` once the output is closed.
    lines: Option<std::io::Lines<BufReader<std::process::ChildStdout>>>,
}

impl Tool {
    fn start(arguments: &[&str]) -> Tool {
        Tool::of(&mut tengen(arguments))
    }

    /// Starts `tengen` and captures its standard error too.
    fn overheard(arguments: &[&str]) -> Tool {
        Tool::of(tengen(arguments).stderr(Stdio::piped()))
    }

    fn of(command: &mut Command) -> Tool {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let output = child.stdout.take().unwrap();
        Tool { child, lines: Some(BufReader::new(output).lines()) }
    }

    /// A referee of one game, and its address.
    fn referee(log: &Path) -> (Tool, String) {
        let log = log.to_str().unwrap();
        let arguments = ["referee", "--listen", "127.0.0.1:0", "--games", "1", "--log"];
        let mut referee = Tool::start(&[&arguments[..], &[log]].concat());
        let address = referee.address().to_string();
        (referee, address)
    }

    /// A referee of many games whose standard error is captured, and its address.
    fn series(log: &Path) -> (Tool, SocketAddr) {
        let log = log.to_str().unwrap();
        let mut referee = Tool::overheard(&["referee", "--listen", "127.0.0.1:0", "--log", log]);
        let address = referee.address();
        (referee, address)
    }

    /// Reads the address at which the referee waits for players.
    fn address(&mut self) -> SocketAddr {
        let line = self.line();
        let address = line.strip_prefix("waiting for two players on ");
        address.expect("an address").parse().unwrap()
    }

    fn player(address: &str, side: &str) -> Tool {
        let course = ["course", "--connect", address, "--nodes", "500", "--hash", "2"];
        let mut player = Tool::start(&[&course[..], &[side]].concat());
        assert_eq!(player.line(), format!("connected to {address}"));
        player
    }

    fn line(&mut self) -> String {
        let lines = self.lines.as_mut().expect("its output is open");
        lines.next().expect("a line").unwrap()
    }

    /// The lines of the moves of the first game, and the line with its result.
    fn game(&mut self) -> (Vec<String>, String) {
        let mut moves = Vec::new();
        loop {
            let line = self.line();
            if line.starts_with("game 1: ") {
                return (moves, line);
            }
            moves.push(line);
        }
    }

    fn ends_well(mut self) {
        assert!(self.child.wait().unwrap().success());
    }

    /// The exit status, and the standard error if it was started with [`Tool::overheard`].
    #[track_caller]
    fn end(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if start.elapsed() > PATIENCE => panic!("it does not end"),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let mut errors = String::new();
        let stderr = self.child.stderr.take().expect("its complaints are heard");
        BufReader::new(stderr).read_to_string(&mut errors).unwrap();
        (status.code(), errors)
    }
}

impl Drop for Tool {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line of the log as the programs print it, without the time: `  3 black h8 (row 7, column 7`.
fn in_words(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let ["0", number, colour, row, column, _] = words[..] else { return None };
    let colour = ["black", "white"][colour.parse::<usize>().unwrap()];
    let letter = char::from(b'a' + column.parse::<u8>().unwrap());
    let from_below = 15 - row.parse::<u8>().unwrap();
    Some(format!("{number:>3} {colour} {letter}{from_below} (row {row}, column {column}"))
}

#[test]
fn the_commands_play_a_game() {
    let folder = tempdir().unwrap();
    let log = folder.path().join("evidence.log");
    let (mut referee, address) = Tool::referee(&log);
    let mut white = Tool::player(&address, "--go-second");
    let mut black = Tool::player(&address, "--go-first");
    let [white_game, black_game, game] = [&mut white, &mut black, &mut referee].map(Tool::game);
    let text = std::fs::read_to_string(&log).unwrap();
    let result = replayed(&text, RENJU);
    assert!(game.1.starts_with(&format!("game 1: {result}; ")), "{}", game.1);
    assert!(white_game.1.contains(" as white, ") && black_game.1.contains(" as black, "));
    assert_eq!(white_game.0[0], "a game begins, we play white");
    assert_eq!(black_game.0[0], "a game begins, we play black");
    assert_eq!(game.0[0], "game 1 begins");
    let stones: Vec<String> = text.lines().filter_map(in_words).collect();
    for (moves, _) in [white_game, black_game, game] {
        let printed: Vec<&str> = moves[1..].iter().map(|line| line.split_once("), ").expect("a time").0).collect();
        assert_eq!(printed, stones, "each stone of the log is printed");
    }
    for tool in [referee, white, black] {
        tool.ends_well();
    }
}

#[test]
fn a_rejected_stone_is_printed_and_the_next_one_too() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mut player = Tool::player(&address, "--go-first");
    let mut referee = Guest::on(listener.accept().unwrap().0);
    referee.hears(&[Message::First]);
    referee.says(&[Message::First]);
    referee.hears(&[Message::RequireStart]);
    referee.says(&[Message::Accept, Message::Accept, Message::Start]);
    assert_eq!(player.line(), "a game begins, we play black");
    let first = player.line();
    assert!(first.starts_with("  1 black "), "{first}");
    assert!(matches!(referee.hear(), Some(Message::Chess(_))));
    referee.says(&[invalid_stone()]);
    assert_eq!(player.line(), "    the referee rejects this stone");
    let second = player.line();
    let stone = |line: &str| line.split_once("), ").expect("a time").0.to_string();
    assert!(second.starts_with("  1 black ") && stone(&second) != stone(&first), "{second}");
    referee.says(&[Message::Lose]);
    assert_eq!(player.line(), "game 1: lost as black, 1 stone");
    player.ends_well();
}

/// A game continues to its end when nobody reads the output of the programs any more.
#[test]
fn a_game_continues_when_stdout_is_closed() {
    let folder = tempdir().unwrap();
    let log = folder.path().join("unheard.log");
    let (referee, address) = Tool::referee(&log);
    let players = ["--go-second", "--go-first"].map(|side| Tool::player(&address, side));
    let mut tools = [referee].into_iter().chain(players).collect::<Vec<_>>();
    tools.iter_mut().for_each(|tool| tool.lines = None);
    tools.into_iter().for_each(Tool::ends_well);
    replayed(&std::fs::read_to_string(&log).unwrap(), RENJU);
}

/// Two guests whose game has begun.
fn playing(address: SocketAddr) -> (Guest, Guest) {
    let mut black = Guest::arrive(address);
    black.hears(&[Message::First]);
    let mut white = Guest::arrive(address);
    white.hears(&[Message::Second]);
    start(&mut black, &mut white);
    (black, white)
}

#[test]
fn a_refused_client_reads_why() {
    let folder = tempdir().unwrap();
    let (_referee, address) = Tool::series(&folder.path().join("third.log"));
    let _both = playing(address);
    let arguments = ["course", "--connect", &address.to_string()];
    let (status, errors) = Tool::overheard(&arguments).end();
    assert_eq!(status, Some(1));
    assert!(errors.contains("turned us away"), "{errors}");
}

#[test]
fn each_log_is_a_new_file_in_the_folder_for_logs() {
    let folder = tempdir().unwrap();
    for name in ["referee.log", "referee-2.log"] {
        let (mut referee, address) = Tool::referee(folder.path());
        let (black, mut white) = playing(address.parse().unwrap());
        black.leaves();
        white.hears(&[Message::Win]);
        white.leaves();
        let message = format!("log in {}", folder.path().join(name).display());
        let (moves, line) = referee.game();
        assert_eq!(moves, ["game 1 begins"]);
        assert!(line.ends_with(&message), "{line}");
        let log = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(log, "1 white wins: black has left\n");
        referee.ends_well();
    }
}

#[test]
fn no_game_begins_without_its_log() {
    let folder = tempdir().unwrap();
    let (mut referee, address) = Tool::series(&folder.path().join("game.log"));
    let (black, mut white) = playing(address);
    black.leaves();
    white.hears(&[Message::Win]);
    referee.game();
    folder.close().unwrap();
    let mut black = Guest::arrive(address);
    black.hears(&[Message::First]);
    white.says(&[Message::RequireStart]);
    black.hears_the_end();
    white.hears_the_end();
    let (status, errors) = referee.end();
    assert_eq!(status, Some(1));
    assert!(errors.contains("no log can be written"), "{errors}");
}

/// The disk is full from the third stone on: a limit on the file size makes writes fail in the same way.
#[cfg(target_os = "linux")]
#[test]
fn a_game_ends_when_its_log_cannot_be_written() {
    use tengen_core::board::Colour;
    use tengen_e2e::course::lay;
    let folder = tempdir().unwrap();
    let log = folder.path().join("game.log");
    let tool = tengen_e2e::program("tengen");
    let script = format!("trap '' XFSZ; exec {tool} referee --listen 127.0.0.1:0 --log \"$0\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(&log);
    let mut referee = Tool::of(command.stderr(Stdio::piped()));
    let (mut black, mut white) = playing(referee.address());
    lay(&mut black, &mut white, 1, &[(7, 7), (6, 8)]);
    let before = std::fs::read_to_string(&log).unwrap();
    let limited = Command::new("prlimit")
        .arg(format!("--pid={}", referee.child.id()))
        .arg(format!("--fsize={}", before.len() + 3))
        .status();
    assert!(limited.expect("prlimit of util-linux").success());
    black.lays(Colour::Black, 7, 8);
    black.hears_the_end();
    white.hears_the_end();
    let (status, errors) = referee.end();
    assert_eq!(status, Some(1));
    let message = format!("{} cannot be written", log.display());
    assert!(errors.contains(&message), "{errors}");
    // No partial line is left.
    assert_eq!(std::fs::read_to_string(&log).unwrap(), before);
}
