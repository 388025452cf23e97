//! `tengen spsa`: numbers of the search, tuned by games.

use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use tengen::command_line::options::{EffortOptions, EvalOptions, GameOptions};
use tengen_lab::progress::Progress;
use tengen_lab::{gauge, spsa};
use tengen_protocol::output::print;

/// Its options.
#[derive(Args)]
pub struct Spsa {
    #[command(flatten)]
    game: GameOptions,
    /// Numbers to tune [default: all]
    names: Vec<String>,
    #[command(flatten)]
    effort: EffortOptions,
    #[command(flatten)]
    eval: EvalOptions,
    /// Total pairs of games; pairs that are already in the file are not played again
    #[arg(long)]
    pairs: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings are even for a search of so many nodes, best as many as a move gets [default: at a glance]
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    balance: Option<u64>,
    /// The file of the numbers as they stand
    #[arg(long)]
    out: PathBuf,
}

/// Tunes them.
pub fn run(arguments: Spsa) -> Result<()> {
    let plan = spsa::Plan {
        conditions: gauge::Conditions {
            rule: arguments.game.rule,
            shape: arguments.game.size,
            effort: [arguments.effort.effort(); 2],
            seed: arguments.seed,
            balance: arguments.balance,
        },
        networks: arguments.eval.networks()?,
        names: arguments.names,
        pairs: arguments.pairs,
        out: arguments.out,
    };
    let mut progress = Progress::of(plan.pairs, "pairs");
    let numbers = spsa::run(&plan, &mut |pairs| progress.tell(pairs, String::new()))?;
    progress.end();
    Ok(print(numbers)?)
}
