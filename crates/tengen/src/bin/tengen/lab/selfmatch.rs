//! `tengen lab selfmatch`: an A/B match of Tengen against itself, between two sets of parameters.

use anyhow::{Context, Error, Result, ensure};
use clap::Args;
use std::sync::Arc;
use std::time::Duration;
use tengen::command_line::options::{EffortOptions, GameOptions};
use tengen_common::duration;
use tengen_core::files;
use tengen_core::rules::Rule;
use tengen_engine::effort::Effort;
use tengen_engine::eval::Values;
use tengen_engine::eval::net::{Network, Networks};
use tengen_engine::eval::tables::params::{self, Params};
use tengen_engine::pattern::Tables;
use tengen_engine::search::params::SearchParams;
use tengen_lab::progress::ProgressLine;
use tengen_lab::selfmatch;
use tengen_line_io::output::print_line;

#[derive(Args)]
pub struct Selfmatch {
    #[command(flatten)]
    game: GameOptions,
    /// Evaluation of the first side: `built-in` (the rule's network, or its tables), `tables`, `hand` (hand-made tables),
    /// a file of tables, or `net:FILE`
    #[arg(long, value_name = "EVALUATION", default_value = "built-in")]
    a: String,
    /// Evaluation of the second side, as for --a
    #[arg(long, value_name = "EVALUATION", default_value = "built-in")]
    b: String,
    /// Search parameter of the first side (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    set_a: Vec<String>,
    /// Search parameter of the second side (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    set_b: Vec<String>,
    #[command(flatten)]
    effort: EffortOptions,
    /// Nodes per move of the second side [default: as the first side]
    #[arg(long, value_name = "N")]
    nodes_b: Option<u64>,
    /// Time per move of the second side [default: as the first side]
    #[arg(long, value_name = "TIME", value_parser = duration::read, conflicts_with = "nodes_b")]
    time_b: Option<Duration>,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that balances openings, ideally as many as per move [default: 3000, with the
    /// pattern tables]
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    balance: Option<u64>,
}

impl Selfmatch {
    fn efforts(&self) -> [Effort; 2] {
        let first = self.effort.effort();
        let nodes = self.nodes_b.map(Effort::Nodes);
        let second = nodes.or(self.time_b.map(Effort::Time));
        [first, second.unwrap_or(first)]
    }
}

fn values(name: &str, rule: Rule) -> Result<Values> {
    let (network, tables) = match name.strip_prefix("net:") {
        Some(file) => (Some(network(file, rule)?), params::of(rule)),
        None if name == "built-in" => (Networks::built_in().of(rule), params::of(rule)),
        None => (None, tables(name, rule)?),
    };
    Ok(Values { tables, network })
}

fn tables(name: &str, rule: Rule) -> Result<Arc<Params>> {
    let params = match name {
        "tables" => return Ok(params::of(rule)),
        "hand" => Params::by_hand(Tables::of(rule)),
        file => {
            let bytes = files::read(file.as_ref(), Params::FILE).with_context(|| file.to_owned())?;
            Params::from_bytes(&bytes).with_context(|| file.to_owned())?
        }
    };
    Ok(Arc::new(params))
}

fn network(file: &str, rule: Rule) -> Result<Arc<Network>> {
    let bytes = files::read(file.as_ref(), Network::LONGEST_FILE).with_context(|| file.to_owned())?;
    let network = Network::from_bytes(&bytes).with_context(|| file.to_owned())?;
    ensure!(network.suits(rule), "{file}: a network for another rule than {rule}");
    Ok(Arc::new(network))
}

pub fn run(arguments: &Selfmatch) -> Result<()> {
    let rule = arguments.game.rule;
    let conditions = selfmatch::Conditions {
        rule,
        size: arguments.game.size,
        effort: arguments.efforts(),
        seed: arguments.seed,
        balance: arguments.balance,
    };
    let side = |name: &str, settings: &[String]| -> Result<selfmatch::Side> {
        let values = values(name, rule)?;
        let usual = SearchParams::of(rule, values.network.is_some());
        let search = usual.with(settings).map_err(Error::msg)?;
        Ok(selfmatch::Side { values, search })
    };
    let sides = [side(&arguments.a, &arguments.set_a)?, side(&arguments.b, &arguments.set_b)?];
    let mut progress = ProgressLine::of(arguments.games / 2 * 2, "games");
    let pairs = selfmatch::run(conditions, arguments.games / 2, &sides, |pairs| {
        progress.show(pairs.played(), pairs.to_string());
    });
    progress.end();
    Ok(print_line(format_args!("first side against second: {pairs}"))?)
}
