//! `tengen selfplay`: games for tuning.

use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use tengen::command_line::options::{EvalOptions, ending_rule};
use tengen_core::board::Shape;
use tengen_core::rules::Rule;
use tengen_lab::progress::Progress;
use tengen_lab::selfplay::{self, Opening, StrayBy};
use tengen_lab::shard::Shard;

/// `2000` or `1500..4000`.
fn node_range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = |text: &str| text.parse::<u64>().map_err(|error| error.to_string());
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (number(least)?, number(most)?),
        None => (number(text)?, number(text)?),
    };
    if 0 < least && least <= most {
        Ok(least..=most)
    } else {
        Err("nodes must be at least 1, and the range must ascend".into())
    }
}

/// Its options.
#[derive(Args)]
pub struct Selfplay {
    /// The rule: freestyle, standard, renju, caro or caro-exact, with +fb_check (renju's fouls bind the
    /// first player) behind it
    #[arg(long, default_value = "freestyle", value_parser = ending_rule)]
    rule: Rule,
    /// The board: 15, or WIDTHxHEIGHT; several, with commas between them, of which each game draws one
    #[arg(long, default_value = "15", value_delimiter = ',')]
    size: Vec<Shape>,
    /// How games begin: scattered or lines (random stones, balanced), empty (one stone, and up to four
    /// any near it), book:FILE (one opening a line); several, of which each game draws one
    #[arg(long, default_value = "scattered", value_delimiter = ',')]
    openings: Vec<Opening>,
    /// Nodes a move: a number, or a range LEAST..MOST from which each game draws its own
    #[arg(long, value_parser = node_range, default_value = "1500..3000")]
    nodes: RangeInclusive<u64>,
    /// How many games the file is to hold in the end; those it has are kept
    #[arg(long)]
    games: usize,
    /// Play one part of those games, the second of four for 2/4; `tengen data merge` joins the parts
    #[arg(long, value_name = "PART/PARTS", default_value = "1/1")]
    shard: Shard,
    /// Percentage of moves that are not the best on purpose
    #[arg(long, default_value_t = 8)]
    strays: u32,
    /// How that move is chosen: by looks (one of the best-looking), search (second to fifth best of a
    /// shallow search), bursts (by looks, and the next may stray too); several, of which each game
    /// draws one
    #[arg(long, default_value = "looks", value_delimiter = ',')]
    stray_by: Vec<StrayBy>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    eval: EvalOptions,
    /// The file
    #[arg(long)]
    out: PathBuf,
}

/// Plays the games.
///
/// # Errors
/// When the file cannot be written, or is no file of games.
pub fn run(arguments: Selfplay) -> Result<()> {
    let plan = selfplay::Plan {
        rule: arguments.rule,
        shapes: arguments.size,
        openings: arguments.openings,
        nodes: arguments.nodes,
        games: arguments.games,
        shard: arguments.shard,
        strays: arguments.strays,
        stray_by: arguments.stray_by,
        seed: arguments.seed,
        networks: arguments.eval.networks()?,
        out: arguments.out,
    };
    let mut progress = Progress::of(plan.shard.range(plan.games).len(), "games");
    let (games, tally) = selfplay::run(&plan, &mut |games, tally| {
        progress.tell(games, tally.to_string());
    })?;
    progress.end();
    let _ = writeln!(
        std::io::stderr(),
        "{} holds {games} games; of this run: {tally}",
        plan.out.display()
    );
    Ok(())
}
