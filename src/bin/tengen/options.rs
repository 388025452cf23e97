//! Options that several tools share.

use anyhow::{Context, Result};
use clap::Args;
use tengen::board::Shape;
use tengen::rules::{Rule, Variant};
use tengen::tools::drawing::Ink;

/// Which game, where that must be said.
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

/// Which game, where a file may tell.
#[derive(Args)]
pub struct PositionOptions {
    /// The rule: freestyle, standard, renju, caro or caro-exact, with +fb_check (renju's fouls bind the
    /// first player) or +continuous behind it [default: the rule of the file, or freestyle]
    #[arg(long, value_name = "RULE")]
    pub rule: Option<Rule>,
    /// The board for moves that come without one: 15, or WIDTHxHEIGHT
    #[arg(long, default_value = "15")]
    pub size: Shape,
    #[command(flatten)]
    pub drawing: DrawingOptions,
}

/// How boards look.
#[derive(Args)]
pub struct DrawingOptions {
    /// What boards are drawn with [default: color on a terminal, else ascii]
    #[arg(long, value_enum)]
    draw: Option<Ink>,
}

impl DrawingOptions {
    /// What boards are drawn with.
    pub fn ink(&self) -> Ink {
        self.draw.unwrap_or_else(Ink::of_stdout)
    }
}
