//! `tengen lab data`: tools for training data files.

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;
use tengen::command_line::error::ValueError;
use tengen::command_line::options::EvalOptions;
use tengen_core::printable;
use tengen_lab::data::{count, rearrange, stats, values};
use tengen_lab::progress::ProgressLine;
use tengen_lab::split::Split;
use tengen_line_io::output::report;

/// What to do with them.
#[derive(Subcommand)]
pub enum Data {
    /// Print statistics: the numbers of games and positions, results, threat states and scores
    Stats(Stats),
    /// Print how networks value the positions, by the number of stones: constants, and predictions against results
    ///
    /// Only positions that a search would evaluate count. A value is constant where all numbers of the second hidden layer
    /// are zero, or have no weight. Predictions are of the side that the network favours; results after random moves do not
    /// count.
    Values(ValuesOptions),
    /// Merge files; all parts of a run merge into the same file that a single process would have written
    Merge(Merge),
    /// Shuffle games
    Shuffle(Shuffle),
    /// Split files into a training set and a held-out set; positions of one game stay together
    Split(SplitOptions),
}

#[derive(Args)]
pub struct Stats {
    /// Files of games or sampled positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print the full command lines that produced each file
    #[arg(long)]
    provenance: bool,
}

#[derive(Args)]
pub struct ValuesOptions {
    /// Files of games or sampled positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    eval: EvalOptions,
}

#[derive(Args)]
pub struct Merge {
    /// Files of games or sampled positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Refuse games of more than one rule or board
    #[arg(long)]
    same_kind: bool,
    /// Output file; it must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args)]
pub struct Shuffle {
    /// Files of games or sampled positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Output file; it must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args)]
pub struct SplitOptions {
    /// Files of games or sampled positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Share of the games to hold out, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    share: f64,
    /// Random seed: decides which games are held out
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Output file for the training set; it must not exist yet
    #[arg(long, value_name = "FILE")]
    train: PathBuf,
    /// Output file for the held-out set; it must not exist yet
    #[arg(long, value_name = "FILE")]
    held_out: PathBuf,
}

fn share(text: &str) -> Result<f64, ValueError> {
    let share: Option<f64> = text.parse().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or(ValueError::Share)
}

pub fn run(data: Data) -> Result<()> {
    let said = match data {
        Data::Stats(arguments) => return stats(&arguments),
        Data::Values(arguments) => return values(&arguments),
        Data::Merge(Merge { files, same_kind, out }) => {
            let games = rearrange::merge(&files, same_kind, &out)?;
            format!("{} holds {games} games", out.display())
        }
        Data::Shuffle(Shuffle { files, seed, out }) => {
            let games = rearrange::shuffle(&files, seed, &out)?;
            format!("{} holds {games} games", out.display())
        }
        Data::Split(arguments) => split(&arguments)?,
    };
    report(said);
    Ok(())
}

fn stats(arguments: &Stats) -> Result<()> {
    let mut progress = ProgressLine::of(count(&arguments.files)?, "games");
    let found = stats::stats(&arguments.files, &mut |games| {
        progress.show(games, String::new());
    })?;
    progress.end();
    let mut text = found.to_string();
    if arguments.provenance {
        text = format!("{}{text}", printable::lines(found.provenance()));
    }
    write!(std::io::stdout(), "{text}").context("standard output")?;
    for warning in found.warnings() {
        report(format_args!("Warning: {warning}"));
    }
    Ok(())
}

fn values(arguments: &ValuesOptions) -> Result<()> {
    let (files, networks) = (&arguments.files, arguments.eval.networks()?);
    let mut progress = ProgressLine::of(count(files)?, "games");
    let found = values::values(files, &networks, &mut |games| progress.show(games, String::new()))?;
    progress.end();
    write!(std::io::stdout(), "{found}").context("standard output")
}

fn split(arguments: &SplitOptions) -> Result<String> {
    let SplitOptions { files, train, held_out, .. } = arguments;
    let split = Split { share: arguments.share, seed: arguments.seed };
    let [learned, held] = rearrange::split(files, split, train, held_out)?;
    let (train, held_out) = (train.display(), held_out.display());
    Ok(format!("{train} holds {learned} games, {held_out} {held}"))
}
