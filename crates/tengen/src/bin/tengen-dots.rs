//! The program for Dots and Boxes for the SAU platform.

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use std::process::ExitCode;
use tengen::command_line;
use tengen::command_line::options::{LogOptions, SauOptions};
use tengen::sau;
use tengen_dots::bench;
use tengen_dots::player::{Dots, DotsSetup};
use tengen_line_io::output::print_line;

/// Tengen's engine for Dots and Boxes. Without a command it speaks the protocol of the SAU platform on
/// standard input and output: type name?, then new black, or new white and move 1 AAA.
#[derive(Parser)]
#[command(name = "tengen-dots", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<DotsTool>,
    #[command(flatten)]
    play: PlayOptions,
}

#[derive(Args)]
struct PlayOptions {
    #[command(flatten)]
    think: SauOptions,
    #[command(flatten)]
    log: LogOptions,
}

#[derive(Subcommand)]
enum DotsTool {
    /// Search fixed positions and print nodes, nodes per second and the signature
    Bench,
}

fn player(arguments: &PlayOptions) -> Dots {
    Dots::new(DotsSetup { time: arguments.think.time, memory: arguments.think.hash, nodes: arguments.think.nodes })
}

fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Some(DotsTool::Bench) => Ok(print_line(bench::run())?),
        None => {
            let play = &arguments.play;
            sau::play(&play.log, || player(play))
        }
    }
}

fn main() -> ExitCode {
    command_line::run(run)
}
