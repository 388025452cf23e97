//! `tengen prove`: proves a win and writes it to a file that can be checked by the rules alone.

mod bench;
mod export;

use crate::interrupt::interruptible;
use anyhow::{Context, Error, Result, ensure};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tengen::command_line::options::{ForceOption, finish};
use tengen_certificate::{
    Head, MOST_BYTES, Replay, Replayed, Summary, check, check_and_replay, read_guide, step_name, write,
};
use tengen_common::random::Random;
use tengen_common::{Plies, duration, processors};
use tengen_core::board::{BoardSize, Colour, notation};
use tengen_core::files::{self, NewFile};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::OpeningRule;
use tengen_line_io::output::print_line;
use tengen_prover::{
    Alone, Crew, GuideMoves, Log, Programs, ProofProgress, Proved, Setting, Settings, Threads, WayMove, prove, work,
};
use tengen_terminal::given::Given;
use tengen_terminal::wording;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Prove {
    #[command(subcommand)]
    tool: Option<ProveTool>,
    #[command(flatten)]
    search: SearchOptions,
}

/// What is done with proofs.
#[derive(Subcommand)]
enum ProveTool {
    /// Verify a proof by the rules alone: each reply of the defender is answered, down to a five
    ///
    /// Exit codes: 0 the proof holds, 1 it does not, or there is no such file.
    Check(CheckOptions),
    /// Write a proof as a tree of moves, for other programs
    Export(export::ExportOptions),
    /// Prove 30 positions of three rules, to compare versions of the search
    Bench(bench::BenchOptions),
    /// Do jobs of a proof: lines of JSON on standard input, answers on standard output
    Worker(ProveWorker),
}

/// A worker's threads and memory.
#[derive(Args)]
struct ProveWorker {
    /// Threads, each of which answers one job at a time: a number, or `all` for one per processor
    #[arg(long, value_name = "N", default_value = "1", value_parser = processors::read)]
    threads: usize,
    /// Memory of the solvers' tables, of all threads together
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
}

/// The file of a proof.
#[derive(Args)]
struct CheckOptions {
    /// File of a proof
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Threads: a number, or `all` for one per processor
    #[arg(long, value_name = "N", default_value = "all", value_parser = processors::read)]
    threads: usize,
    /// Then replay N wins of the file, chosen at random, with a further stone of the defender on each point that their zones
    /// leave out
    #[arg(long, value_name = "N")]
    replay: Option<u32>,
}

/// The most positions that are verified to replay one win.
const MOST_REPLAYED: u64 = 1_000_000;

impl CheckOptions {
    fn run(&self) -> Result<ExitCode> {
        let (file, named) = (&self.file, || self.file.display().to_string());
        let bytes = files::read(file, MOST_BYTES).with_context(named)?;
        let Some(count) = self.replay else {
            print_line(sentence(&check(&bytes, self.threads).with_context(named)?))?;
            return Ok(ExitCode::SUCCESS);
        };
        let mut random = Random::new(Random::unknown_seed());
        let numbers = (0..count).map(|_| random.next()).collect();
        let replay = Replay { numbers, most: MOST_REPLAYED };
        let (summary, replayed) = check_and_replay(&bytes, self.threads, &replay).with_context(named)?;
        print_line(sentence(&summary))?;
        let Replayed { zones, stones, partly } = replayed;
        print_line(format!("replayed: {zones} wins with {stones} stones outside their zones; {partly} in part"))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The position, and the limits.
#[derive(Args)]
struct SearchOptions {
    #[command(flatten)]
    given: Given,
    /// Rule: freestyle, standard, renju, caro or caro-exact, optionally with +fb_check (renju's
    /// forbidden moves for the first player) [default: the rule of the file, or freestyle]
    #[arg(long, value_name = "RULE")]
    rule: Option<Rule>,
    /// Opening rule, which puts black's first stone in the middle of the board and its second one outside the middle 5x5 or
    /// 7x7
    #[arg(long, value_name = "RULE", value_parser = ["pro", "long-pro"])]
    opening_rule: Option<String>,
    /// Board size if the file has none: 15, or WIDTHxHEIGHT [default: the smallest of 15x15, 19x19 and
    /// 20x20 that the moves fit on]
    #[arg(long)]
    size: Option<BoardSize>,
    /// The side that is to win [default: the side to move]
    #[arg(long, value_name = "SIDE", value_parser = ["black", "white"])]
    attacker: Option<String>,
    /// Maximum time, like 10s or 2h
    #[arg(long, value_parser = duration::read, default_value = "60s")]
    time: Duration,
    /// Memory of the solvers' tables, of all threads together
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
    /// Memory of the positions of the proof; the search ends when it is used up
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    memory: u64,
    /// Threads: a number, or `all` for one per processor. With more than one, runs differ
    #[arg(long, value_name = "N", default_value = "1", value_parser = processors::read)]
    threads: usize,
    /// Start N programs `tengen prove worker` instead of threads
    #[arg(long, value_name = "N", conflicts_with = "threads", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    workers: Option<u16>,
    /// Give the jobs to a program, which reads them and writes the answers as `tengen prove worker` does
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["threads", "workers"])]
    crew: Option<String>,
    /// How many jobs the program of `--crew` has at once
    #[arg(long, value_name = "N", default_value_t = 8, requires = "crew", value_parser = clap::value_parser!(u16).range(1..))]
    at_once: u16,
    /// Keep the answers of the search in FILE. A run that was ended or killed goes on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Try the moves of a guide first, which `tengen prove export` has written; it may be one for another rule or board
    /// (repeatable)
    #[arg(long, value_name = "FILE")]
    guide: Vec<PathBuf>,
    /// Print the progress and the result as lines of JSON
    #[arg(long)]
    json: bool,
    /// Write the proof to FILE (.tproof)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceOption,
}

/// The exit code if no proof was found within the limits, as for `tengen solve`.
const NOT_FOUND: u8 = 4;

pub fn run(arguments: &Prove) -> Result<ExitCode> {
    match &arguments.tool {
        Some(ProveTool::Check(arguments)) => arguments.run(),
        Some(ProveTool::Export(arguments)) => arguments.run(),
        Some(ProveTool::Bench(arguments)) => arguments.run(),
        Some(ProveTool::Worker(ProveWorker { threads, hash })) => {
            let input = std::io::BufReader::new(std::io::stdin());
            work(input, std::io::stdout(), *threads, (*hash as usize) << 20)?;
            Ok(ExitCode::SUCCESS)
        }
        None => arguments.search.run(),
    }
}

impl SearchOptions {
    fn run(&self) -> Result<ExitCode> {
        let setting = self.given.read(self.rule, self.size)?;
        let mut head = Head::of(&setting.position, setting.rule).map_err(Error::msg)?;
        if let Some(opening) = &self.opening_rule {
            head = head.under(opening.parse::<OpeningRule>()?)?;
        }
        let next = setting.position.to_move();
        let attacker = match self.attacker.as_deref() {
            Some("black") => Colour::Black,
            Some(_) => Colour::White,
            None => next,
        };
        // If the defender is to move, the attacker's last move is the first one of the proof.
        let first = if attacker == next { None } else { head.moves.pop() };
        ensure!(attacker == next || first.is_some(), "{attacker} has not moved yet: give its first move");
        let mut guide = GuideMoves::default();
        for path in &self.guide {
            let bytes = files::read(path, MOST_BYTES).with_context(|| path.display().to_string())?;
            let own = read_guide(&bytes).with_context(|| path.display().to_string())?;
            guide.add(&own, head.size);
        }
        // A name that is refused is refused before the work.
        let out = self.out.as_deref().map(|path| Ok::<_, Error>((self.force.create(path)?, path))).transpose()?;
        let mut log = match &self.state {
            Some(path) => Log::open(path, &head, first).with_context(|| path.display().to_string())?,
            None => Log::none(),
        };
        let settings = Settings { head, first, time: self.time, memory: (self.memory as usize) << 20, guide };
        let proved = self.prove(&settings, &mut log)?;
        self.report(&proved, &settings.head, out)
    }

    fn prove(&self, settings: &Settings, log: &mut Log) -> Result<Proved> {
        let (setting, stop) = (Setting::of(&settings.head), interruptible()?);
        let (end, hash) = (Instant::now() + self.time, (self.hash as usize) << 20);
        let is_over = || stop.load(Ordering::Relaxed) || Instant::now() >= end;
        let mut crew: Box<dyn Crew> = match (&self.crew, self.workers) {
            (Some(command), _) => Box::new(self.started(&setting, command)?),
            (None, Some(count)) => Box::new(Programs::own(&setting, count.into(), self.hash)?),
            (None, None) if self.threads > 1 => Box::new(Threads::new(&setting, self.threads, hash)),
            (None, None) => Box::new(Alone::new(&setting, hash, &is_over)),
        };
        let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{msg}")?);
        let mut shown = Instant::now();
        let proved = prove(settings, crew.as_mut(), log, &is_over, &mut |progress| {
            if self.json && shown.elapsed() >= Duration::from_secs(1) {
                shown = Instant::now();
                let _ = print_line(progress.json()); // a closed pipe shows at the end
            }
            bar.set_message(shown_progress(progress));
            bar.tick();
        })?;
        bar.finish_and_clear();
        if self.json {
            print_line(proved.progress.json())?;
        }
        Ok(proved)
    }

    fn started(&self, setting: &Setting, command: &str) -> Result<Programs> {
        let words = shell_words::split(command).with_context(|| command.to_string())?;
        let (program, arguments) = words.split_first().context("--crew names no program")?;
        let mut crew = Command::new(program);
        crew.args(arguments);
        Programs::start(setting, vec![crew], self.at_once.into()).with_context(|| program.clone())
    }

    fn report(&self, proved: &Proved, head: &Head, out: Option<(NewFile, &Path)>) -> Result<ExitCode> {
        let work = format!("{}, {:.2} s", wording::nodes(proved.progress.nodes), proved.progress.elapsed.as_secs_f64());
        let Some(certificate) = &proved.certificate else {
            self.report_open(proved, head, &work)?;
            return Ok(ExitCode::from(NOT_FOUND));
        };
        let bytes = write(certificate);
        // Nothing is called proven that has not passed the check.
        let summary = check(&bytes, processors::count())
            .context("the proof that was found does not hold, which is an error in Tengen")?;
        if let Some((mut file, path)) = out {
            file.write_all(&bytes).with_context(|| path.display().to_string())?;
            finish(file, path)?;
        }
        if self.json {
            let Summary { head, first, plies, positions, verified } = &summary;
            print_line(json!({
                "proven": true, "move": notation::write(*first, head.size), "plies": plies, "positions": positions,
                "verified": verified, "bytes": bytes.len()
            }))?;
        } else {
            print_line(sentence(&summary))?;
            print_line(format!("{} bytes, {work}", bytes.len()))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// What is open without a proof: the replies to the best first move, and the position at which the search would continue.
    fn report_open(&self, proved: &Proved, head: &Head, work: &str) -> Result<()> {
        const MOST: usize = 20;
        let size = proved.size;
        let open = proved.open.iter().map(|line| line.map(|point| notation::write(point, size)).join(" "));
        let moves = head.moves.iter().copied().map(Some).chain(proved.first_open.iter().copied());
        let first_open: Vec<String> = moves.map(|step| step_name(step, size)).collect();
        if self.json {
            let open: Vec<String> = open.collect();
            let first_open = first_open.join(" ");
            print_line(json!({"proven": false, "is_full": proved.is_full, "open": open, "first_open": first_open}))?;
            return Ok(());
        }
        print_line(format!("no proof found in {work}"))?;
        if proved.is_full {
            print_line(format!("the {} MB for positions are used up; --memory gives more", self.memory))?;
        }
        let shown: Vec<String> = open.take(MOST).collect();
        if !shown.is_empty() {
            let more = if proved.open.len() > MOST { ", …" } else { "" };
            print_line(format!("{} lines are open: {}{more}", proved.open.len(), shown.join(", ")))?;
        }
        let place = if first_open.is_empty() { "the empty board".into() } else { first_open.join(" ") };
        print_line(format!("first open position: {place}"))?;
        Ok(())
    }
}

/// The progress on one line: the whole search, and the replies on the way to the first open position.
fn shown_progress(progress: &ProofProgress) -> String {
    let ProofProgress { jobs, positions, nodes, speed, proof_number, disproof_number, wasted, way, .. } = progress;
    let mut line = String::new();
    let mut shown = format!(
        "{jobs} jobs, {positions} positions, {} ({speed}/s), {:.0} % of the last hour wasted, proof number {proof_number}, \
         disproof number {disproof_number}",
        wording::nodes(*nodes),
        100.0 * wasted
    );
    for WayMove { name, answered, open, reply } in way {
        line.push_str(name);
        shown.push_str(&format!("; {line}: {answered} replies answered, {open} open"));
        line.push_str(&format!(" {reply} "));
    }
    shown
}

/// What a proof shows, as a sentence.
fn sentence(summary: &Summary) -> String {
    let Summary { head, first, plies, positions, verified } = summary;
    let (Head { rule, opening, size, moves }, side) = (head, head.attacker());
    let named: Vec<String> = moves.iter().map(|&point| notation::write(point, *size)).collect();
    let place = if moves.is_empty() { "on the empty board".into() } else { format!("after {}", named.join(" ")) };
    let opening = opening.map(|opening| format!(", opening rule {opening}")).unwrap_or_default();
    format!(
        "proven: {side} wins {place} ({rule}, {size}{opening}) by {} in at most {}; {positions} positions, {verified} verified",
        notation::write(*first, *size),
        Plies(*plies)
    )
}
