//! `tengen lab selfplay`: plays games, as training data.

use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use tengen::command_line::error::ValueError;
use tengen::command_line::options::{EvalOptions, ending_rule};
use tengen_core::board::BoardSize;
use tengen_core::rules::Rule;
use tengen_lab::progress::ProgressLine;
use tengen_lab::selfplay::{self, Opening, RandomMovesBy};
use tengen_lab::shard::Shard;

/// `2000` or `1500..4000`.
fn node_range(text: &str) -> Result<RangeInclusive<u64>, ValueError> {
    let number = |text: &str| text.parse::<u64>().map_err(|why| ValueError::Nodes { why });
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (number(least)?, number(most)?),
        None => (number(text)?, number(text)?),
    };
    if 0 < least && least <= most { Ok(least..=most) } else { Err(ValueError::NodeRange) }
}

#[derive(Args)]
pub struct Selfplay {
    /// Rule: freestyle, standard, renju, caro or caro-exact, optionally with +fb_check (renju's
    /// forbidden moves for the first player)
    #[arg(long, default_value = "freestyle", value_parser = ending_rule)]
    rule: Rule,
    /// Board size: 15, or WIDTHxHEIGHT; several with commas: each game draws one
    #[arg(long, default_value = "15", value_delimiter = ',')]
    size: Vec<BoardSize>,
    /// Openings: scattered or lines (random stones, balanced), empty (one stone, and up to four random ones
    /// near it), book:FILE (one opening per line); several with commas
    #[arg(long, value_name = "WHICH", default_value = "scattered", value_delimiter = ',')]
    openings: Vec<Opening>,
    /// Nodes per move: a number, or a range MIN..MAX from which each game draws its own
    #[arg(long, value_name = "N", value_parser = node_range, default_value = "1500..3000")]
    nodes: RangeInclusive<u64>,
    /// Total number of games in the output file; existing games are kept
    #[arg(long, value_name = "N")]
    games: usize,
    /// Play only this part of the games, like 2/4; `tengen lab data merge` joins the parts
    #[arg(long, value_name = "PART/PARTS", default_value = "1/1")]
    shard: Shard,
    /// Percentage of random (non-best) moves
    #[arg(long, value_name = "PERCENT", alias = "strays", default_value_t = 8)]
    random_moves: u32,
    /// Choice of random moves: looks (one of the best static scores), search (second to fifth best of a
    /// shallow search), bursts (like looks, and the next move may be random too); several with commas
    #[arg(long, value_name = "HOW", alias = "stray-by", default_value = "looks", value_delimiter = ',')]
    random_moves_by: Vec<RandomMovesBy>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    eval: EvalOptions,
    /// Output file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(arguments: Selfplay) -> Result<()> {
    let plan = selfplay::SelfplayPlan {
        rule: arguments.rule,
        sizes: arguments.size,
        openings: arguments.openings,
        nodes: arguments.nodes,
        games: arguments.games,
        shard: arguments.shard,
        random_moves: arguments.random_moves,
        random_moves_by: arguments.random_moves_by,
        seed: arguments.seed,
        networks: arguments.eval.networks()?,
        out: arguments.out,
    };
    let mut progress = ProgressLine::of(plan.shard.range(plan.games).len(), "games");
    let (games, counts) = selfplay::run(&plan, &mut |games, counts| {
        progress.show(games, counts.to_string());
    })?;
    progress.end();
    let _ = writeln!(std::io::stderr(), "{} holds {games} games; of this run: {counts}", plan.out.display());
    Ok(())
}
