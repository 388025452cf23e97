//! `tengen database`: what games and searches have said about positions, in one file.

use super::interrupt::interruptible;
use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tengen::command_line::options::{EvalOptions, GameOptions, PositionOptions};
use tengen::terminal::given::{Given, Setting};
use tengen::terminal::wording;
use tengen_common::Score;
use tengen_core::board::{Shape, notation};
use tengen_database::{
    Bound, Database, Explored, Import, Proof, Record, Results, Shared, Tally, text,
};
use tengen_lab::book::{self, Expansion};
use tengen_protocol::output::print_line;

/// What to do with it.
#[derive(Subcommand)]
pub enum Command {
    /// Count games into a database, each once, whatever its symmetry
    ///
    /// Files and folders of SGF, .psq, moves as text, games of `tengen selfplay`, and the text that `tengen database
    /// export` writes (.jsonl). What is no game is listed and left out; an import that was ended goes on where it was.
    /// Exit code 2 where something was left out.
    Import(ImportOptions),
    /// Show what is known of a position and of its moves
    ///
    /// Exit code 3 where nothing is known.
    Query(Query),
    /// Fill in values by search, from a position on, the most likely lines first
    ///
    /// Ctrl-C ends it; the same command goes on from there.
    Analyse(Analyse),
    /// Join databases to the first one
    Merge(Merge),
    /// Write all positions as text, a line of JSON each
    Export(Export),
    /// Read everything, and say whether it is whole
    Check(Check),
}

/// Options of `import`.
#[derive(Args)]
pub struct ImportOptions {
    /// The database; it is made where there is none
    database: PathBuf,
    /// Files and folders
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    game: GameOptions,
}

/// Options of `query`.
#[derive(Args)]
pub struct Query {
    /// The database
    database: PathBuf,
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    given: Given,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Options of `analyse`.
#[derive(Args)]
pub struct Analyse {
    /// The database; it is made where there is none
    database: PathBuf,
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    eval: EvalOptions,
    /// Search so many positions
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: u32,
    /// Nodes for each of them
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves of each that are followed
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    moves: u16,
    /// A move that is worse by so many points is as unlikely as one a ply deeper
    #[arg(long, value_name = "POINTS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    loss: u32,
    /// Megabytes for what is remembered
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
}

/// Options of `merge`.
#[derive(Args)]
pub struct Merge {
    /// The database that all are joined to
    database: PathBuf,
    /// The others; they stay as they are
    #[arg(required = true)]
    others: Vec<PathBuf>,
    /// Leave the results of games as they are: values, proofs and comments alone are joined
    #[arg(long)]
    without_games: bool,
}

/// Options of `export`.
#[derive(Args)]
pub struct Export {
    /// The database
    database: PathBuf,
    /// The file; there must be none yet [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Options of `check`.
#[derive(Args)]
pub struct Check {
    /// The database
    database: PathBuf,
}

/// Does it.
///
/// # Errors
/// When a file cannot be read or written.
pub fn run(command: &Command) -> Result<ExitCode> {
    match command {
        Command::Import(arguments) => import(arguments),
        Command::Query(arguments) => query(arguments),
        Command::Analyse(arguments) => analyse(arguments),
        Command::Merge(arguments) => merge(arguments),
        Command::Export(arguments) => export(arguments),
        Command::Check(arguments) => {
            let count = Database::open(&arguments.database)?.check()?;
            print_line(format!(
                "{}: {}",
                arguments.database.display(),
                positions(count)
            ))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn positions(count: u64) -> String {
    match count {
        1 => "1 position".into(),
        _ => format!("{count} positions"),
    }
}

/// The files of a folder and its folders, in the order of their names; a file itself.
fn files_of(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| path.display().to_string())?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        files.extend(files_of(&path)?);
    }
    Ok(files)
}

fn import(arguments: &ImportOptions) -> Result<ExitCode> {
    const INTERVAL: Duration = Duration::from_millis(200);
    let GameOptions { rule, size } = arguments.game;
    let mut files = Vec::new();
    for path in &arguments.paths {
        files.extend(files_of(path)?);
    }
    let mut database = Database::create(&arguments.database)?;
    let mut import = Import::into(&mut database);
    let bar = ProgressBar::new_spinner(); // hidden where there is no terminal
    let mut told = Instant::now();
    let mut left_out = 0;
    for (number, file) in files.iter().enumerate() {
        let refused = import.file(file, rule, size, &mut |tally| {
            if told.elapsed() >= INTERVAL {
                told = Instant::now();
                let of = format!("file {} of {}", number + 1, files.len());
                bar.set_message(format!("{of}, {} games", tally.games));
                bar.tick();
            }
        })?;
        left_out += refused.len();
        bar.suspend(|| {
            for why in &refused {
                let _ = writeln!(std::io::stderr(), "{}: {why}", file.display());
            }
        });
    }
    let tally = import.end()?;
    bar.finish_and_clear();
    let Tally {
        games,
        again,
        positions: places,
        records,
    } = tally;
    print_line(format!(
        "{games} new games through {places} positions, {again} counted before; \
         {records} positions as text; {left_out} left out"
    ))?;
    Ok(if left_out == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    })
}

fn query(arguments: &Query) -> Result<ExitCode> {
    let PositionOptions { rule, size, .. } = arguments.position;
    let setting = arguments.given.read(rule, size)?;
    let Setting { position, rule } = &setting;
    let database = Database::open(&arguments.database)?;
    let record = database.record_of(position, *rule)?;
    let moves = database.moves(position, *rule)?;
    let known = record.is_some() || !moves.is_empty();
    let shape = position.shape();
    let text = if arguments.json {
        let moves: Vec<_> = moves.iter().map(|m| move_json(m, shape)).collect();
        let record = record.map(|record| record_json(&record, shape));
        format!("{:#}", json!({ "position": record, "moves": moves }))
    } else {
        table(&setting, record.as_ref(), &moves)
    };
    print_line(text)?;
    Ok(if known {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(3)
    })
}

/// What is known, for people.
fn table(setting: &Setting, record: Option<&Record>, moves: &[Explored]) -> String {
    let Setting { position, rule } = setting;
    let shape = position.shape();
    let mut text = format!(
        "{rule}, {shape}, {} to move after {}\n",
        position.to_move(),
        wording::stones(position.stones().len())
    );
    match record {
        None => text += "Nothing is known of the position itself.",
        Some(record) => {
            let worth = worth(record.proof, record.value);
            let best = record.best.map(|best| notation::write(best, shape));
            let best = best.map_or(String::new(), |best| format!("; best {best}"));
            let _ = write!(text, "{}; {worth}{best}", shares(record.results));
            if !record.comment.is_empty() {
                let _ = write!(text, "\n{}", record.comment);
            }
        }
    }
    if !moves.is_empty() {
        let _ = write!(
            text,
            "\n\nmove {:>8}  {:22}value",
            "games", "black drawn white"
        );
    }
    for explored in moves {
        let record = &explored.record;
        let games = record.results.games();
        let line = format!(
            "{:<4} {games:>8}  {:22}{:24}{}",
            notation::write(explored.point, shape),
            percents(record.results),
            worth(explored.proof(), explored.value()),
            record.comment.lines().next().unwrap_or("")
        );
        let _ = write!(text, "\n{}", line.trim_end());
    }
    text
}

/// `12 games: black won 50 %, …`
fn shares(results: Results) -> String {
    match results.games() {
        0 => "no games".into(),
        1 => "1 game".into(),
        games => format!("{games} games ({})", percents(results)),
    }
}

/// ` 50 %   0 %  50 %`, of the games that have ended.
fn percents(results: Results) -> String {
    let ended = results.games() - results.open;
    if ended == 0 {
        return String::new();
    }
    let share = |games: u64| format!("{:>3} %", (100 * games + ended / 2) / ended);
    let Results {
        black,
        drawn,
        white,
        ..
    } = results;
    [black, drawn, white].map(share).join(" ")
}

/// `win in 7 plies`, `+35 at depth 18`, `at least +35 at depth 18`, `no value`.
fn worth(proof: Option<Proof>, value: Option<tengen_database::Value>) -> String {
    match (proof, value) {
        (Some(Proof::Win(plies)), _) => format!("win in {plies} plies"),
        (Some(Proof::Loss(plies)), _) => format!("loss in {plies} plies"),
        (Some(Proof::Draw), _) => "draw".into(),
        (None, None) => "no value".into(),
        (None, Some(value)) => {
            let bound = match value.bound {
                Bound::Exact => "",
                Bound::Lower => "at least ",
                Bound::Upper => "at most ",
            };
            let score = Score::from_value(value.score);
            format!("{bound}{score} at depth {}", value.depth)
        }
    }
}

fn record_json(record: &Record, shape: Shape) -> Value {
    let Results {
        black,
        drawn,
        white,
        open,
    } = record.results;
    json!({
        "games": { "black": black, "drawn": drawn, "white": white, "open": open },
        "score": worth_json(record.proof, record.value),
        "depth": record.value.map(|value| value.depth),
        "best": record.best.map(|best| notation::write(best, shape)),
        "comment": record.comment,
        "source": record.source,
    })
}

/// Score and proof as who plays the move sees them; the rest is that of the position behind it.
fn move_json(explored: &Explored, shape: Shape) -> Value {
    let mut value = record_json(&explored.record, shape);
    value["score"] = worth_json(explored.proof(), explored.value());
    value["move"] = notation::write(explored.point, shape).into();
    value
}

/// `{"points": 35, "bound": "exact"}`, `{"win_in": 7}`, `{"loss_in": 4}`, `{"drawn": true}` or null.
fn worth_json(proof: Option<Proof>, value: Option<tengen_database::Value>) -> Value {
    match (proof, value) {
        (Some(Proof::Win(plies)), _) => json!({ "win_in": plies }),
        (Some(Proof::Loss(plies)), _) => json!({ "loss_in": plies }),
        (Some(Proof::Draw), _) => json!({ "drawn": true }),
        (None, None) => Value::Null,
        (None, Some(value)) => {
            let bound = match value.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            };
            json!({ "points": value.score, "bound": bound })
        }
    }
}

fn analyse(arguments: &Analyse) -> Result<ExitCode> {
    let PositionOptions { rule, size, .. } = arguments.position;
    let Setting { position, rule } = arguments.given.read(rule, size)?;
    let networks = arguments.eval.networks()?;
    let mut database = Database::create(&arguments.database)?;
    let stop = interruptible()?;
    let bar = ProgressBar::new(arguments.positions.into());
    let expansion = Expansion {
        nodes: arguments.nodes,
        moves: arguments.moves.into(),
        loss: arguments.loss as i32,
        positions: arguments.positions,
    };
    let mut searcher = book::searcher(&networks, (arguments.hash as usize) << 20);
    let done = book::expand(
        &mut database,
        &position,
        rule,
        expansion,
        &mut searcher,
        &mut |done| {
            bar.set_position(done.into());
            !stop.load(Ordering::Relaxed)
        },
    )?;
    bar.finish_and_clear();
    let record = database.record_of(&position, rule)?.unwrap_or_default();
    let best = record
        .best
        .map(|best| notation::write(best, position.shape()));
    print_line(format!(
        "{} searched; the position: {}{}",
        positions(done.into()),
        worth(record.proof, record.value),
        best.map_or(String::new(), |best| format!(", best {best}"))
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn merge(arguments: &Merge) -> Result<ExitCode> {
    let shared = if arguments.without_games {
        Shared::WithoutGames
    } else {
        Shared::Refused
    };
    let others = arguments.others.iter();
    let others: Vec<Database> = others
        .map(|file| Database::open(file))
        .collect::<Result<_>>()?;
    let mut database = Database::create(&arguments.database)?;
    for (other, file) in others.iter().zip(&arguments.others) {
        let merged = database.merge(other, shared);
        let help = "nothing of it was merged; --without-games merges values, proofs and comments";
        let count = merged.with_context(|| format!("{}: {help}", file.display()))?;
        print_line(format!("{}: {} merged", file.display(), positions(count)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn export(arguments: &Export) -> Result<ExitCode> {
    let database = Database::open(&arguments.database)?;
    let Some(file) = &arguments.out else {
        let mut out = BufWriter::new(std::io::stdout().lock());
        write_all(&database, &mut out)?;
        return Ok(ExitCode::SUCCESS);
    };
    ensure!(!file.exists(), "{} is there already", file.display());
    let name = || file.display().to_string();
    let mut out = BufWriter::new(std::fs::File::create_new(file).with_context(name)?);
    let count = write_all(&database, &mut out)?;
    print_line(format!("{} holds {}", file.display(), positions(count)))?;
    Ok(ExitCode::SUCCESS)
}

fn write_all(database: &Database, out: &mut dyn Write) -> Result<u64> {
    let mut count = 0;
    database.each(|key, record| {
        count += 1;
        Ok(writeln!(out, "{}", text::line(&key, &record))?)
    })?;
    out.flush()?;
    Ok(count)
}
