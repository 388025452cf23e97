//! `tengen database`: position databases.

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
use tengen::command_line::options::{ForceOption, GameOptions, PositionOptions, finish};
use tengen_core::messages;
use tengen_core::printable;
use tengen_database::{Database, Import, ImportCounts, PositionBook, open_book, write_yixin};
use tengen_line_io::output::{print_line, report};
use tengen_records::defaults::Defaults;
use tengen_records::sgf;
use tengen_server::assets;
use tengen_terminal::given::{Given, Setting};
use tengen_terminal::{explore, explorer};
use walkdir::{DirEntry, WalkDir};

/// What to do with a database.
#[derive(Subcommand)]
pub enum DatabaseTool {
    /// Import games into a database; each game counts once, also if it appears rotated or mirrored
    ///
    /// Reads SGF collections (the main line of each game), psq, moves as text (one game per line, or a single game),
    /// renju.net's collection (RIF), self-play games, and positions without games: RenLib libraries and databases
    /// of Yixin. An interrupted import keeps what it has written; run it again to continue. --rule and --size are for
    /// games that name none.
    Import(ImportOptions),
    /// Show the record of a position and of its moves
    Query(DatabaseQuery),
    /// Browse a database move by move, and edit comments and labels
    Explore(Explore),
    /// Search the positions that follow a position, best lines first, and store their values
    ///
    /// Ctrl-C stops it. Results are stored as they are found; run it again to continue. Several processes can work on
    /// the same file at the same time: they search different positions.
    Analyse(analyse::Analyse),
    /// Merge databases; a game that is in several of them counts once
    Merge(Merge),
    /// Write all positions as lines of JSON or as a database for Yixin, or all games as SGF
    Export(Export),
    /// Read a whole database and check that it is intact
    Check(Check),
    /// Write the built-in opening database to a file
    Openings(Openings),
}

#[derive(Args)]
pub struct ImportOptions {
    /// Database file; created if it does not exist
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Game files, or folders with game files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    otherwise: GameOptions,
}

#[derive(Args)]
pub struct DatabaseQuery {
    /// Database file
    #[arg(value_name = "DB")]
    database: PathBuf,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    position: PositionOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct Explore {
    /// Database file [default: the built-in openings]
    #[arg(value_name = "DB")]
    database: Option<PathBuf>,
    /// Allow changes to comments and labels
    #[arg(long, requires = "database")]
    database_write: bool,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    position: PositionOptions,
}

#[derive(Args)]
pub struct Merge {
    /// Database file to merge into; created if it does not exist
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Database files to merge
    #[arg(value_name = "OTHER", required = true)]
    others: Vec<PathBuf>,
}

#[derive(Args)]
pub struct Export {
    /// Database file
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Write the games as SGF instead of the positions as JSON
    #[arg(long, conflicts_with = "yixin")]
    games: bool,
    /// Write the positions as a database for Yixin and Rapfi: freestyle, standard and renju, without game results
    #[arg(long)]
    yixin: bool,
    /// Output file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceOption,
}

#[derive(Args)]
pub struct Check {
    /// Database file
    #[arg(value_name = "DB")]
    database: PathBuf,
}

#[derive(Args)]
pub struct Openings {
    /// Output file
    #[arg(value_name = "DB")]
    database: PathBuf,
    #[command(flatten)]
    force: ForceOption,
}

pub fn run(tool: &DatabaseTool) -> Result<()> {
    match tool {
        DatabaseTool::Import(arguments) => import(arguments),
        DatabaseTool::Query(arguments) => query(arguments),
        DatabaseTool::Explore(arguments) => explore_lines(arguments),
        DatabaseTool::Analyse(arguments) => analyse::run(arguments),
        DatabaseTool::Merge(arguments) => merge(arguments),
        DatabaseTool::Export(arguments) => export(arguments),
        DatabaseTool::Check(arguments) => check(arguments),
        DatabaseTool::Openings(arguments) => openings(arguments),
    }
}

fn import(arguments: &ImportOptions) -> Result<()> {
    let files = files_of(&arguments.paths)?;
    let bar = bytes_bar(&files);
    let mut database = Database::create(&arguments.database)?;
    let mut import = Import::into(&mut database);
    let GameOptions { rule, size } = arguments.otherwise;
    let mut refused = Refused::default();
    for file in &files {
        let mut refuse = |why: String| bar.suspend(|| refused.add(&file.path, &why));
        match file.open() {
            Ok(open) => {
                let open = BufReader::new(bar.wrap_read(open));
                let (name, defaults) = (source_name(&file.path), Defaults::of(rule, size));
                import.read(open, &name, defaults, &mut refuse)?;
            }
            Err(why) => refuse(why.into()),
        }
        bar.set_message(tally_text(import.counts()));
    }
    let counts = import.end()?;
    bar.finish_and_clear();
    report(format_args!("{}; refused: {}", tally_text(counts), refused.0));
    Ok(())
}

/// Counts rejected games.
#[derive(Default)]
struct Refused(u64);

impl Refused {
    /// The first rejections are reported, the others only counted.
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

fn tally_text(counts: ImportCounts) -> String {
    let ImportCounts { games, again, positions, studied } = counts;
    let libraries = match studied {
        0 => String::new(),
        _ => format!("; positions of libraries: {studied}"),
    };
    format!("new games: {games}, with {positions} positions; counted before: {again}{libraries}")
}

fn source_name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

struct FoundGames {
    path: PathBuf,
    /// The reason why it cannot be read, such as a broken link.
    fault: Option<FileFault>,
}

messages! {
    /// Why a file cannot be imported.
    enum FileFault {
        OwnFolder = "a link to a folder that it is in",
        CannotBeRead = "it cannot be read",
        NotRegular = "not a regular file",
        System { why: String } = "{why}",
    }
}

impl FoundGames {
    fn open(&self) -> Result<File, FileFault> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None => File::open(&self.path).map_err(|why| FileFault::System { why: why.to_string() }),
        }
    }
}

/// These files, and all files in these folders. A folder that is reachable through several links is read once.
fn files_of(paths: &[PathBuf]) -> Result<Vec<FoundGames>> {
    let mut files = Vec::new();
    let mut folders = HashSet::new();
    for path in paths {
        path.symlink_metadata().with_context(|| path.display().to_string())?;
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

/// A file below a folder, or another entry in its place; `None` for a folder.
fn found(entry: walkdir::Result<DirEntry>, root: &Path) -> Option<FoundGames> {
    let entry = match entry {
        Ok(entry) => entry,
        Err(error) => {
            let fault = match (error.loop_ancestor(), error.io_error()) {
                (Some(_), _) => FileFault::OwnFolder,
                (None, Some(why)) => FileFault::System { why: why.to_string() },
                (None, None) => FileFault::CannotBeRead,
            };
            return Some(FoundGames { path: error.path().unwrap_or(root).into(), fault: Some(fault) });
        }
    };
    let kind = entry.file_type();
    // A pipe named on the command line is read; one inside a folder may never have a writer.
    let is_file = kind.is_file() || entry.depth() == 0;
    (!kind.is_dir()).then(|| FoundGames { fault: (!is_file).then_some(FileFault::NotRegular), path: entry.into_path() })
}

fn bytes_bar(files: &[FoundGames]) -> ProgressBar {
    let sizes = files.iter().map(|file| file.path.metadata().map_or(0, |m| m.len()));
    let template = "{wide_bar} {bytes}/{total_bytes}, {elapsed}, {eta} left\n{msg}";
    let style = ProgressStyle::with_template(template).expect("the template is right");
    let bar = ProgressBar::new(sizes.sum()).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn query(arguments: &DatabaseQuery) -> Result<()> {
    let database = Database::open(&arguments.database)?;
    let PositionOptions { rule, size, drawing } = &arguments.position;
    let setting = explore::setting(&arguments.given, *rule, *size)?;
    let found = explore::run(&database, setting)?;
    Ok(print_line(if arguments.json { format!("{:#}", found.json()) } else { found.text(drawing.ink(), usize::MAX) })?)
}

fn explore_lines(arguments: &Explore) -> Result<()> {
    let book = position_book(arguments.database.as_deref(), arguments.database_write)?;
    let PositionOptions { rule, size, drawing } = &arguments.position;
    let start = if arguments.given.is_nothing() {
        let (rule, size) = (*rule, *size);
        Setting::after("", Defaults { rule, size, other: None })?
    } else {
        explore::setting(&arguments.given, *rule, *size)?
    };
    let start = explore::kept(start)?;
    Ok(explorer::run(&*book, start, drawing.ink(), &mut std::io::stdout())?)
}

/// This file, or the built-in opening database.
pub fn position_book(file: Option<&Path>, writable: bool) -> Result<Arc<dyn PositionBook>> {
    Ok(match file {
        Some(file) => open_book(file, writable)?,
        None => Arc::new(assets::openings()?),
    })
}

fn merge(arguments: &Merge) -> Result<()> {
    let others = arguments.others.iter().map(|o| Database::open(o)).collect::<Result<Vec<_>, _>>()?;
    let mut database = Database::create(&arguments.database)?;
    for (other, file) in others.iter().zip(&arguments.others) {
        let merged = database.merge(other)?;
        let (studied, games) = (merged.studied, tally_text(merged.games));
        report(format_args!("{}: studied positions: {studied}; {games}", file.display()));
    }
    Ok(())
}

fn export(arguments: &Export) -> Result<()> {
    let database = Database::open(&arguments.database)?;
    let out = &arguments.out;
    let new = arguments.force.create(out)?;
    let mut file = BufWriter::new(new.handle()?);
    let mut count = 0;
    let wrote = if arguments.yixin {
        write_yixin(&database, &mut file).map(|counts| {
            count = counts.written;
            if counts.left_out > 0 {
                let left_out = counts.left_out;
                report(format_args!("left out, because Yixin cannot store them: {left_out} positions"));
            }
        })
    } else if arguments.games {
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
    wrote.and_then(|()| Ok(file.flush()?)).with_context(|| out.display().to_string())?;
    finish(new, out)?;
    let things = if arguments.games { "games" } else { "positions" };
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
    Ok(print_line(format!("{name} is intact; positions: {positions}, games: {games}"))?)
}

fn openings(arguments: &Openings) -> Result<()> {
    let openings = assets::find(assets::OPENINGS).context("this build has no built-in openings")?;
    arguments.force.write(&arguments.database, openings.bytes)
}
