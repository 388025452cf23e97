//! Those who do the jobs: this thread, other threads, or programs that read lines.

use crate::lines::{FoundLine, JobLine};
use crate::log::LONGEST_LINE;
use crate::setting::Setting;
use crate::work::{Job, ProofWorker, WorkFound};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

/// Does jobs.
pub trait Crew {
    /// How many jobs it has at once.
    fn capacity(&self) -> usize;

    fn give(&mut self, ticket: u64, job: &Job) -> io::Result<()>;

    /// Waits a while for an answer.
    fn take(&mut self) -> io::Result<Option<(u64, WorkFound)>>;
}

/// Workers in this thread: one does the jobs, or several do them in turn, which is slower but always gives the same answers.
pub struct Alone<'a> {
    workers: Vec<ProofWorker>,
    is_late: &'a dyn Fn() -> bool,
    jobs: VecDeque<(u64, Job)>,
}

impl Alone<'_> {
    /// One worker, whose tables take `memory` bytes.
    pub fn new<'a>(setting: &Setting, memory: usize, is_late: &'a dyn Fn() -> bool) -> Alone<'a> {
        Alone::in_turn(vec![ProofWorker::new(setting, memory)], is_late)
    }

    /// Workers that have a job each, and do them in turn.
    pub fn in_turn(workers: Vec<ProofWorker>, is_late: &dyn Fn() -> bool) -> Alone<'_> {
        Alone { workers, is_late, jobs: VecDeque::new() }
    }
}

impl Crew for Alone<'_> {
    fn capacity(&self) -> usize {
        self.workers.len()
    }

    fn give(&mut self, ticket: u64, job: &Job) -> io::Result<()> {
        self.jobs.push_back((ticket, job.clone()));
        Ok(())
    }

    fn take(&mut self) -> io::Result<Option<(u64, WorkFound)>> {
        let Some((ticket, job)) = self.jobs.pop_front() else { return Ok(None) };
        let turn = ticket as usize % self.workers.len();
        let found = self.workers[turn].run(&job, self.is_late);
        Ok((!(self.is_late)()).then_some((ticket, found))) // a job that was cut short is no answer
    }
}

/// How long a crew is waited for at once.
const WAIT: Duration = Duration::from_millis(100);

fn lost() -> io::Error {
    io::Error::new(io::ErrorKind::BrokenPipe, "a worker has ended")
}

fn wait<T>(answers: &Receiver<T>) -> io::Result<Option<T>> {
    match answers.recv_timeout(WAIT) {
        Ok(answer) => Ok(Some(answer)),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => Err(lost()),
    }
}

/// Several workers in threads.
pub struct Threads {
    count: usize,
    jobs: Sender<(u64, Job)>,
    answers: Receiver<(u64, WorkFound)>,
    stop: Arc<AtomicBool>,
}

impl Threads {
    /// Workers whose common tables take `memory` bytes.
    pub fn new(setting: &Setting, count: usize, memory: usize) -> Threads {
        let (jobs, queue) = channel::<(u64, Job)>();
        let (sender, answers) = channel();
        let queue = Arc::new(std::sync::Mutex::new(queue));
        let stop = Arc::new(AtomicBool::new(false));
        for mut worker in ProofWorker::group(setting, count, memory) {
            let (queue, sender, stop) = (queue.clone(), sender.clone(), stop.clone());
            std::thread::spawn(move || {
                let next = || queue.lock().ok()?.recv().ok();
                while let Some((ticket, job)) = next() {
                    let found = worker.run(&job, &|| stop.load(Ordering::Relaxed));
                    if stop.load(Ordering::Relaxed) || sender.send((ticket, found)).is_err() {
                        break;
                    }
                }
            });
        }
        Threads { count, jobs, answers, stop }
    }
}

impl Crew for Threads {
    fn capacity(&self) -> usize {
        self.count
    }

    fn give(&mut self, ticket: u64, job: &Job) -> io::Result<()> {
        self.jobs.send((ticket, job.clone())).map_err(|_| lost())
    }

    fn take(&mut self) -> io::Result<Option<(u64, WorkFound)>> {
        wait(&self.answers)
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Programs that read jobs and write answers, a line each, in any order. One that ends is started again.
pub struct Programs {
    setting: Setting,
    /// How many jobs each has at once.
    each: usize,
    programs: Vec<Program>,
    sender: SyncSender<(usize, Option<String>)>,
    answers: Receiver<(usize, Option<String>)>,
}

struct Program {
    command: Command,
    child: Child,
    input: ChildStdin,
    /// The jobs that it has not answered.
    jobs: Vec<(u64, Job)>,
    /// How often it may end before its next answer.
    tries: u32,
}

/// How often a program is started without an answer.
const TRIES: u32 = 3;
/// The answers that wait to be read.
const WAITING: usize = 100;

impl Programs {
    /// Starts `tengen prove worker` `count` times, with `hash` megabytes for all of their tables.
    pub fn own(setting: &Setting, count: usize, hash: u64) -> io::Result<Programs> {
        const EACH: usize = 2; // so that no worker waits for its next job
        let program = std::env::current_exe()?;
        let hash = (hash / count as u64).max(1).to_string();
        let command = || {
            let mut command = Command::new(&program);
            command.args(["prove", "worker", "--hash", &hash]);
            command
        };
        Programs::start(setting, std::iter::repeat_with(command).take(count).collect(), EACH)
    }

    pub fn start(setting: &Setting, commands: Vec<Command>, each: usize) -> io::Result<Programs> {
        let (sender, answers) = sync_channel(WAITING);
        let mut crew = Programs { setting: setting.clone(), each, programs: Vec::new(), sender, answers };
        for (number, mut command) in commands.into_iter().enumerate() {
            let (child, input) = spawn(&mut command, number, &crew.sender)?;
            crew.programs.push(Program { command, child, input, jobs: Vec::new(), tries: TRIES });
        }
        Ok(crew)
    }

    /// Starts a program that has ended once more, with its jobs.
    fn start_again(&mut self, number: usize) -> io::Result<()> {
        let Programs { setting, programs, sender, .. } = self;
        let program = &mut programs[number];
        let _ = program.child.kill(); // it may only have closed its output
        let status = program.child.wait()?;
        program.tries -= 1;
        if program.tries == 0 {
            let why = format!("a worker has ended {TRIES} times without an answer: {status}");
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, why));
        }
        (program.child, program.input) = spawn(&mut program.command, number, sender)?;
        let Program { input, jobs, .. } = program;
        let sent = jobs.iter().try_for_each(|(ticket, job)| send(input, setting, *ticket, job));
        drop(sent); // a program that has ended again is found by its output
        Ok(())
    }
}

/// Starts a program whose lines, and whose end, are sent with its number.
fn spawn(
    command: &mut Command,
    number: usize,
    sender: &SyncSender<(usize, Option<String>)>,
) -> io::Result<(Child, ChildStdin)> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { return Err(lost()) };
    let (sender, mut lines) = (sender.clone(), BufReader::new(output));
    std::thread::spawn(move || {
        loop {
            let mut line = String::new();
            // The last line of a program that was killed may have no end.
            let read = (&mut lines).take(LONGEST_LINE).read_line(&mut line);
            let is_whole = read.is_ok() && line.ends_with('\n');
            if sender.send((number, is_whole.then_some(line))).is_err() || !is_whole {
                break;
            }
        }
    });
    Ok((child, input))
}

fn send(input: &mut ChildStdin, setting: &Setting, ticket: u64, job: &Job) -> io::Result<()> {
    let mut line = serde_json::to_vec(&JobLine::new(ticket, setting, job))?;
    line.push(b'\n');
    input.write_all(&line)?;
    input.flush()
}

impl Crew for Programs {
    fn capacity(&self) -> usize {
        self.each * self.programs.len()
    }

    fn give(&mut self, ticket: u64, job: &Job) -> io::Result<()> {
        let program = self.programs.iter_mut().min_by_key(|program| program.jobs.len()).ok_or_else(lost)?;
        program.jobs.push((ticket, job.clone()));
        if send(&mut program.input, &self.setting, ticket, job).is_err() {
            let _ = program.child.kill(); // its output ends, and it is started again
        }
        Ok(())
    }

    fn take(&mut self) -> io::Result<Option<(u64, WorkFound)>> {
        let Some((number, line)) = wait(&self.answers)? else { return Ok(None) };
        let Some(line) = line else { return self.start_again(number).map(|()| None) };
        let (ticket, found) = FoundLine::read(&line, self.setting.size)?;
        let program = &mut self.programs[number];
        program.jobs.retain(|&(given, _)| given != ticket);
        program.tries = TRIES;
        Ok(Some((ticket, found)))
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        for program in &mut self.programs {
            let _ = program.child.kill();
            let _ = program.child.wait();
        }
    }
}
