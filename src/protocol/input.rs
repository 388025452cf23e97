//! Lines of input, without ever waiting for them while a search runs.
//!
//! A small thread reads bytes, cuts them into lines and puts them into a channel; it understands
//! nothing. The session takes them out: it waits for a line when it has nothing to do, and only
//! looks whether one has come while it thinks.

use super::words::is_blank;
pub use crate::lines::Line;
use crate::lines::read_lines;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

/// Lines that may wait in the channel before the reader thread waits itself.
const WAITING_LINES: usize = 64 * 1024;

/// What a look at the input shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Peek {
    /// Nothing yet.
    Nothing,
    /// A line.
    Line(Line),
    /// Nothing will ever come any more.
    End,
}

/// Where lines come from.
pub trait Source {
    /// The next line, waiting for it; `None` at the end of the input.
    fn next_line(&mut self) -> Option<Line>;
    /// The next line if it is there already.
    fn peek_line(&mut self) -> Peek;
}

/// Lines that a thread reads.
pub struct ThreadedLines(Receiver<Line>);

impl ThreadedLines {
    /// Starts reading.
    ///
    /// # Panics
    /// When the system gives us no thread.
    pub fn read(input: impl Read + Send + 'static) -> ThreadedLines {
        let (sender, receiver) = sync_channel(WAITING_LINES);
        std::thread::Builder::new()
            .name("input".into())
            .stack_size(128 * 1024)
            .spawn(move || read_lines(input, |line| sender.send(line).is_ok()))
            .expect("a thread for the input");
        ThreadedLines(receiver)
    }
}

impl Source for ThreadedLines {
    fn next_line(&mut self) -> Option<Line> {
        self.0.recv().ok()
    }

    fn peek_line(&mut self) -> Peek {
        match self.0.try_recv() {
            Ok(line) => Peek::Line(line),
            Err(TryRecvError::Empty) => Peek::Nothing,
            Err(TryRecvError::Disconnected) => Peek::End,
        }
    }
}

/// A written list of lines, each coming only when the session waits for it: what a patient manager
/// does.
impl Source for VecDeque<Line> {
    fn next_line(&mut self) -> Option<Line> {
        self.pop_front()
    }

    fn peek_line(&mut self) -> Peek {
        Peek::Nothing
    }
}

/// A source whose first line has been looked at and is put back.
pub struct PutBack<S> {
    first: Option<Line>,
    rest: S,
}

impl<S: Source> PutBack<S> {
    /// Waits for the first line of a source that is not blank, and shows it; `None` at the end of
    /// the input.
    pub fn after_the_first(mut rest: S) -> (Option<Line>, PutBack<S>) {
        let mut first = rest.next_line();
        let says_nothing = |line: &Line| String::from_utf8_lossy(line).chars().all(is_blank);
        while first.as_ref().is_some_and(says_nothing) {
            first = rest.next_line();
        }
        (first.clone(), PutBack { first, rest })
    }
}

impl<S: Source> Source for PutBack<S> {
    fn next_line(&mut self) -> Option<Line> {
        self.first.take().or_else(|| self.rest.next_line())
    }

    fn peek_line(&mut self) -> Peek {
        match self.first.take() {
            Some(line) => Peek::Line(line),
            None => self.rest.peek_line(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_shown_and_comes_again() {
        let lines = ThreadedLines::read(&b" \0\n\r\nname?\nquit\n"[..]);
        let (first, mut lines) = PutBack::after_the_first(lines);
        assert_eq!(first.unwrap(), b"name?");
        assert_eq!(lines.peek_line(), Peek::Line(b"name?".to_vec()));
        assert_eq!(lines.next_line().unwrap(), b"quit");
        assert_eq!(lines.next_line(), None);
        let (first, mut lines) = PutBack::after_the_first(ThreadedLines::read(&b"\n\n"[..]));
        assert_eq!((first, lines.next_line()), (None, None));
    }

    #[test]
    fn the_thread_hands_lines_over_and_reports_the_end() {
        let mut lines = ThreadedLines::read(&b"START 15\r\nBEGIN"[..]);
        assert_eq!(lines.next_line().unwrap(), b"START 15");
        assert_eq!(lines.next_line().unwrap(), b"BEGIN");
        assert_eq!(lines.next_line(), None);
        assert_eq!(lines.peek_line(), Peek::End);
    }
}
