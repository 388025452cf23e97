//! A place at the table: what the manager says to the brain that sits there, and what its answers
//! mean.
//!
//! The words are those of Piskvork: `START` (or `RECTSTART`) answered by `OK`, the INFO lines, then
//! `BEGIN`, `TURN` or `BOARD`. When a row has died in a continuous game both brains are told the whole
//! board anew, after `RESTART`, with the dead points as field 3. Lines that begin with `MESSAGE` or
//! `DEBUG` are remarks; `UNKNOWN` answers an INFO that the brain does not know, and is passed over;
//! `SUGGEST x,y` is answered with `PLAY x,y`. Anything else that is no move loses the game.
//!
//! The other language is that of the SAU platform; its words are in [`super::sau`].

use super::board::Board;
use super::brain::{Brain, Dialect, Heard, Spec, Spoken};
use super::clock::Clock;
use super::sau;
use crate::board::{Colour, Content, Point, Shape};
use crate::records::{Ending, Reason};
use crate::rules::Rule;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

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

/// What a brain does in the swap2 opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Takes black.
    Swap,
    /// Lays these stones, given as column and row.
    Stones(Vec<(i32, i32)>),
}

/// A brain at the table.
pub struct Seat {
    spec: Arc<Spec>,
    stop: Arc<AtomicBool>,
    logged: bool,
    brain: Option<Brain>,
    /// What was said by programs that have been replaced.
    old_log: Vec<Spoken>,
    clock: Clock,
    /// How many moves the brain knows of this game, and how many dead points.
    known: (usize, usize),
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
            known: (0, 0),
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
        self.known = (0, 0);
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
        let beginning = match self.spec.dialect {
            Dialect::Gomocup => self.infos(board.rule()),
            Dialect::Sau => sau::beginning(colour).into(),
        };
        self.say(&beginning);
        Ok(())
    }

    fn greeting(&self, board: &Board) -> String {
        match self.spec.dialect {
            Dialect::Gomocup => start_line(board.position().shape()),
            Dialect::Sau => sau::GREETING.into(),
        }
    }

    /// Tells a side how the game has ended, where the language has words for that.
    pub fn part(&mut self, board: &Board, colour: Colour, ending: Ending) {
        if self.spec.dialect == Dialect::Sau && self.brain.is_some() {
            let is_news = self.known.0 < board.moves().len();
            self.say(&sau::parting(board, colour, is_news, ending));
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

    fn say(&mut self, text: &str) -> Instant {
        let brain = self.brain.as_mut().expect("a game has been started");
        brain.send(text)
    }

    /// Says a line that is to be answered with `OK`, or with a name.
    fn greet(&mut self, line: &str) -> Result<(), Failure> {
        let asked = self.say(line);
        let until = asked + self.spec.limits.patience;
        let no_start = |why: String| fault(Reason::NoStart, why);
        let line = line.trim_end();
        let is_answer = match self.spec.dialect {
            Dialect::Gomocup => is_ok,
            Dialect::Sau => sau::is_name,
        };
        loop {
            let brain = self.brain.as_mut().expect("it was just spoken to");
            match brain.hear(until, &self.stop) {
                Heard::Line(answer, _) if is_answer(&answer) => return Ok(()),
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

    /// What the brain is told before its first move.
    fn infos(&self, rule: Rule) -> String {
        let Spec {
            limits,
            memory,
            nodes,
            infos,
            ..
        } = &*self.spec;
        let mut text = String::new();
        let mut add = |key: &str, value: u128| {
            let _ = writeln!(text, "INFO {key} {value}");
        };
        if let Some(turn) = limits.turn.or(limits.game) {
            add("timeout_turn", turn.as_millis());
            add("timeout_match", limits.game.unwrap_or_default().as_millis());
        }
        add("max_memory", memory.unwrap_or(0).into());
        add("game_type", 1);
        add("rule", rule.bits().into());
        if rule.first_player_fouls {
            add("fb_check", 1);
        }
        if let Some(nodes) = nodes {
            add("max_node", (*nodes).into());
        }
        for (key, value) in infos {
            let _ = writeln!(text, "INFO {key} {value}");
        }
        text
    }

    /// Asks for the next turn. The places may be any numbers.
    ///
    /// # Errors
    /// When the brain has lost by not moving, or the match is being stopped.
    pub fn ask_move(&mut self, board: &Board) -> Result<Answer<Vec<(i32, i32)>>, Failure> {
        if self.spec.dialect == Dialect::Sau {
            self.known = (board.moves().len(), 0);
            return self.ask(&sau::question(board), sau::stones);
        }
        let (moves, dead) = (board.moves().len(), board.position().dead().len());
        let in_step = self.known.1 == dead && self.known.0 + 1 == moves;
        let command = match board.moves().last() {
            None => "BEGIN\n".into(),
            Some(last) if in_step => format!("TURN {},{}\n", last.x(), last.y()),
            Some(_) => {
                if self.known.0 > 0 {
                    self.begin_anew(board)?;
                }
                whole_board(board)
            }
        };
        let answer = self.ask(&command, |line| Some(vec![place(line)?]))?;
        self.known = (moves + 1, dead);
        Ok(answer)
    }

    /// Clears the brain's board.
    fn begin_anew(&mut self, board: &Board) -> Result<(), Failure> {
        match self.greet("RESTART\n") {
            Err(Failure::Fault(..)) => {
                self.dismiss();
                self.appoint()?;
                self.greet(&start_line(board.position().shape()))?;
                let infos = self.infos(board.rule());
                self.say(&infos);
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
        let mut command = String::from("SWAP2BOARD\n");
        for point in stones {
            let _ = writeln!(command, "{},{}", point.x(), point.y());
        }
        self.ask(&(command + "DONE\n"), choice)
    }

    /// Says something that is to be answered within the limits of time.
    fn ask<T>(
        &mut self,
        command: &str,
        meaning: fn(&str) -> Option<T>,
    ) -> Result<Answer<T>, Failure> {
        if self.spec.limits.has_clock() && self.spec.dialect == Dialect::Gomocup {
            let left = format!("INFO time_left {}\n", self.clock.time_left());
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
            let talk = match self.spec.dialect {
                Dialect::Gomocup => talk(&line),
                Dialect::Sau if sau::is_answer(&line) => Talk::Answer,
                Dialect::Sau => Talk::Noise,
            };
            match talk {
                Talk::Remark(remark) => last_remark = remark,
                Talk::Suggestion(point) => {
                    brain.send(&format!("PLAY {point}\n"));
                }
                Talk::Noise => {}
                Talk::Answer => return Ok((line, at, last_remark)),
            }
        }
    }
}

/// What a line is while an answer is waited for.
#[derive(PartialEq, Eq, Debug)]
enum Talk {
    Remark(String),
    Suggestion(String),
    Noise,
    Answer,
}

fn talk(line: &str) -> Talk {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = || rest.trim().to_string();
    match word.to_ascii_uppercase().as_str() {
        "MESSAGE" => Talk::Remark(rest()),
        "SUGGEST" => Talk::Suggestion(rest()),
        "" | "DEBUG" | "UNKNOWN" => Talk::Noise,
        _ => Talk::Answer,
    }
}

fn fault(reason: Reason, why: String) -> Failure {
    Failure::Fault(reason, why)
}

fn start_line(shape: Shape) -> String {
    match (shape.width(), shape.height()) {
        (side, height) if side == height => format!("START {side}\n"),
        (width, height) => format!("RECTSTART {width},{height}\n"),
    }
}

/// BOARD … DONE as the side to move is told it, in the order of the moves. The first stone tells a
/// brain who is the first player, so where the first ones have died, a stone of black's that lives
/// comes first.
fn whole_board(board: &Board) -> String {
    let (position, us) = (board.position(), board.to_move());
    let mut moves = board.moves().to_vec();
    let black = Content::Stone(Colour::Black);
    if let Some(first) = moves.iter().position(|&point| position.at(point) == black) {
        moves[..=first].rotate_right(1);
    }
    let mut text = String::from("BOARD\n");
    for point in moves {
        let field = match position.at(point) {
            Content::Stone(colour) if colour == us => 1,
            Content::Stone(_) => 2,
            Content::Wall | Content::Empty => 3,
        };
        let _ = writeln!(text, "{},{},{field}", point.x(), point.y());
    }
    text + "DONE\n"
}

fn is_ok(line: &str) -> bool {
    line.trim().eq_ignore_ascii_case("ok")
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

fn place(text: &str) -> Option<(i32, i32)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn choice(text: &str) -> Option<Choice> {
    if text.trim().eq_ignore_ascii_case("swap") {
        return Some(Choice::Swap);
    }
    let places: Option<Vec<_>> = text.split_whitespace().map(place).collect();
    places
        .filter(|places| !places.is_empty())
        .map(Choice::Stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation;

    #[test]
    fn a_board_is_told_in_playing_order_with_the_dead_in_their_places() {
        let shape = Shape::square(15).unwrap();
        let mut board = Board::new(shape, Rule::from_bits(2, false));
        for point in notation::read("a15h8b15h7c15h6d15h5e15i1f15", shape).unwrap() {
            board.play(point).unwrap();
        }
        assert_eq!(
            whole_board(&board),
            "BOARD\n5,0,2\n0,0,3\n7,7,1\n1,0,3\n7,8,1\n2,0,3\n7,9,1\n3,0,3\n7,10,1\n4,0,3\n8,14,1\nDONE\n"
        );
    }

    #[test]
    fn talk_is_told_from_answers() {
        assert_eq!(talk("message  depth 3 "), Talk::Remark("depth 3".into()));
        assert_eq!(talk("SUGGEST 7,7"), Talk::Suggestion("7,7".into()));
        for noise in ["", " ", "DEBUG", "debug x", "UNKNOWN command"] {
            assert_eq!(talk(noise), Talk::Noise, "{noise}");
        }
        for answer in ["7,7", "ERROR no", "OK", "messages"] {
            assert_eq!(talk(answer), Talk::Answer, "{answer}");
        }
    }

    #[test]
    fn what_answers_mean() {
        assert_eq!(place(" 7, 8 "), Some((7, 8)));
        assert_eq!(place("-1,99"), Some((-1, 99)));
        for text in ["", "7", "7,8,9", "7,x", "7,8 9,9", "OK"] {
            assert_eq!(place(text), None, "{text}");
        }
        assert_eq!(choice("Swap"), Some(Choice::Swap));
        assert_eq!(
            choice("1,2 3,4"),
            Some(Choice::Stones(vec![(1, 2), (3, 4)]))
        );
        assert_eq!(choice(""), None);
        assert_eq!(choice("1,2;3"), None);
    }
}
