//! `tengen leaves`: positions of search trees for tuning.

use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use tengen::lab::leaves;
use tengen::lab::progress::Progress;
use tengen::rules::Rule;

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
    /// How many positions the file is to hold in the end; those it has are kept
    #[arg(long)]
    positions: usize,
    /// Which positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file
    #[arg(long)]
    out: PathBuf,
}

/// Takes the positions.
///
/// # Errors
/// When a file cannot be read or written, or there are no games of the rule.
pub fn run(arguments: Leaves) -> Result<()> {
    let options = leaves::Options {
        rule: arguments.rule,
        data: arguments.data,
        nodes: arguments.nodes,
        label: arguments.label,
        positions: arguments.positions,
        seed: arguments.seed,
        out: arguments.out,
    };
    let mut progress = Progress::of(options.positions, "positions");
    leaves::run(&options, &mut |positions| {
        progress.tell(positions, String::new());
    })?;
    progress.end();
    Ok(())
}
