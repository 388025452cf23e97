//! A real brain as a manager runs it: a process connected by pipes, observed from the outside.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long a test waits for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The brain under test: the one of this workspace, or the command line in `TENGEN_BRAIN`. For example,
/// `TENGEN_BRAIN='wine64 pbrain-tengen64.exe' cargo test --test brain transcripts` tests a packaged program.
pub fn brain_command() -> Command {
    let Ok(line) = std::env::var("TENGEN_BRAIN") else { return Command::new(crate::program("pbrain-tengen")) };
    let words = shell_words::split(&line).expect("TENGEN_BRAIN is a command line");
    let (program, arguments) = words.split_first().expect("TENGEN_BRAIN names a program");
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

pub struct Brain {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<(String, Instant)>,
}

impl Brain {
    /// Starts the brain; its error output goes into the same pipe, as with Piskvork.
    pub fn start(arguments: &[&str]) -> Brain {
        Brain::start_in(&[], arguments)
    }

    pub fn start_in(environment: &[(&str, &str)], arguments: &[&str]) -> Brain {
        Brain::start_command(brain_command(), environment, arguments)
    }

    pub fn connect6(arguments: &[&str]) -> Brain {
        let program = Command::new(crate::program("tengen-connect6"));
        Brain::start_command(program, &[], arguments)
    }

    pub fn dots(arguments: &[&str]) -> Brain {
        let program = Command::new(crate::program("tengen-dots"));
        Brain::start_command(program, &[], arguments)
    }

    pub fn start_command(mut command: Command, environment: &[(&str, &str)], arguments: &[&str]) -> Brain {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let mut child = crate::without_settings(&mut command)
            .args(arguments)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(writer.try_clone().expect("a second handle"))
            .stderr(writer)
            .spawn()
            .expect("the brain starts");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(reader).lines() {
                let sent = line.map(|line| sender.send((line, Instant::now())));
                if !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
        });
        Brain { input: child.stdin.take(), child, output }
    }

    /// Starts the brain and a game on a square board.
    pub fn playing(side: u32, arguments: &[&str]) -> Brain {
        let mut brain = Brain::start(arguments);
        brain.send(&format!("START {side}"));
        assert_eq!(brain.answer(), "OK");
        brain
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The peak resident memory of the process in bytes. Linux only.
    pub fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).expect("the brain runs");
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        kilobytes.expect("a peak in kilobytes") * 1024
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\r\n").as_bytes());
    }

    /// Sends bytes unchanged. Errors are ignored: the brain may have exited.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line that is not a MESSAGE.
    pub fn answer(&mut self) -> String {
        self.timed_answer().0
    }

    /// The next line that is not a MESSAGE, and the time of its arrival.
    pub fn timed_answer(&mut self) -> (String, Instant) {
        loop {
            let (line, time) = self.timed_line();
            if !line.starts_with("MESSAGE ") {
                return (line, time);
            }
        }
    }

    /// The next line, of any kind.
    pub fn line(&mut self) -> String {
        self.timed_line().0
    }

    fn timed_line(&mut self) -> (String, Instant) {
        let line = self.output.recv_timeout(PATIENCE);
        line.unwrap_or_else(|error| panic!("no answer: {error}"))
    }

    /// A line that arrives within `wait` although none is expected.
    pub fn unexpected(&mut self, wait: Duration) -> Option<String> {
        self.output.recv_timeout(wait).ok().map(|(line, _)| line)
    }

    /// All remaining lines until the output closes.
    pub fn rest(&mut self) -> Vec<String> {
        let mut rest = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok((line, _)) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => return rest,
                Err(RecvTimeoutError::Timeout) => panic!("the brain does not leave"),
            }
        }
    }

    /// The remaining answers until the end of the output, without messages.
    pub fn remaining_answers(&mut self) -> Vec<String> {
        let mut rest = self.rest();
        rest.retain(|line| !line.starts_with("MESSAGE "));
        rest
    }

    /// Waits until the process exits; its status and the time that this took.
    pub fn wait(&mut self) -> (ExitStatus, Duration) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child to wait for") {
                return (status, start.elapsed());
            }
            assert!(start.elapsed() < PATIENCE, "the brain does not leave");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads `x,y`.
pub fn place(text: &str) -> Option<(i32, i32)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}
