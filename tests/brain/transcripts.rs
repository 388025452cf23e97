//! All commands of the Gomocup protocol, valid and invalid, as transcripts that can be typed by hand.
//!
//! In `tests/transcripts/*.txt`, `< …` is the expected reply; MESSAGE lines are skipped. In a reply, `…` at the end
//! matches any text, `<move>` any empty point of the board, `<2 points>` and `<3 points>` that many of them, `<choice>`
//! SWAP or one or two points. In a command, `<move>` is the first empty point, row by row, and `<newest>` the last stone.
//! Searches use few nodes unless `$` sets a number; FRESH in it is a file that does not exist yet. Before a reply, `~ …`
//! is a MESSAGE or INFO line that must be among the skipped ones, in this order, and `! …` one that must not. `piskvork/`
//! and `qpiskvork/` contain what these managers really sent, `yixin/` the traffic of graphical boards, `clients/` that of
//! programs that run matches. Tests that text files cannot express (unusual bytes, very long lines) are below, in Rust.

use std::collections::HashSet;
use std::path::Path;
use tempfile::TempDir;
use tengen_e2e::brain::{Brain, brain_command, place};
use tengen_e2e::transcript::{self, Transcript};

/// The board as the manager sees it.
#[derive(Default)]
struct TranscriptBoard {
    width: i32,
    height: i32,
    /// The stones, the newest last.
    taken: Vec<(i32, i32)>,
    block: Option<Vec<(i32, i32)>>,
}

impl TranscriptBoard {
    /// Applies a command, if it was not rejected.
    fn follow(&mut self, command: &str) {
        let (word, arguments) = command.split_once(' ').unwrap_or((command, ""));
        let pair = place(arguments);
        match (word.to_uppercase().as_str(), pair) {
            ("START", _) => self.start(sides(arguments)),
            ("RECTSTART", _) => self.start(pair),
            ("RESTART", _) => self.taken.clear(),
            ("TURN" | "PLAY", Some(place)) => self.taken.push(place),
            ("TAKEBACK", Some(place)) => self.taken.retain(|&taken| taken != place),
            ("BOARD" | "SWAP2BOARD" | "YXBOARD", _) => {
                self.block = Some(Vec::new());
                arguments.split_whitespace().for_each(|word| self.follow(word));
            }
            ("DONE", _) => {
                let lists_stones = self.block.take();
                self.taken = lists_stones.unwrap_or_else(|| std::mem::take(&mut self.taken));
            }
            _ => self.enter(command),
        }
    }

    fn start(&mut self, sides: Option<(i32, i32)>) {
        (self.width, self.height) = sides.expect("sides of a board");
        self.taken.clear();
    }

    fn enter(&mut self, line: &str) {
        let mut numbers = line.split(',').map(|number| number.trim().parse());
        if let (Some(block), Some(Ok(x)), Some(Ok(y))) = (&mut self.block, numbers.next(), numbers.next()) {
            block.push((x, y));
        }
    }

    fn is_empty(&self, place: (i32, i32)) -> bool {
        (0..self.width).contains(&place.0) && (0..self.height).contains(&place.1) && !self.taken.contains(&place)
    }

    /// A command with `<move>` and `<newest>` replaced.
    fn fill_in(&self, command: &str) -> String {
        let mut places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let empty = places.find(|&place| self.is_empty(place));
        [("<move>", empty), ("<newest>", self.taken.last().copied())]
            .into_iter()
            .filter_map(|(mark, place)| Some((mark, place?)))
            .fold(command.to_string(), |command, (mark, (x, y))| command.replace(mark, &format!("{x},{y}")))
    }

    /// Whether the text names this many distinct empty points.
    fn are_points(&self, text: &str, count: usize) -> bool {
        let places: Option<HashSet<_>> = text.split(' ').map(place).collect();
        places.is_some_and(|places| places.len() == count && places.into_iter().all(|place| self.is_empty(place)))
    }

    fn fits(&self, answer: &str, expected: &str) -> bool {
        match expected {
            "<move>" => self.are_points(answer, 1),
            "SUGGEST <move>" => answer.strip_prefix("SUGGEST ").is_some_and(|answer| self.are_points(answer, 1)),
            "<2 points>" => self.are_points(answer, 2),
            "<3 points>" => self.are_points(answer, 3),
            "<choice>" => answer == "SWAP" || self.are_points(answer, 1) || self.are_points(answer, 2),
            _ => match expected.strip_suffix('…') {
                Some(start) => answer.starts_with(start),
                None => answer == expected,
            },
        }
    }
}

/// Columns and rows: `15`, or `15 15` as sent by Yixin-Board.
fn sides(arguments: &str) -> Option<(i32, i32)> {
    let mut sides = arguments.split_whitespace();
    let first = sides.next()?;
    place(&format!("{},{first}", sides.next().unwrap_or(first)))
}

/// Lines skipped before a reply.
#[derive(Default)]
struct PassedOver {
    lines: Vec<String>,
    /// Lines that must be among them, with their place in the transcript.
    wanted: Vec<(String, String)>,
    /// Lines that must not be among them.
    unwanted: Vec<(String, String)>,
}

impl PassedOver {
    /// The next reply. INFO lines are skipped if any are expected or excluded.
    fn answer(&mut self, brain: &mut Brain) -> String {
        let looks = !self.wanted.is_empty() || !self.unwanted.is_empty();
        loop {
            let line = brain.line();
            let is_passed_over = line.starts_with("MESSAGE ") || looks && line.starts_with("INFO ");
            if !is_passed_over {
                return line;
            }
            self.lines.push(line);
        }
    }

    fn check(&mut self, board: &TranscriptBoard) {
        let mut rest = self.lines.iter();
        for (at, wanted) in self.wanted.drain(..) {
            let found = rest.any(|line| board.fits(line, &wanted));
            assert!(found, "{at}: no {wanted} in {:#?}", self.lines);
        }
        for (at, unwanted) in self.unwanted.drain(..) {
            let found = self.lines.iter().find(|line| board.fits(line, &unwanted));
            assert_eq!(found, None, "{at}");
        }
        self.lines.clear();
    }
}

fn arguments(transcript: &Transcript) -> Vec<&str> {
    let mut arguments = transcript.arguments();
    for usual in [["--nodes", "300"], ["--hash", "2"]] {
        if !arguments.contains(&usual[0]) {
            arguments.extend(usual);
        }
    }
    arguments
}

/// In memory where that has a folder: the end of a session does not wait for a busy disk.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.expect("a folder")
}

fn run(transcript: &Transcript) {
    let folder = folder();
    let fresh = folder.path().join("fresh.db");
    let fresh = fresh.to_str().expect("a name");
    let arguments = arguments(transcript).into_iter().map(|word| if word == "FRESH" { fresh } else { word });
    let mut brain = Brain::start(&arguments.collect::<Vec<_>>());
    let mut board = TranscriptBoard::default();
    let mut command = String::new();
    let mut passed_over = PassedOver::default();
    let mut lines = transcript.lines("<>~!").into_iter().peekable();
    while let Some((at, sign, text)) = lines.next() {
        match sign {
            '>' => {
                command = board.fill_in(text);
                brain.send(&command);
                if lines.peek().is_none_or(|(_, sign, _)| *sign != '<') {
                    board.follow(&command);
                }
            }
            '~' => passed_over.wanted.push((at, text.into())),
            '!' => passed_over.unwanted.push((at, text.into())),
            _ => {
                let answer = passed_over.answer(&mut brain);
                passed_over.check(&board);
                if !answer.starts_with("ERROR") && !answer.starts_with("UNKNOWN") {
                    board.follow(&command);
                }
                assert!(board.fits(&answer, text), "{at}: {command} was answered {answer}, not {text}");
                board.taken.extend(place(&answer));
            }
        }
    }
    brain.send("END");
    assert_eq!(brain.rest(), [""; 0], "{}: unexpected output", transcript.name);
    assert!(brain.wait().0.success(), "{}", transcript.name);
}

fn run_all(folder: &str, at_least: usize) {
    transcript::all(folder, at_least).iter().for_each(run);
}

#[test]
fn transcripts_are_followed() {
    run_all(".", 31);
}

#[test]
fn what_piskvork_has_sent_is_answered() {
    run_all("piskvork", 8);
}

#[test]
fn what_graphical_boards_send_is_answered() {
    run_all("yixin", 15);
}

#[test]
fn what_qpiskvork_has_sent_is_answered() {
    run_all("qpiskvork", 4);
}

#[test]
fn what_programs_for_matches_send_is_answered() {
    run_all("clients", 4);
}

/// The patterns by which pygomo-lib reads a line of a search: without a match its `on_info` gets no moves.
#[test]
fn figures_of_a_move_are_in_the_form_that_clients_read() {
    let mut brain = Brain::start(&TINY);
    brain.send("START 15");
    assert_eq!(brain.line(), "OK");
    brain.send("TURN 7,7");
    let [speed, depth] = [(); 2].map(|()| brain.line());
    let fields = |line: &str| -> Vec<String> {
        let line = line.strip_prefix("MESSAGE ").expect("a message");
        line.split(" | ").map(String::from).collect()
    };
    let is_time = |field: &str| {
        let time = field.strip_prefix("Time ").and_then(|time| time.strip_suffix('s'));
        time.is_some_and(|time| time.bytes().all(|c| c.is_ascii_digit() || c == b'.'))
    };
    let (speed, depth) = (fields(&speed), fields(&depth));
    assert!(speed[0].starts_with("Speed ") && speed[0].ends_with("n/s"), "{speed:?}");
    assert_eq!(speed[1..3], depth[..2], "depth and value");
    assert!(depth[0].starts_with("Depth ") && depth[0].contains('-'), "{depth:?}");
    assert!(depth[1].starts_with("Eval "), "{depth:?}");
    assert!(speed[3].starts_with("Node ") && is_time(&speed[4]) && is_time(&depth[2]), "{speed:?}");
    assert!(depth[3].split(' ').all(|word| place(word).is_some()), "{depth:?}");
    brain.send("END");
}

/// Clients like pygomo-lib show a search while it runs.
#[test]
fn a_longer_search_reports_each_depth() {
    let mut brain = Brain::start(&["--hash", "2"]);
    for command in ["START 15", "INFO timeout_turn 1000", "TURN 7,7"] {
        brain.send(command);
    }
    assert_eq!(brain.line(), "OK");
    let lines: Vec<String> = std::iter::from_fn(|| Some(brain.line()).filter(|line| place(line).is_none())).collect();
    let depths = lines.iter().filter(|line| line.starts_with("MESSAGE Depth "));
    assert!(depths.count() > 1, "{lines:#?}");
    let speeds = lines.iter().filter(|line| line.starts_with("MESSAGE Speed "));
    assert_eq!(speeds.count(), 1, "{lines:#?}");
    brain.send("END");
}

const TINY: [&str; 4] = ["--nodes", "300", "--hash", "2"];

/// Sends bytes, closes the input after the reply `last`, and returns all replies except MESSAGE.
fn answers_to(bytes: &[u8], last: &str) -> Vec<String> {
    let mut brain = Brain::start(&TINY);
    brain.send_bytes(bytes);
    let mut answers = vec![brain.answer()];
    while answers.last().is_some_and(|answer| answer != last) {
        answers.push(brain.answer());
    }
    brain.close_input();
    answers.extend(brain.rest());
    answers.retain(|line| !line.starts_with("MESSAGE "));
    assert!(brain.wait().0.success());
    answers
}

#[test]
fn every_line_end_is_one() {
    for text in [
        "START 15\nBEGIN\n",
        "START 15\r\nBEGIN\r\n",
        "START 15\rBEGIN\r",
        "\n\r\n\rSTART 15\n\n\r\rBEGIN\n",
        "START 15\nBEGIN",
    ] {
        // A line without terminator counts when the input ends.
        let last = if text.ends_with("BEGIN") { "OK" } else { "7,7" };
        let answers = answers_to(text.as_bytes(), last);
        assert_eq!(answers, ["OK", "7,7"], "{text:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_answered() {
    let text = b"START 15\0\n\xff\xfeabc\x07 7,7\n\0\0\n  \t \nBEGIN\0\r\n";
    assert_eq!(answers_to(text, "7,7"), ["OK", "UNKNOWN ??abc?", "7,7"]);
    assert_eq!(
        answers_to(b"\xef\xbb\xbfSTART 15\nTURN \xff,7\n", "ERROR TURN wants X,Y"),
        ["OK", "ERROR TURN wants X,Y"]
    );
    assert_eq!(answers_to(b"INFO folder \xe9\xe8\xff\nSTART 15\n", "OK"), ["OK"]);
}

#[test]
fn lines_of_100_kilobytes_are_answered_in_short() {
    let mut text = Vec::from(b"START 15\n");
    for start in ["", "TURN ", "INFO folder ", "INFO rule ", "START ", "BOARD ", "TURN 7,", "\0"] {
        text.extend_from_slice(start.as_bytes());
        text.resize(text.len() + 100_000, b'7');
        text.push(b'\n');
    }
    text.extend_from_slice(b"DONE\nRESTART\nBEGIN\n");
    let answers = answers_to(&text, "7,7");
    assert_eq!(answers[0], "OK");
    assert_eq!(answers[1], format!("UNKNOWN {}", "7".repeat(32)));
    assert!(answers[2..answers.len() - 1].iter().all(|answer| answer.len() < 100));
    assert_eq!(answers.last().unwrap(), "7,7");
}

#[test]
fn a_board_with_more_stones_than_points_is_refused() {
    let mut text = String::from("START 20\nBOARD\n");
    for i in 0..5000 {
        text += &format!("{},{},{}\n", i % 20, i / 20 % 20, 1 + i % 2);
    }
    text += "DONE\nRESTART\nBEGIN\n";
    let answers = answers_to(text.as_bytes(), "10,10");
    assert!(answers[1].starts_with("ERROR "), "{answers:?}");
    assert_eq!(answers[2..], ["OK", "10,10"]);
}

#[test]
fn a_list_with_too_many_lines_is_called_that() {
    for command in ["BOARD", "YXBOARD", "SWAP2BOARD", "YXBLOCK", "YXQUERYDATABASEALL"] {
        let entry = match command {
            "BOARD" | "YXBOARD" => "1,1,1\n",
            _ => "1,1\n",
        };
        for (rest, answer) in [
            ("", "ERROR more than 1024 lines: no board has so many points"),
            ("wrong\n", "ERROR more than 1024 lines: no board has so many points"),
        ] {
            let text = format!("START 15\n{command}\n{}{rest}DONE\n", entry.repeat(1025));
            assert_eq!(answers_to(text.as_bytes(), "OK")[1], answer, "{command}");
        }
        let text = format!("START 15\n{command}\nwrong\n{}DONE\n", entry.repeat(1025));
        let answer = &answers_to(text.as_bytes(), "OK")[1];
        assert!(answer.starts_with("ERROR wrong is not x,y"), "{answer}");
    }
}

#[test]
fn a_board_of_399_stones_has_one_move_and_a_full_one_none() {
    let board = |stones: usize| {
        let lines = (0..stones).map(|i| {
            // Rows of two colours, shifted so that there is no five.
            let (x, y) = (i % 20, i / 20);
            format!("{x},{y},{}\n", 1 + (x / 2 + y) % 2)
        });
        format!("START 20\nBOARD\n{}DONE\n", lines.collect::<String>())
    };
    assert_eq!(answers_to(board(399).as_bytes(), "19,19"), ["OK", "19,19"]);
    assert_eq!(answers_to(board(400).as_bytes(), "ERROR the board is full"), ["OK", "ERROR the board is full"]);
}

#[test]
fn half_a_board_at_the_end_of_the_input_is_left_out() {
    assert_eq!(answers_to(b"START 15\nBOARD\n1,1,1\n2,2", "OK"), ["OK"]);
    assert_eq!(answers_to(b"START 15\nSWAP2BOARD\n", "OK"), ["OK"]);
}

#[test]
fn a_closed_output_is_left_quietly() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = brain_command()
        .stdin(std::process::Stdio::piped())
        .stdout(writer)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    use std::io::Write;
    input.write_all(b"START 15\nBEGIN\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
}
