//! The brain that managers load: `pbrain-tengen` plays, and prints nothing but protocol.
//!
//! Managers read standard output and standard error through one pipe and take any stray line for a
//! move, so even a panic or an unwritable log goes by in silence.

use clap::{Parser, Subcommand};
use log::LevelFilter;
use simplelog::{ConfigBuilder, WriteLogger};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tengen::engine::Options;
use tengen::protocol::gomocup;
use tengen::protocol::input::ThreadedLines;
use tengen::tools::bench;

/// Tengen, a Gomoku and Renju engine. Without a command it speaks the Gomocup protocol on standard
/// input and output: type START 15, then BEGIN or TURN 7,7.
#[derive(Parser)]
#[command(name = "pbrain-tengen", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Tool>,
    /// Write a log of the session to this file (it is appended to)
    #[arg(long, value_name = "FILE", env = "TENGEN_LOG")]
    log: Option<PathBuf>,
    /// Memory for the search tables in MB [default: 128, or what INFO max_memory leaves]
    #[arg(long, value_name = "MB")]
    hash: Option<usize>,
    /// Search at most this many nodes a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Answer SUGGEST X,Y and let the manager decide by PLAY
    #[arg(long)]
    suggest: bool,
    /// Start of the random numbers that choose a swap2 opening
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Subcommand)]
enum Tool {
    /// Search some fixed positions; print nodes, nodes a second and the signature
    Bench,
}

fn main() {
    let arguments = Arguments::parse();
    if let Some(file) = &arguments.log {
        log_to(file);
    }
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let outcome = match arguments.command {
        Some(Tool::Bench) => writeln!(io::stdout(), "{}", bench::run()),
        None => play(arguments),
    };
    if let Err(error) = outcome {
        log::info!("output closed: {error}");
    }
    log::logger().flush();
}

fn play(arguments: Arguments) -> io::Result<()> {
    let options = Options {
        hash: arguments
            .hash
            .map(|megabytes| megabytes.saturating_mul(1 << 20)),
        suggest: arguments.suggest,
        nodes: arguments.nodes,
        seed: arguments.seed,
    };
    let mut lines = ThreadedLines::read(io::stdin());
    gomocup::run(options, &mut lines, &mut io::stdout().lock())
}

/// A log that cannot be opened is no reason not to play, and there is nowhere to complain.
fn log_to(file: &Path) {
    let Ok(file) = OpenOptions::new().create(true).append(true).open(file) else {
        return;
    };
    let config = ConfigBuilder::new()
        .set_time_level(LevelFilter::Error)
        .build();
    let _ = WriteLogger::init(LevelFilter::Debug, config, file);
}
