//! No move is later than its limit, in every protocol: one table, and for each protocol what a move is.

use crate::{SMALL, milliseconds};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tengen_common::random::Random;
use tengen_core::board::Colour::{Black, White};
use tengen_core::board::{Point, Position, notation};
use tengen_core::sau::Notation;
use tengen_course::message::{Chess, Message};
use tengen_dots::rules::{draw, empty, is_over, size};
use tengen_e2e::brain::Brain;
use tengen_e2e::course::{Guest, chess};
use tengen_e2e::referee::{GRACE, Referee};
use tengen_e2e::toolbox::tengen;
use tengen_testkit::CARO_EXACT;
use tengen_testkit::clock::{LateMoves, alone};
use tengen_testkit::in_two_lengths;
use tengen_testkit::stopwatch::{Stopwatch, Took};

trait TimedPlayer {
    /// The time of its next move; `None` if its game is over, and another one takes too long to begin.
    fn play(&mut self) -> Option<Took>;
}

struct Protocol {
    name: &'static str,
    /// Limits of a move, in milliseconds.
    limits: &'static [u64],
    /// Time that the limit does not include.
    extra: u64,
    start: fn(u64) -> Box<dyn TimedPlayer>,
}

const fn protocol(
    name: &'static str,
    limits: &'static [u64],
    extra: u64,
    start: fn(u64) -> Box<dyn TimedPlayer>,
) -> Protocol {
    Protocol { name, limits, extra, start }
}

/// The time of a JSON request is that of the search alone.
const PROTOCOLS: [Protocol; 8] = [
    protocol("Gomocup", &[30, 100, 300], 0, |limit| Box::new(GomocupProgram::start(limit))),
    protocol("Gomocup without time", &[0], 20, |limit| Box::new(GomocupProgram::start(limit))),
    protocol("GTP", &[30, 100, 300], 0, |limit| Box::new(GtpProgram::start(limit))),
    protocol("JSON analysis", &[100, 300], 20, |limit| Box::new(Analysis::start(limit))),
    protocol("SAU", &[30, 200], 0, |limit| Box::new(Sau::start(limit))),
    protocol("Connect6", &[30, 100, 300], 0, |limit| Box::new(Connect6::start(limit))),
    protocol("Dots and Boxes", &[30, 100, 300], 0, |limit| Box::new(Dots::start(limit))),
    protocol("course", &[200], 0, |limit| Box::new(CourseProgram::start(limit))),
];

/// How many moves are made with a limit of this many milliseconds: more of the short ones.
fn count(limit: u64) -> usize {
    (500 / limit.max(30)).clamp(5, 16) as usize
}

fn moves_are_in_time(times: usize) {
    let _alone = alone();
    for Protocol { name, limits, extra, start } in PROTOCOLS {
        for &limit in limits {
            let mut player = start(limit);
            let took: Vec<Took> = std::iter::from_fn(|| player.play()).take(times * count(limit)).collect();
            let (limit, mut late) = (milliseconds(limit), LateMoves::default());
            for (number, took) in took.iter().enumerate() {
                late.count(&format!("{name}, move {number}"), took.own(), limit + milliseconds(extra) + GRACE);
            }
            let mut walls: Vec<Duration> = took.iter().map(|took| took.wall).collect();
            walls.sort();
            let (median, longest) = (walls[walls.len() / 2], walls[walls.len() - 1]);
            println!("{name}, {limit:?}: {} moves, median {median:?}, longest {longest:?}", walls.len());
            assert!(longest >= limit / 4, "{name}, {limit:?}: it does not search");
        }
    }
}

in_two_lengths!(no_move_is_later_than_its_limit_in_any_protocol, moves_are_in_time, 1, 100);

/// Sends a line and waits for the answer, which begins with `prefix`.
fn ask(brain: &mut Brain, line: &str, prefix: &str) -> (String, Took) {
    let watch = Stopwatch::of(brain.id());
    brain.send(line);
    let (answer, answered) = brain.timed_answer();
    assert!(answer.starts_with(prefix), "{line}: {answer}");
    (answer, watch.until(answered))
}

/// An open position of exact caro, where wins are rare, since an obvious win takes no time.
fn open_position(random: &mut StdRng, side: u32) -> Referee {
    let mut referee = Referee::new(side, CARO_EXACT);
    referee.scatter(random.random_range(2..20), random);
    referee
}

struct GomocupProgram(Brain, StdRng);

impl GomocupProgram {
    fn start(limit: u64) -> GomocupProgram {
        let mut brain = Brain::playing(20, &SMALL);
        brain.send(&format!("INFO timeout_turn {limit}"));
        brain.send("INFO rule 9");
        GomocupProgram(brain, StdRng::seed_from_u64(limit))
    }
}

impl TimedPlayer for GomocupProgram {
    fn play(&mut self) -> Option<Took> {
        Some(open_position(&mut self.1, 20).ask(&mut self.0).took)
    }
}

struct GtpProgram(Brain, StdRng);

impl GtpProgram {
    fn start(limit: u64) -> GtpProgram {
        let options = ["--threads", "1", "--rule", "caro-exact"];
        let brain = Brain::start_command(tengen(&["gtp", "--hash", "16"]), &[], &options);
        let mut gtp = GtpProgram(brain, StdRng::seed_from_u64(limit));
        gtp.ask(&format!("time_settings 0 3 {}", 3000 / limit));
        gtp
    }

    fn ask(&mut self, command: &str) -> Took {
        let (_, took) = ask(&mut self.0, command, "= ");
        assert_eq!(self.0.line(), "");
        took
    }
}

impl TimedPlayer for GtpProgram {
    fn play(&mut self) -> Option<Took> {
        self.ask("clear_board");
        let position = open_position(&mut self.1, 15).position;
        for stone in position.stones() {
            let column = char::from(b"ABCDEFGHJKLMNOP"[usize::from(stone.point.x())]);
            let row = 15 - stone.point.y();
            self.ask(&format!("play {:?} {column}{row}", stone.colour));
        }
        Some(self.ask(&format!("reg_genmove {:?}", position.to_move())))
    }
}

struct Analysis(Brain, StdRng, u64);

impl Analysis {
    fn start(limit: u64) -> Analysis {
        let command = tengen(&["analysis", "--hash", "16", "--threads", "1"]);
        let mut analysis = Analysis(Brain::start_command(command, &[], &[]), StdRng::seed_from_u64(limit), limit);
        analysis.play(); // the start does not count
        analysis
    }
}

impl TimedPlayer for Analysis {
    fn play(&mut self) -> Option<Took> {
        let position = open_position(&mut self.1, 15).position;
        let moves: Vec<String> =
            position.stones().iter().map(|stone| notation::write(stone.point, position.size())).collect();
        let time = format!("{}ms", self.2);
        let request = json!({"id": "a", "moves": moves, "time": time, "rule": "caro-exact"});
        let (answer, took) = ask(&mut self.0, &request.to_string(), "{");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert!(answer["lines"][0]["moves"].is_array(), "{answer}");
        Some(took)
    }
}

/// Each game has a move and another one, after the first was rejected.
struct Sau(Brain, usize);

impl Sau {
    fn start(limit: u64) -> Sau {
        let environment = [("TENGEN_TIME", format!("{limit}ms")), ("TENGEN_RULE", "caro-exact".into())];
        let environment = environment.each_ref().map(|(name, value)| (*name, value.as_str()));
        let mut brain = Brain::start_in(&environment, &SMALL);
        ask(&mut brain, "name?", "name Tengen");
        Sau(brain, 0)
    }
}

impl TimedPlayer for Sau {
    fn play(&mut self) -> Option<Took> {
        let first = ["HH", "GI", "FJ", "AA", "OO", "CH", "JJ", "KD"][self.1 / 2 % 8];
        let is_second = self.1 % 2 == 1;
        self.1 += 1;
        let line = if is_second { "error".into() } else { format!("move {first}") };
        if !is_second {
            self.0.send("new white");
        }
        Some(ask(&mut self.0, &line, "move ").1)
    }
}

/// Two programs that play each other.
struct Connect6 {
    brains: [Brain; 2],
    turns: usize,
    question: String,
}

impl Connect6 {
    fn start(limit: u64) -> Connect6 {
        let mut brains = [(); 2].map(|()| Brain::connect6(&["--hash", "4", "--time", &format!("{limit}ms")]));
        for brain in &mut brains {
            ask(brain, "name?", "name "); // it has started: the start does not count for the clock
        }
        Connect6 { brains, turns: 0, question: String::new() }
    }
}

impl TimedPlayer for Connect6 {
    fn play(&mut self) -> Option<Took> {
        if self.turns.is_multiple_of(60) {
            self.brains[1].send("new white");
            self.question = "new black".into();
        }
        let (answer, took) = ask(&mut self.brains[self.turns % 2], &self.question, "move ");
        self.turns += 1;
        self.question = answer;
        Some(took)
    }
}

/// A game against random turns, until few lines are left.
struct Dots {
    brain: Brain,
    position: Position,
    random: Random,
    question: String,
}

impl Dots {
    fn start(limit: u64) -> Dots {
        let brain = Brain::dots(&["--hash", "4", "--time", &format!("{limit}ms")]);
        Dots { brain, position: empty(size()), random: Random::new(6), question: "new black".into() }
    }

    /// Draws the lines of a turn.
    fn follow(&mut self, turn: &str) {
        for (x, y) in Notation::Lines.read(turn).expect("a list of lines") {
            draw(&mut self.position, Point::new(x as u8, y as u8)).expect("a line that is free");
        }
    }
}

impl TimedPlayer for Dots {
    fn play(&mut self) -> Option<Took> {
        if is_over(&self.position) || self.position.empty_count() <= 14 {
            return None;
        }
        let (answer, took) = ask(&mut self.brain, &self.question, "move ");
        self.follow(&answer["move ".len()..]);
        let turn = Notation::Lines.write(&tengen_e2e::dots::random_turn(&self.position, &mut self.random));
        self.follow(&turn);
        self.question = format!("move {turn}");
        Some(took)
    }
}

/// Our client of the course, which plays black.
struct CourseProgram {
    client: Child,
    referee: Guest,
    /// Its last stone, not yet confirmed.
    laid: Chess,
    replies: std::array::IntoIter<(u8, u8), 6>,
}

impl CourseProgram {
    fn start(limit: u64) -> CourseProgram {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let time = format!("{limit}ms");
        let arguments = ["course", "--rule", "caro-exact", "--time", &time, "--hash", "16", "--connect", &address];
        let client = tengen(&arguments).stdout(Stdio::null()).spawn().expect("it starts");
        let mut referee = Guest::on(listener.accept().expect("a client").0);
        referee.says(&[Message::First]);
        referee.hears(&[Message::RequireStart]);
        referee.says(&[Message::Accept, Message::Start]);
        let laid = stone(&mut referee);
        let replies = [(0, 0), (14, 14), (0, 14), (14, 0), (2, 7), (12, 7)];
        CourseProgram { client, referee, laid, replies: replies.into_iter() }
    }
}

fn stone(referee: &mut Guest) -> Chess {
    match referee.hear() {
        Some(Message::Chess(chess)) if chess.side() == Some(Black) => chess,
        other => panic!("no stone: {other:?}"),
    }
}

impl TimedPlayer for CourseProgram {
    fn play(&mut self) -> Option<Took> {
        let (row, column) = self.replies.next()?;
        self.referee.says(&[Message::Accept, Message::Chess(self.laid)]);
        let watch = Stopwatch::of(self.client.id());
        self.referee.says(&[Message::Chess(chess(self.laid.index + 1, White, row, column))]);
        self.laid = stone(&mut self.referee);
        Some(watch.until(Instant::now()))
    }
}

impl Drop for CourseProgram {
    fn drop(&mut self) {
        self.referee.says(&[Message::Chess(self.laid), Message::Win]);
        let status = self.client.wait().expect("a status");
        assert!(std::thread::panicking() || status.success());
    }
}
