//! Options shared by several programs or tools.

use super::error::ValueError;
use anyhow::{Context, Error, Result, anyhow};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tengen_certificate::ProofBook;
use tengen_common::duration;
use tengen_common::pages;
use tengen_core::board::BoardSize;
use tengen_core::files::{self, Existing, NewFile};
use tengen_core::rules::Rule;
use tengen_engine::effort::Effort;
use tengen_engine::eval::net::Networks;
use tengen_terminal::drawing::Ink;

/// Where a session is written down.
#[derive(Args)]
pub struct LogOptions {
    /// Append a log of the session to this file
    #[arg(long, value_name = "FILE", env = "TENGEN_LOG")]
    log: Option<OsString>,
}

impl LogOptions {
    /// The log file; `None` if the name is empty.
    pub fn file(&self) -> Option<&Path> {
        let file = self.log.as_deref().filter(|name| !name.is_empty());
        file.map(Path::new)
    }
}

/// What happens to an output file that exists already; shared by all commands that create files.
#[derive(Args, Clone, Copy)]
pub struct ForceOption {
    /// Replace the output file if it exists already
    #[arg(long)]
    force: bool,
}

impl ForceOption {
    /// As with --force.
    pub fn set() -> ForceOption {
        ForceOption { force: true }
    }

    pub fn create(&self, path: &Path) -> Result<NewFile> {
        NewFile::create(path, self.existing()).map_err(|error| self.explained(path, &error))
    }

    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        let written = files::write_new(path, self.existing(), bytes);
        written.map_err(|error| self.explained(path, &error))
    }

    fn existing(&self) -> Existing {
        if self.force { Existing::Replace } else { Existing::Keep }
    }

    fn explained(&self, path: &Path, error: &std::io::Error) -> Error {
        let path = path.display();
        match error.kind() {
            ErrorKind::AlreadyExists => anyhow!("{path}: {error}; --force replaces it"),
            ErrorKind::NotFound => anyhow!("{path}: there is no such folder"),
            _ => anyhow!("{path}: {error}"),
        }
    }
}

/// Puts a complete output file in place.
pub fn finish(file: NewFile, path: &Path) -> Result<()> {
    file.finish().with_context(|| path.display().to_string())
}

/// How a program for the SAU platform thinks.
#[derive(Args)]
pub struct SauOptions {
    /// Maximum time per turn, like 5s or 800ms
    #[arg(long, value_parser = duration::read, default_value = "5s", env = "TENGEN_TIME")]
    pub time: Duration,
    /// Hash table size
    #[arg(long, value_name = "MB", default_value = "64", value_parser = pages::megabytes)]
    pub hash: usize,
    /// Node limit per turn
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
}

/// A proof to play by.
#[derive(Args)]
pub struct ProofOption {
    /// Play the moves of a proof (`tengen prove`) at level 8 in games that it covers; check the file with `tengen prove
    /// check` first
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
}

impl ProofOption {
    pub fn book(&self) -> Result<Option<Arc<ProofBook>>> {
        Ok(ProofBook::open(self.proof.as_deref())?)
    }
}

/// The evaluation.
#[derive(Args)]
pub struct EvalOptions {
    /// Evaluation: neural networks (for rules that have one), or pattern tables only
    #[arg(long, value_name = "BY", value_enum, default_value_t = Judge::Net)]
    eval: Judge,
    /// Network file that replaces the built-in one for its rule (repeatable)
    #[arg(long, value_name = "FILE")]
    net: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Judge {
    Net,
    Tables,
}

impl EvalOptions {
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
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 3000)]
    nodes: u64,
    /// Fixed time per move, like 100ms, instead of nodes
    #[arg(long, value_parser = duration::read, conflicts_with = "nodes")]
    time: Option<Duration>,
}

impl EffortOptions {
    pub fn effort(&self) -> Effort {
        self.time.map_or(Effort::Nodes(self.nodes), Effort::Time)
    }
}

/// The rule and the board of a game.
#[derive(Args)]
pub struct GameOptions {
    /// Rule: freestyle, standard, renju, caro or caro-exact, optionally with +fb_check (renju's
    /// forbidden moves for the first player)
    #[arg(long, default_value = "freestyle", value_parser = ending_rule)]
    pub rule: Rule,
    /// Board size: 15, or WIDTHxHEIGHT
    #[arg(long, default_value = "15")]
    pub size: BoardSize,
}

pub fn ending_rule(name: &str) -> Result<Rule, ValueError> {
    let rule: Rule = name.parse()?;
    if rule.continuous { Err(ValueError::Continuous) } else { Ok(rule) }
}

/// The rule and the board of a position, which a file may name.
#[derive(Args)]
pub struct PositionOptions {
    /// Rule: freestyle, standard, renju, caro or caro-exact, optionally with +fb_check (renju's
    /// forbidden moves for the first player) or +continuous [default: the rule of the file, or freestyle]
    #[arg(long, value_name = "RULE")]
    pub rule: Option<Rule>,
    /// Board size if the file has none: 15, or WIDTHxHEIGHT [default: the smallest of 15x15, 19x19 and
    /// 20x20 that the moves fit on]
    #[arg(long)]
    pub size: Option<BoardSize>,
    /// How it is drawn.
    #[command(flatten)]
    pub drawing: DrawingOptions,
}

/// How boards look.
#[derive(Args)]
pub struct DrawingOptions {
    /// Style of text diagrams [default: color on a terminal, otherwise ascii]
    #[arg(long, value_name = "STYLE", value_enum)]
    draw: Option<Ink>,
}

impl DrawingOptions {
    pub fn ink(&self) -> Ink {
        self.draw.unwrap_or_else(Ink::of_stdout)
    }

    pub fn ink_of_files(&self) -> Ink {
        self.draw.unwrap_or(Ink::Ascii)
    }
}
