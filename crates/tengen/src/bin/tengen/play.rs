//! `tengen play`: a game against Tengen on the terminal; `tengen lab levels`: measures its levels.

use super::interrupt::interruptible;
use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;
use tengen::command_line::options::{EvalOptions, GameOptions, PositionOptions, ProofOption};
use tengen_arena::stats::ShownElo;
use tengen_common::duration;
use tengen_common::pages;
use tengen_common::processors;
use tengen_common::random::Random;
use tengen_core::rules::opening::OpeningRule;
use tengen_line_io::output::{Lost, print_line};
use tengen_records::defaults::Defaults;
use tengen_session::level::{LEVELS, Level};
use tengen_session::service::Settings;
use tengen_terminal::given;
use tengen_terminal::partner::autosave::Autosave;
use tengen_terminal::partner::contest::Contest;
use tengen_terminal::partner::session::{Seat, Session, SessionSetup};
use tengen_terminal::partner::{plain, screen};

#[derive(Args)]
pub struct Play {
    /// Continue this game: a link, or a file (SGF, .psq, .lib, a link or moves)
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    position: PositionOptions,
    /// Opening rule of new games: swap, swap2, pro, long-pro, rif, yamaguchi, soosyrv-8 or taraguchi-10;
    /// the tentative black player places the first stone
    #[arg(long, value_name = "RULE")]
    opening_rule: Option<OpeningRule>,
    /// Side you play
    #[arg(long, value_enum, default_value_t = HumanSide::Black)]
    side: HumanSide,
    /// Playing strength, from 1 (beginner) to 8 (full); `level` in a game lists the names
    #[arg(long, default_value = "3")]
    level: Level,
    /// Thinking time per move of level 8
    #[arg(long, value_parser = duration::read, default_value = "3s")]
    time: Duration,
    /// Threads of level 8: a number, or `all` for one per processor
    #[arg(long, value_name = "N", value_parser = processors::read, default_value = "all")]
    threads: usize,
    /// Let level 8 think in your time too (pondering)
    #[arg(long)]
    ponder: bool,
    /// Play line by line, not full screen; the default without a terminal
    #[arg(long)]
    plain: bool,
    /// Hash table size
    #[arg(long, value_name = "MB", default_value = "128", value_parser = pages::megabytes)]
    hash: usize,
    #[command(flatten)]
    eval: EvalOptions,
    #[command(flatten)]
    proof: ProofOption,
    /// Read an SGF file as five in a row even if its GM property names another game
    #[arg(long)]
    as_five: bool,
    /// Folder for autosaves of the running game, or `off` [default: the system's folder for application
    /// data]
    #[arg(long, value_name = "FOLDER", env = "TENGEN_AUTOSAVE", hide_env_values = true)]
    autosave: Option<PathBuf>,
    /// Random seed for the random moves of weak levels [default: different each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum HumanSide {
    /// You begin
    Black,
    /// Tengen begins
    White,
    /// Two people play
    Both,
    /// Tengen plays alone
    None,
}

impl HumanSide {
    fn seats(self) -> [Seat; 2] {
        use Seat::{Person, Tengen};
        match self {
            HumanSide::Black => [Person, Tengen],
            HumanSide::White => [Tengen, Person],
            HumanSide::Both => [Person, Person],
            HumanSide::None => [Tengen, Tengen],
        }
    }
}

impl Play {
    fn autosave_folder(&self) -> Option<PathBuf> {
        match &self.autosave {
            None => Autosave::usual_folder(),
            Some(folder) if folder.as_os_str() == "off" || folder.as_os_str().is_empty() => None,
            Some(folder) => Some(folder.clone()),
        }
    }
}

pub fn run(arguments: &Play) -> Result<()> {
    let defaults = Defaults { rule: arguments.position.rule, size: arguments.position.size, other: None };
    let mut session = Session::new(SessionSetup {
        rule: defaults.rule(),
        size: defaults.size(0, 0),
        defaults,
        seats: arguments.side.seats(),
        level: arguments.level,
        time: arguments.time,
        opening: arguments.opening_rule,
    })
    .map_err(|why| anyhow!(why))?;
    if let Some(file) = &arguments.file {
        session.load(file, arguments.as_five).map_err(given::error_of)?;
    }
    if let Some(folder) = arguments.autosave_folder() {
        session.set_autosave(folder);
    }
    let settings = Settings {
        networks: arguments.eval.networks()?,
        memory: arguments.hash,
        pool: None,
        threads: arguments.threads,
        ponder: arguments.ponder,
        seed: arguments.seed.unwrap_or_else(Random::unknown_seed),
        proof: arguments.proof.book()?,
    };
    let ink = arguments.position.drawing.ink();
    let (input, output) = (std::io::stdin(), std::io::stdout());
    let terminal = input.is_terminal() && output.is_terminal();
    if terminal && !arguments.plain {
        let leave = interruptible()?;
        log::set_max_level(log::LevelFilter::Off); // log lines would disturb the screen
        screen::run(session, settings, ink, &leave)?;
        return Ok(());
    }
    let style = plain::Style { ink, prompt: terminal };
    let played = plain::run(session, settings, style, input, &mut output.lock());
    Ok(played.map_err(Lost::from)?)
}

/// Let each level of play meet the one below.
#[derive(Args)]
pub struct Levels {
    #[command(flatten)]
    game: GameOptions,
    /// Levels to measure, each against the next lower one
    #[arg(long, value_delimiter = ',', default_value = "2,3,4,5,6,7,8")]
    levels: Vec<Level>,
    /// Games per pair of levels
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Thinking time per move of level 8
    #[arg(long, value_parser = duration::read, default_value = "500ms")]
    time: Duration,
    /// Threads of level 8: a number, or `all` for one per processor
    #[arg(long, value_name = "N", value_parser = processors::read, default_value = "1")]
    threads: usize,
    #[command(flatten)]
    eval: EvalOptions,
    /// Random seed for openings and random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub fn levels(arguments: &Levels) -> Result<()> {
    let contest = Contest {
        networks: arguments.eval.networks()?,
        rule: arguments.game.rule,
        size: arguments.game.size,
        seed: arguments.seed,
        time: arguments.time,
        threads: arguments.threads,
    };
    print_line("| level | against | won | drawn | lost | Elo |\n|---|---|---|---|---|---|")?;
    for &level in arguments.levels.iter().filter(|level| level.number > 1) {
        let below = LEVELS[level.number - 2];
        let pairs = contest.run([level, below], arguments.games.div_ceil(2));
        let [won, drawn, lost] = pairs.games;
        let elo = ShownElo(pairs);
        print_line(format_args!("| {level} | {below} | {won} | {drawn} | {lost} | {elo} |"))?;
    }
    Ok(())
}
