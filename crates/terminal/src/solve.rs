//! The solver: prints the winning line of a position and a diagram of it.

use super::drawing::{BoardRow, Ink, Marks, Scene};
use super::given::{Given, Setting};
use super::wording;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fmt;
use std::time::Duration;
use tengen_common::processors;
use tengen_common::{Limits, Shortening, WinLength, duration};
use tengen_core::board::{BoardSize, Position};
use tengen_core::rules::Rule;
use tengen_engine::eval::net::Networks;
use tengen_engine::study::{self, Finding, Means};
use tengen_session::service::{FAILED, Outcome, Resources, Runner, Settings, Task, Work};

/// The position and the limits of the solver.
#[derive(Args, Debug)]
pub struct Options {
    #[command(flatten)]
    given: Given,
    /// Find wins by continuous fours (VCF) only
    #[arg(long)]
    vcf: bool,
    /// Find wins by continuous threats (VCT) only
    #[arg(long, conflicts_with = "vcf")]
    vct: bool,
    /// Look for a shorter win until the shortest is proven or a limit is reached
    #[arg(long)]
    shortest: bool,
    /// Node limit
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    nodes: u64,
    /// Maximum time, like 10s or 0.5 (seconds)
    #[arg(long, value_parser = duration::read, default_value = "10s")]
    time: Duration,
    /// Threads of the VCT search, or `all` for one per processor; always 1 with --nodes
    #[arg(long, value_name = "N", value_parser = processors::read, default_value = "1")]
    threads: usize,
    /// Hash table size
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
}

/// A result, ready to be printed.
#[derive(Clone, Debug)]
pub struct SolvedProblem {
    position: Position,
    rule: Rule,
    solved: study::Solution,
    /// The style of the diagram.
    ink: Ink,
}

impl SolvedProblem {
    /// The exit status: 0 a win, 3 there is none of the kind asked for, 4 none was found within the limits.
    pub fn status(&self) -> u8 {
        match self.solved.finding {
            Finding::Win(..) => 0,
            Finding::None => 3,
            Finding::NotFound => 4,
        }
    }
}

/// A message; for a win also the moves and a diagram with numbers.
impl fmt::Display for SolvedProblem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let study::Solution { what, finding, is_shortest, .. } = &self.solved;
        let nodes = wording::nodes(self.solved.nodes);
        match finding {
            Finding::Win(line, plies) => {
                let (side, size) = (self.position.to_move(), self.position.size());
                let (moves, length) = (BoardRow(line, size), WinLength { plies: *plies, at_most: !is_shortest });
                let wins = if self.rule.continuous { "makes a point" } else { "wins" };
                writeln!(f, "{}: {side} {wins} in {length}: {moves}", wins_by(*what))?;
                let marks = Marks::of_line(line);
                let scene = Scene::new(&self.position, &marks);
                f.write_str(&scene.text(self.ink))?;
            }
            Finding::None => writeln!(f, "no {}", what.name())?,
            Finding::NotFound => writeln!(f, "no {} found in {nodes}", what.name())?,
        }
        let seconds = self.solved.elapsed.as_secs_f64();
        write!(f, "{nodes}, {seconds:.2} s")
    }
}

/// What a win is made by, at the beginning of the line.
fn wins_by(what: Means) -> &'static str {
    match what {
        Means::Fours | Means::Threats | Means::Proof => what.name(),
        Means::Search => "search",
    }
}

pub fn run(rule: Option<Rule>, size: Option<BoardSize>, options: &Options, ink: Ink) -> Result<SolvedProblem> {
    let Setting { position, rule, .. } = options.given.read(rule, size)?;
    let memory = (options.hash as usize) << 20;
    let (nodes, threads) = match options.nodes {
        u64::MAX => (None, options.threads),
        nodes => (Some(nodes), 1),
    };
    let work = Work::Win(match options {
        Options { vcf: true, .. } => Means::Fours,
        Options { vct: true, .. } => Means::Threats,
        _ => Means::Search,
    });
    let shortening = if options.shortest { Shortening::UntilProven } else { Shortening::Fixed };
    let task = Task {
        limits: Limits { nodes, shortening, ..Limits::time(options.time) },
        resources: Some(Resources { threads, memory }),
        ..Task::new(position.clone(), rule, work)
    };
    let mut runner = Runner::new(Settings::new(&Networks::built_in(), memory / 2, 1));
    let Outcome::Win(solved, _) = runner.finish(&task).context(FAILED)? else { bail!(FAILED) };
    Ok(SolvedProblem { position, rule, solved, ink })
}
