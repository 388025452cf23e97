//! The line-by-line user interface: boards are printed; moves and commands are typed or come from a pipe.
//!
//! A line waits until Tengen has moved, unless it is `now` or `quit`. If Tengen plays both sides, one line is handled
//! after each move. At the end of the input, Tengen finishes its current search. A user who ends the input at a
//! terminal (Ctrl-D) is asked once if the game is not saved, and can continue.

use super::command::PlayCommand;
use super::host::{Host, HostAnswer, News};
use super::session::Session;
use crate::drawing::Ink;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use tengen_core::lines::read_lines;
use tengen_session::service::{Service, Settings};

enum InputEvent {
    Line(String),
    End,
    News(News),
}

#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub ink: Ink,
    /// Whether to print prompts for a user at a terminal.
    pub prompt: bool,
}

/// Plays until the input ends or the user quits.
pub fn run(
    session: Session,
    settings: Settings,
    style: Style,
    mut input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (send, events) = channel();
    let news = send.clone();
    let service = Service::start("search", settings, move |number, (), event| {
        let _ = news.send(InputEvent::News((number, event))); // fails if we are quitting
    })?;
    std::thread::Builder::new().name("input".into()).spawn(move || {
        let give = |line: Vec<u8>| {
            let line = String::from_utf8_lossy(&line).into_owned();
            send.send(InputEvent::Line(line)).is_ok()
        };
        loop {
            read_lines(&mut input, give);
            // A terminal may continue after an end of input.
            if send.send(InputEvent::End).is_err() || !style.prompt {
                break;
            }
        }
    })?;
    let mut talk =
        Talk { host: Host::new(session, service), waiting: VecDeque::new(), asked: false, ended: false, style, output };
    talk.run(&events)
}

/// The session loop.
struct Talk<'a> {
    host: Host,
    /// Lines waiting for Tengen's move.
    waiting: VecDeque<String>,
    /// Whether the input has ended and the user was warned that the game is not saved.
    asked: bool,
    /// Whether the input has ended for good.
    ended: bool,
    style: Style,
    output: &'a mut dyn Write,
}

impl Talk<'_> {
    fn run(&mut self, events: &Receiver<InputEvent>) -> io::Result<()> {
        let session = self.host.session();
        let head = format!("{}. {}. help lists the commands.", session.game_name(), session.players());
        writeln!(self.output, "{head}")?;
        let greeting = self.host.greeting().join("\n");
        self.show(&greeting)?;
        self.host.go_on();
        self.prompt()?;
        loop {
            while let Some(line) = self.next_line() {
                let answer = self.host.hear_line(&line);
                self.host.go_on();
                if self.show_answer(answer)? {
                    return Ok(());
                }
            }
            if self.ended && self.waiting.is_empty() && !self.host.is_thinking() {
                let where_kept = self.host.input_ended(self.style.prompt);
                return self.say(&where_kept.unwrap_or_default());
            }
            match events.recv() {
                Ok(InputEvent::Line(line)) => {
                    self.asked = false;
                    self.waiting.push_back(line);
                }
                Ok(InputEvent::News(news)) => {
                    let answer = self.host.hear(news);
                    if self.waiting.is_empty() {
                        self.host.go_on();
                    }
                    self.show_answer(answer)?;
                }
                Ok(InputEvent::End) if self.style.prompt && !self.asked => self.ask_to_leave()?,
                Ok(InputEvent::End) | Err(_) => self.ended = true,
            }
        }
    }

    /// Handles the first end of the input: quits unless unsaved changes would be lost.
    fn ask_to_leave(&mut self) -> io::Result<()> {
        self.asked = true;
        self.ended = !self.host.session().is_unsaved();
        if self.ended {
            return Ok(());
        }
        writeln!(self.output)?;
        self.say("this game is not saved: save FILE saves it, Ctrl-D again quits")?;
        self.prompt()
    }

    /// The next line, if it can be handled now.
    fn next_line(&mut self) -> Option<String> {
        let line = self.waiting.front()?;
        let at_once = matches!(PlayCommand::read(line), Ok(Some(PlayCommand::Now | PlayCommand::Quit { .. })));
        if self.host.is_thinking() && !at_once { None } else { self.waiting.pop_front() }
    }

    /// Prints an answer; returns whether to quit.
    fn show_answer(&mut self, answer: HostAnswer) -> io::Result<bool> {
        let silent = matches!(answer, HostAnswer::Nothing);
        match answer {
            HostAnswer::Quit => return Ok(true),
            HostAnswer::Say(text) => writeln!(self.output, "{text}")?,
            // The board is shown after Tengen's reply, not before it.
            HostAnswer::Show(text) if text.is_empty() && self.host.is_thinking() => {}
            HostAnswer::Show(text) => self.show(&text)?,
            HostAnswer::Nothing => {}
        }
        if !silent {
            self.prompt()?;
        }
        self.output.flush()?;
        Ok(false)
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        match text {
            "" => Ok(()),
            text => writeln!(self.output, "{text}"),
        }
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        self.say(text)?;
        let session = self.host.session();
        write!(self.output, "{}", session.drawing(self.style.ink))?;
        writeln!(self.output, "{}", session.state())
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.style.prompt && !self.host.is_thinking() {
            write!(self.output, "> ")?;
        }
        self.output.flush()
    }
}
