//! `tengen gtp`: five in a row for front ends that speak the Go Text Protocol, version 2.
//!
//! - `parse`: reads commands and vertices; `commands`: the table of commands, and those that do not search;
//! - `game`: the game; `clock`: the time for a move; `think`: the arguments and the output of analysis.
//!
//! One thread reads lines, the calling thread executes commands. An analysis ends with the next line of input.

mod clock;
mod commands;
mod error;
mod game;
pub(crate) mod parse;
mod think;

pub use parse::LARGEST_SIDE;

use crate::input::{self, Input};
use anyhow::Result;
use clock::Clock;
use error::GtpError;
use parse::GtpCommand;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;
use tengen_core::board::BoardSize;
use tengen_core::game::Game;
use tengen_core::printable;
use tengen_core::rules::Rule;
use tengen_line_io::output::{Lost, print};
use tengen_session::level::Level;
use tengen_session::service::{self, Runner};

const LONGEST_LINE: usize = 1 << 14;
const LINES_AHEAD: usize = 16;

#[derive(Clone, Debug)]
pub struct GtpSettings {
    /// The rule at the start; its games end with a five.
    pub rule: Rule,
    pub size: BoardSize,
    pub search: service::Settings,
    pub time: Option<Duration>,
    /// Nodes for each move, instead of time.
    pub nodes: Option<u64>,
    pub level: Level,
    pub version: String,
}

struct InputLines {
    received: Receiver<Input>,
    next: Option<Input>,
}

impl InputLines {
    fn next(&mut self) -> Input {
        self.wait();
        self.next.take().unwrap_or(Input::End)
    }

    fn wait(&mut self) {
        if self.next.is_none() {
            self.next = Some(self.received.recv().unwrap_or(Input::End));
        }
    }

    fn is_waiting(&mut self) -> bool {
        self.next = self.next.take().or_else(|| self.received.try_recv().ok());
        self.next.is_some()
    }
}

struct GtpSession {
    settings: GtpSettings,
    lines: InputLines,
    game: Game,
    clock: Clock,
    level: Level,
    runner: Runner,
    is_new: bool,
}

/// The text of a response, or why the command failed.
type Response = Result<String, GtpError>;

/// Executes the commands on standard input until `quit` or its end.
pub fn run(settings: &GtpSettings) -> Result<()> {
    let (sender, received) = sync_channel(LINES_AHEAD);
    input::start(LONGEST_LINE, move |input| sender.send(input).is_ok())?;
    let mut session = GtpSession::new(settings, received);
    while session.execute_next()? {}
    Ok(())
}

impl GtpSession {
    fn new(settings: &GtpSettings, received: Receiver<Input>) -> GtpSession {
        GtpSession {
            settings: settings.clone(),
            lines: InputLines { received, next: None },
            game: Game::new(settings.size, settings.rule),
            clock: Clock::new(settings.time),
            level: settings.level,
            runner: Runner::new(settings.search.clone()),
            is_new: true,
        }
    }

    /// Executes the next line; false if the session is over.
    fn execute_next(&mut self) -> Result<bool, Lost> {
        let line = match self.lines.next() {
            Input::End => return Ok(false),
            Input::Unreadable(error) => return respond("", Err(error.into())).map(|()| true),
            Input::Line(line) => line,
        };
        let Some(command) = parse::command(&line) else { return Ok(true) };
        self.execute(&command)?;
        let is_end = matches!(command.name.as_str(), "quit" | "exit");
        Ok(!is_end || !command.arguments.is_empty())
    }

    fn execute(&mut self, command: &GtpCommand) -> Result<(), Lost> {
        match commands::find(command) {
            Err(error) => respond(&command.id, Err(error)),
            Ok(commands::Effect::Respond(work)) => {
                let response = work(self, &command.arguments);
                respond(&command.id, response)
            }
            Ok(commands::Effect::Report(work, format)) => work(self, command, format),
        }
    }
}

fn respond(id: &str, response: Response) -> Result<(), Lost> {
    match response {
        Ok(text) => print(format_args!("={id} {text}\n\n")),
        Err(error) => print(format_args!("?{id} {}\n\n", printable::line(error))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::Colour;
    use tengen_core::game::Action;
    use tengen_core::rules::Variant;
    use tengen_engine::eval::net::Networks;

    #[test]
    fn after_a_panic_the_next_search_works() {
        let settings = GtpSettings {
            rule: Rule::new(Variant::Freestyle),
            size: BoardSize::FIFTEEN,
            search: service::Settings::new(&Networks::none(), 1 << 20, 1),
            time: None,
            nodes: Some(5_000),
            level: Level::FULL,
            version: String::new(),
        };
        let mut session = GtpSession::new(&settings, sync_channel(1).1);
        session.game.play(settings.size.centre()).unwrap();
        let often = Duration::from_micros(1);
        let broken = session.choose(Colour::White, often, &mut |_| panic!("it is broken"));
        assert_eq!(broken.unwrap_err(), "internal error: the search failed");
        let best = session.choose(Colour::White, often, &mut |_| ());
        assert!(matches!(best, Ok(Action::Stone(_))), "{best:?}");
    }
}
