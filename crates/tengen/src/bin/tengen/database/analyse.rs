//! `tengen database analyse`: fills in values by searches, with any number of threads, processes and machines.

use crate::interrupt::interruptible;
use anyhow::{Context, Error, Result, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tengen::command_line::options::{EvalOptions, PositionOptions};
use tengen_common::{Limits, Report, StopRequest};
use tengen_core::board::Position;
use tengen_core::files;
use tengen_core::rules::Rule;
use tengen_database::{Database, DatabaseAnalysis, Judged, Step};
use tengen_engine::eval::net::Networks;
use tengen_lab::progress::ProgressLine;
use tengen_lab::shard::Shard;
use tengen_line_io::output::{print_line, report};
use tengen_records::defaults::Defaults;
use tengen_session::service::{FAILED, Outcome, Runner, Settings, Task, Work};
use tengen_terminal::explore;
use tengen_terminal::given::{Given, Setting};

/// How long a thread waits if others are searching all remaining positions.
const WAIT: Duration = Duration::from_millis(100);

#[derive(Args)]
pub struct Analyse {
    /// Database file; created if it does not exist
    #[arg(value_name = "DB", required_unless_present = "out")]
    database: Option<PathBuf>,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    position: PositionOptions,
    /// Start from each position in this file, one per line as moves (h8i9g7)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "board", "after", "side", "as_five"])]
    roots: Option<PathBuf>,
    /// Search only this part of the roots, like 2/4; `tengen database merge` joins the parts
    #[arg(long, value_name = "PART/PARTS", default_value = "1/1", requires = "roots")]
    shard: Shard,
    /// Database file, as an option instead of DB; for runs on several machines
    #[arg(long, value_name = "DB", conflicts_with = "database")]
    out: Option<PathBuf>,
    /// Further positions to search from each root
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: u64,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Keep the best N moves of each position
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,
    /// Positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Hash table size of each search
    #[arg(long, value_name = "MB", default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
    #[command(flatten)]
    eval: EvalOptions,
}

pub fn run(arguments: &Analyse) -> Result<()> {
    let file = arguments.database.as_deref().or(arguments.out.as_deref()).context("a database is needed")?;
    let roots = arguments.roots()?;
    let networks = arguments.eval.networks()?;
    let stop = interruptible()?;
    drop(Database::create(file)?); // so that an error is reported once instead of by each thread
    for (number, root) in roots.iter().enumerate() {
        let name = format!("positions of root {} of {}", number + 1, roots.len());
        let things = if roots.len() == 1 { "positions" } else { &name };
        let run = AnalysisRun {
            arguments,
            file,
            root,
            networks: &networks,
            stop: &stop,
            shared: Mutex::new(SharedRun {
                begun: 0,
                searched: 0,
                waiting: 0,
                progress: ProgressLine::of(arguments.positions as usize, things),
            }),
        };
        run.go()?;
    }
    let [root] = &roots[..] else { return Ok(()) };
    let found = explore::run(&Database::open(file)?, root.clone())?;
    let ink = arguments.position.drawing.ink();
    Ok(print_line(found.text(ink, usize::MAX))?)
}

impl Analyse {
    fn roots(&self) -> Result<Vec<Setting>> {
        let PositionOptions { rule, size, .. } = self.position;
        let Some(file) = &self.roots else { return Ok(vec![explore::setting(&self.given, rule, size)?]) };
        let name = file.display().to_string();
        let text = files::read_list(file).with_context(|| name.clone())?;
        let defaults = Defaults { rule, size, other: None };
        let lines = text.lines().map(str::trim).enumerate();
        let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).collect();
        ensure!(!lines.is_empty(), "{name} holds no positions");
        let mine = &lines[self.shard.range(lines.len())];
        let root = |&(number, line): &(usize, &str)| {
            let root = Setting::after(line, defaults).and_then(explore::kept);
            root.with_context(|| format!("{name}, line {}", number + 1))
        };
        mine.iter().map(root).collect()
    }
}

struct AnalysisRun<'a> {
    arguments: &'a Analyse,
    file: &'a Path,
    root: &'a Setting,
    networks: &'a Networks,
    stop: &'a AtomicBool,
    shared: Mutex<SharedRun>,
}

struct SharedRun {
    /// The number of positions whose search has started.
    begun: u64,
    searched: u64,
    waiting: usize,
    progress: ProgressLine,
}

impl AnalysisRun<'_> {
    /// Runs all threads until nothing is left to do.
    fn go(self) -> Result<()> {
        let result = thread::scope(|scope| {
            let others: Vec<_> = (1..self.arguments.jobs).map(|_| scope.spawn(|| self.work())).collect();
            let mut result = self.work();
            for other in others {
                let ended = other.join().unwrap_or_else(|_| Err(Error::msg("a thread failed")));
                result = result.and(ended);
            }
            result
        });
        let shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.progress.end();
        let (searched, waiting) = (shared.searched, shared.waiting);
        report(format_args!("searched: {searched}, waiting: {waiting}"));
        result
    }

    fn work(&self) -> Result<()> {
        let mut runner = Runner::new(Settings::new(self.networks, (self.arguments.hash as usize) << 20, 1));
        let mut database = Database::create(self.file)?;
        let mut analysis = DatabaseAnalysis::of(&mut database, &self.root.position, self.root.rule)?;
        let mut search = |position: &Position, rule| self.judge(&mut runner, position, rule);
        while self.may_begin() {
            loop {
                match analysis.step(&mut search)? {
                    Step::Searched => break,
                    Step::Waits if !self.is_stopped() => thread::sleep(WAIT),
                    Step::Waits | Step::Ended => return Ok(()),
                }
            }
            self.with_shared(|shared| {
                shared.searched += 1;
                shared.waiting = analysis.progress().waiting;
                let message = format!("waiting: {}", shared.waiting);
                shared.progress.show(shared.searched as usize, message);
            });
        }
        Ok(())
    }

    /// Whether another position should be searched.
    fn may_begin(&self) -> bool {
        self.with_shared(|shared| {
            let may = shared.begun < self.arguments.positions && !self.is_stopped();
            shared.begun += u64::from(may);
            may
        })
    }

    fn with_shared<T>(&self, see: impl FnOnce(&mut SharedRun) -> T) -> T {
        see(&mut self.shared.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The best moves of a position; `None` if the search was stopped.
    fn judge(&self, runner: &mut Runner, position: &Position, rule: Rule) -> Option<Vec<Judged>> {
        let work = Work::Lines(self.arguments.lines.into());
        let limits = Limits::nodes(self.arguments.nodes);
        let task = Task { limits, ..Task::new(position.clone(), rule, work) };
        let mut request = || StopRequest::now_if(self.is_stopped());
        let outcome = runner.answer(&task, &mut request, &mut |_| ()).expect(FAILED);
        let judged = |report: &Report| {
            Some(Judged {
                point: *report.line.first()?,
                score: report.score.value(),
                depth: report.depth as u16,
                win: report.score.win_distance().map(|plies| plies as u16),
                is_shortest: report.is_shortest,
            })
        };
        match outcome {
            Outcome::Lines(lines) if !self.is_stopped() => Some(lines.iter().filter_map(judged).collect()),
            _ => None,
        }
    }
}
