//! Options that several programs or tools take.

use crate::terminal::drawing::Ink;
use anyhow::{Error, Result};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_common::duration;
use tengen_common::pages;
use tengen_core::board::Shape;
use tengen_core::rules::Rule;
use tengen_engine::eval::net::Networks;
use tengen_engine::play::Effort;

/// Where a session is written down.
#[derive(Args)]
pub struct LogOptions {
    /// Write a log of the session to this file (it is appended to)
    #[arg(long, value_name = "FILE", env = "TENGEN_LOG")]
    log: Option<OsString>,
}

impl LogOptions {
    /// The file; an empty name means none.
    pub fn file(&self) -> Option<&Path> {
        let file = self.log.as_deref().filter(|name| !name.is_empty());
        file.map(Path::new)
    }
}

/// How a program for the SAU platform thinks.
#[derive(Args)]
pub struct SauOptions {
    /// The longest time for a turn, like 5s or 800ms
    #[arg(long, value_parser = duration::read, default_value = "5s", env = "TENGEN_TIME")]
    pub time: Duration,
    /// Memory for the search tables in MB
    #[arg(long, value_name = "MB", default_value = "64", value_parser = pages::megabytes)]
    pub hash: usize,
    /// Search at most this many nodes a turn
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
}

/// What positions are judged by.
#[derive(Args)]
pub struct EvalOptions {
    /// What positions are judged by: networks, where the rule has one, or tables only
    #[arg(long, value_enum, default_value_t = Judge::Net)]
    eval: Judge,
    /// A network for its rule, instead of the one that the program brings along; as often as needed
    #[arg(long, value_name = "FILE")]
    net: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Judge {
    Tables,
    Net,
}

impl EvalOptions {
    /// The networks that are asked for.
    ///
    /// # Errors
    /// When a file cannot be read, or is no network.
    pub fn networks(&self) -> Result<Networks> {
        if self.eval == Judge::Tables {
            return Ok(Networks::none());
        }
        Networks::with_files(&self.net).map_err(Error::msg)
    }
}

/// How much is thought about a move.
#[derive(Args)]
pub struct EffortOptions {
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 3000)]
    nodes: u64,
    /// Time a move instead, like 100ms, always all of it
    #[arg(long, value_parser = duration::read, conflicts_with = "nodes")]
    time: Option<Duration>,
}

impl EffortOptions {
    /// What was asked for.
    pub fn effort(&self) -> Effort {
        self.time.map_or(Effort::Nodes(self.nodes), Effort::Time)
    }
}

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
    if rule.continuous {
        Err("continuous games do not end with a five; this tool plays only such that do".into())
    } else {
        Ok(rule)
    }
}

/// Which game, where a file may tell.
#[derive(Args)]
pub struct PositionOptions {
    /// The rule: freestyle, standard, renju, caro or caro-exact, with +fb_check (renju's fouls bind the
    /// first player) or +continuous behind it [default: the rule of the file, or freestyle]
    #[arg(long, value_name = "RULE")]
    pub rule: Option<Rule>,
    /// The board where the file names none: 15, or WIDTHxHEIGHT [default: the smallest of 15x15, 19x19 and
    /// 20x20 that the moves fit on]
    #[arg(long)]
    pub size: Option<Shape>,
    /// How it is drawn.
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

    /// What boards are drawn with in a file.
    pub fn ink_of_files(&self) -> Ink {
        self.draw.unwrap_or(Ink::Ascii)
    }
}
