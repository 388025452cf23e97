//! A brain: a program behind pipes that is written to and listened to without ever getting stuck.
//!
//! Small threads write and read; the referee only waits at channels, each time with an end in sight.
//! The program and all that it starts are ended together, and an interrupt from the keyboard does not
//! reach them: it is the referee's to see.

use super::dialect::Dialect;
pub use super::dialect::Spec;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tengen_core::lines::read_lines;

/// How long a program may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(300);
/// How often a wait looks whether the whole match is being stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// A program that is ended together with all that it has started.
pub fn grouped(command: Command) -> CommandWrap {
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    command
}

/// What comes out of a program.
enum Said {
    /// A line of its output, and when it came.
    Line(String, Instant),
    /// A line of its error output.
    Aside(String, Instant),
    /// Its output is closed.
    End,
}

/// What waiting for a line brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line, and when it came.
    Line(String, Instant),
    /// Nothing in time.
    Nothing,
    /// Nothing will come any more: the program has closed its output, or ended.
    End,
    /// The whole match is being stopped.
    Stopped,
}

/// One line of a conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spoken {
    /// When.
    pub at: Instant,
    /// `>` to the brain, `<` from it, `!` from its error output, and the words.
    pub text: String,
}

/// A running program. Dropped, it is told to leave, and killed if it does not leave.
pub struct Brain {
    child: Box<dyn ChildWrapper>,
    dialect: &'static dyn Dialect,
    /// To the thread that writes; `None` when the program's input is to be closed.
    input: Option<Sender<Vec<u8>>>,
    said: Receiver<Said>,
    /// Its output has been seen to be closed.
    ended: bool,
    /// The conversation, if it is wanted.
    log: Option<Vec<Spoken>>,
}

impl Brain {
    /// Starts the program.
    ///
    /// # Errors
    /// When the system cannot.
    pub fn start(spec: &Spec, logged: bool) -> io::Result<Brain> {
        let mut command = spec.command();
        let pipe_if = |wanted| {
            if wanted {
                Stdio::piped()
            } else {
                Stdio::null()
            }
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(pipe_if(logged));
        let mut child = grouped(command).spawn()?;
        let (sender, said) = channel();
        if let Some(errors) = child.stderr().take() {
            listen(errors, sender.clone(), Said::Aside, None)?;
        }
        let output = child.stdout().take().expect("the output is a pipe");
        listen(output, sender, Said::Line, Some(Said::End))?;
        let input = child.stdin().take().expect("the input is a pipe");
        Ok(Brain {
            input: Some(writer(input)?),
            child,
            dialect: spec.dialect,
            said,
            ended: false,
            log: logged.then(Vec::new),
        })
    }

    /// Sends lines. What has been said before is no answer to them and is passed over.
    pub fn send(&mut self, text: &str) -> Instant {
        while let Ok(said) = self.said.try_recv() {
            self.note(said);
        }
        let now = Instant::now();
        for line in text.lines() {
            self.log(now, '>', line);
        }
        if let Some(input) = &self.input {
            let _ = input.send(text.replace('\n', self.dialect.line_end()).into_bytes()); // or it has ended: we shall hear
        }
        now
    }

    /// Waits for the next line of output.
    pub fn hear(&mut self, until: Instant, stop: &AtomicBool) -> Heard {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Heard::Stopped;
            }
            if self.ended {
                return Heard::End;
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
                None
            }
            Said::End => {
                self.ended = true;
                Some(Heard::End)
            }
        }
    }

    fn log(&mut self, at: Instant, mark: char, line: &str) {
        if let Some(log) = &mut self.log {
            let text = format!("{mark} {line}");
            log.push(Spoken { at, text });
        }
    }

    /// The conversation since the last time it was taken.
    pub fn take_log(&mut self) -> Vec<Spoken> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// How the program ended, in words; it has closed its output.
    pub fn obituary(&mut self) -> String {
        match self.leaves_within(FAREWELL) {
            Some(status) => format!("the program ended: {status}"),
            None => "the program closed its output".into(),
        }
    }

    fn leaves_within(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < patience {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        None
    }

    /// Ends the program at once.
    pub fn kill(mut self) {
        self.input = None;
        let _ = self.child.kill();
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        if self.input.is_some() {
            self.send(self.dialect.farewell());
            self.input = None;
            self.leaves_within(FAREWELL);
        }
        let _ = self.child.kill(); // also what it has started and left behind
    }
}

/// A thread that gives away what a program says.
fn listen(
    from: impl Read + Send + 'static,
    to: Sender<Said>,
    make: fn(String, Instant) -> Said,
    last: Option<Said>,
) -> io::Result<()> {
    in_thread("listener", move || {
        read_lines(from, |line| {
            let text = String::from_utf8_lossy(&line).into_owned();
            to.send(make(text, Instant::now())).is_ok()
        });
        let _ = last.map(|last| to.send(last));
    })
}

/// A thread that writes what it is given, and closes the pipe when nothing more comes.
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
