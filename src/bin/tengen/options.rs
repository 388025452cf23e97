//! Options that several tools share.

use clap::Args;
use tengen::board::Shape;
use tengen::rules::Rule;
use tengen::terminal::drawing::Ink;

/// Which game, where that must be said.
#[derive(Args)]
pub struct GameOptions {
    /// The rule: freestyle, standard, renju, caro or caro-exact, with +fb_check (renju's fouls bind the
    /// first player) behind it
    #[arg(long, default_value = "freestyle", value_parser = ending_rule)]
    pub rule: Rule,
    /// The board: 15, or WIDTHxHEIGHT
    #[arg(long, default_value = "15")]
    pub size: Shape,
}

/// A rule by which a game ends with a five.
pub fn ending_rule(name: &str) -> Result<Rule, String> {
    let rule: Rule = name.parse()?;
    match rule.continuous {
        true => {
            Err("continuous games do not end with a five; this tool plays only such that do".into())
        }
        false => Ok(rule),
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
