//! `tengen analysis`: analyses positions for other programs. JSON requests in, JSON answers out, one a line.
//!
//! - `request`: reads requests; [`answer`] writes results, also for `tengen analyse --json`;
//! - `kata`: the dialect of KataGo's analysis engine;
//! - `proof`: the action `prove`; `proof_answer` searches and writes proofs;
//! - `queue`: positions that wait, and the order of answers; `run`: the threads that search.
//!
//! One thread reads lines, some search, and the calling thread executes requests. A request is never delayed by a
//! search, so it can stop one.

mod kata;
mod kata_answer;
mod proof;
mod proof_answer;
mod queue;
mod read;
mod request;
mod run;

use crate::input::{self, Input};
use anyhow::{Context, Result};
use queue::Queue;
use request::{Action, Rejected, Request, Verb};
use run::SearchWorker;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use tengen_core::rules::Variant;
use tengen_engine::eval::net::Networks;
use tengen_line_io::output::{Lost, print_line};
use tengen_session::service::Settings;
use tengen_terminal::answer;

/// The longest request, in bytes. All moves and turns of the largest board take less than 15,000.
const LONGEST_LINE: usize = 1 << 16;
const MOST_WAITING: usize = 20_000;
const LINES_AHEAD: usize = 16;

/// What a request looks like, for people.
pub const HELP: &str = "requests are JSON objects, one a line: {\"id\":\"1\",\"moves\":\"h8i9\"}; quit ends";

/// What happens outside the calling thread.
enum LoopEvent {
    Input(Input),
    Lost(Lost),
}

/// Executes the requests on standard input, searching this many positions in parallel. At the end of the input it
/// finishes the waiting ones, unless `quits_at_once`.
pub fn run(settings: &Settings, parallel: usize, quits_at_once: bool) -> Result<()> {
    let queue = Arc::new(Queue::new(MOST_WAITING));
    let (events, received) = sync_channel(LINES_AHEAD);
    for _ in 0..parallel {
        start_worker(settings, &queue, events.clone())?;
    }
    input::start(LONGEST_LINE, move |input| events.send(LoopEvent::Input(input)).is_ok())?;
    // The loop ends when the reader and all workers have ended.
    for event in received {
        match event {
            LoopEvent::Input(Input::Line(line)) if is_word(&line, &["quit", "exit"]) => return Ok(()),
            LoopEvent::Input(Input::Line(line)) => execute(&line, &queue, &settings.networks)?,
            LoopEvent::Input(Input::Unreadable(error)) => {
                print_line(Rejected { id: None, field: None, error: error.into() }.json())?;
            }
            LoopEvent::Input(Input::End) if quits_at_once => return Ok(()),
            LoopEvent::Input(Input::End) => queue.close(),
            LoopEvent::Lost(lost) => return Err(lost.into()),
        }
    }
    Ok(())
}

fn start_worker(settings: &Settings, queue: &Arc<Queue>, events: SyncSender<LoopEvent>) -> Result<()> {
    let (mut worker, queue) = (SearchWorker::new(settings), queue.clone());
    let work = move || {
        if let Err(lost) = worker.work(&queue) {
            let _ = events.send(LoopEvent::Lost(lost)); // the caller may have returned
        }
    };
    let started = thread::Builder::new().name("analysis".into()).spawn(work);
    started.context("a thread for searches").map(drop)
}

/// Whether a line is one of the words that people type.
fn is_word(line: &[u8], words: &[&str]) -> bool {
    let line = line.trim_ascii();
    words.iter().any(|word| line.eq_ignore_ascii_case(word.as_bytes()))
}

/// Executes a request; blank lines are ignored.
fn execute(line: &[u8], queue: &Queue, networks: &Networks) -> Result<(), Lost> {
    if line.trim_ascii().is_empty() {
        return Ok(());
    }
    if is_word(line, &["help", "?"]) {
        return print_line(Rejected { id: None, field: None, error: HELP.into() }.json());
    }
    let done = match read::read(line) {
        Ok(Request::Act(action)) => return act(action, queue, networks),
        Ok(Request::Analyse(query, warnings)) => {
            for warning in warnings {
                print_line(warning.warning())?;
            }
            queue.add(*query)
        }
        Err(refusal) => Err(refusal),
    };
    done.or_else(|refusal| print_line(refusal.json()))
}

fn act(Action { verb, id, turns, mut echo }: Action, queue: &Queue, networks: &Networks) -> Result<(), Lost> {
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    match verb {
        Verb::Prove => unreachable!("it is read as a query"),
        Verb::Stop => {
            let stopped = queue.count(id.as_deref());
            return stop(id.as_deref(), None, reply("stop", id.as_ref(), "stopped", stopped), queue);
        }
        Verb::Version => return print_line(reply("version", id.as_ref(), "version", VERSION)),
        Verb::Rules => return print_line(reply("rules", id.as_ref(), "rules", Variant::ALL.map(Variant::name))),
        Verb::Terminate | Verb::TerminateAll => {
            return stop(id.as_deref(), turns.as_deref(), echo.into(), queue);
        }
        Verb::QueryVersion => {
            echo.insert("version".into(), VERSION.into());
            echo.insert("git_hash".into(), "<omitted>".into());
        }
        Verb::QueryModels => drop(echo.insert("models".into(), kata_answer::models(networks))),
        Verb::ClearCache => queue.forget(),
    }
    print_line(Value::from(echo))
}

/// Stops these turns of requests. Their running searches are answered with the lines found so far.
fn stop(id: Option<&str>, turns: Option<&[usize]>, reply: Value, queue: &Queue) -> Result<(), Lost> {
    // Printed first, so that it precedes the last answers.
    print_line(reply)?;
    for job in queue.stop(id, turns) {
        let answer = job.answer(answer::Object::new(), false);
        queue.finish(&job, answer, print_line)?;
    }
    Ok(())
}

fn reply(action: &str, id: Option<&String>, name: &str, result: impl Into<Value>) -> Value {
    let mut object = answer::object(json!({ "action": action }));
    object.insert(name.into(), result.into());
    if let Some(id) = id {
        object.insert("id".into(), id.clone().into());
    }
    object.into()
}
