//! `tengen lab samples`: samples positions from search trees, as training data.

use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use tengen::command_line::options::EvalOptions;
use tengen_core::rules::Rule;
use tengen_lab::progress::ProgressLine;
use tengen_lab::samples;
use tengen_lab::shard::Shard;

#[derive(Args)]
pub struct Samples {
    /// Rule, as for `selfplay`; games of other rules are skipped
    #[arg(long)]
    rule: Rule,
    /// Game files
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Nodes of the searches from whose trees positions are sampled
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    nodes: u64,
    /// Nodes of the search that labels a sampled position
    #[arg(long, value_name = "N", default_value_t = 4000)]
    label: u64,
    /// Maximum positions sampled from one tree
    #[arg(long, value_name = "N", alias = "leaves", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    samples: u16,
    /// Percentage of positions beyond 600 points to keep
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    decided: u8,
    /// Total number of positions in the output file, rounded up to batches of --samples; existing
    /// positions are kept
    #[arg(long, value_name = "N")]
    positions: usize,
    /// Sample only this part of the positions, like 2/4; `tengen lab data merge` joins the parts
    #[arg(long, value_name = "PART/PARTS", default_value = "1/1")]
    shard: Shard,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    eval: EvalOptions,
    /// Output file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(arguments: Samples) -> Result<()> {
    let plan = samples::SamplePlan {
        rule: arguments.rule,
        data: arguments.data,
        nodes: arguments.nodes,
        label: arguments.label,
        samples: arguments.samples.into(),
        decided: arguments.decided,
        positions: arguments.positions,
        shard: arguments.shard,
        seed: arguments.seed,
        networks: arguments.eval.networks()?,
        out: arguments.out,
    };
    let mut progress = ProgressLine::of(plan.count(), "positions");
    let (positions, counts) = samples::run(&plan, &mut |positions, counts| {
        progress.show(positions, counts.to_string());
    })?;
    progress.end();
    let mut said = std::io::stderr();
    let file = plan.out.display();
    let _ = writeln!(said, "{file} holds {positions} positions; of this run: {counts}");
    if let Some(warning) = counts.warning() {
        let _ = writeln!(said, "Warning: {warning}");
    }
    Ok(())
}
