//! `tengen puzzles`: trains with puzzles, makes them from games, proves and checks them.

mod prove;

use anyhow::{Context, Error, Result, bail, ensure};
use clap::{Args, Subcommand};
use std::collections::HashSet;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use tengen::command_line::options::{DrawingOptions, GameOptions};
use tengen_common::Score;
use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Colour, Point};
use tengen_core::files;
use tengen_core::rules::Rule;
use tengen_engine::search::Searcher;
use tengen_lab::progress::ProgressLine;
use tengen_line_io::output::print_line;
use tengen_puzzles::error::WrongPuzzle;
use tengen_puzzles::journal::{Checked, Journal};
use tengen_puzzles::make::Maker;
use tengen_puzzles::strength::Strength;
use tengen_puzzles::weak::StepMaker;
use tengen_puzzles::{Counts, Kind, Proofs, Puzzle, deep, read, shipped, shipped_proofs, shipped_steps, verify};
use tengen_records::Game;
use tengen_records::defaults::Defaults;
use tengen_records::games::{Contents, contents};
use tengen_records::training::TrainingGame;
use tengen_terminal::{given, trainer};

/// What is done with puzzles.
#[derive(Subcommand)]
pub enum Puzzles {
    /// Solve puzzles at the terminal; the solver answers as the opponent
    Train(Train),
    /// Make puzzles from games: find positions with one right move, and grade them
    ///
    /// --rule and --size are for games that name none. --steps makes the puzzles for beginners from games of weak
    /// players, which it plays itself.
    Make(Make),
    /// Find the proofs of all claims of puzzles, and write them to a file that check replays
    ///
    /// Exits with code 2 if a claim is not proven.
    Prove(prove::Prove),
    /// Verify puzzles, and print the number of each kind and grade
    ///
    /// Exits with code 2 if a puzzle is wrong.
    Check(CheckOptions),
}

#[derive(Args)]
pub struct Train {
    /// Puzzle files [default: the built-in puzzles]
    files: Vec<PathBuf>,
    /// Begin with the first step for beginners, instead of puzzles of grade 1
    #[arg(long)]
    beginner: bool,
    /// Kind of the puzzles: vcf (win by fours), vct (win by threats), defence (only defence) or a step: make-five,
    /// stop-four, open-four, stop-three, double-threat, forbidden or trap [default: all]
    #[arg(long)]
    kind: Option<Kind>,
    /// Grade of the puzzles, from 1 to 5 [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=5))]
    grade: Option<u32>,
    /// Rule of the puzzles [default: all]
    #[arg(long)]
    rule: Option<Rule>,
    #[command(flatten)]
    drawing: DrawingOptions,
    /// Random seed for the order of the puzzles [default: different each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Args)]
pub struct Make {
    /// Game files: self-play, or collections and games (SGF, .psq, .lib, moves)
    #[arg(required_unless_present = "steps", conflicts_with = "steps", num_args = 1..)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    game: GameOptions,
    /// Make the steps for beginners, from games of weak players
    #[arg(long)]
    steps: bool,
    /// Puzzles per rule and kind (VCF, VCT, defence), at most a third of one grade; with --steps: per step
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// Random seed for the order in which games are tried
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Output file; puzzles already in it are kept and not made again
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args)]
pub struct CheckOptions {
    /// Puzzle files, whose proofs are in FILE.proofs.gz if there are any [default: the built-in puzzles]
    files: Vec<PathBuf>,
    /// Prove every claim with fifty times the nodes of the puzzle's grade (seconds for each)
    #[arg(long)]
    deep: bool,
    /// With --deep: add other winning moves, correct lengths, drop wrong puzzles; FILE.deep keeps the
    /// results of an interrupted check
    #[arg(long, requires = "deep", requires = "files", conflicts_with = "sample")]
    write: bool,
    /// Check N puzzles at a time
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Verify only N puzzles, chosen at random
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Random seed for --sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub fn run(puzzles: &Puzzles) -> Result<ExitCode> {
    match puzzles {
        Puzzles::Train(arguments) => train(arguments),
        Puzzles::Make(arguments) => make(arguments),
        Puzzles::Prove(arguments) => prove::run(arguments),
        Puzzles::Check(arguments) => check(arguments),
    }
}

/// A game as a source of puzzles.
struct Moves {
    rule: Rule,
    size: BoardSize,
    points: Vec<Point>,
    /// The positions to try.
    places: Vec<FoundPlace>,
}

struct FoundPlace {
    before: usize,
    /// The kinds of puzzles it might be.
    hopes: &'static [Kind],
}

const WINS: &[Kind] = &[Kind::Vcf, Kind::Vct];
const FOURS: &[Kind] = &[Kind::Vcf];
const DEFENCE: &[Kind] = &[Kind::Defence];

const SEARCHER_BYTES: usize = 16 << 20;

/// At most one part in this many of a kind has the same grade.
const GRADE_SHARE: usize = 3;

/// The search score from which a single move may be decisive.
const DECIDING: i16 = 300;
/// The number of a side's turns to try after its score has jumped: the win gets shorter.
const TURNS: usize = 4;
/// The first move that can be decisive.
const EARLIEST: usize = 5;

impl Moves {
    /// A self-play game: positions where the search has just found one side clearly ahead, and where the other side
    /// might have defended.
    fn of_training(game: &TrainingGame) -> Moves {
        let scores: Vec<i16> = game.moves.iter().map(|m| m.score).collect();
        let before = game.opening.len();
        let played = game.moves.iter().map(|m| m.point);
        Moves {
            rule: game.rule,
            size: game.size,
            places: (0..scores.len()).map(|i| FoundPlace { before: before + i, hopes: hopes(&scores, i) }).collect(),
            points: game.opening.iter().copied().chain(played).collect(),
        }
    }

    /// The games of a file. Those of a collection that cannot be used are skipped with a warning.
    fn read(path: &Path, rule: Rule, size: BoardSize) -> Result<Vec<Moves>> {
        let (file, defaults) = (given::open(path)?, Defaults::of(rule, size));
        match contents(file, defaults, false).map_err(given::error_of)? {
            Contents::Training(games) => games.map(|game| Ok(Moves::of_training(&game?))).collect(),
            others => {
                let games = others.games(defaults).map_err(given::error_of)?;
                given::usable(&path.display().to_string(), games, |_, opened| Moves::of(opened.game))
            }
        }
    }

    /// A game: all its positions are tried.
    fn of(game: Game) -> Result<Moves> {
        ensure!(game.setup.is_empty() && game.first == Colour::Black, "the game begins with stones that were set up");
        let points: Vec<Point> = game.points().collect();
        let place = |before| FoundPlace { before, hopes: &Kind::GRADED };
        Ok(Moves { rule: game.rule, size: game.size, places: (EARLIEST..points.len()).map(place).collect(), points })
    }
}

/// The kinds of puzzles that a position might be, by the scores of the sides to move.
fn hopes(scores: &[i16], i: usize) -> &'static [Kind] {
    let is_ahead = |i: usize| scores[i] >= DECIDING;
    let was_even = || (1..=TURNS).any(|turns| i < 2 * turns || !is_ahead(i - 2 * turns));
    let proven = Score::PROVEN as i16;
    match scores[i] {
        _ if is_ahead(i) && was_even() => WINS,
        _ if is_ahead(i) => FOURS,
        score if score < 0 && score > -proven => DEFENCE,
        _ => &[],
    }
}

fn make(arguments: &Make) -> Result<ExitCode> {
    let out = &arguments.out;
    let name = || out.display().to_string();
    let mut file = files::open_to_continue(out).with_context(name)?;
    let known = read_puzzles(out)?;
    file.seek(SeekFrom::End(0)).with_context(name)?;
    if arguments.steps {
        return make_steps(arguments, &known, &mut file);
    }
    let mut games = Vec::new();
    for path in &arguments.games {
        let read = Moves::read(path, arguments.game.rule, arguments.game.size);
        games.extend(read.with_context(|| path.display().to_string())?);
    }
    Random::new(arguments.seed).shuffle(&mut games);
    let mut maker = Maker::default();
    known.iter().for_each(|puzzle| {
        maker.know(puzzle);
    });
    let mut counts = Counts::of(&known);
    let mut progress = ProgressLine::of(games.len(), "games");
    for (number, game) in games.iter().enumerate() {
        for puzzle in of_game(&mut maker, game, &mut counts, arguments.count) {
            writeln!(file, "{}", puzzle.line()).with_context(name)?;
        }
        progress.show(number + 1, counts.summary());
    }
    progress.end();
    print_line(format!("{} holds {}", out.display(), counts.summary()))?;
    Ok(ExitCode::SUCCESS)
}

/// Plays games of weak players until there are enough puzzles of each step, and sorts them by step.
fn make_steps(arguments: &Make, known: &[Puzzle], file: &mut File) -> Result<ExitCode> {
    let name = || arguments.out.display().to_string();
    let mut counts = Counts::of(known);
    let mut maker = StepMaker::new(arguments.seed, arguments.count, known);
    let total = arguments.count * Kind::STEPS.len();
    let mut progress = ProgressLine::of(total, "puzzles");
    let mut puzzles = known.to_vec();
    while !maker.is_done() {
        for puzzle in maker.next_game() {
            writeln!(file, "{}", puzzle.line()).with_context(name)?;
            counts.add(&puzzle);
            puzzles.push(puzzle);
        }
        progress.show(puzzles.len().min(total), counts.summary());
    }
    progress.end();
    puzzles.sort_by_key(|puzzle| puzzle.kind.step());
    let lines: String = puzzles.iter().map(|puzzle| puzzle.line() + "\n").collect();
    prove::replace(&arguments.out, lines.as_bytes())?;
    print_line(format!("{} holds {}", name(), counts.summary()))?;
    Ok(ExitCode::SUCCESS)
}

/// The puzzles of a game, at most one of each kind, since successive positions are much the same puzzle.
fn of_game(maker: &mut Maker, game: &Moves, counts: &mut Counts, count: usize) -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for FoundPlace { before, hopes } in &game.places {
        let is_full = |kind| counts.of_kind(game.rule, kind) >= count || puzzles.iter().any(|p| p.kind == kind);
        let wanted = |kind| hopes.contains(&kind) && !is_full(kind);
        let has_room = |puzzle: &Puzzle| counts.of_grade(puzzle) < count.div_ceil(GRADE_SHARE);
        let moves = &game.points[..*before];
        let Some(puzzle) = maker.make(game.rule, game.size, moves, wanted, has_room) else { continue };
        counts.add(&puzzle);
        puzzles.push(puzzle);
    }
    puzzles
}

fn train(arguments: &Train) -> Result<ExitCode> {
    let mut puzzles = read_all(&arguments.files)?;
    puzzles.retain(|puzzle| {
        arguments.kind.is_none_or(|kind| puzzle.kind == kind)
            && arguments.grade.is_none_or(|grade| puzzle.kind.step().is_none() && puzzle.grade() == grade)
            && arguments.rule.is_none_or(|rule| puzzle.rule == rule)
    });
    if puzzles.is_empty() {
        bail!("there is no such puzzle");
    }
    let seed = arguments.seed.unwrap_or_else(Random::unknown_seed);
    Random::new(seed).shuffle(&mut puzzles);
    let ink = arguments.drawing.ink();
    let player = if arguments.beginner { Strength::beginner() } else { Strength::default() };
    trainer::run(puzzles, player, ink, &mut std::io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// The puzzles of these files, or the built-in ones.
fn read_all(files: &[PathBuf]) -> Result<Vec<Puzzle>> {
    if files.is_empty() {
        return Ok(shipped().into_iter().chain(shipped_steps()).collect());
    }
    let mut puzzles = Vec::new();
    for path in files {
        puzzles.extend(read_puzzles(path)?);
    }
    Ok(puzzles)
}

fn read_puzzles(path: &Path) -> Result<Vec<Puzzle>> {
    let text = files::read_list(path);
    let puzzles = text.map_err(Error::from).and_then(|text| Ok(read(&text)?));
    puzzles.with_context(|| path.display().to_string())
}

fn check(arguments: &CheckOptions) -> Result<ExitCode> {
    if arguments.write {
        return correct_files(arguments);
    }
    let puzzles = read_all(&arguments.files)?;
    if puzzles.is_empty() {
        bail!("no puzzles found");
    }
    let proofs = proofs_of(&arguments.files)?;
    let mut wrong = duplicates(&puzzles);
    for (number, why) in &wrong {
        print_line(format!("puzzle {}: {why}", number + 1))?;
    }
    let mut numbered: Vec<_> = puzzles.iter().enumerate().collect();
    if let Some(sample) = arguments.sample {
        Random::new(arguments.seed).shuffle(&mut numbered);
        numbered.truncate(sample);
    }
    let verify = match arguments.deep {
        true => deep::verify,
        false => verify::verify,
    };
    let mut faults = 0;
    check_all(
        &numbered,
        arguments.threads,
        |(_, puzzle), searcher| replay(puzzle, proofs.as_deref()).and_then(|()| verify(puzzle, searcher)),
        |(number, _), verified| {
            if let Err(why) = verified {
                print_line(format!("puzzle {}: {why}", number + 1))?;
                wrong.push((*number, why));
                faults += 1;
            }
            Ok(format!("{faults} wrong"))
        },
    )?;
    print_line(Counts::of(&puzzles).table())?;
    print_line(format!("{} of {} puzzles verified, {} wrong", numbered.len(), puzzles.len(), wrong.len()))?;
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// The proofs of the puzzles in these files; `None` if there are none.
fn proofs_of(files: &[PathBuf]) -> Result<Option<Vec<Proofs>>> {
    if files.is_empty() {
        return Ok(Some(shipped_proofs()));
    }
    let mut proofs = None;
    for file in files.iter().map(|file| prove::proofs_path(file)).filter(|file| file.exists()) {
        proofs.get_or_insert_with(Vec::new).extend(prove::read_file(&file)?);
    }
    Ok(proofs)
}

/// Replays the proofs of a puzzle, if there is a file of proofs. Steps need none: the rules decide them.
fn replay(puzzle: &Puzzle, proofs: Option<&[Proofs]>) -> Result<(), WrongPuzzle> {
    let Some(proofs) = proofs.filter(|_| puzzle.kind.step().is_none()) else { return Ok(()) };
    let own = proofs.iter().find(|proofs| proofs.are_of(puzzle));
    own.ok_or(WrongPuzzle::NoProofs)?.replay(puzzle)
}

/// The indices of puzzles that duplicate an earlier one, with a message for each.
fn duplicates(puzzles: &[Puzzle]) -> Vec<(usize, WrongPuzzle)> {
    let mut seen = HashSet::new();
    let numbered = puzzles.iter().enumerate();
    let duplicates = numbered.filter(|(_, puzzle)| !seen.insert(puzzle.key()));
    duplicates.map(|(number, _)| (number, WrongPuzzle::Duplicate)).collect()
}

/// Checks items on several threads, each with its own searcher. `done` takes the results as they arrive and returns the
/// text of the progress bar.
fn check_all<T: Sync, R: Send>(
    things: &[T],
    threads: NonZeroUsize,
    check: impl Fn(&T, &mut Searcher) -> R + Sync,
    mut done: impl FnMut(&T, R) -> Result<String>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let mut progress = ProgressLine::of(things.len(), "puzzles");
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads.get().min(things.len()) {
            let (next, check, sender) = (&next, &check, sender.clone());
            scope.spawn(move || {
                let mut searcher = Searcher::new(SEARCHER_BYTES);
                while let Some(thing) = things.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send((thing, check(thing, &mut searcher))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (count, (thing, result)) in results.into_iter().enumerate() {
            progress.show(count + 1, done(thing, result)?);
        }
        Ok(())
    })
    .inspect(|()| progress.end())
}

/// Replaces each file by one in which everything is proven.
fn correct_files(arguments: &CheckOptions) -> Result<ExitCode> {
    for path in &arguments.files {
        files::check_plain(path).with_context(|| path.display().to_string())?;
        let puzzles = read_puzzles(path)?;
        let journal_path = prove::beside(path, ".deep");
        let context = || journal_path.display().to_string();
        let mut journal = Journal::open(&journal_path).with_context(context)?;
        let open = |puzzle: &&Puzzle| journal.get(&puzzle.line()).is_none();
        let unchecked: Vec<&Puzzle> = puzzles.iter().filter(open).collect();
        let mut dropped = 0;
        check_all(
            &unchecked,
            arguments.threads,
            |puzzle, searcher| deep::examine(puzzle, searcher),
            |puzzle, found| {
                dropped += usize::from(found.is_err());
                let checked = match found {
                    Ok(puzzle) => Checked::Corrected(puzzle.line()),
                    Err(why) => Checked::Dropped(why.to_string()),
                };
                journal.add(puzzle.line(), checked).with_context(context)?;
                Ok(format!("{dropped} dropped"))
            },
        )?;
        write_corrected(path, &puzzles, &journal)?;
        std::fs::remove_file(&journal_path).with_context(context)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_corrected(path: &Path, puzzles: &[Puzzle], journal: &Journal) -> Result<()> {
    let (mut text, mut kept) = (String::new(), 0);
    for (number, puzzle) in puzzles.iter().enumerate() {
        match journal.get(&puzzle.line()) {
            Some(Checked::Corrected(line)) => {
                text += &format!("{line}\n");
                kept += 1;
            }
            Some(Checked::Dropped(why)) => print_line(format!("puzzle {} dropped: {why}", number + 1))?,
            None => bail!("puzzle {} was not checked", number + 1),
        }
    }
    prove::replace(path, text.as_bytes())?;
    print_line(format!("{} holds {kept} puzzles", path.display()))?;
    Ok(())
}
