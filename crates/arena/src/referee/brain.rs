//! A brain: a program connected by pipes; communication with it never blocks.
//!
//! Small threads write and read; the referee only waits on channels, always with a timeout. The output of a program
//! since the last command is limited, so that a flood of lines does not fill the memory. The program and its child
//! processes are terminated together. An interrupt from the keyboard does not reach them: the referee handles it.

use super::dialect::Dialect;
pub use super::dialect::Spec;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tengen_core::lines::read_lines;

/// The time a program has to exit when asked to.
const FAREWELL: Duration = Duration::from_millis(300);
/// The interval at which waits check whether the match is being stopped.
const GLANCE: Duration = Duration::from_millis(50);
/// The maximum output of a program after a command, in bytes: standard output and standard error together.
pub const MOST_OUTPUT: usize = 8 << 20;
/// What a line costs besides its bytes.
const BYTES_BESIDE: usize = 64;
/// The maximum size of the logged conversation of a game, in bytes; the rest is left out.
const MOST_LOGGED: usize = 64 << 20;
/// The number of last lines of standard error that explain how a program ended, and their maximum length.
const LAST_LINES: usize = 4;
const LAST_LENGTH: usize = 120;

/// A command whose process is terminated together with its children.
pub fn grouped(command: Command) -> CommandWrap {
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    command
}

enum Said {
    /// A line of standard output, and its time.
    Line(String, Instant),
    /// A line of standard error, and its time.
    Aside(String, Instant),
    /// The output is closed.
    End,
    /// The program has printed too much, and is no longer read.
    Flood,
}

/// Counts the output of a program since the last command.
#[derive(Default)]
struct Meter(AtomicUsize);

impl Meter {
    fn add(&self, bytes: usize) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    fn is_full(&self) -> bool {
        self.0.load(Ordering::Relaxed) > MOST_OUTPUT
    }

    fn reset(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// A pipe that is closed when the meter is full.
struct Metered<R> {
    pipe: R,
    meter: Arc<Meter>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.meter.is_full() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let count = self.pipe.read(buffer)?;
        self.meter.add(count);
        Ok(count)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    Line(String, Instant),
    /// No line in time.
    Nothing,
    /// No more lines will come: the program has closed its output or exited.
    End,
    /// The program has printed too much.
    Flood,
    Stopped,
}

/// A line of a conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spoken {
    pub at: Instant,
    /// The line, prefixed with `>` to the brain, `<` from it, or `!` from its standard error.
    pub text: String,
}

/// A running program. When dropped, it is asked to exit and killed if it does not.
pub struct BrainProcess {
    child: Box<dyn ChildWrapper>,
    dialect: &'static dyn Dialect,
    /// The channel to the writer thread; `None` once the input has been closed.
    input: Option<Sender<Vec<u8>>>,
    said: Receiver<Said>,
    meter: Arc<Meter>,
    /// [`Heard::End`] or [`Heard::Flood`] once no more lines will come.
    ended: Option<Heard>,
    /// The last lines of its standard error.
    last_errors: VecDeque<String>,
    /// The conversation, if it is logged, and its size in bytes.
    log: Option<Vec<Spoken>>,
    logged: usize,
}

impl BrainProcess {
    pub fn start(spec: &Spec, logged: bool) -> io::Result<BrainProcess> {
        let mut command = spec.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = grouped(command).spawn()?;
        let (sender, said) = channel();
        let meter = Arc::new(Meter::default());
        let errors = child.stderr().take().expect("standard error is a pipe");
        let errors = Metered { pipe: errors, meter: meter.clone() };
        listen(errors, sender.clone(), Said::Aside, None)?;
        let output = child.stdout().take().expect("the output is a pipe");
        let output = Metered { pipe: output, meter: meter.clone() };
        listen(output, sender, Said::Line, Some(Said::End))?;
        let input = child.stdin().take().expect("the input is a pipe");
        Ok(BrainProcess {
            input: Some(writer(input)?),
            child,
            dialect: spec.dialect,
            said,
            meter,
            ended: None,
            last_errors: VecDeque::new(),
            log: logged.then(Vec::new),
            logged: 0,
        })
    }

    /// Sends lines. Output received before that is no reply to them and is discarded.
    pub fn send(&mut self, text: &str) -> Instant {
        while let Ok(said) = self.said.try_recv() {
            self.note(said);
        }
        self.meter.reset();
        let now = Instant::now();
        for line in text.lines() {
            self.log(now, '>', line);
        }
        if let Some(input) = &self.input {
            let _ = input.send(text.replace('\n', self.dialect.line_end()).into_bytes()); // a failure shows up as closed output
        }
        now
    }

    /// Waits for the next line of output.
    pub fn hear(&mut self, until: Instant, stop: &AtomicBool) -> Heard {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Heard::Stopped;
            }
            if let Some(ended) = &self.ended {
                return ended.clone();
            }
            let left = until.saturating_duration_since(Instant::now());
            let heard = match self.said.recv_timeout(left.min(GLANCE)) {
                Ok(said) => self.note(said),
                Err(RecvTimeoutError::Disconnected) => Some(Heard::End),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => Some(Heard::Nothing),
                Err(RecvTimeoutError::Timeout) => None,
            };
            match heard {
                Some(Heard::Line(_, at)) if at > until => return Heard::Nothing,
                Some(heard) => return heard,
                None => {}
            }
        }
    }

    fn note(&mut self, said: Said) -> Option<Heard> {
        match said {
            Said::Line(line, at) => {
                self.log(at, '<', &line);
                Some(Heard::Line(line, at))
            }
            Said::Aside(line, at) => {
                self.log(at, '!', &line);
                if self.last_errors.len() == LAST_LINES {
                    self.last_errors.pop_front();
                }
                self.last_errors.push_back(line);
                None
            }
            Said::End => self.end(Heard::End),
            Said::Flood => self.end(Heard::Flood),
        }
    }

    fn end(&mut self, how: Heard) -> Option<Heard> {
        self.ended.get_or_insert(how).clone().into()
    }

    fn log(&mut self, at: Instant, mark: char, line: &str) {
        let Some(log) = self.log.as_mut().filter(|_| self.logged <= MOST_LOGGED) else { return };
        self.logged += line.len() + BYTES_BESIDE;
        let text = match self.logged <= MOST_LOGGED {
            true => format!("{mark} {line}"),
            false => "! the log of this game is full; the rest is left out".into(),
        };
        log.push(Spoken { at, text });
    }

    /// Takes the conversation since the last call.
    pub fn take_log(&mut self) -> Vec<Spoken> {
        self.logged = 0;
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Describes how the program ended after it closed its output, with its last lines of standard error.
    pub fn describe_end(&mut self) -> String {
        let until = Instant::now() + FAREWELL;
        let ended = match self.leaves_within(FAREWELL) {
            Some(status) => format!("the program ended: {status}"),
            None => "the program closed its output".into(),
        };
        let left = || until.saturating_duration_since(Instant::now());
        while let Ok(said) = self.said.recv_timeout(left()) {
            self.note(said);
        }
        let shorten = |line: &String| line.chars().take(LAST_LENGTH).collect::<String>();
        let errors: Vec<String> = self.last_errors.iter().map(shorten).collect();
        match errors.is_empty() {
            true => ended,
            false => format!("{ended}; its standard error: {}", errors.join(" | ")),
        }
    }

    fn leaves_within(&mut self, patience: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < patience {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        None
    }

    pub fn kill(mut self) {
        self.input = None;
        let _ = self.child.kill();
    }
}

impl Drop for BrainProcess {
    fn drop(&mut self) {
        if self.input.is_some() {
            self.send(self.dialect.farewell());
            self.input = None;
            self.leaves_within(FAREWELL);
        }
        let _ = self.child.kill(); // also kills remaining child processes
    }
}

/// Starts a thread that forwards the output of a program until it ends or has become too much.
fn listen<R: Read + Send + 'static>(
    from: Metered<R>,
    to: Sender<Said>,
    make: fn(String, Instant) -> Said,
    last: Option<Said>,
) -> io::Result<()> {
    in_thread("listener", move || {
        let meter = from.meter.clone();
        read_lines(from, |line| {
            meter.add(BYTES_BESIDE);
            let text = String::from_utf8_lossy(&line).into_owned();
            to.send(make(text, Instant::now())).is_ok()
        });
        let last = if meter.is_full() { Some(Said::Flood) } else { last };
        let _ = last.map(|last| to.send(last));
    })
}

/// Starts a thread that writes the texts it receives, and closes the pipe at the end.
fn writer(mut to: impl Write + Send + 'static) -> io::Result<Sender<Vec<u8>>> {
    let (sender, texts) = channel::<Vec<u8>>();
    in_thread("writer", move || {
        for text in texts {
            if to.write_all(&text).and_then(|()| to.flush()).is_err() {
                return;
            }
        }
    })?;
    Ok(sender)
}

fn in_thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let builder = std::thread::Builder::new().name(name.into());
    builder.stack_size(128 * 1024).spawn(work).map(drop)
}
