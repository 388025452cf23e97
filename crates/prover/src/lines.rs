//! Jobs and answers as lines of JSON, for workers that are programs of their own, and for the log.

use crate::setting::Setting;
use crate::work::{Effort, Job, ProofWorker, WorkCandidate, WorkFound};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, ErrorKind, Write};
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use tengen_certificate::{CertificateError, opening_named, read_nodes, write_nodes};
use tengen_core::board::{BoardError, BoardSize, Colour, Point, notation};
use tengen_core::messages;
use tengen_core::rules::Rule;

messages! {
    pub(crate) enum LineError from Board(BoardError), Nodes(CertificateError) {
        Json { why: String } = "{why}",
        Base64 { why: String } = "{why}",
        UnknownRule = "unknown rule",
        UnknownOpening = "unknown opening rule",
        Attacker = "the attacker is black or white",
        TwoStones { point: String } = "two stones at {point}",
        FullBoard = "the board is full",
        NoMove { name: String } = "\"{name}\" is no move",
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JobLine {
    ticket: u64,
    rule: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    board: String,
    attacker: String,
    black: String,
    white: String,
    effort: Effort,
    replies: usize,
}

pub(crate) fn stones(size: BoardSize, job: &Job, side: Colour) -> String {
    let own = job.stones.iter().filter(|(_, colour)| *colour == side);
    notation::list(own.map(|(point, _)| point), size)
}

impl JobLine {
    pub(crate) fn new(ticket: u64, setting: &Setting, job: &Job) -> JobLine {
        let Setting { rule, opening, size, attacker } = setting;
        let (black, white) = (stones(*size, job, Colour::Black), stones(*size, job, Colour::White));
        let (rule, board, attacker) = (rule.to_string(), size.to_string(), attacker.to_string());
        let opening = opening.map(|opening| opening.to_string());
        JobLine { ticket, rule, opening, board, attacker, black, white, effort: job.effort, replies: job.replies }
    }

    fn read(line: &str) -> Result<(u64, Setting, Job), LineError> {
        let line: JobLine = serde_json::from_str(line).map_err(|error| LineError::Json { why: error.to_string() })?;
        let rule = Rule::from_name(&line.rule).filter(|rule| !rule.continuous).ok_or(LineError::UnknownRule)?;
        let opening = line.opening.map(|name| opening_named(&name).ok_or(LineError::UnknownOpening)).transpose()?;
        let size: BoardSize = line.board.parse()?;
        let attacker = match &*line.attacker {
            "black" => Colour::Black,
            "white" => Colour::White,
            _ => return Err(LineError::Attacker),
        };
        let mut stones: Vec<(Point, Colour)> = Vec::new();
        for (names, colour) in [(&line.black, Colour::Black), (&line.white, Colour::White)] {
            for point in notation::read(names, size)? {
                if stones.iter().any(|&(other, _)| other == point) {
                    return Err(LineError::TwoStones { point: notation::write(point, size) });
                }
                stones.push((point, colour));
            }
        }
        if stones.len() == size.area() {
            return Err(LineError::FullBoard);
        }
        Ok((
            line.ticket,
            Setting { rule, opening, size, attacker },
            Job { stones: stones.into(), effort: line.effort, replies: line.replies },
        ))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FoundLine {
    ticket: u64,
    nodes: u64,
    /// The nodes of the certificate, in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    win: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<(String, f32)>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    replies: String,
}

impl FoundLine {
    pub(crate) fn new(ticket: u64, size: BoardSize, found: &WorkFound) -> FoundLine {
        let win = found.win.as_ref().map(|(nodes, root)| BASE64.encode(write_nodes(nodes, *root, size)));
        let moves = found.moves.iter().map(|found| (notation::write(found.point, size), found.win_rate)).collect();
        FoundLine { ticket, nodes: found.nodes, win, moves, replies: notation::list(&found.replies, size) }
    }

    pub(crate) fn found(&self, size: BoardSize) -> Result<WorkFound, LineError> {
        let win = match &self.win {
            Some(win) => {
                let bytes = BASE64.decode(win).map_err(|error| LineError::Base64 { why: error.to_string() })?;
                Some(read_nodes(&bytes, size)?)
            }
            None => None,
        };
        let mut moves = Vec::new();
        for (name, win_rate) in &self.moves {
            let [point] = notation::read(name, size)?[..] else { return Err(LineError::NoMove { name: name.clone() }) };
            moves.push(WorkCandidate { point, win_rate: win_rate.clamp(0.0, 1.0) });
        }
        Ok(WorkFound { win, moves, replies: notation::read(&self.replies, size)?, nodes: self.nodes })
    }

    pub(crate) fn read(line: &str, size: BoardSize) -> io::Result<(u64, WorkFound)> {
        let line: FoundLine = serde_json::from_str(line)?;
        let found = line.found(size).map_err(|why| io::Error::new(ErrorKind::InvalidData, why))?;
        Ok((line.ticket, found))
    }
}

/// Answers the jobs of the input, a line each, until it ends or nobody reads the answers. Each of the threads answers one at
/// a time, so the answers come in any order; the threads share tables of `memory` bytes.
pub fn work(input: impl BufRead + Send, output: impl Write + Send, threads: usize, memory: usize) -> io::Result<()> {
    let jobs = Mutex::new(Jobs {
        lines: Some(input.lines()),
        count: threads,
        memory,
        setting: None,
        round: 0,
        workers: Vec::new(),
    });
    let output = Mutex::new(output);
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|_| scope.spawn(|| answer_all(&jobs, &output))).collect();
        let ended = started.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        ended.collect::<Vec<_>>().into_iter().collect()
    })
}

/// What the threads of a worker have in common.
struct Jobs<L> {
    /// `None` once no more are wanted.
    lines: Option<L>,
    count: usize,
    memory: usize,
    setting: Option<Setting>,
    /// How often the setting has changed.
    round: u64,
    /// Those of this round that no thread has taken.
    workers: Vec<ProofWorker>,
}

/// A worker and its round.
type OwnWorker = (u64, ProofWorker);

struct NextJob {
    ticket: u64,
    job: Job,
    size: BoardSize,
    own: OwnWorker,
}

impl<L: Iterator<Item = io::Result<String>>> Jobs<L> {
    /// The next job, and the worker of the thread that asks, which may be a new one.
    fn next(&mut self, own: Option<OwnWorker>) -> io::Result<Option<NextJob>> {
        let Some(line) = self.lines.as_mut().and_then(Iterator::next).transpose()? else { return Ok(None) };
        let (ticket, setting, job) = JobLine::read(&line)
            .map_err(|why| io::Error::new(ErrorKind::InvalidInput, format!("this line is no job: {why}")))?;
        if self.setting.as_ref() != Some(&setting) {
            self.round += 1;
            self.workers = ProofWorker::group(&setting, self.count, self.memory);
            self.setting = Some(setting.clone());
        }
        let own = own.filter(|&(round, _)| round == self.round);
        let worker = own.or_else(|| Some((self.round, self.workers.pop()?)));
        Ok(worker.map(|own| NextJob { ticket, job, size: setting.size, own }))
    }
}

/// Answers jobs until there are no more, nobody reads the answers, or something fails; then no thread gets any more.
fn answer_all<L: Iterator<Item = io::Result<String>>>(
    jobs: &Mutex<Jobs<L>>,
    output: &Mutex<impl Write>,
) -> io::Result<()> {
    let mut own = None;
    let mut answer = || {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).next(own.take())?;
        let Some(NextJob { ticket, job, size, own: (round, mut worker) }) = next else { return Ok(false) };
        let found = worker.run(&job, &|| false);
        own = Some((round, worker));
        let mut answer = serde_json::to_vec(&FoundLine::new(ticket, size, &found))?;
        answer.push(b'\n');
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(&answer).and_then(|()| output.flush()).map(|()| true)
    };
    let ended = loop {
        match answer() {
            Ok(true) => (),
            Ok(false) => break Ok(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    jobs.lock().unwrap_or_else(PoisonError::into_inner).lines = None;
    ended
}
