//! The Connect6 program that the SAU platform loads; and the laboratory of that game.

use anyhow::{Error, Result};
use clap::{Args, Parser, Subcommand};
use std::process::ExitCode;
use tengen::command_line;
use tengen::command_line::options::{LogOptions, SauOptions};
use tengen::sau;
use tengen_connect6::params::Params;
use tengen_connect6::player::{Connect6, Setup};
use tengen_connect6::shape;
use tengen_core::board::{Point, notation};
use tengen_lab::connect6::{bench, gauge, tune};
use tengen_lab::progress::Progress;
use tengen_protocol::output::{print, print_line};

/// Tengen's Connect6 engine. Without a command it speaks the protocol of the SAU platform on standard
/// input and output: type name?, then new black, or new white and move JJ@@.
#[derive(Parser)]
#[command(name = "tengen-connect6", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Tool>,
    #[command(flatten)]
    play: Play,
}

#[derive(Args)]
struct Play {
    #[command(flatten)]
    think: SauOptions,
    /// Stones that games begin with, like j10k11l9: laid without thinking as long as both sides keep to
    /// them; may be given more than once
    #[arg(long, value_name = "STONES", value_parser = opening)]
    opening: Vec<Opening>,
    #[command(flatten)]
    log: LogOptions,
}

/// The stones of an opening.
#[derive(Clone)]
struct Opening(Vec<Point>);

fn opening(text: &str) -> Result<Opening, String> {
    let stones = notation::read(text, shape())?;
    let twice = |(number, stone): (usize, &Point)| stones[..number].contains(stone);
    if stones.iter().enumerate().any(twice) {
        Err("a point comes twice".into())
    } else {
        Ok(Opening(stones))
    }
}

#[derive(Subcommand)]
enum Tool {
    /// Play some fixed games; print nodes, nodes a second and the signature
    Bench,
    /// Let two sets of numbers play each other at fixed nodes
    Gauge(Gauge),
    /// Fit the weights of the evaluation to games of the search against itself
    Tune(Tune),
}

#[derive(Args)]
struct Gauge {
    /// Numbers of the first side, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    set_a: Vec<String>,
    /// Numbers of the second side, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    set_b: Vec<String>,
    /// Nodes a turn
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Nodes a turn of the second side [default: as the first]
    #[arg(long)]
    nodes_b: Option<u64>,
    /// Games
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct Tune {
    /// Numbers to play and to start with, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Nodes a turn
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Games
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The numbers, some of them set.
fn params(settings: &[String]) -> Result<Params> {
    Params::default().with(settings).map_err(Error::msg)
}

fn measure(arguments: &Gauge) -> Result<()> {
    let conditions = gauge::Conditions {
        nodes: [
            arguments.nodes,
            arguments.nodes_b.unwrap_or(arguments.nodes),
        ],
        seed: arguments.seed,
    };
    let sides = [params(&arguments.set_a)?, params(&arguments.set_b)?];
    let mut progress = Progress::of(arguments.games / 2 * 2, "games");
    let pairs = gauge::run(conditions, arguments.games / 2, &sides, |pairs| {
        progress.tell(pairs.played(), pairs.to_string());
    });
    progress.end();
    Ok(print_line(pairs)?)
}

fn fit(arguments: &Tune) -> Result<()> {
    let params = params(&arguments.set)?;
    let plan = tune::Plan {
        nodes: arguments.nodes,
        games: arguments.games,
        seed: arguments.seed,
    };
    let mut progress = Progress::of(plan.games, "games");
    let samples = tune::samples(plan, &params, |games| {
        progress.tell(games, String::new());
    });
    progress.end();
    let (fitted, [before, after]) = tune::fit(&samples, &params);
    let count = samples.len();
    let mut report = format!("{count} positions, loss {before:.4} before, {after:.4} after\n");
    for (old, new) in params.list().iter().zip(fitted.list()) {
        if old.value != new.value {
            report += &format!("{}: {} -> {}\n", old.name, old.value, new.value);
        }
    }
    Ok(print(report)?)
}

fn player(arguments: &Play) -> Connect6 {
    Connect6::new(Setup {
        time: arguments.think.time,
        memory: arguments.think.hash,
        nodes: arguments.think.nodes,
        openings: arguments
            .opening
            .iter()
            .map(|line| line.0.clone())
            .collect(),
    })
}

fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Some(Tool::Bench) => Ok(print_line(bench::run())?),
        Some(Tool::Gauge(arguments)) => measure(arguments),
        Some(Tool::Tune(arguments)) => fit(arguments),
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
