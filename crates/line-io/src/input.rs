//! Lines of input, without blocking a running search.
//!
//! The session blocks for a line only when it is idle; during a search it polls, and lines that are not urgent are
//! stored in a [`Queue`]. Nothing is ever dropped: if the queue is full, nothing more is read, so a manager that sends
//! endlessly fills its own pipe instead of our memory.
//!
//! Where the system can be polled for input ([`PolledLines`]), the search thread reads it itself. A second thread would
//! have to be woken for each line, and on a busy machine it competes with the search: a stop was received after 4 ms of
//! processor time, and after 150 ms at worst. Elsewhere ([`ThreadedLines`]), a thread reads and splits the input and
//! passes on the lines in batches, without parsing them.

use super::words::is_blank;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
pub use tengen_core::lines::Line;
use tengen_core::lines::read_batches;

#[cfg(target_os = "linux")]
pub use polled::PolledLines;

/// The lines of standard input.
///
/// # Panics
/// If the system cannot create a thread or duplicate the input handle.
#[cfg(target_os = "linux")]
pub fn standard_input() -> PolledLines<std::fs::File> {
    use std::os::fd::AsFd;
    let input = std::io::stdin().as_fd().try_clone_to_owned();
    // A file, which does no buffering of its own.
    PolledLines::new(input.expect("standard input").into())
}

/// The lines of standard input.
///
/// # Panics
/// If the system cannot create a thread.
#[cfg(not(target_os = "linux"))]
pub fn standard_input() -> ThreadedLines {
    ThreadedLines::read(std::io::stdin())
}

/// The number of queued batches after which the reader thread blocks.
const BATCHES_IN_CHANNEL: usize = 16;
/// The capacity of a queue in bytes: many thousands of typical lines.
const BYTES_IN_QUEUE: usize = 1 << 20;
/// The memory overhead of a line.
const BYTES_BESIDE: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Peek {
    /// No input yet.
    Nothing,
    Line(Line),
    End,
}

pub trait Source {
    /// Waits for the next line; `None` at the end of the input.
    fn next_line(&mut self) -> Option<Line>;
    /// The next line if it is available.
    fn peek_line(&mut self) -> Peek;
}

pub struct ThreadedLines {
    channel: Receiver<Vec<Line>>,
    batch: std::vec::IntoIter<Line>,
}

impl ThreadedLines {
    /// Starts the reader thread.
    ///
    /// # Panics
    /// If the system cannot create a thread.
    pub fn read(input: impl Read + Send + 'static) -> ThreadedLines {
        let (sender, channel) = sync_channel(BATCHES_IN_CHANNEL);
        std::thread::Builder::new()
            .name("input".into())
            .stack_size(128 * 1024)
            .spawn(move || read_batches(input, |lines| sender.send(lines).is_ok()))
            .expect("a thread for the input");
        ThreadedLines { channel, batch: Vec::new().into_iter() }
    }
}

impl Source for ThreadedLines {
    fn next_line(&mut self) -> Option<Line> {
        if self.batch.as_slice().is_empty() {
            self.batch = self.channel.recv().ok()?.into_iter();
        }
        self.batch.next()
    }

    fn peek_line(&mut self) -> Peek {
        if self.batch.as_slice().is_empty() {
            match self.channel.try_recv() {
                Ok(batch) => self.batch = batch.into_iter(),
                Err(TryRecvError::Empty) => return Peek::Nothing,
                Err(TryRecvError::Disconnected) => return Peek::End,
            }
        }
        self.batch.next().map_or(Peek::Nothing, Peek::Line)
    }
}

#[cfg(target_os = "linux")]
mod polled {
    use super::{Line, Peek, Source};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::collections::VecDeque;
    use std::io::{ErrorKind, Read};
    use std::os::fd::AsFd;
    use std::time::{Duration, Instant};
    use tengen_core::lines::{LineCutter, MOST_BYTES_IN_BATCH};

    /// The minimum interval between polls: some solvers poll at every move they try.
    const BETWEEN_LOOKS: Duration = Duration::from_micros(100);
    const AT_ONCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

    /// Lines read by the thread that asks for them.
    pub struct PolledLines<R> {
        input: R,
        cutter: LineCutter,
        /// Lines that arrived together with a requested one.
        lines: VecDeque<Line>,
        looked: Option<Instant>,
        ended: bool,
    }

    impl<R: Read + AsFd> PolledLines<R> {
        /// Reads only on demand. The input must not buffer.
        pub fn new(input: R) -> PolledLines<R> {
            PolledLines { input, cutter: LineCutter::default(), lines: VecDeque::new(), looked: None, ended: false }
        }

        /// Waits for bytes and splits them into lines; the last line of the input needs no terminator.
        fn read(&mut self) {
            let mut buffer = [0; MOST_BYTES_IN_BATCH];
            let lines = &mut self.lines;
            match self.input.read(&mut buffer) {
                Ok(count) if count > 0 => {
                    self.cutter.cut(&buffer[..count], |line| lines.push_back(line));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                _ => {
                    self.cutter.finish(|line| lines.push_back(line));
                    self.ended = true;
                }
            }
        }

        /// Whether a read would not block.
        fn has_come(&mut self) -> bool {
            if self.looked.is_some_and(|at| at.elapsed() < BETWEEN_LOOKS) {
                return false;
            }
            self.looked = Some(Instant::now());
            let mut asked = [PollFd::new(&self.input, PollFlags::IN)];
            poll(&mut asked, Some(&AT_ONCE)).is_ok_and(|ready| ready > 0)
        }
    }

    impl<R: Read + AsFd> Source for PolledLines<R> {
        fn next_line(&mut self) -> Option<Line> {
            while self.lines.is_empty() && !self.ended {
                self.read();
            }
            self.lines.pop_front()
        }

        fn peek_line(&mut self) -> Peek {
            if self.lines.is_empty() && !self.ended && self.has_come() {
                self.read();
            }
            match self.lines.pop_front() {
                Some(line) => Peek::Line(line),
                None if self.ended => Peek::End,
                None => Peek::Nothing,
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::io::{Write, pipe};
        use std::thread::sleep;

        #[test]
        fn what_has_come_is_seen_without_waiting_and_without_a_thread() {
            let (input, mut manager) = pipe().unwrap();
            let mut lines = PolledLines::new(input);
            assert_eq!(lines.peek_line(), Peek::Nothing);
            manager.write_all(b"START 15\r\nBEG").unwrap();
            sleep(BETWEEN_LOOKS);
            assert_eq!(lines.peek_line(), Peek::Line(b"START 15".to_vec()));
            sleep(BETWEEN_LOOKS);
            assert_eq!(lines.peek_line(), Peek::Nothing);
            manager.write_all(b"IN\nEND").unwrap();
            assert_eq!(lines.next_line().unwrap(), b"BEGIN");
            drop(manager);
            assert_eq!(lines.next_line().unwrap(), b"END");
            assert_eq!(lines.peek_line(), Peek::End);
            assert_eq!(lines.next_line(), None);
        }

        #[test]
        fn no_more_is_read_than_is_asked_for() {
            let (input, mut manager) = pipe().unwrap();
            let mut lines = PolledLines::new(input);
            manager.write_all(&[b'\n'; 60_000]).unwrap();
            manager.write_all(b"ABOUT\nEND\n").unwrap();
            assert_eq!(lines.next_line().unwrap(), b"ABOUT");
            assert_eq!(lines.next_line().unwrap(), b"END");
            let writer = std::thread::spawn(move || manager.write_all(&[b'x'; 200_000]));
            sleep(Duration::from_millis(20));
            assert!(!writer.is_finished(), "the pipe should be full");
            drop(lines);
            assert!(writer.join().unwrap().is_err());
        }
    }
}

/// Lines received during a search, in order.
#[derive(Default)]
pub struct Queue {
    /// Each line with a flag: whether it makes the running search obsolete.
    lines: VecDeque<(Line, bool)>,
    bytes: usize,
    /// The number of lines with that flag.
    endings: usize,
}

impl Queue {
    /// Appends a line; `ends`: it makes the running search obsolete.
    pub fn push(&mut self, line: Line, ends: bool) {
        self.bytes += line.len() + BYTES_BESIDE;
        self.endings += usize::from(ends);
        self.lines.push_back((line, ends));
    }

    pub fn pop(&mut self) -> Option<Line> {
        let (line, ends) = self.lines.pop_front()?;
        self.bytes -= line.len() + BYTES_BESIDE;
        self.endings -= usize::from(ends);
        Some(line)
    }

    pub fn clear(&mut self) {
        *self = Queue::default();
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether no more lines should be read until some have been handled.
    pub fn is_full(&self) -> bool {
        self.bytes >= BYTES_IN_QUEUE
    }

    /// Whether a queued line makes the running search obsolete.
    pub fn ends_a_search(&self) -> bool {
        self.endings > 0
    }
}

/// A fixed list of lines, each available only when the session waits for it, like those of a patient manager.
impl Source for VecDeque<Line> {
    fn next_line(&mut self) -> Option<Line> {
        self.pop_front()
    }

    fn peek_line(&mut self) -> Peek {
        Peek::Nothing
    }
}

/// A source that returns its first line again.
pub struct PutBack<S> {
    first: Option<Line>,
    rest: S,
}

impl<S: Source> PutBack<S> {
    /// Waits for the first line that is not blank and returns it together with the source, which will return it again;
    /// `None` at the end of the input.
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
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

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

    /// An endless repetition of one line; counts the bytes read.
    struct Endless(Arc<AtomicUsize>);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let line = [&[b'x'; 200][..], b"\n"].concat();
            let bytes = line.iter().cycle().zip(buffer);
            let count = bytes.map(|(&from, to)| *to = from).count();
            self.0.fetch_add(count, Ordering::Relaxed);
            Ok(count / line.len() * line.len())
        }
    }

    #[test]
    fn a_manager_that_never_stops_is_not_read_without_end() {
        let count = Arc::new(AtomicUsize::new(0));
        let mut lines = ThreadedLines::read(Endless(count.clone()));
        let mut queue = Queue::default();
        while !queue.is_full() {
            queue.push(lines.next_line().unwrap(), false);
        }
        std::thread::sleep(Duration::from_millis(50));
        let read = count.load(Ordering::Relaxed);
        assert!(read < 2 * BYTES_IN_QUEUE, "{read} bytes");
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(count.load(Ordering::Relaxed), read, "it still reads");
    }

    #[test]
    fn a_queue_tracks_its_size_and_pending_commands() {
        let mut queue = Queue::default();
        queue.push(b"ABOUT".to_vec(), false);
        queue.push(b"RESTART".to_vec(), true);
        assert!(queue.ends_a_search() && !queue.is_full());
        queue.push(vec![b'x'; BYTES_IN_QUEUE], false);
        assert!(queue.is_full());
        assert_eq!(queue.pop().unwrap(), b"ABOUT");
        assert!(queue.ends_a_search());
        assert_eq!(queue.pop().unwrap(), b"RESTART");
        assert!(queue.is_full() && !queue.ends_a_search());
        queue.pop();
        assert!(queue.is_empty() && !queue.is_full());
        assert_eq!((queue.pop(), queue.bytes), (None, 0));
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
