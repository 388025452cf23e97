//! The program for Dots and Boxes that the SAU platform loads.

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use std::process::ExitCode;
use std::time::Duration;
use tengen::command_line;
use tengen::command_line::options::LogOptions;
use tengen::sau;
use tengen_common::duration;
use tengen_common::pages;
use tengen_dots::player::{Dots, Setup};
use tengen_lab::dots as bench;
use tengen_protocol::output::print_line;

/// Tengen's engine for Dots and Boxes. Without a command it speaks the protocol of the SAU platform on
/// standard input and output: type name?, then new black, or new white and move 1 AAA.
#[derive(Parser)]
#[command(name = "tengen-dots", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Tool>,
    #[command(flatten)]
    play: Play,
}

#[derive(Args)]
struct Play {
    /// The longest time for a turn, like 5s or 800ms
    #[arg(long, value_parser = duration::read, default_value = "5s", env = "TENGEN_TIME")]
    time: Duration,
    /// Memory for the search table in MB
    #[arg(long, value_name = "MB", default_value = "64", value_parser = pages::megabytes)]
    hash: usize,
    /// Search at most this many nodes a turn
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    log: LogOptions,
}

#[derive(Subcommand)]
enum Tool {
    /// Search some fixed positions; print nodes, nodes a second and the signature
    Bench,
}

fn player(arguments: &Play) -> Dots {
    Dots::new(Setup {
        time: arguments.time,
        memory: arguments.hash,
        nodes: arguments.nodes,
    })
}

fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Some(Tool::Bench) => Ok(print_line(bench::run())?),
        None => {
            let play = &arguments.play;
            sau::play(&play.log, || player(play));
            Ok(())
        }
    }
}

fn main() -> ExitCode {
    command_line::run(run)
}
