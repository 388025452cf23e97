//! Lines of input, without ever waiting for them while a search runs.
//!
//! A small thread reads bytes, cuts them into lines and puts them into a channel; it understands
//! nothing. The session takes them out: it waits for a line when it has nothing to do, and only
//! looks whether one has come while it thinks.

use super::words::is_blank;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};

/// A line is cut after this many bytes: no command is as long, and a manager that sends gigabytes
/// without a line end must not fill the memory.
const LONGEST_LINE: usize = 16 * 1024;
/// Lines that may wait in the channel before the reader thread waits itself.
const WAITING_LINES: usize = 64 * 1024;

/// One line as it came, without its end: any bytes at all.
pub type Line = Vec<u8>;

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
            .spawn(move || move_lines(input, &sender))
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

/// Reads until the end, an error, or nobody listening any more.
fn move_lines(mut input: impl Read, lines: &SyncSender<Line>) {
    let mut cutter = LineCutter::default();
    let mut buffer = [0; 4096];
    loop {
        let sent = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => cutter.cut(&buffer[..count], |line| lines.send(line).is_ok()),
            Err(error) => error.kind() == ErrorKind::Interrupted,
        };
        if !sent {
            return;
        }
    }
    cutter.finish(|line| lines.send(line).is_ok());
}

/// Cuts bytes into lines at CR, LF or CR LF; empty lines vanish.
#[derive(Default)]
pub struct LineCutter(Vec<u8>);

impl LineCutter {
    /// Takes more bytes, gives each complete line away; stops and returns false when `give` does.
    pub fn cut(&mut self, bytes: &[u8], mut give: impl FnMut(Line) -> bool) -> bool {
        for piece in bytes.split_inclusive(|byte| matches!(byte, b'\r' | b'\n')) {
            let (text, ended) = match piece.split_last() {
                Some((b'\r' | b'\n', text)) => (text, true),
                _ => (piece, false),
            };
            let room = LONGEST_LINE - self.0.len();
            self.0.extend_from_slice(&text[..text.len().min(room)]);
            if ended && !self.finish(&mut give) {
                return false;
            }
        }
        true
    }

    /// Gives the last line away, which has no end.
    pub fn finish(&mut self, mut give: impl FnMut(Line) -> bool) -> bool {
        self.0.is_empty() || give(std::mem::take(&mut self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        let mut cutter = LineCutter::default();
        for piece in pieces {
            cutter.cut(piece, |line| {
                lines.push(line);
                true
            });
        }
        cutter.finish(|line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn every_kind_of_line_end() {
        let lines = cut(&[b"a\nb\r\nc\rd\r", b"\n\n\r\re", b"f\n", b"last"]);
        assert_eq!(
            lines,
            [
                b"a".to_vec(),
                b"b".into(),
                b"c".into(),
                b"d".into(),
                b"ef".into(),
                b"last".into()
            ]
        );
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let long = vec![b'x'; 100_000];
        let lines = cut(&[&long, &long, b"\nEND\n"]);
        assert_eq!(lines, [vec![b'x'; LONGEST_LINE], b"END".to_vec()]);
    }

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
