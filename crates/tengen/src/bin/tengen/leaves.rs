//! `tengen leaves`: positions of search trees for tuning.

use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use tengen::command_line::options::EvalOptions;
use tengen_core::rules::Rule;
use tengen_lab::leaves;
use tengen_lab::progress::Progress;
use tengen_lab::shard::Shard;

/// Its options.
#[derive(Args)]
pub struct Leaves {
    /// The rule, as for `selfplay`; games of another one are left out
    #[arg(long)]
    rule: Rule,
    /// Files of games
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Nodes of the searches that positions are taken from
    #[arg(long, default_value_t = 10_000)]
    nodes: u64,
    /// Nodes of the search of a taken position
    #[arg(long, default_value_t = 4000)]
    label: u64,
    /// How many positions are taken from one tree, where it has so many that are fit
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    leaves: u16,
    /// How many positions the file is to hold in the end, in whole batches of --leaves; those it has
    /// are kept
    #[arg(long)]
    positions: usize,
    /// Take one part of those positions, the second of four for 2/4; `tengen data merge` joins the
    /// parts
    #[arg(long, value_name = "PART/PARTS", default_value = "1/1")]
    shard: Shard,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    eval: EvalOptions,
    /// The file
    #[arg(long)]
    out: PathBuf,
}

/// Takes the positions.
///
/// # Errors
/// When a file cannot be read or written, or there are no games of the rule.
pub fn run(arguments: Leaves) -> Result<()> {
    let plan = leaves::Plan {
        rule: arguments.rule,
        data: arguments.data,
        nodes: arguments.nodes,
        label: arguments.label,
        leaves: arguments.leaves.into(),
        positions: arguments.positions,
        shard: arguments.shard,
        seed: arguments.seed,
        networks: arguments.eval.networks()?,
        out: arguments.out,
    };
    let mut progress = Progress::of(plan.count(), "positions");
    let (positions, tally) = leaves::run(&plan, &mut |positions, tally| {
        progress.tell(positions, tally.to_string());
    })?;
    progress.end();
    let mut said = std::io::stderr();
    let file = plan.out.display();
    let _ = writeln!(
        said,
        "{file} holds {positions} positions; of this run: {tally}"
    );
    if let Some(warning) = tally.warning() {
        let _ = writeln!(said, "Warning: {warning}");
    }
    Ok(())
}
