//! Options that several tools share.

use anyhow::{Context, Result};
use clap::Args;
use tengen::board::Shape;
use tengen::rules::{Rule, Variant};

/// Which game.
#[derive(Args)]
pub struct GameOptions {
    /// The rule: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "freestyle")]
    rule: Variant,
    /// Side of the board
    #[arg(long, default_value_t = 15)]
    size: u32,
}

impl GameOptions {
    /// The rule.
    pub fn rule(&self) -> Rule {
        Rule::new(self.rule)
    }

    /// The board.
    pub fn shape(&self) -> Result<Shape> {
        Shape::square(self.size).context("a board has 5 to 32 columns")
    }
}
