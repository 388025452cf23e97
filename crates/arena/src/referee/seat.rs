//! A place at the board: when something is said to the brain that sits there, how long it may take to
//! answer, and what a bad answer costs.
//!
//! The words are those of its [dialect](super::dialect). An answer that is no move loses the game.

use super::brain::{Brain, Heard, Spec, Spoken};
use super::clock::Clock;
use super::dialect::{Choice, Place, Question, Talk, ToldBoard};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tengen_core::board::{Colour, Point};
use tengen_core::judged::Board;
use tengen_core::records::{Ending, Reason};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The brain has lost the game: why, and a sentence.
    Fault(Reason, String),
    /// The whole match is being stopped.
    Stopped,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<T> {
    /// What it means.
    pub what: T,
    /// How long it took.
    pub took: Duration,
    /// The last remark before it.
    pub remark: String,
}

/// A brain at the board.
pub struct Seat {
    spec: Arc<Spec>,
    stop: Arc<AtomicBool>,
    logged: bool,
    brain: Option<Brain>,
    /// What was said by programs that have been replaced.
    old_log: Vec<Spoken>,
    clock: Clock,
    /// What the brain knows of this game.
    known: ToldBoard,
}

impl Seat {
    /// A seat, empty until its first game.
    pub fn new(spec: Arc<Spec>, stop: Arc<AtomicBool>, logged: bool) -> Seat {
        Seat {
            clock: Clock::new(spec.limits),
            spec,
            stop,
            logged,
            brain: None,
            old_log: Vec::new(),
            known: ToldBoard::default(),
        }
    }

    /// What the brain is called.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// What was said since the last time this was asked.
    pub fn take_log(&mut self) -> Vec<Spoken> {
        let mut log = std::mem::take(&mut self.old_log);
        log.extend(self.brain.iter_mut().flat_map(Brain::take_log));
        log
    }

    /// Gets the brain ready for a game, in its old process or, if that does not work, in a new one.
    ///
    /// # Errors
    /// [`Reason::NoStart`] when the brain does not say in time that it is.
    pub fn start_game(&mut self, board: &Board, colour: Colour) -> Result<(), Failure> {
        self.clock = Clock::new(self.spec.limits);
        self.known = ToldBoard::default();
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

    fn greeting(&self, board: &Board) -> String {
        self.spec.dialect.greeting(board.position().shape())
    }

    /// What the brain is told between the greeting and its first move.
    fn begin(&mut self, board: &Board, colour: Colour) {
        let dialect = self.spec.dialect;
        let beginning = dialect.beginning(&self.spec, board.rule(), colour);
        self.say(&beginning);
    }

    /// Tells a side how the game has ended, where the language has words for that.
    pub fn part(&mut self, board: &Board, colour: Colour, ending: Ending) {
        if self.brain.is_some() {
            let dialect = self.spec.dialect;
            let parting = dialect.parting(board, self.known, colour, ending);
            self.say(&parting);
        }
    }

    /// Starts the program.
    fn appoint(&mut self) -> Result<(), Failure> {
        let started = Brain::start(&self.spec, self.logged);
        let program = self.spec.program.display();
        let brain =
            started.map_err(|error| fault(Reason::NoStart, format!("{program}: {error}")))?;
        self.brain = Some(brain);
        Ok(())
    }

    /// Ends the program at once; the next game starts another one.
    pub fn dismiss(&mut self) {
        if let Some(mut brain) = self.brain.take() {
            self.old_log.extend(brain.take_log());
            brain.kill();
        }
    }

    /// Says something, if there is something to say.
    fn say(&mut self, text: &str) -> Instant {
        if text.is_empty() {
            return Instant::now();
        }
        let brain = self.brain.as_mut().expect("a game has been started");
        brain.send(text)
    }

    /// Says a line that is to be answered like the first one.
    fn greet(&mut self, line: &str) -> Result<(), Failure> {
        let asked = self.say(line);
        let until = asked + self.spec.limits.patience;
        let no_start = |why: String| fault(Reason::NoStart, why);
        let line = line.trim_end();
        let dialect = self.spec.dialect;
        loop {
            let brain = self.brain.as_mut().expect("it was just spoken to");
            match brain.hear(until, &self.stop) {
                Heard::Line(answer, _) if dialect.is_greeted(&answer) => return Ok(()),
                Heard::Line(answer, _) if is_error(&answer) => {
                    return Err(no_start(format!("{line} was answered {}", shown(&answer))));
                }
                Heard::Line(..) => {}
                Heard::Nothing => return Err(no_start(format!("no answer to {line}"))),
                Heard::End => return Err(no_start(brain.obituary())),
                Heard::Stopped => return Err(Failure::Stopped),
            }
        }
    }

    /// Asks for the next turn. The places may be any numbers.
    ///
    /// # Errors
    /// When the brain has lost by not moving, or the match is being stopped.
    pub fn ask_move(&mut self, board: &Board) -> Result<Answer<Vec<Place>>, Failure> {
        let dialect = self.spec.dialect;
        let Question { clearing, text } = dialect.question(board, self.known);
        if let Some(clearing) = clearing {
            self.begin_anew(board, clearing)?;
        }
        let answer = self.ask(&text, |line| dialect.stones(board, line))?;
        self.known = ToldBoard {
            stones: board.moves().len() + answer.what.len(),
            dead: board.position().dead().len(),
        };
        Ok(answer)
    }

    /// Clears the brain's board.
    fn begin_anew(&mut self, board: &Board, clearing: &str) -> Result<(), Failure> {
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

    /// Asks what to do in the swap2 opening, where these stones lie.
    ///
    /// # Errors
    /// As for a move.
    pub fn ask_choice(&mut self, stones: &[Point]) -> Result<Answer<Choice>, Failure> {
        let dialect = self.spec.dialect;
        self.ask(&dialect.opening_question(stones), |line| {
            dialect.choice(line)
        })
    }

    /// Says something that is to be answered within the limits of time.
    fn ask<T>(
        &mut self,
        command: &str,
        meaning: impl Fn(&str) -> Option<T>,
    ) -> Result<Answer<T>, Failure> {
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
        Ok(Answer { what, took, remark })
    }

    /// Waits for an answer: the line, when it came, and the last remark before it.
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
                Heard::End => return Err(fault(Reason::Crash, brain.obituary())),
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

fn fault(reason: Reason, why: String) -> Failure {
    Failure::Fault(reason, why)
}

fn is_error(line: &str) -> bool {
    let start = line.trim_start().get(..5);
    start.is_some_and(|word| word.eq_ignore_ascii_case("error"))
}

/// A line of a stranger, fit for a table.
fn shown(line: &str) -> String {
    let short: String = line.trim().chars().take(60).collect();
    format!("{short:?}")
}
