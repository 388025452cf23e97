//! The Connect6 program for the SAU platform, with development tools for that game.

use anyhow::{Error, Result};
use clap::{Args, Parser, Subcommand};
use std::process::ExitCode;
use tengen::command_line;
use tengen::command_line::error::ValueError;
use tengen::command_line::options::{LogOptions, SauOptions};
use tengen::sau;
use tengen_connect6::params::Params;
use tengen_connect6::player::{Connect6, Connect6Setup};
use tengen_connect6::{bench, selfmatch, size};
use tengen_core::board::{Point, notation};
use tengen_lab::progress::ProgressLine;
use tengen_line_io::output::print_line;

/// Tengen's Connect6 engine. Without a command it speaks the protocol of the SAU platform on standard
/// input and output: type name?, then new black, or new white and move JJ@@.
#[derive(Parser)]
#[command(name = "tengen-connect6", version)]
struct Connect6Arguments {
    #[command(subcommand)]
    command: Option<Connect6Tool>,
    #[command(flatten)]
    play: PlayOptions,
}

#[derive(Args)]
struct PlayOptions {
    #[command(flatten)]
    think: SauOptions,
    /// Opening line, like j10k11l9, played without search while both sides follow it (repeatable)
    #[arg(long, value_name = "STONES", value_parser = opening)]
    opening: Vec<OpeningText>,
    #[command(flatten)]
    log: LogOptions,
}

#[derive(Clone)]
struct OpeningText(Vec<Point>);

fn opening(text: &str) -> Result<OpeningText, ValueError> {
    let stones = notation::read(text, size())?;
    let twice = |(number, stone): (usize, &Point)| stones[..number].contains(stone);
    if stones.iter().enumerate().any(twice) { Err(ValueError::PointTwice) } else { Ok(OpeningText(stones)) }
}

#[derive(Subcommand)]
enum Connect6Tool {
    /// Play fixed games and print nodes, nodes per second and the signature
    Bench,
    /// Run an A/B match of Tengen against itself: two sets of parameters, at fixed nodes
    #[command(alias = "gauge")]
    Selfmatch(Selfmatch),
}

#[derive(Args)]
struct Selfmatch {
    /// Parameter of the first side (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    set_a: Vec<String>,
    /// Parameter of the second side (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    set_b: Vec<String>,
    /// Nodes per turn
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Nodes per turn of the second side [default: as the first side]
    #[arg(long)]
    nodes_b: Option<u64>,
    /// Games to play
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The parameters, with some of them set.
fn params(settings: &[String]) -> Result<Params> {
    Params::default().with(settings).map_err(Error::msg)
}

fn play_match(arguments: &Selfmatch) -> Result<()> {
    let conditions = selfmatch::Conditions {
        nodes: [arguments.nodes, arguments.nodes_b.unwrap_or(arguments.nodes)],
        seed: arguments.seed,
    };
    let sides = [params(&arguments.set_a)?, params(&arguments.set_b)?];
    let mut progress = ProgressLine::of(arguments.games / 2 * 2, "games");
    let pairs = selfmatch::run(conditions, arguments.games / 2, &sides, |pairs| {
        progress.show(pairs.played(), pairs.to_string());
    });
    progress.end();
    Ok(print_line(pairs)?)
}

fn player(arguments: &PlayOptions) -> Connect6 {
    Connect6::new(Connect6Setup {
        time: arguments.think.time,
        memory: arguments.think.hash,
        nodes: arguments.think.nodes,
        openings: arguments.opening.iter().map(|line| line.0.clone()).collect(),
    })
}

fn run(arguments: &Connect6Arguments) -> Result<()> {
    match &arguments.command {
        Some(Connect6Tool::Bench) => Ok(print_line(bench::run())?),
        Some(Connect6Tool::Selfmatch(arguments)) => play_match(arguments),
        None => {
            let play = &arguments.play;
            sau::play(&play.log, || player(play))
        }
    }
}

fn main() -> ExitCode {
    command_line::run(run)
}
