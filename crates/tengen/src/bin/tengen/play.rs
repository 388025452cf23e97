//! `tengen play`: a game against Tengen on the terminal; `tengen levels`: how strong it is there.

use super::interrupt::interruptible;
use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;
use tengen::command_line::options::{DrawingOptions, EvalOptions, GameOptions};
use tengen::terminal::partner::autosave::Autosave;
use tengen::terminal::partner::contest::Contest;
use tengen::terminal::partner::session::{Seat, Session, Setup};
use tengen::terminal::partner::{plain, screen};
use tengen_arena::stats::ShownElo;
use tengen_common::duration;
use tengen_common::pages;
use tengen_common::processors;
use tengen_common::random::Random;
use tengen_core::board::Shape;
use tengen_core::records::defaults::Defaults;
use tengen_core::records::opened::Unopened;
use tengen_core::rules::Rule;
use tengen_core::rules::opening::OpeningRule;
use tengen_engine::level::{LEVELS, Level};
use tengen_engine::thinker::Means;
use tengen_protocol::output::{Lost, print_line};

/// Its options.
#[derive(Args)]
pub struct Play {
    /// Go on with this game: a link, or a file (SGF, .psq, .lib, a link, or moves like h8i9g7)
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The rule: freestyle, standard, renju, caro or caro-exact, with +fb_check (renju's fouls bind the
    /// first player) or +continuous behind it; also for a FILE that names none [default: freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// The board: 15, or WIDTHxHEIGHT; also for a FILE that names none [default: 15, or the smaller of 19x19 and
    /// 20x20 that the moves of the file fit on]
    #[arg(long)]
    size: Option<Shape>,
    /// An opening rule that new games begin by: swap, swap2, pro, long-pro, rif, yamaguchi, soosyrv-8 or
    /// taraguchi-10; who has black for now lays the first stone
    #[arg(long, value_name = "RULE")]
    opening_rule: Option<OpeningRule>,
    /// What you play
    #[arg(long, value_enum, default_value_t = Side::Black)]
    side: Side,
    /// How strong Tengen plays, from 1 (beginner) to 8 (full); `level` in a game lists the names
    #[arg(long, default_value = "3")]
    level: Level,
    /// What level 8 thinks about a move
    #[arg(long, value_parser = duration::read, default_value = "3s")]
    time: Duration,
    /// Threads of level 8: a number, or `all` that the machine runs at once
    #[arg(long, value_name = "N", value_parser = processors::read, default_value = "all")]
    threads: usize,
    /// Level 8 thinks in your time too
    #[arg(long)]
    ponder: bool,
    /// Line by line, as when input or output is no terminal
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    drawing: DrawingOptions,
    /// Megabytes for the search
    #[arg(long, value_name = "MB", default_value = "128", value_parser = pages::megabytes)]
    hash: usize,
    #[command(flatten)]
    eval: EvalOptions,
    /// Read an SGF FILE as five in a row although it says that it holds another game
    #[arg(long)]
    as_five: bool,
    /// The folder where a running game is kept until it is saved or left, or `off` [default: the
    /// system's folder for data of programs]
    #[arg(
        long,
        value_name = "FOLDER",
        env = "TENGEN_AUTOSAVE",
        hide_env_values = true
    )]
    autosave: Option<PathBuf>,
    /// Where the moves made without looking come from [default: different each time]
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    /// You begin
    Black,
    /// Tengen begins
    White,
    /// Two people play
    Both,
    /// Tengen plays alone
    None,
}

impl Side {
    fn seats(self) -> [Seat; 2] {
        use Seat::{Person, Tengen};
        match self {
            Side::Black => [Person, Tengen],
            Side::White => [Tengen, Person],
            Side::Both => [Person, Person],
            Side::None => [Tengen, Tengen],
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

/// Plays.
///
/// # Errors
/// When the file cannot be read, or the terminal fails.
pub fn run(arguments: &Play) -> Result<()> {
    let defaults = Defaults {
        rule: arguments.rule,
        shape: arguments.size,
    };
    let mut session = Session::new(Setup {
        rule: defaults.rule(),
        shape: defaults.shape(0, 0),
        defaults,
        seats: arguments.side.seats(),
        level: arguments.level,
        time: arguments.time,
        opening: arguments.opening_rule,
    })
    .map_err(|why| anyhow!(why))?;
    if let Some(file) = &arguments.file {
        let loaded = session.load(file, arguments.as_five);
        loaded.map_err(|error| match error {
            Unopened::OtherGame(why) => anyhow!("{why} (--as-five reads it as five in a row)"),
            Unopened::Wrong(why) => anyhow!(why),
        })?;
    }
    if let Some(folder) = arguments.autosave_folder() {
        session.set_autosave(folder);
    }
    let means = Means {
        networks: arguments.eval.networks()?,
        memory: arguments.hash,
        threads: arguments.threads,
        ponder: arguments.ponder,
        seed: arguments.seed.unwrap_or_else(Random::unknown_seed),
    };
    let ink = arguments.drawing.ink();
    let (input, output) = (std::io::stdin(), std::io::stdout());
    let terminal = input.is_terminal() && output.is_terminal();
    if terminal && !arguments.plain {
        let leave = interruptible()?;
        log::set_max_level(log::LevelFilter::Off); // lines of a log would disturb the screen
        screen::run(session, means, ink, &leave)?;
        return Ok(());
    }
    let style = plain::Style {
        ink,
        prompt: terminal,
    };
    let played = plain::run(session, means, style, input, &mut output.lock());
    Ok(played.map_err(Lost::from)?)
}

/// Let each level of play meet the one below.
#[derive(Args)]
pub struct Levels {
    #[command(flatten)]
    game: GameOptions,
    /// The levels to measure, each against the one below
    #[arg(long, value_delimiter = ',', default_value = "2,3,4,5,6,7,8")]
    levels: Vec<Level>,
    /// Games of each two
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// What level 8 thinks about a move
    #[arg(long, value_parser = duration::read, default_value = "500ms")]
    time: Duration,
    /// Threads of level 8: a number, or `all` that the machine runs at once
    #[arg(long, value_name = "N", value_parser = processors::read, default_value = "1")]
    threads: usize,
    #[command(flatten)]
    eval: EvalOptions,
    /// Random seed: for openings and random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints a line for each level.
///
/// # Errors
/// When there is no such board, or nobody reads the output.
pub fn levels(arguments: &Levels) -> Result<()> {
    let contest = Contest {
        networks: arguments.eval.networks()?,
        rule: arguments.game.rule,
        shape: arguments.game.size,
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
        print_line(format_args!(
            "| {level} | {below} | {won} | {drawn} | {lost} | {elo} |"
        ))?;
    }
    Ok(())
}
