//! `tengen tune`: tables fitted to games.

use anyhow::Result;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use tengen_core::rules::Rule;
use tengen_lab::tune;

#[derive(Clone, Copy, ValueEnum)]
enum PartName {
    /// Evaluation and move scores
    All,
    /// The evaluation
    Value,
    /// The move scores
    Order,
}

impl PartName {
    fn part(self) -> tune::Part {
        match self {
            PartName::All => tune::Part::All,
            PartName::Value => tune::Part::Value,
            PartName::Order => tune::Part::Order,
        }
    }
}

/// Its options.
#[derive(Args)]
pub struct Tune {
    /// The rule, as for `selfplay`; games of another one are left out
    #[arg(long)]
    rule: Rule,
    /// Which numbers are fitted
    #[arg(long, value_enum, default_value_t = PartName::All)]
    part: PartName,
    /// Files of games
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Where the parameters go
    #[arg(long)]
    out: PathBuf,
    /// Parameters to start from [default: those made by hand]
    #[arg(long)]
    start: Option<PathBuf>,
    /// How much what came after a move counts, from 0 to 1; the rest is the score searched for it
    #[arg(long, alias = "trust", default_value_t = 0.85)]
    lambda: f32,
    /// Weight of staying near the start
    #[arg(long, default_value_t = 1.0)]
    prior: f32,
    /// Order of the samples
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Fits the tables.
pub fn run(arguments: Tune) -> Result<()> {
    let plan = tune::Plan {
        rule: arguments.rule,
        part: arguments.part.part(),
        data: arguments.data,
        out: arguments.out,
        start: arguments.start,
        lambda: arguments.lambda,
        prior: arguments.prior,
        seed: arguments.seed,
    };
    tune::run(&plan, &mut |line| {
        let _ = writeln!(std::io::stdout(), "{line}"); // the tables are what counts
    })
}
