//! `tengen analysis`: analyses positions for other programs.

use anyhow::{Result, ensure};
use clap::Args;
use tengen::analysis::{self, Settings};
use tengen::command_line::options::EvalOptions;
use tengen::terminal::prompt;
use tengen_common::{pages, processors};

/// Its options.
#[derive(Args)]
pub struct Analysis {
    /// Positions to search in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    parallel: u16,
    /// Threads of each search, or `all` for one per processor; always 1 with a node limit
    #[arg(long, value_name = "N", value_parser = processors::read, default_value = "1")]
    threads: usize,
    /// Hash table size of each search
    #[arg(long, value_name = "MB", default_value = "128", value_parser = pages::megabytes)]
    hash: usize,
    #[command(flatten)]
    eval: EvalOptions,
    /// Exit at the end of the input without finishing requests
    #[arg(long)]
    quit_without_waiting: bool,
}

/// The most memory that all hash tables may take, in bytes.
const MOST_MEMORY: u64 = 64 << 30;

/// Answers the requests on standard input.
///
/// # Errors
/// If the options do not fit, or standard output cannot be written.
pub fn run(arguments: &Analysis) -> Result<()> {
    let parallel = usize::from(arguments.parallel);
    let memory = arguments.hash as u64 * u64::from(arguments.parallel);
    ensure!(memory <= MOST_MEMORY, "--parallel times --hash is more than 65536 MB");
    let settings = Settings {
        networks: arguments.eval.networks()?,
        threads: arguments.threads,
        memory: arguments.hash,
    };
    prompt::hint(&format!("Tengen is waiting: {}.", analysis::HELP));
    analysis::run(&settings, parallel, arguments.quit_without_waiting)
}
