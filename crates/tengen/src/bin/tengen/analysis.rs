//! `tengen analysis`: analyses positions for other programs.

use anyhow::{Result, ensure};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use tengen::analysis;
use tengen::command_line::options::EvalOptions;
use tengen_common::{pages, processors};
use tengen_session::service::Settings;
use tengen_terminal::prompt;

#[derive(Args)]
pub struct AnalysisOptions {
    /// Positions to search in parallel
    #[arg(long, alias = KATAGO_THREADS, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
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
    /// KataGo's configuration file; not read
    #[arg(long, hide = true)]
    config: Option<PathBuf>,
    /// KataGo's network file; not read
    #[arg(long, hide = true)]
    model: Option<PathBuf>,
}

/// KataGo's name of `--parallel`.
const KATAGO_THREADS: &str = "analysis-threads";
/// Options of `tengen analysis` that clients written for KataGo pass with one dash.
const KATAGO_OPTIONS: [&str; 4] = ["config", "model", KATAGO_THREADS, "quit-without-waiting"];

/// The command line, with two dashes before the [`KATAGO_OPTIONS`] of `tengen analysis`.
pub fn with_two_dashes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|tool| tool == "analysis") {
        for argument in &mut arguments[2..] {
            let name = argument.to_str().and_then(|argument| argument.strip_prefix('-'));
            if let Some(name) = name.filter(|name| KATAGO_OPTIONS.contains(name)) {
                *argument = format!("--{name}").into();
            }
        }
    }
    arguments
}

/// The most memory that all hash tables together may take, in bytes.
const MOST_MEMORY: u64 = 64 << 30;

pub fn run(arguments: &AnalysisOptions) -> Result<()> {
    let parallel = usize::from(arguments.parallel);
    let memory = arguments.hash as u64 * u64::from(arguments.parallel);
    ensure!(memory <= MOST_MEMORY, "--parallel times --hash is more than 65536 MB");
    let settings = Settings::new(&arguments.eval.networks()?, arguments.hash, arguments.threads);
    let ignored = [("--config", &arguments.config), ("--model", &arguments.model)];
    for (option, _) in ignored.into_iter().filter(|(_, file)| file.is_some()) {
        log::warn!("{option} is an option of KataGo: the file is not read");
    }
    prompt::hint(&format!("Tengen is waiting:\n{}.", analysis::HELP));
    analysis::run(&settings, parallel, arguments.quit_without_waiting)
}
