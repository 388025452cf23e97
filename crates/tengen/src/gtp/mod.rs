//! `tengen gtp`: five in a row for front ends that speak the Go Text Protocol, version 2.
//!
//! - `parse`: reads commands and vertices; `commands`: the table of commands, and those that do not search;
//! - `game`: the game; `clock`: the time for a move; `think`: searches and their output.
//!
//! One thread reads lines, the calling thread executes commands. An analysis ends with the next line of input.

mod clock;
mod commands;
mod game;
pub(crate) mod parse;
mod think;

pub use parse::LARGEST_SIDE;

use crate::input::{self, Input};
use anyhow::Result;
use clock::Clock;
use parse::Command;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;
use tengen_core::board::BoardSize;
use tengen_core::game::Game;
use tengen_core::printable;
use tengen_core::rules::Rule;
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Searcher;
use tengen_line_io::output::{Lost, print};
use tengen_session::level::Level;
use think::Thinker;

/// The longest line, in bytes.
const LONGEST_LINE: usize = 1 << 14;
/// The number of lines that are read ahead.
const LINES_AHEAD: usize = 16;

/// How to play.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rule at the start; its games end with a five.
    pub rule: Rule,
    /// The board at the start.
    pub size: BoardSize,
    /// The networks to evaluate with.
    pub networks: Networks,
    /// Threads of searches without a node limit.
    pub threads: usize,
    /// Memory of searches in bytes.
    pub memory: usize,
    /// The limit of each move.
    pub time: Option<Duration>,
    /// Nodes for each move, instead of time.
    pub nodes: Option<u64>,
    /// The playing strength at the start.
    pub level: Level,
    /// The response to `version`.
    pub version: String,
}

impl Settings {
    fn searcher(&self) -> Searcher {
        let mut searcher = Searcher::judging_by(&self.networks, self.memory);
        searcher.set_threads(self.threads);
        searcher
    }
}

/// The lines of input.
struct Lines {
    received: Receiver<Input>,
    next: Option<Input>,
}

impl Lines {
    /// Waits for the next line.
    fn next(&mut self) -> Input {
        self.wait();
        self.next.take().unwrap_or(Input::End)
    }

    /// Waits until there is a line.
    fn wait(&mut self) {
        if self.next.is_none() {
            self.next = Some(self.received.recv().unwrap_or(Input::End));
        }
    }

    /// Whether there is a line.
    fn is_waiting(&mut self) -> bool {
        self.next = self.next.take().or_else(|| self.received.try_recv().ok());
        self.next.is_some()
    }
}

/// A session with a front end.
struct Session {
    settings: Settings,
    lines: Lines,
    game: Game,
    clock: Clock,
    level: Level,
    thinker: Thinker,
}

/// The text of a response, or why the command failed.
type Response = Result<String, String>;

/// Executes the commands on standard input until `quit` or its end.
///
/// # Errors
/// If standard output cannot be written, or the system cannot create a thread.
pub fn run(settings: &Settings) -> Result<()> {
    let (sender, received) = sync_channel(LINES_AHEAD);
    input::start(LONGEST_LINE, move |input| sender.send(input).is_ok())?;
    let mut session = Session {
        settings: settings.clone(),
        lines: Lines { received, next: None },
        game: Game::new(settings.size, settings.rule),
        clock: Clock::new(settings.time),
        level: settings.level,
        thinker: Thinker::new(settings),
    };
    while session.execute_next()? {}
    Ok(())
}

impl Session {
    /// Executes the next line; false if the session is over.
    fn execute_next(&mut self) -> Result<bool, Lost> {
        let line = match self.lines.next() {
            Input::End => return Ok(false),
            Input::Unreadable(error) => return respond("", Err(error)).map(|()| true),
            Input::Line(line) => line,
        };
        let Some(command) = parse::command(&line) else { return Ok(true) };
        self.execute(&command)?;
        let is_end = matches!(command.name.as_str(), "quit" | "exit");
        Ok(!is_end || !command.arguments.is_empty())
    }

    fn execute(&mut self, command: &Command) -> Result<(), Lost> {
        match commands::find(command) {
            Err(error) => respond(&command.id, Err(error)),
            Ok(commands::Work::Respond(work)) => {
                let response = work(self, &command.arguments);
                respond(&command.id, response)
            }
            Ok(commands::Work::Report(work, format)) => work(self, command, format),
        }
    }
}

/// Prints a response.
fn respond(id: &str, response: Response) -> Result<(), Lost> {
    match response {
        Ok(text) => print(format_args!("={id} {text}\n\n")),
        Err(error) => print(format_args!("?{id} {}\n\n", printable::line(error))),
    }
}
