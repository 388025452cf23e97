//! The SAU protocol in Gomoku, Connect6, and Dots and Boxes: transcripts, whole games, and matches between the real
//! programs, checked by the rules. Single command lines are in `tests/cmd/linux/sau.trycmd`, times in `tests/clock`.
//!
//! In the expected answers of transcripts `<point>` is any empty point that was not rejected before, `<points>` are two
//! of them, and `<turn>` is any legal turn of Dots and Boxes that was not rejected before. After the last line, `quit`
//! must end the program.

use std::collections::HashSet;
use std::process::Output;
use std::time::Duration;
use tengen_common::random::Random;
use tengen_connect6::rules::Connect6Rules;
use tengen_core::board::{Point, Position};
use tengen_core::sau::Notation;
use tengen_dots::rules::{DotsRules, boxes, draw, empty, is_over, size};
use tengen_e2e::brain::Brain;
use tengen_e2e::dots::random_turn;
use tengen_e2e::toolbox::tengen;
use tengen_e2e::transcript::{self, Transcript};
use tengen_records::defaults::Defaults;
use tengen_records::{Game, OtherGame, Reason, sgf};
use tengen_testkit::STANDARD;
use tengen_testkit::clock::alone;

/// The board as the platform sees it.
trait Board {
    /// Applies a command that was not answered with `error`.
    fn follow(&mut self, command: &str);
    /// Whether an answer is as expected; a move is played on the board.
    fn takes(&mut self, answer: &str, expected: &str) -> bool;
}

/// Runs every transcript of a folder, each with a board for its arguments.
fn run_all<B: Board>(folder: &str, at_least: usize, board: impl Fn(&[&str]) -> B, start: fn(&[&str]) -> Brain) {
    for transcript in transcript::all(folder, at_least) {
        let arguments = [&["--nodes", "300", "--hash", "2"], &transcript.arguments()[..]].concat();
        run(&transcript, board(&arguments), start(&arguments));
    }
}

fn run(transcript: &Transcript, mut board: impl Board, mut brain: Brain) {
    let mut command: Option<&str> = None;
    for (at, sign, text) in transcript.lines("<>") {
        if sign == '>' {
            if let Some(before) = command.replace(text) {
                board.follow(before);
            }
            brain.send(text);
            continue;
        }
        let answer = brain.answer();
        let sent = command.take().expect("a command before its answer");
        if !answer.starts_with("error") {
            board.follow(sent);
        }
        assert!(board.takes(&answer, text), "{at}: {sent} was answered {answer}, not {text}");
    }
    brain.send("quit");
    assert_eq!(brain.rest(), [""; 0], "{}: unexpected output", transcript.name);
    assert!(brain.wait().0.success(), "{}", transcript.name);
}

/// The board as the platform sees it, with points as letters.
struct Points {
    side: u8,
    taken: HashSet<String>,
    refused: HashSet<String>,
    ours: Vec<String>,
}

/// The points of a turn, two letters each, without the padding.
fn points(turn: &str) -> Vec<String> {
    let letters: Vec<char> = turn.to_ascii_uppercase().replace(' ', "").chars().collect();
    let points = letters.chunks(2).map(String::from_iter);
    points.filter(|point| point != "@@").collect()
}

impl Points {
    /// The board for these arguments of a program whose default board has sides of `usual_side`.
    fn new(arguments: &[&str], usual_side: u8) -> Points {
        let size = arguments.iter().position(|&word| word == "--size");
        Points {
            side: size.map_or(usual_side, |at| arguments[at + 1].parse().expect("a size")),
            taken: HashSet::new(),
            refused: HashSet::new(),
            ours: Vec::new(),
        }
    }

    fn is_open(&self, point: &str) -> bool {
        let last = b'A' + self.side - 1;
        let on_the_board = point.len() == 2 && point.bytes().all(|c| (b'A'..=last).contains(&c));
        on_the_board && !self.taken.contains(point) && !self.refused.contains(point)
    }
}

impl Board for Points {
    fn follow(&mut self, command: &str) {
        let command = command.trim().to_ascii_lowercase();
        let (word, arguments) = command.split_once(' ').unwrap_or((&command, ""));
        match word {
            "new" => {
                self.taken.clear();
                self.refused.clear();
            }
            "move" => {
                self.taken.extend(points(arguments));
            }
            "error" => {
                for ours in self.ours.drain(..) {
                    self.taken.remove(&ours);
                    self.refused.insert(ours);
                }
            }
            _ => {}
        }
    }

    fn takes(&mut self, answer: &str, expected: &str) -> bool {
        let Some(turn) = answer.strip_prefix("move ") else { return answer == expected };
        let points = points(turn);
        let open = points.iter().all(|point| self.is_open(point));
        let form = match points.len() {
            1 => answer.replacen(&points[0], "<point>", 1),
            _ => "move <points>".into(),
        };
        self.taken.extend(points.iter().cloned());
        self.ours = points;
        open && (expected == form || expected == answer)
    }
}

struct Lines {
    position: Position,
    /// The position before our last turn.
    before: Position,
    ours: Vec<Point>,
    refused: Vec<Vec<Point>>,
}

impl Lines {
    fn new() -> Lines {
        Lines { position: empty(size()), before: empty(size()), ours: Vec::new(), refused: Vec::new() }
    }

    /// Draws the lines of a whole turn, in the notation of `move`.
    fn play(&mut self, turn: &str) {
        let lines = Notation::Lines.read(turn).expect("a list of lines");
        let lines = lines.into_iter().map(|(x, y)| Point::new(x as u8, y as u8));
        self.before = self.position.clone();
        self.ours = lines.collect();
        let side = self.position.to_move();
        for &line in &self.ours {
            assert!(self.position.to_move() == side && !is_over(&self.position), "{turn}");
            draw(&mut self.position, line).expect("a line that is free");
        }
        assert!(self.position.to_move() != side || is_over(&self.position), "{turn}");
        self.ours.sort();
    }
}

impl Board for Lines {
    fn follow(&mut self, command: &str) {
        let command = command.trim().to_ascii_lowercase();
        let (word, arguments) = command.split_once(' ').unwrap_or((&command, ""));
        match word {
            "new" => *self = Lines::new(),
            "move" => {
                self.play(arguments);
                self.refused.clear();
            }
            "error" => {
                self.position = self.before.clone();
                self.refused.push(self.ours.clone());
            }
            _ => {}
        }
    }

    fn takes(&mut self, answer: &str, expected: &str) -> bool {
        let turn = answer.strip_prefix("move ");
        let Some(turn) = turn.filter(|_| expected == "<turn>") else { return answer == expected };
        self.play(turn);
        !self.refused.contains(&self.ours)
    }
}

#[test]
fn transcripts_of_gomoku_are_followed() {
    run_all("sau", 19, |words| Points::new(words, 15), Brain::start);
}

#[test]
fn transcripts_of_connect6_are_followed() {
    run_all("connect6", 11, |words| Points::new(words, 19), Brain::connect6);
}

#[test]
fn transcripts_of_dots_and_boxes_are_followed() {
    run_all("dots", 7, |_| Lines::new(), Brain::dots);
}

#[test]
fn whole_games_of_dots_and_boxes_are_legal_and_won_against_random_lines() {
    let mut brain = Brain::dots(&["--nodes", "300", "--hash", "2"]);
    let mut random = Random::new(5);
    for game in 0..6 {
        let us = game % 2;
        let mut board = Lines::new();
        let mut question = ["new black", "new white"][us].to_string();
        while !is_over(&board.position) {
            if us != board.position.to_move().index() {
                if question == "new white" {
                    brain.send(&question);
                }
                let turn = Notation::Lines.write(&random_turn(&board.position, &mut random));
                board.play(&turn);
                question = format!("move {turn}");
            } else {
                brain.send(&question);
                let answer = brain.answer();
                board.play(answer.strip_prefix("move ").expect("a turn"));
            }
        }
        brain.send("end");
        let owned = boxes(&board.position);
        assert!(owned[us] > owned[1 - us], "{owned:?}");
    }
}

/// A game in which the opponent has just made five in the top row. Our answers that would block the four are rejected.
fn lost() -> Brain {
    let environment = [("TENGEN_TIME", "650ms"), ("TENGEN_RULE", "freestyle")];
    let mut brain = Brain::start_in(&environment, &["--hash", "16"]);
    brain.send("name?");
    assert_eq!(brain.answer(), "name Tengen");
    brain.send("new white");
    for point in ["AA", "BA", "CA", "DA"] {
        brain.send(&format!("move {point}"));
        let mut answer = brain.answer();
        while answer == "move EA" {
            brain.send("error");
            answer = brain.answer();
        }
    }
    brain.send("move EA");
    brain
}

#[test]
fn the_loser_is_silent_when_the_platform_ends_the_game() {
    let _alone = alone();
    let mut brain = lost();
    std::thread::sleep(Duration::from_millis(50));
    brain.send_bytes(b"end black\nname?\n");
    assert_eq!(brain.answer(), "name Tengen");
}

#[test]
fn a_five_that_the_platform_does_not_count_is_answered() {
    let _alone = alone();
    let mut brain = lost();
    let answer = brain.answer();
    assert!(answer.starts_with("move "), "{answer}");
    brain.send(if answer == "move OO" { "move NO" } else { "move OO" });
    let answer = brain.answer();
    assert!(answer.starts_with("move "), "{answer}");
}

struct Match {
    output: Output,
    games: Vec<Game>,
    log: String,
}

impl Match {
    fn errors(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }
}

fn play(brains: [String; 2], more: &[&str]) -> Match {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["games.sgf", "log"].map(|name| folder.path().join(name));
    let mut command = tengen(&["match", "--sgf"]);
    command.arg(&files[0]).arg("--log").arg(&files[1]);
    for brain in &brains {
        command.args(["--brain", brain]);
    }
    let output = command.args(more).output().expect("the toolbox runs");
    let [games, log] = files.map(|file| std::fs::read_to_string(file).unwrap_or_default());
    let other: Option<&dyn OtherGame> = match more {
        ["--game", "connect6", ..] => Some(&Connect6Rules),
        ["--game", "dots", ..] => Some(&DotsRules),
        _ => None,
    };
    let wanted = Defaults { other, ..STANDARD.into() };
    Match { output, games: sgf::read(&games, wanted).unwrap_or_default(), log }
}

fn connect6(name: &str, nodes: u32) -> String {
    let connect6 = tengen_e2e::program("tengen-connect6");
    format!("name={name},cmd='{connect6}' --hash 1 --nodes {nodes} --time 60s,turn=60,start=60")
}

fn gomoku(name: &str, dialect: &str) -> String {
    let brain = tengen_e2e::program("pbrain-tengen");
    format!(
        "name={name},cmd='{brain}' --hash 1 --nodes 60 --rule standard --time 60s,dialect={dialect},turn=60,start=60"
    )
}

fn game_name(game: &Game) -> Option<&'static str> {
    game.other.map(|other| other.name())
}

fn assert_judged(game: &Game) {
    let judged = game.played().map(|board| board.ending());
    assert_eq!(judged, Ok(game.ending), "{}", game.moves_text());
}

#[test]
fn connect6_is_played_to_its_end() {
    let brains = [connect6("A", 500), connect6("B", 20)];
    let played = play(brains, &["--game", "connect6"]);
    assert_eq!(played.output.status.code(), Some(0), "{}", played.errors());
    assert_eq!(played.games.len(), 2);
    for game in &played.games {
        assert_eq!((game_name(game), game.size.width()), (Some("connect6"), 19));
        let reason = game.ending.unwrap().reason;
        assert!(matches!(reason, Reason::Six | Reason::FullBoard), "{reason}");
        assert_judged(game);
    }
    for text in [
        "A > name?\n", "A < name Tengen\n", "A > new black\n", "B > new white\n", "A < move JJ@@\n", "B > move JJ@@\n",
        "A > end ", "B > end ",
    ] {
        assert!(played.log.contains(text), "{text} is not in\n{}", played.log);
    }
}

#[test]
fn dots_and_boxes_is_played_to_its_end() {
    let brain = |name: &str, nodes: u32| {
        let dots = tengen_e2e::program("tengen-dots");
        format!("name={name},cmd='{dots}' --hash 1 --nodes {nodes} --time 60s,turn=60,start=60")
    };
    let brains = [brain("A", 300), brain("B", 20)];
    let played = play(brains, &["--game", "dots"]);
    assert_eq!(played.output.status.code(), Some(0), "{}", played.errors());
    assert_eq!(played.games.len(), 2);
    for game in &played.games {
        assert_eq!((game_name(game), game.moves.len()), (Some("dots-and-boxes"), 60));
        assert_eq!(game.ending.unwrap().reason, Reason::Boxes);
        assert_judged(game);
    }
}

#[test]
fn gomoku_is_played_between_both_languages() {
    let brains = [gomoku("sau", "sau"), gomoku("gomocup", "gomocup")];
    let played = play(brains, &["--rule", "standard", "--draw-after", "100"]);
    assert_eq!(played.output.status.code(), Some(0), "{}", played.errors());
    assert_eq!(played.games.len(), 2);
    for game in &played.games {
        assert_eq!((game_name(game), game.rule), (None, STANDARD));
        if game.ending.unwrap().reason != Reason::MoveLimit {
            assert_judged(game);
        }
    }
    for text in ["sau > new black\n", "sau < move HH\n", "gomocup > TURN 7,7\n"] {
        assert!(played.log.contains(text), "{text} is not in\n{}", played.log);
    }
}
