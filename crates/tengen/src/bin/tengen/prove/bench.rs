//! `tengen prove bench`: the work of 30 proofs, to compare versions of the search and the solvers.

use crate::interrupt::interruptible;
use anyhow::{Context, Result};
use clap::Args;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tengen_certificate::{Head, check, write};
use tengen_common::{Plies, duration, processors};
use tengen_core::board::{BoardSize, notation};
use tengen_core::rules::Rule;
use tengen_line_io::output::print_line;
use tengen_prover::{Alone, GuideMoves, Log, ProofProgress, ProofWorker, Setting, Settings, prove};

#[derive(Args)]
pub struct BenchOptions {
    /// Maximum time for each position
    #[arg(long, value_parser = duration::read, default_value = "60s")]
    time: Duration,
    /// Memory of the solvers' tables
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
    /// Workers that have a job each and tables of their own; they work in turn, so the numbers are always the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    workers: u16,
    /// The same with workers that share their tables, as threads do
    #[arg(long, value_name = "N", conflicts_with = "workers", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// Stones near the centre at random; a search of 30,000 nodes gave the side to move 97 % and more without a proven win.
const POSITIONS: [(&str, [&str; 10]); 3] = [
    (
        "freestyle",
        [
            "h8h6j5f8d10l4k5i8", "h8j10l12g6f6n12", "h8f10f12h9h11d13", "h8f9h11d9g13i14", "h8i9h11h12h10j9g13f14",
            "h8g10h10g12i10i11i13k13", "h8j8h6l9n9m10", "h8j10i11f10j6i9", "h8f10f12h9f13j10f11e12", "h8g7i7h7f6e9",
        ],
    ),
    (
        "standard",
        [
            "h8j10l12g6f6n12", "h8j7j9i7k8h5h6h10", "h8j7f10d11k7i9", "h8h6h4f5g3e3c5", "h8f8h10g11g8e7",
            "h8j7f9f7d6d7", "h8g6g9e11e12f4e2", "h8g7h10g12i11h6e14", "h8f7i7h6k5i6m3n2n3", "h8j9f6e4j7e7",
        ],
    ),
    (
        "renju",
        [
            "h8j10l12g6f6n12", "h8f9h11d9g13i14", "h8j7f8e8g10d7", "h8g8f8j8e10f6h7i8", "h8j9f6e4j7e7",
            "h8f6d8j9d10l10", "h8g10i6g4f4e2", "h8f10j10i8h6e11", "h8f9h6h10j9k10", "h8f6e7e9i10d7",
        ],
    ),
];

impl BenchOptions {
    fn workers(&self, setting: &Setting) -> Vec<ProofWorker> {
        let hash = (self.hash as usize) << 20;
        let each = hash / usize::from(self.workers);
        match self.threads {
            Some(count) => ProofWorker::group(setting, count.into(), hash),
            None => (0..self.workers).map(|_| ProofWorker::new(setting, each)).collect(),
        }
    }

    /// Proves the positions, one after another, with one thread.
    pub fn run(&self) -> Result<ExitCode> {
        let stop = interruptible()?;
        let size = BoardSize::FIFTEEN;
        let (mut proven, mut jobs, mut nodes, mut time) = (0, 0, 0, Duration::ZERO);
        let all = POSITIONS.iter().flat_map(|(rule, games)| games.iter().map(move |moves| (rule, moves)));
        for (name, moves) in all {
            let rule = Rule::from_name(name).context("a rule")?;
            let head = Head { rule, opening: None, size, moves: notation::read(moves, size)? };
            let (setting, start) = (Setting::of(&head), Instant::now());
            let is_over = || stop.load(Ordering::Relaxed) || start.elapsed() >= self.time;
            let mut crew = Alone::in_turn(self.workers(&setting), &is_over);
            let settings =
                Settings { head, first: None, time: self.time, memory: usize::MAX, guide: GuideMoves::default() };
            let proved = prove(&settings, &mut crew, &mut Log::none(), &is_over, &mut |_| ())?;
            if stop.load(Ordering::Relaxed) {
                return Ok(ExitCode::FAILURE);
            }
            let ProofProgress { jobs: own_jobs, nodes: own_nodes, elapsed, .. } = proved.progress;
            let result = match &proved.certificate {
                None => "no proof".into(),
                Some(certificate) => {
                    let bytes = write(certificate);
                    let summary = check(&bytes, processors::count()).context("a proof does not hold")?;
                    proven += 1;
                    format!("{}, {} positions, {} bytes", Plies(summary.plies), summary.positions, bytes.len())
                }
            };
            let seconds = elapsed.as_secs_f64();
            print_line(format!("{name} {moves}: {result}; {own_jobs} jobs, {own_nodes} nodes, {seconds:.2} s"))?;
            (jobs, nodes, time) = (jobs + own_jobs, nodes + own_nodes, time + elapsed);
        }
        print_line(format!("{proven} of 30 proven; {jobs} jobs, {nodes} nodes, {:.2} s", time.as_secs_f64()))?;
        Ok(ExitCode::SUCCESS)
    }
}
