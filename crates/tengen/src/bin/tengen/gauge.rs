//! `tengen gauge`: two sets of numbers against each other.

use anyhow::{Context, Error, Result, ensure};
use clap::Args;
use std::sync::Arc;
use std::time::Duration;
use tengen::command_line::options::{EffortOptions, GameOptions};
use tengen_common::duration;
use tengen_core::records::files;
use tengen_core::rules::Rule;
use tengen_engine::eval::Values;
use tengen_engine::eval::net::{Network, Networks};
use tengen_engine::eval::tables::params::{self, Params};
use tengen_engine::pattern::Tables;
use tengen_engine::play::Effort;
use tengen_engine::search::params::SearchParams;
use tengen_lab::gauge;
use tengen_lab::progress::Progress;
use tengen_protocol::output::print_line;

/// Its options.
#[derive(Args)]
pub struct Gauge {
    #[command(flatten)]
    game: GameOptions,
    /// Values of the first side: `built-in` (the network of the rule, or its tables), `tables`, `hand`, a file of tables, or
    /// `net:FILE`
    #[arg(long, default_value = "built-in")]
    a: String,
    /// Values of the second side, as for --a
    #[arg(long, default_value = "built-in")]
    b: String,
    /// Numbers of the first side's search, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    set_a: Vec<String>,
    /// Numbers of the second side's search, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    set_b: Vec<String>,
    #[command(flatten)]
    effort: EffortOptions,
    /// Nodes a move of the second side, where they are not those of the first
    #[arg(long, value_name = "N")]
    nodes_b: Option<u64>,
    /// Time a move of the second side, where it is not that of the first
    #[arg(long, value_name = "TIME", value_parser = duration::read, conflicts_with = "nodes_b")]
    time_b: Option<Duration>,
    /// Games
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings are even for a search of so many nodes, best as many as a move gets [default: at a glance]
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    balance: Option<u64>,
}

impl Gauge {
    /// How much each side thinks.
    fn efforts(&self) -> [Effort; 2] {
        let first = self.effort.effort();
        let nodes = self.nodes_b.map(Effort::Nodes);
        let second = nodes.or(self.time_b.map(Effort::Time));
        [first, second.unwrap_or(first)]
    }
}

/// Values by name.
fn values(name: &str, rule: Rule) -> Result<Values> {
    let (network, tables) = match name.strip_prefix("net:") {
        Some(file) => (Some(network(file, rule)?), params::of(rule)),
        None if name == "built-in" => (Networks::built_in().of(rule), params::of(rule)),
        None => (None, tables(name, rule)?),
    };
    Ok(Values { tables, network })
}

/// Tables by name.
fn tables(name: &str, rule: Rule) -> Result<Arc<Params>> {
    let params = match name {
        "tables" => return Ok(params::of(rule)),
        "hand" => Params::by_hand(Tables::of(rule)),
        file => {
            let bytes =
                files::read(file.as_ref(), Params::FILE).with_context(|| file.to_owned())?;
            Params::from_bytes(&bytes).with_context(|| file.to_owned())?
        }
    };
    Ok(Arc::new(params))
}

/// The network of a file.
fn network(file: &str, rule: Rule) -> Result<Arc<Network>> {
    let bytes =
        files::read(file.as_ref(), Network::LONGEST_FILE).with_context(|| file.to_owned())?;
    let network = Network::from_bytes(&bytes).with_context(|| file.to_owned())?;
    ensure!(
        network.suits(rule),
        "{file}: a network for another rule than {rule}"
    );
    Ok(Arc::new(network))
}

/// Plays the games and prints what came out.
pub fn run(arguments: &Gauge) -> Result<()> {
    let rule = arguments.game.rule;
    let conditions = gauge::Conditions {
        rule,
        shape: arguments.game.size,
        effort: arguments.efforts(),
        seed: arguments.seed,
        balance: arguments.balance,
    };
    let side = |name: &str, settings: &[String]| -> Result<gauge::Side> {
        let values = values(name, rule)?;
        let usual = SearchParams::usual(values.network.is_some());
        let search = usual.with(settings).map_err(Error::msg)?;
        Ok(gauge::Side { values, search })
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
