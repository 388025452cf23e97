//! The program for Dots and Boxes that the SAU platform loads.

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use std::io;
use std::process::ExitCode;
use std::time::Duration;
use tengen::command_line;
use tengen::command_line::options::LogOptions;
use tengen_common::duration;
use tengen_common::pages;
use tengen_dots::player::{Dots, Setup};
use tengen_lab::dots as bench;
use tengen_protocol::input::standard_input;
use tengen_protocol::output::{failure, print_line};
use tengen_protocol::quiet;
use tengen_protocol::sau;

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

fn play(arguments: &Play) -> io::Result<()> {
    let mut player = Dots::new(Setup {
        time: arguments.time,
        memory: arguments.hash,
        nodes: arguments.nodes,
    });
    let mut lines = standard_input();
    sau::run(&mut player, &mut lines, &mut io::stdout().lock())
}

fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Some(Tool::Bench) => Ok(print_line(bench::run())?),
        None => {
            quiet::begin(arguments.play.log.file());
            if let Err(error) = play(&arguments.play) {
                log::info!("output closed: {error}");
            }
            log::logger().flush();
            Ok(())
        }
    }
}

fn main() -> ExitCode {
    let arguments = match command_line::read() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure(&error),
    }
}
