//! `tengen database`: games and studies of positions in one file.

mod analyse;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tengen::command_line::options::{GameOptions, PositionOptions};
use tengen::terminal::given::{Given, Setting};
use tengen::terminal::{explore, explorer};
use tengen_core::printable;
use tengen_core::records::defaults::Defaults;
use tengen_core::records::sgf;
use tengen_database::{Database, Import, Library, Otherwise, SharedDatabase, Tally};
use tengen_protocol::output::{print_line, report};
use tengen_server::assets;
use walkdir::{DirEntry, WalkDir};

/// What to do with a database.
#[derive(Subcommand)]
pub enum Tool {
    /// Count games into a database, each once, whatever symmetry it was played in
    ///
    /// Collections in SGF (the main line of each game), psq, moves as text (a game a line, or one game), renju.net's
    /// collection (RIF), games of self-play, and libraries of RenLib, whose positions come without games. What an import
    /// has written stays when it is broken off; done again it goes on.
    Import(ImportOptions),
    /// Show what is known of a position and its moves
    Query(Query),
    /// Look around in a database, move by move, and write comments and labels
    Explore(Explore),
    /// Fill in values by searches, best lines first, from a position on
    ///
    /// What was searched stays when it is stopped; started again it goes on. Ctrl-C ends it. Several may go on with the
    /// same file at once: they search different positions.
    Analyse(analyse::Analyse),
    /// Join other databases to one; games that several have counted count once
    Merge(Merge),
    /// Write all positions as lines of JSON, or all games as SGF
    Export(Export),
    /// Read all of a database and tell whether it is whole
    Check(Check),
    /// Write the database of openings that comes along into a file
    Openings(Openings),
}

/// Options of `import`.
#[derive(Args)]
pub struct ImportOptions {
    /// The database; it is made if there is none
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Files of games, and folders of them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    otherwise: GameOptions,
}

/// Options of `query`.
#[derive(Args)]
pub struct Query {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    position: PositionOptions,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Options of `explore`.
#[derive(Args)]
pub struct Explore {
    /// The database [default: the openings that come along]
    #[arg(value_name = "DB")]
    database: Option<PathBuf>,
    /// Comments and labels may be written into it
    #[arg(long, requires = "database")]
    database_write: bool,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    position: PositionOptions,
}

/// Options of `merge`.
#[derive(Args)]
pub struct Merge {
    /// The database that the others come into; it is made if there is none
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// The others
    #[arg(value_name = "OTHER", required = true)]
    others: Vec<PathBuf>,
}

/// Options of `export`.
#[derive(Args)]
pub struct Export {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Write the games that were counted, as SGF
    #[arg(long)]
    games: bool,
    /// The file; there must be none yet
    #[arg(long)]
    out: PathBuf,
}

/// Options of `check`.
#[derive(Args)]
pub struct Check {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
}

/// Options of `openings`.
#[derive(Args)]
pub struct Openings {
    /// The file; there must be none yet
    #[arg(value_name = "DB")]
    database: PathBuf,
}

/// Does it.
///
/// # Errors
/// When a file cannot be read or written.
pub fn run(tool: &Tool) -> Result<()> {
    match tool {
        Tool::Import(arguments) => import(arguments),
        Tool::Query(arguments) => query(arguments),
        Tool::Explore(arguments) => explore_lines(arguments),
        Tool::Analyse(arguments) => analyse::run(arguments),
        Tool::Merge(arguments) => merge(arguments),
        Tool::Export(arguments) => export(arguments),
        Tool::Check(arguments) => check(arguments),
        Tool::Openings(arguments) => openings(arguments),
    }
}

fn import(arguments: &ImportOptions) -> Result<()> {
    let files = files_of(&arguments.paths)?;
    let bar = bytes_bar(&files);
    let mut database = Database::create(&arguments.database)?;
    let mut import = Import::into(&mut database);
    let GameOptions { rule, size: shape } = arguments.otherwise;
    let mut refused = Refused::default();
    for file in &files {
        let mut refuse = |why: String| bar.suspend(|| refused.add(&file.path, &why));
        match file.open() {
            Ok(open) => {
                let open = BufReader::new(bar.wrap_read(open));
                let (name, otherwise) = (source_name(&file.path), Otherwise { rule, shape });
                import.read(open, &name, otherwise, &mut refuse)?;
            }
            Err(why) => refuse(why),
        }
        bar.set_message(tally_text(import.tally()));
    }
    let tally = import.end()?;
    bar.finish_and_clear();
    report(format_args!(
        "{}; refused: {}",
        tally_text(tally),
        refused.0
    ));
    Ok(())
}

/// How much was refused.
#[derive(Default)]
struct Refused(u64);

impl Refused {
    /// The first refusals are reported, the others only counted.
    const REPORTED: u64 = 10;

    fn add(&mut self, file: &Path, why: &str) {
        self.0 += 1;
        match self.0.cmp(&(Refused::REPORTED + 1)) {
            Ordering::Less => report(format_args!("Refused: {}: {why}", file.display())),
            Ordering::Equal => report("Refused: more, which are only counted"),
            Ordering::Greater => (),
        }
    }
}

fn tally_text(tally: Tally) -> String {
    let Tally {
        games,
        again,
        positions,
        studied,
    } = tally;
    let libraries = match studied {
        0 => String::new(),
        _ => format!("; positions of libraries: {studied}"),
    };
    format!("new games: {games}, with {positions} positions; counted before: {again}{libraries}")
}

/// What a record says of where it came from.
fn source_name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

/// A file to import.
struct Found {
    path: PathBuf,
    /// Why it cannot be read: it is a link that leads nowhere, say.
    fault: Option<String>,
}

impl Found {
    fn open(&self) -> Result<File, String> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None => File::open(&self.path).map_err(|error| error.to_string()),
        }
    }
}

/// These files, and all files in these folders. A folder with several paths, through links, is read once.
fn files_of(paths: &[PathBuf]) -> Result<Vec<Found>> {
    let mut files = Vec::new();
    let mut folders = HashSet::new();
    for path in paths {
        path.symlink_metadata()
            .with_context(|| path.display().to_string())?;
        let is_new = |entry: &DirEntry| {
            let is_folder = entry.file_type().is_dir();
            let place = entry.path().canonicalize();
            !is_folder || place.map_or(true, |place| folders.insert(place))
        };
        let entries = WalkDir::new(path).follow_links(true).sort_by_file_name();
        let entries = entries.into_iter().filter_entry(is_new);
        files.extend(entries.filter_map(|entry| found(entry, path)));
    }
    Ok(files)
}

/// A file below a folder, or what is there in place of one; `None` for a folder.
fn found(entry: walkdir::Result<DirEntry>, root: &Path) -> Option<Found> {
    let entry = match entry {
        Ok(entry) => entry,
        Err(error) => {
            let fault = match (error.loop_ancestor(), error.io_error()) {
                (Some(_), _) => "a link to a folder that it is in".into(),
                (None, Some(why)) => why.to_string(),
                (None, None) => "it cannot be read".into(),
            };
            return Some(Found {
                path: error.path().unwrap_or(root).into(),
                fault: Some(fault),
            });
        }
    };
    let kind = entry.file_type();
    // A pipe that was named is read; one in a folder may never have a writer.
    let is_file = kind.is_file() || entry.depth() == 0;
    (!kind.is_dir()).then(|| Found {
        fault: (!is_file).then(|| "not a regular file".into()),
        path: entry.into_path(),
    })
}

fn bytes_bar(files: &[Found]) -> ProgressBar {
    let sizes = files
        .iter()
        .map(|file| file.path.metadata().map_or(0, |m| m.len()));
    let template = "{wide_bar} {bytes}/{total_bytes}, {elapsed}, {eta} left\n{msg}";
    let style = ProgressStyle::with_template(template).expect("the template is right");
    let bar = ProgressBar::new(sizes.sum()).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn query(arguments: &Query) -> Result<()> {
    let database = Database::open(&arguments.database)?;
    let PositionOptions {
        rule,
        size,
        drawing,
    } = &arguments.position;
    let setting = explore::setting(&arguments.given, *rule, *size)?;
    let found = explore::run(&database, setting)?;
    Ok(print_line(if arguments.json {
        format!("{:#}", found.json())
    } else {
        found.text(drawing.ink())
    })?)
}

/// Looks around in a database as lines of the input say.
fn explore_lines(arguments: &Explore) -> Result<()> {
    let library = library(arguments.database.as_deref(), arguments.database_write)?;
    let PositionOptions {
        rule,
        size,
        drawing,
    } = &arguments.position;
    let start = if arguments.given.is_nothing() {
        let (rule, shape) = (*rule, *size);
        Setting::after("", Defaults { rule, shape })?
    } else {
        explore::setting(&arguments.given, *rule, *size)?
    };
    let start = explore::kept(start)?;
    let input = std::io::stdin();
    let mut output = std::io::stdout();
    Ok(explorer::run(
        &*library,
        start,
        drawing.ink(),
        input,
        &mut output,
    )?)
}

/// This file, or else the openings that come along.
pub fn library(file: Option<&Path>, writable: bool) -> Result<Arc<dyn Library>> {
    Ok(match file {
        Some(file) => Arc::new(SharedDatabase::open(file, writable)?),
        None => Arc::new(assets::openings()?),
    })
}

fn merge(arguments: &Merge) -> Result<()> {
    let others: Result<Vec<_>> = arguments.others.iter().map(|o| Database::open(o)).collect();
    let others = others?;
    let mut database = Database::create(&arguments.database)?;
    for (other, file) in others.iter().zip(&arguments.others) {
        let merged = database.merge(other)?;
        let (studied, games) = (merged.studied, tally_text(merged.games));
        report(format_args!(
            "{}: studied positions: {studied}; {games}",
            file.display()
        ));
    }
    Ok(())
}

fn export(arguments: &Export) -> Result<()> {
    let database = Database::open(&arguments.database)?;
    let out = &arguments.out;
    let file = File::create_new(out).with_context(|| out.display().to_string())?;
    let mut file = BufWriter::new(file);
    let mut count = 0;
    let wrote = if arguments.games {
        database.each_game(|game, _| {
            count += 1;
            Ok(writeln!(file, "{}", sgf::write(&game.game()).trim_end())?)
        })
    } else {
        database.each(|key, record| {
            count += 1;
            let (position, rule) = key.position();
            let line = explore::line_json(&position, rule, &record);
            Ok(writeln!(file, "{line}")?)
        })
    };
    let wrote = wrote.and_then(|()| Ok(file.flush()?));
    if let Err(error) = wrote {
        let _ = std::fs::remove_file(out); // half of it is of no use
        return Err(error.context(out.display().to_string()));
    }
    let things = if arguments.games {
        "games"
    } else {
        "positions"
    };
    report(format_args!("{} holds {count} {things}", out.display()));
    Ok(())
}

fn check(arguments: &Check) -> Result<()> {
    let file = &arguments.database;
    if !file.exists() {
        bail!("there is no file {}", file.display());
    }
    let database = Database::open(file)?;
    let (positions, games) = (database.check()?, database.count_games()?);
    let name = printable::line(file.display());
    Ok(print_line(format!(
        "{name} is whole; positions: {positions}, games: {games}"
    ))?)
}

fn openings(arguments: &Openings) -> Result<()> {
    let file = &arguments.database;
    let name = || file.display().to_string();
    let openings = assets::find(assets::OPENINGS).context("no openings come along")?;
    let mut new = File::create_new(file).with_context(name)?;
    new.write_all(openings.bytes).with_context(name)
}
