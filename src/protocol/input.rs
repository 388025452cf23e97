//! Lines of input, without ever waiting for them while a search runs.
//!
//! A small thread reads bytes, cuts them into lines and puts them into a channel; it understands
//! nothing. The session takes them out: it waits for a line when it has nothing to do, and only
//! looks whether one has come while it thinks.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thread_hands_lines_over_and_reports_the_end() {
        let mut lines = ThreadedLines::read(&b"START 15\r\nBEGIN"[..]);
        assert_eq!(lines.next_line().unwrap(), b"START 15");
        assert_eq!(lines.next_line().unwrap(), b"BEGIN");
        assert_eq!(lines.next_line(), None);
        assert_eq!(lines.peek_line(), Peek::End);
    }
}
