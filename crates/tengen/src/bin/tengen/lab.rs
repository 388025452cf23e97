//! `tengen lab`: tools for developers of the engine.

mod data;
mod samples;
mod selfmatch;
mod selfplay;
mod spsa;

use super::play;
use anyhow::Result;
use clap::Subcommand;

/// The tools.
#[derive(Subcommand)]
pub enum Lab {
    /// Run a match between each level of `tengen play` and the next lower one
    Levels(play::Levels),
    /// Generate training data: play games from random balanced openings, and write them with search scores
    Selfplay(selfplay::Selfplay),
    /// Generate training data: sample positions from the search trees of self-play games, and search each
    #[command(alias = "leaves")]
    Samples(samples::Samples),
    /// Show, merge, shuffle, split and export training data
    #[command(subcommand)]
    Data(data::Data),
    /// Run an A/B match of Tengen against itself: two sets of parameters, at fixed nodes or time
    #[command(alias = "gauge")]
    Selfmatch(selfmatch::Selfmatch),
    /// Tune search parameters by SPSA: games between random changes of the parameters
    Spsa(spsa::Spsa),
}

impl Lab {
    pub fn run(self) -> Result<()> {
        match self {
            Lab::Levels(arguments) => play::levels(&arguments),
            Lab::Selfplay(arguments) => selfplay::run(arguments),
            Lab::Samples(arguments) => samples::run(arguments),
            Lab::Data(arguments) => data::run(arguments),
            Lab::Selfmatch(arguments) => selfmatch::run(&arguments),
            Lab::Spsa(arguments) => spsa::run(arguments),
        }
    }
}
