//! A brain's seat in a game: the timing of commands, time limits, and the consequences of bad replies.
//!
//! The commands are those of its [dialect](super::dialect). A reply that is not a move loses the game.

use super::brain::{BrainProcess, Heard, MOST_OUTPUT, Spec, Spoken};
use super::clock::Clock;
use super::dialect::{KnownBoard, Place, SeatQuestion, SwapChoice, Talk};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tengen_core::board::{Colour, Point};
use tengen_core::game::Game;
use tengen_records::{Ending, Reason};

/// The reason why there is no reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The brain has lost the game: the reason and a message.
    Fault(Reason, String),
    Stopped,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatAnswer<T> {
    /// Its meaning.
    pub what: T,
    pub took: Duration,
    /// The last remark before it.
    pub remark: String,
}

pub struct Seat {
    spec: Arc<Spec>,
    stop: Arc<AtomicBool>,
    logged: bool,
    brain: Option<BrainProcess>,
    /// The conversations with programs that have been replaced.
    old_log: Vec<Spoken>,
    clock: Clock,
    /// The part of the game that the brain knows.
    known: KnownBoard,
}

impl Seat {
    /// A seat without a running program until its first game.
    pub fn new(spec: Arc<Spec>, stop: Arc<AtomicBool>, logged: bool) -> Seat {
        Seat {
            clock: Clock::new(spec.limits),
            spec,
            stop,
            logged,
            brain: None,
            old_log: Vec::new(),
            known: KnownBoard::default(),
        }
    }

    pub fn name(&self) -> &str {
        &self.spec.name
    }

    pub fn is_running(&self) -> bool {
        self.brain.is_some()
    }

    /// Takes the conversation since the last call.
    pub fn take_log(&mut self) -> Vec<Spoken> {
        let mut log = std::mem::take(&mut self.old_log);
        log.extend(self.brain.iter_mut().flat_map(BrainProcess::take_log));
        log
    }

    /// Prepares the brain for a game, in its old process or, if that fails, in a new one.
    pub fn start_game(&mut self, board: &Game, colour: Colour) -> Result<(), Failure> {
        self.clock = Clock::new(self.spec.limits);
        self.known = KnownBoard::default();
        if self.spec.fresh {
            self.dismiss();
        }
        let greeting = self.greeting(board);
        if self.brain.is_some() {
            match self.greet(&greeting) {
                Err(Failure::Fault(..)) => self.dismiss(),
                Err(Failure::Stopped) => return Err(Failure::Stopped),
                Ok(()) => {}
            }
        }
        if self.brain.is_none() {
            self.appoint()?;
            self.greet(&greeting)?;
        }
        self.begin(board, colour);
        Ok(())
    }

    fn greeting(&self, board: &Game) -> String {
        self.spec.dialect.greeting(board.position().size())
    }

    /// Sends the commands between the greeting and the first move.
    fn begin(&mut self, board: &Game, colour: Colour) {
        let dialect = self.spec.dialect;
        let beginning = dialect.beginning(&self.spec, board.rule(), colour);
        self.say(&beginning);
    }

    /// Reports the result of the game, if the protocol supports it.
    pub fn part(&mut self, board: &Game, colour: Colour, ending: Ending) {
        if self.brain.is_some() {
            let dialect = self.spec.dialect;
            let parting = dialect.parting(board, self.known, colour, ending);
            self.say(&parting);
        }
    }

    /// Starts the program.
    fn appoint(&mut self) -> Result<(), Failure> {
        let started = BrainProcess::start(&self.spec, self.logged);
        let program = self.spec.program.display();
        let brain = started.map_err(|error| fault(Reason::NoStart, format!("{program}: {error}")))?;
        self.brain = Some(brain);
        Ok(())
    }

    /// Kills the program; the next game starts a new one.
    pub fn dismiss(&mut self) {
        if let Some(mut brain) = self.brain.take() {
            self.old_log.extend(brain.take_log());
            brain.kill();
        }
    }

    /// Sends a text unless it is empty.
    fn say(&mut self, text: &str) -> Instant {
        if text.is_empty() {
            return Instant::now();
        }
        let brain = self.brain.as_mut().expect("a game has been started");
        brain.send(text)
    }

    /// Sends a line that must be answered like the greeting.
    fn greet(&mut self, line: &str) -> Result<(), Failure> {
        let asked = self.say(line);
        let patience = self.spec.limits.patience;
        let no_start = |why: String| fault(Reason::NoStart, why);
        let line = line.trim_end();
        let dialect = self.spec.dialect;
        let mut other = None;
        loop {
            let brain = self.brain.as_mut().expect("it was just spoken to");
            match brain.hear(asked + patience, &self.stop) {
                Heard::Line(answer, _) if dialect.is_greeted(&answer) => return Ok(()),
                Heard::Line(answer, _) if is_error(&answer) => {
                    return Err(no_start(format!("{line} was answered {}", shown(&answer))));
                }
                Heard::Line(answer, _) => other = Some(answer),
                Heard::Nothing => {
                    let time = patience.as_secs_f64();
                    let answer = dialect.greeted();
                    let other = other.map(|line| format!("; the last line was {}", shown(&line)));
                    let other = other.unwrap_or_default();
                    let why = format!("{line} was not answered {answer} within {time} s{other}");
                    return Err(no_start(why));
                }
                Heard::End => return Err(no_start(brain.describe_end())),
                Heard::Flood => return Err(flood()),
                Heard::Stopped => return Err(Failure::Stopped),
            }
        }
    }

    /// Requests the next turn. The points are not validated.
    pub fn ask_move(&mut self, board: &Game) -> Result<SeatAnswer<Vec<Place>>, Failure> {
        let dialect = self.spec.dialect;
        let SeatQuestion { clearing, text } = dialect.question(board, self.known);
        if let Some(clearing) = clearing {
            self.begin_anew(board, clearing)?;
        }
        let answer = self.ask(&text, |line| dialect.stones(board, line))?;
        self.known =
            KnownBoard { stones: board.moves().len() + answer.what.len(), dead: board.position().dead().len() };
        Ok(answer)
    }

    /// Clears the brain's board.
    fn begin_anew(&mut self, board: &Game, clearing: &str) -> Result<(), Failure> {
        match self.greet(clearing) {
            Err(Failure::Fault(..)) => {
                self.dismiss();
                self.appoint()?;
                self.greet(&self.greeting(board))?;
                self.begin(board, board.to_move());
                Ok(())
            }
            answered => answered,
        }
    }

    /// Requests a choice in the swap2 opening with these stones on the board.
    pub fn ask_choice(&mut self, stones: &[Point]) -> Result<SeatAnswer<SwapChoice>, Failure> {
        let dialect = self.spec.dialect;
        self.ask(&dialect.opening_question(stones), |line| dialect.choice(line))
    }

    /// Sends a request that must be answered within the time limits.
    fn ask<T>(&mut self, command: &str, meaning: impl Fn(&str) -> Option<T>) -> Result<SeatAnswer<T>, Failure> {
        if self.spec.limits.has_clock() {
            let left = self.spec.dialect.time_left(self.clock.time_left());
            self.say(&left);
        }
        let asked = self.say(command);
        let (line, at, remark) = self.listen(asked)?;
        let garbage = || fault(Reason::Garbage, format!("the answer was {}", shown(&line)));
        let what = meaning(&line).ok_or_else(garbage)?;
        let took = at - asked;
        self.clock.moved(took);
        Ok(SeatAnswer { what, took, remark })
    }

    /// Waits for a reply: the line, its time, and the last remark before it.
    fn listen(&mut self, asked: Instant) -> Result<(String, Instant, String), Failure> {
        let allowance = self.clock.allowance();
        let mut last_remark = String::new();
        loop {
            let brain = self.brain.as_mut().expect("it was just spoken to");
            let (line, at) = match brain.hear(asked + allowance, &self.stop) {
                Heard::Line(line, at) => (line, at),
                Heard::Nothing => {
                    let why = format!("no answer within {} ms", allowance.as_millis());
                    return Err(fault(Reason::Time, why));
                }
                Heard::End => return Err(fault(Reason::Crash, brain.describe_end())),
                Heard::Flood => return Err(flood()),
                Heard::Stopped => return Err(Failure::Stopped),
            };
            match self.spec.dialect.talk(&line) {
                Talk::Remark(remark) => last_remark = remark,
                Talk::Suggestion(decision) => {
                    brain.send(&decision);
                }
                Talk::Noise => {}
                Talk::Answer => return Ok((line, at, last_remark)),
            }
        }
    }
}

/// The loss of a brain that has printed too much.
fn flood() -> Failure {
    let most = MOST_OUTPUT >> 20;
    fault(Reason::Flood, format!("more than {most} MiB of output after a command"))
}

fn fault(reason: Reason, why: String) -> Failure {
    Failure::Fault(reason, why)
}

fn is_error(line: &str) -> bool {
    let start = line.trim_start().get(..5);
    start.is_some_and(|word| word.eq_ignore_ascii_case("error"))
}

/// An external line, shortened and escaped for a table.
fn shown(line: &str) -> String {
    let short: String = line.trim().chars().take(60).collect();
    format!("{short:?}")
}
