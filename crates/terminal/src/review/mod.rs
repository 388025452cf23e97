//! Reviews games: each move gets a grade and a reason.
//!
//! The judgement is [`tengen_engine::study::review`]'s, the same as on the page. Here:
//!
//! - `rows`: what all reports show;
//! - `text`, `markdown`, `html`, `json`, `sgf`: the reports.

mod html;
mod json;
mod markdown;
mod rows;
mod sgf;
mod text;

pub use html::html;
pub use json::json;
pub use markdown::markdown;
pub use sgf::sgf;
pub use text::legend;

use super::given;
use anyhow::{Context, Error, Result, ensure};
use clap::{Args, ValueEnum};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen_common::{Limits, StopRequest, duration, processors};
use tengen_core::board::{BoardSize, Colour};
use tengen_core::game;
use tengen_core::rules::Rule;
use tengen_engine::eval::net::Networks;
use tengen_records::Game;
use tengen_records::defaults::Defaults;
use tengen_records::moves::size_by;
use tengen_records::opened::Opened;
use tengen_records::source::Source;
use tengen_session::service::{Event, FAILED, Judged, Reviewed, Runner, Settings, Task, Work};

/// The games and the limits of the search.
#[derive(Args, Debug)]
pub struct ReviewOptions {
    /// Games: files (SGF, .psq, .lib, moves), links, or moves like h8i9g7; - reads standard input. All
    /// games of a file are reviewed
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Read an SGF file as five in a row even if its GM property names another game
    #[arg(long)]
    as_five: bool,
    /// Side whose moves are reviewed; scores are this side's, or black's for both
    #[arg(long, value_enum, default_value_t = View::Both)]
    side: View,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Time per move, like 2s or 0.5 (seconds), instead of nodes
    #[arg(long, value_parser = duration::read, conflicts_with = "nodes")]
    time: Option<Duration>,
    /// Search threads with --time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = processors::read, default_value = "all", hide_default_value = true)]
    threads: usize,
    /// Hash table size
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
}

/// The side whose moves are reviewed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum View {
    /// Black
    Black,
    /// White
    White,
    /// Both
    Both,
}

impl View {
    /// The side from whose point of view scores are given.
    fn of(self) -> Colour {
        match self {
            View::Black | View::Both => Colour::Black,
            View::White => Colour::White,
        }
    }

    fn shows(self, side: Colour) -> bool {
        self == View::Both || self.of() == side
    }
}

#[derive(Clone, Debug)]
pub struct Unreviewed {
    /// The file and, if it has several games, the number of the game.
    pub name: String,
    game: Game,
    /// What else its file has.
    source: Option<Source>,
}

#[derive(Clone, Debug)]
pub struct Review {
    name: String,
    game: Game,
    /// What else its file has.
    source: Option<Source>,
    /// The boards before each move, and after the last one.
    boards: Vec<game::Game>,
    /// The judgement of each board.
    judged: Vec<Judged>,
    view: View,
    /// The limits of the search: `100000 nodes`.
    effort: String,
}

impl Unreviewed {
    pub fn positions(&self) -> usize {
        self.game.moves.len() + 1
    }

    /// The requested rule takes precedence over that of the file.
    fn new(name: String, opened: Opened, defaults: Defaults) -> Result<Unreviewed> {
        let Opened { game, source, .. } = opened;
        ensure!(!game.moves.is_empty(), "the game has no moves");
        let game = Game { rule: defaults.rule.unwrap_or(game.rule), ..game };
        game.played().map_err(Error::msg)?;
        Ok(Unreviewed { name, game, source })
    }
}

impl ReviewOptions {
    /// The given games. Those of a collection that cannot be read are skipped with a warning.
    pub fn games(&self, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Vec<Unreviewed>> {
        let defaults = Defaults { rule, size, other: None };
        let mut games = Vec::new();
        for file in &self.files {
            games.extend(self.games_of(file, defaults)?);
        }
        Ok(games)
    }

    fn games_of(&self, file: &Path, defaults: Defaults) -> Result<Vec<Unreviewed>> {
        let name = given::name(file);
        // No file could name the rule of moves on the command line.
        let defaults = match given::only_moves(file) {
            Some(moves) => Defaults::of(defaults.rule(), size_by(moves, defaults)),
            None => defaults,
        };
        let found = given::games(file, defaults, self.as_five)?;
        let games = given::usable(&name, found, |name, opened| Unreviewed::new(name.into(), opened, defaults))?;
        ensure!(!games.is_empty(), "{name}: no game can be reviewed");
        Ok(games)
    }

    /// Reviews a game. Calls `progress` with the number of positions done; returns `None` once `stop` is set.
    pub fn review(
        &self,
        unreviewed: Unreviewed,
        networks: &Networks,
        stop: &AtomicBool,
        progress: &dyn Fn(usize),
    ) -> Result<Option<Review>> {
        let Unreviewed { name, game, source } = unreviewed;
        let boards = game.steps().map_err(Error::msg)?;
        let mut judged = BTreeMap::new();
        let mut request = || StopRequest::now_if(stop.load(Ordering::Relaxed));
        let mut listener = |event| {
            if let Event::Judged(one) = event {
                judged.insert(one.after, one);
                progress(judged.len());
            }
        };
        let task = self.task(&game, &boards);
        let threads = if self.time.is_some() { self.threads } else { 1 };
        let settings = Settings::new(networks, (self.hash as usize) << 20, threads);
        let outcome = Runner::new(settings).answer(&task, &mut request, &mut listener);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        outcome.context(FAILED)?;
        let judged = judged.into_values().collect();
        Ok(Some(Review { name, game, source, boards, judged, view: self.side, effort: self.effort() }))
    }

    fn task(&self, game: &Game, boards: &[game::Game]) -> Task {
        let open = |board: &game::Game| (board.ending().is_none().then(|| board.position().clone()), 0);
        let limits = self.time.map_or_else(|| Limits::nodes(self.nodes), Limits::time);
        let reviewed = Reviewed::game(boards.iter().map(open), game.points());
        let position = boards[0].position().clone();
        Task { limits, ..Task::new(position, game.rule, Work::Review(reviewed)) }
    }

    fn effort(&self) -> String {
        match self.time {
            Some(time) => format!("{} s", time.as_secs_f64()),
            None => super::wording::nodes(self.nodes),
        }
    }
}
