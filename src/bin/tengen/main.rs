//! The toolbox: what makes the brain stronger, and what measures it.

use anyhow::{Context, Result, ensure};
use clap::{Args, Parser, Subcommand, ValueEnum};
use log::LevelFilter;
use simplelog::{Config, SimpleLogger};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use tengen::board::Shape;
use tengen::eval::params::{self, Params};
use tengen::pattern::Tables;
use tengen::rules::{Rule, Variant};
use tengen::search::params::SearchParams;
use tengen::tools::{gauge, selfplay, spsa, tune};

/// Tools around the Tengen engine.
#[derive(Parser)]
#[command(name = "tengen", version)]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
    /// Say more
    #[arg(long, short, global = true)]
    verbose: bool,
}

#[derive(Subcommand)]
enum Tool {
    /// Play games from random balanced openings and write them with searched scores
    Selfplay(Selfplay),
    /// Fit evaluation and move scores to such games
    Tune(Tune),
    /// Let two sets of parameters play each other at fixed nodes
    Gauge(Gauge),
    /// Tune numbers of the search by games between random changes of them
    Spsa(Spsa),
}

/// Which game.
#[derive(Args)]
struct GameOptions {
    /// The rule
    #[arg(long, value_enum, default_value_t = RuleName::Freestyle)]
    rule: RuleName,
    /// Side of the board
    #[arg(long, default_value_t = 15)]
    size: u32,
}

impl GameOptions {
    fn rule(&self) -> Rule {
        self.rule.rule()
    }

    fn shape(&self) -> Result<Shape> {
        Shape::square(self.size).context("a board has 5 to 32 columns")
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum RuleName {
    Freestyle,
    Standard,
    Renju,
    Caro,
    CaroExact,
}

impl RuleName {
    fn rule(self) -> Rule {
        Rule::new(match self {
            RuleName::Freestyle => Variant::Freestyle,
            RuleName::Standard => Variant::Standard,
            RuleName::Renju => Variant::Renju,
            RuleName::Caro => Variant::Caro,
            RuleName::CaroExact => Variant::CaroExact,
        })
    }
}

/// `2000` or `1500..4000`.
fn node_range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = |text: &str| text.parse::<u64>().map_err(|error| error.to_string());
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (number(least)?, number(most)?),
        None => (number(text)?, number(text)?),
    };
    match 0 < least && least <= most {
        true => Ok(least..=most),
        false => Err("nodes must be at least 1, and the range must ascend".into()),
    }
}

#[derive(Args)]
struct Selfplay {
    #[command(flatten)]
    game: GameOptions,
    /// Nodes a move: a number, or a range LEAST..MOST from which each game draws its own
    #[arg(long, value_parser = node_range, default_value = "1500..3000")]
    nodes: RangeInclusive<u64>,
    /// How many games the file is to hold in the end; those it has are kept
    #[arg(long)]
    games: usize,
    /// In how many of a hundred moves a random candidate is played
    #[arg(long, default_value_t = 8)]
    strays: u32,
    /// Which games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file
    #[arg(long)]
    out: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum PartName {
    /// Evaluation and move scores
    All,
    /// The evaluation
    Value,
    /// The move scores
    Order,
}

impl PartName {
    fn part(self) -> tune::Part {
        match self {
            PartName::All => tune::Part::All,
            PartName::Value => tune::Part::Value,
            PartName::Order => tune::Part::Order,
        }
    }
}

#[derive(Args)]
struct Tune {
    /// The rule; games of another one are left out
    #[arg(long, value_enum)]
    rule: RuleName,
    /// Which numbers are fitted
    #[arg(long, value_enum, default_value_t = PartName::All)]
    part: PartName,
    /// Files of games
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Where the parameters go
    #[arg(long)]
    out: PathBuf,
    /// Parameters to start from [default: those made by hand]
    #[arg(long)]
    start: Option<PathBuf>,
    /// How much of the target is the searched score; the rest is the result
    #[arg(long, default_value_t = 0.7)]
    score_share: f32,
    /// Weight of staying near the start
    #[arg(long, default_value_t = 1.0)]
    prior: f32,
    /// Order of the samples
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct Gauge {
    #[command(flatten)]
    game: GameOptions,
    /// First parameters: a file, `hand` or `built-in`
    #[arg(long, default_value = "built-in")]
    a: String,
    /// Second parameters: a file, `hand` or `built-in`
    #[arg(long, default_value = "built-in")]
    b: String,
    /// Numbers of the first side's search, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    set_a: Vec<String>,
    /// Numbers of the second side's search, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    set_b: Vec<String>,
    /// Nodes a move
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// Games
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Which openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct Spsa {
    #[command(flatten)]
    game: GameOptions,
    /// Numbers to tune [default: all]
    names: Vec<String>,
    /// Nodes a move
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// Pairs of games in the end; those that the file tells of are not played again
    #[arg(long)]
    pairs: usize,
    /// Which openings and changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of the numbers as they stand
    #[arg(long)]
    out: PathBuf,
}

/// Parameters by name, for as long as the process lives.
fn parameters(name: &str, rule: Rule) -> Result<&'static Params> {
    let params = match name {
        "built-in" => return Ok(params::of(rule)),
        "hand" => Params::by_hand(Tables::of(rule)),
        file => {
            let bytes = std::fs::read(file).with_context(|| file.to_owned())?;
            Params::from_bytes(&bytes).with_context(|| file.to_owned())?
        }
    };
    Ok(Box::leak(Box::new(params)))
}

/// The search's numbers, some of them set.
fn search_parameters(settings: &[String]) -> Result<SearchParams> {
    let mut params = SearchParams::default();
    for setting in settings {
        let (name, value) = setting.split_once('=').context("NAME=VALUE, please")?;
        ensure!(params.set(name, value.parse()?), "no such number: {name}");
    }
    Ok(params)
}

fn measure(arguments: &Gauge) -> Result<()> {
    let rule = arguments.game.rule();
    let options = gauge::Options {
        rule,
        shape: arguments.game.shape()?,
        nodes: arguments.nodes,
        seed: arguments.seed,
    };
    let side = |values: &str, settings: &[String]| -> Result<gauge::Side> {
        Ok(gauge::Side {
            values: parameters(values, rule)?,
            search: search_parameters(settings)?,
        })
    };
    let sides = [
        side(&arguments.a, &arguments.set_a)?,
        side(&arguments.b, &arguments.set_b)?,
    ];
    let pairs = gauge::run(options, arguments.games / 2, &sides, |pairs| {
        eprint!("\r{pairs}   ")
    });
    eprintln!();
    println!("{pairs}");
    Ok(())
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let level = match arguments.verbose {
        true => LevelFilter::Debug,
        false => LevelFilter::Warn,
    };
    SimpleLogger::init(level, Config::default())?;
    match arguments.tool {
        Tool::Selfplay(arguments) => selfplay::run(&selfplay::Options {
            rule: arguments.game.rule(),
            shape: arguments.game.shape()?,
            nodes: arguments.nodes,
            games: arguments.games,
            strays: arguments.strays,
            seed: arguments.seed,
            out: arguments.out,
        }),
        Tool::Tune(arguments) => tune::run(&tune::Options {
            rule: arguments.rule.rule(),
            part: arguments.part.part(),
            data: arguments.data,
            out: arguments.out,
            start: arguments.start,
            score_share: arguments.score_share,
            prior: arguments.prior,
            seed: arguments.seed,
        }),
        Tool::Gauge(arguments) => measure(&arguments),
        Tool::Spsa(arguments) => spsa::run(&spsa::Course {
            options: gauge::Options {
                rule: arguments.game.rule(),
                shape: arguments.game.shape()?,
                nodes: arguments.nodes,
                seed: arguments.seed,
            },
            names: arguments.names,
            pairs: arguments.pairs,
            out: arguments.out,
        }),
    }
}
