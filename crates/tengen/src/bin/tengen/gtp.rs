//! `tengen gtp`: plays in front ends for Go.

use anyhow::{Result, ensure};
use clap::Args;
use std::time::Duration;
use tengen::command_line::options::{EvalOptions, GameOptions, ProofOption};
use tengen::gtp::{self, GtpSettings, LARGEST_SIDE};
use tengen_common::random::Random;
use tengen_common::{duration, pages, processors};
use tengen_core::printable;
use tengen_session::level::Level;
use tengen_session::service;
use tengen_terminal::prompt;

#[derive(Args)]
pub struct Gtp {
    #[command(flatten)]
    game: GameOptions,
    /// Maximum time per move, like 5s or 800ms [default: 5s, or only the clock of the front end]
    #[arg(long, value_parser = duration::read, conflicts_with = "nodes")]
    time: Option<Duration>,
    /// Nodes per move, instead of time; with one thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Playing strength, from 1 (beginner) to 8 (full); weaker levels search few nodes and play some moves at random
    #[arg(long, value_name = "LEVEL", default_value = "8", conflicts_with = "nodes")]
    level: Level,
    /// Threads, or `all` for one per processor
    #[arg(long, value_name = "N", value_parser = processors::read, default_value = "all")]
    threads: usize,
    /// Hash table size
    #[arg(long, value_name = "MB", default_value = "128", value_parser = pages::megabytes)]
    hash: usize,
    #[command(flatten)]
    eval: EvalOptions,
    #[command(flatten)]
    proof: ProofOption,
    /// Version to report, for front ends that refuse Tengen's (Lizzie: 0.17)
    #[arg(long, value_name = "VERSION", default_value = env!("CARGO_PKG_VERSION"))]
    report_version: String,
}

const HINT: &str = "\
Tengen is waiting for commands of the Go Text Protocol:
genmove b, showboard, help or quit.";

pub fn run(arguments: &Gtp) -> Result<()> {
    let size = arguments.game.size;
    let largest = size.width().max(size.height());
    ensure!(largest <= LARGEST_SIDE, "boards of the Go Text Protocol have sides up to {LARGEST_SIDE}");
    prompt::hint(HINT);
    let (networks, seed) = (arguments.eval.networks()?, Random::unknown_seed());
    let proof = arguments.proof.book()?;
    let search =
        service::Settings { seed, proof, ..service::Settings::new(&networks, arguments.hash, arguments.threads) };
    gtp::run(&GtpSettings {
        rule: arguments.game.rule,
        size,
        search,
        time: arguments.time,
        nodes: arguments.nodes,
        level: arguments.level,
        version: printable::line(&arguments.report_version),
    })
}
