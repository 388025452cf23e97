//! `tengen gauge`: two sets of numbers against each other.

use anyhow::{Context, Error, Result};
use clap::Args;
use std::sync::Arc;
use tengen::command_line::options::GameOptions;
use tengen::eval::tables::params::{self, Params};
use tengen::lab::gauge;
use tengen::lab::progress::Progress;
use tengen::pattern::Tables;
use tengen::rules::Rule;
use tengen::search::params::SearchParams;
use tengen::terminal::output::print_line;

/// Its options.
#[derive(Args)]
pub struct Gauge {
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

/// Parameters by name.
fn parameters(name: &str, rule: Rule) -> Result<Arc<Params>> {
    let params = match name {
        "built-in" => return Ok(params::of(rule)),
        "hand" => Params::by_hand(Tables::of(rule)),
        file => {
            let bytes = std::fs::read(file).with_context(|| file.to_owned())?;
            Params::from_bytes(&bytes).with_context(|| file.to_owned())?
        }
    };
    Ok(Arc::new(params))
}

/// Plays the games and prints what came out.
pub fn run(arguments: &Gauge) -> Result<()> {
    let rule = arguments.game.rule;
    let conditions = gauge::Conditions {
        rule,
        shape: arguments.game.size,
        nodes: arguments.nodes,
        seed: arguments.seed,
    };
    let side = |values: &str, settings: &[String]| -> Result<gauge::Side> {
        Ok(gauge::Side {
            values: parameters(values, rule)?,
            search: SearchParams::with(settings).map_err(Error::msg)?,
        })
    };
    let sides = [
        side(&arguments.a, &arguments.set_a)?,
        side(&arguments.b, &arguments.set_b)?,
    ];
    let mut progress = Progress::of(arguments.games / 2 * 2, "games");
    let pairs = gauge::run(conditions, arguments.games / 2, &sides, |pairs| {
        progress.tell(pairs.played(), pairs.to_string());
    });
    progress.end();
    Ok(print_line(pairs)?)
}
