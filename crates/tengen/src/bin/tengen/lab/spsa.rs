//! `tengen lab spsa`: tunes search parameters by games.

use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use tengen::command_line::options::{EffortOptions, EvalOptions, GameOptions};
use tengen_lab::progress::ProgressLine;
use tengen_lab::{selfmatch, spsa};
use tengen_line_io::output::print;

#[derive(Args)]
pub struct Spsa {
    #[command(flatten)]
    game: GameOptions,
    /// Search parameters to tune [default: all]
    names: Vec<String>,
    #[command(flatten)]
    effort: EffortOptions,
    #[command(flatten)]
    eval: EvalOptions,
    /// Total number of game pairs, including those already recorded in the output file
    #[arg(long, value_name = "N")]
    pairs: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that balances openings, ideally as many as per move [default: 3000, with the
    /// pattern tables]
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    balance: Option<u64>,
    /// State file with the current values; an existing one is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(arguments: Spsa) -> Result<()> {
    let plan = spsa::Plan {
        conditions: selfmatch::Conditions {
            rule: arguments.game.rule,
            size: arguments.game.size,
            effort: [arguments.effort.effort(); 2],
            seed: arguments.seed,
            balance: arguments.balance,
        },
        networks: arguments.eval.networks()?,
        names: arguments.names,
        pairs: arguments.pairs,
        out: arguments.out,
    };
    let mut progress = ProgressLine::of(plan.pairs, "pairs");
    let numbers = spsa::run(&plan, &mut |pairs| progress.show(pairs, String::new()))?;
    progress.end();
    Ok(print(numbers)?)
}
