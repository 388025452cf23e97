//! `tengen match`: matches and tournaments between brains.

mod scoreboard;

use super::interrupt::interruptible;
use super::web::show_at;
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use scoreboard::Scoreboard;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tengen::command_line::error::ValueError;
use tengen::command_line::options::{ForceOption, finish};
use tengen_arena::referee::brain::Spec;
use tengen_arena::referee::clock::Limits;
use tengen_arena::referee::dialect::{Dialect, Gomocup, Sau, Wanted};
use tengen_arena::referee::play::usual_draw;
use tengen_arena::stats::{Decision, Sprt};
use tengen_arena::tournament::openings::{self, Openings};
use tengen_arena::tournament::recorder::{Paths, Recorder};
use tengen_arena::tournament::standings::Standings;
use tengen_arena::tournament::{
    Finished, Mode, Observer, SeriesOutcome, TournamentOptions, player_spec, report, run as play,
};
use tengen_common::duration;
use tengen_connect6::rules::{self as connect6, Connect6Rules};
use tengen_core::board::BoardSize;
use tengen_core::files::{self, NewFile};
use tengen_core::rules::opening::{Opening, OpeningRule};
use tengen_core::rules::{Rule, Variant};
use tengen_dots::rules::{self as dots, DotsRules};
use tengen_line_io::output::{print, report as tell};
use tengen_records::OtherGame;
use tengen_server::Remark;
use tengen_server::spectators::Spectators;

const HELP: &str = "\
A brain is a command line, or NAME=VALUE parts with commas between:
  cmd=PROGRAM [ARGUMENTS]  command line; quotes work as in a shell
  name=NAME                name in tables and records [default: the program's name, with folder or options
                           where equal programs differ]
  dir=FOLDER               working directory
  dialect=sau              protocol: gomocup or sau [default: gomocup; sau for games other than five]
  turn, match, inc, margin, start, memory, nodes, fresh=on
                           like the options with these names, for this brain only
  info.KEY=VALUE           additional INFO line, like info.folder=/some/place

Exit codes:
  0    all games were played, or the SPRT accepted H1 (the first brain is better by ELO1)
  1    invalid command line, or something cannot be read, written or started
  2    a brain crashed, lost on time, made an illegal (not forbidden) move, sent an invalid answer or
       did not start, more often than --tolerate allows
  3    the SPRT accepted H0 (better by ELO0 at most)
  4    the SPRT is undecided after all games
  130  stopped from the keyboard

Example
  tengen match --brain ./pbrain-new --brain 'name=old,cmd=./pbrain-old --hash 64' \\
    --turn 0.5 --games 200 --openings balanced --concurrency 4 --sprt 0,30 --sgf games.sgf";

#[derive(Args)]
#[command(after_long_help = HELP, after_help = "More about brains and exit codes: --help")]
pub struct Match {
    /// Brain, as name=A,cmd=./pbrain-a or just its command line; give at least two
    #[arg(long, required = true, value_name = "BRAIN")]
    brain: Vec<String>,
    #[command(flatten)]
    game: GameTerms,
    #[command(flatten)]
    schedule: Schedule,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    output: Output,
}

#[derive(Args)]
#[command(next_help_heading = "Game")]
struct GameTerms {
    /// Game; Connect6 (19x19) and Dots and Boxes (5x5 boxes) need brains that speak the SAU platform's
    /// protocol
    #[arg(long, value_enum, default_value_t = KindName::Five)]
    game: KindName,
    /// Rule: freestyle, standard, renju, caro or caro-exact [default: freestyle]
    #[arg(long)]
    rule: Option<Variant>,
    /// Continuous game: a five scores a point and becomes dead; more points win
    #[arg(long)]
    continuous: bool,
    /// Apply renju's forbidden moves to the first player under any rule
    #[arg(long)]
    fb_check: bool,
    /// Board size: 15, or WIDTHxHEIGHT [default: 15]
    #[arg(long)]
    size: Option<BoardSize>,
    /// Declare a draw after this many moves [default: when the board is full; in renju 25 moves earlier, as
    /// Gomocup's judge does]
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u64).range(1..))]
    draw_after: Option<u64>,
    /// Openings: none, balanced (generated), an opening rule (swap, swap2, pro, long-pro, rif, yamaguchi,
    /// soosyrv-8, taraguchi-10), or a file with one opening per line: h8i9g7, or 0,0, 1,-1 (relative to the
    /// centre)
    #[arg(long, value_name = "WHICH", default_value = "none")]
    openings: String,
    /// Nodes of the search that balances generated openings, ideally as many as the brains search [default:
    /// 3000]
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    balance: Option<u64>,
    /// Use the openings of the file in random order
    #[arg(long)]
    shuffle: bool,
    /// Random seed for openings and their order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// Five in a row
    Five,
    /// Six in a row, two stones per turn
    Connect6,
    /// Dots and Boxes, 5x5 boxes
    Dots,
}

impl KindName {
    fn other(self) -> Option<&'static dyn OtherGame> {
        match self {
            KindName::Five => None,
            KindName::Connect6 => Some(&Connect6Rules),
            KindName::Dots => Some(&DotsRules),
        }
    }

    fn title(self) -> &'static str {
        self.other().map_or("five in a row", |game| game.title())
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum ModeName {
    /// Every brain plays every other
    RoundRobin,
    /// The first brain plays all others
    Gauntlet,
}

#[derive(Args)]
#[command(next_help_heading = "Schedule")]
struct Schedule {
    /// Games per pairing; an even number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = even)]
    games: u32,
    /// Pairing of the brains: each against each, or the first one against all others
    #[arg(long, value_enum, default_value_t = ModeName::RoundRobin)]
    mode: ModeName,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// SPRT: stop a match of two brains when one of these (logistic) Elo differences is accepted
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elos, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// SPRT: probability of accepting H1 if H0 is true
    #[arg(long, value_name = "RISK", default_value_t = 0.05, value_parser = risk)]
    alpha: f64,
    /// SPRT: probability of accepting H0 if H1 is true
    #[arg(long, value_name = "RISK", default_value_t = 0.05, value_parser = risk)]
    beta: f64,
    /// Games that may be lost by failures before the exit code is 2
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    tolerate: usize,
}

#[derive(Args)]
#[command(next_help_heading = "Limits (defaults of all brains)")]
struct LimitOptions {
    /// Time per move, like 0.3 (seconds) or 300ms [default: 1, or none with --match or --nodes]
    #[arg(long, value_name = "TIME", value_parser = duration::read_any)]
    turn: Option<Duration>,
    /// Time per game [default: no limit]
    #[arg(long = "match", value_name = "TIME", value_parser = duration::read_any)]
    of_match: Option<Duration>,
    /// Increment: time added to the remaining game time after each move
    #[arg(long, value_name = "TIME", value_parser = duration::read_any, default_value = "0")]
    inc: Duration,
    /// Tolerance of time limits, for the delay of pipes and scheduling
    #[arg(long, value_name = "TIME", value_parser = duration::read_any, default_value = "0.1")]
    margin: Duration,
    /// Time to get ready for a game, and for a move without a time limit
    #[arg(long, value_name = "TIME", value_parser = duration::read_any, default_value = "10")]
    start: Duration,
    /// Memory limit in MB (INFO max_memory)
    #[arg(long, value_name = "MB", default_value_t = 350)]
    memory: u64,
    /// Node limit (INFO max_node), for brains that support it (Tengen, Rapfi, Yixin)
    #[arg(long, value_name = "NODES")]
    nodes: Option<u64>,
    /// Start a new process for every game
    #[arg(long)]
    fresh: bool,
}

#[derive(Args)]
#[command(next_help_heading = "Output")]
struct Output {
    /// Write each game to this folder in Piskvork's format
    #[arg(long, value_name = "FOLDER")]
    psq: Option<PathBuf>,
    /// Write all games to this SGF file; with a trailing slash: each game to this folder. If games of the
    /// same command are there already, only the missing ones are played
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Append the communication with the brains to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the final table to this file. A match that continues replaces its table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    force: ForceOption,
    /// Show the running games in the browser; the address is printed on standard error
    #[arg(long)]
    watch: bool,
    /// Draw a game on the terminal as it goes; with --concurrency, one at a time
    #[arg(long, conflicts_with = "quiet")]
    show: bool,
    /// Print only the final table
    #[arg(long, short)]
    quiet: bool,
}

impl Output {
    /// The file of the table, begun before the games, which may take days. A match that continues replaces its table.
    fn table(&self) -> Result<Option<(NewFile, &Path)>> {
        let Some(file) = self.csv.as_deref() else { return Ok(None) };
        let continues = self.sgf.as_deref().is_some_and(holds_something);
        let is_ours = continues && report::is_csv(file);
        let force = if is_ours { ForceOption::set() } else { self.force };
        Ok(Some((force.create(file)?, file)))
    }
}

/// Whether a file is not empty, or a folder has files.
fn holds_something(path: &Path) -> bool {
    match path.read_dir() {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => path.metadata().is_ok_and(|file| file.len() > 0),
    }
}

/// `0,30`.
fn elos(text: &str) -> Result<(f64, f64), ValueError> {
    let elos =
        text.split_once(',').and_then(|(elo0, elo1)| Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)));
    elos.filter(|(elo0, elo1): &(f64, f64)| elo0 < elo1 && (elo1 - elo0).is_finite()).ok_or(ValueError::Elos)
}

fn even(text: &str) -> Result<u32, ValueError> {
    let games = text.parse().ok().filter(|games| *games > 0 && games % 2 == 0);
    games.ok_or(ValueError::Even)
}

fn risk(text: &str) -> Result<f64, ValueError> {
    let risk = text.parse().ok().filter(|risk| (1e-9..0.5).contains(risk));
    risk.ok_or(ValueError::Risk)
}

impl Match {
    fn options(&self) -> Result<TournamentOptions> {
        let Match { game, schedule, .. } = self;
        let brains = self.brains()?;
        ensure!(brains.len() >= 2, "a match needs two brains: --brain twice or more");
        ensure!(schedule.sprt.is_none() || brains.len() == 2, "--sprt is for two brains");
        let (other, size, rule) = (game.game.other(), game.size()?, game.rule());
        if other.is_some() {
            ensure!(!self.output.watch, "--watch shows games of five in a row");
            ensure!(
                self.output.psq.is_none(),
                "Piskvork's format does not know {}; keep its games with --sgf",
                game.game.title()
            );
        }
        ensure!(game.game != KindName::Dots || !self.output.show, "--show draws games on boards with stones");
        Ok(TournamentOptions {
            other,
            brains,
            mode: match schedule.mode {
                ModeName::RoundRobin => Mode::RoundRobin,
                ModeName::Gauntlet => Mode::Gauntlet,
            },
            pairs: schedule.games as usize / 2,
            size,
            rule,
            draw_after: game.draw_after(size, rule),
            openings: game.openings(size, rule)?,
            concurrency: schedule.concurrency.into(),
            sprt: schedule.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, alpha: schedule.alpha, beta: schedule.beta }),
            logged: self.output.log.is_some(),
            observer: None,
        })
    }

    fn brains(&self) -> Result<Vec<Arc<Spec>>> {
        let common = self.limits.spec(self.game.dialect());
        let read = |text: &String| player_spec::read(text, &common).with_context(|| format!("--brain {text}"));
        let mut specs = self.brain.iter().map(read).collect::<Result<Vec<_>>>()?;
        specs.iter_mut().for_each(limit_somehow);
        for spec in &specs {
            self.game.check_dialect(spec).with_context(|| format!("--brain {}", spec.name))?;
        }
        player_spec::tell_apart(&mut specs);
        Ok(specs.into_iter().map(Arc::new).collect())
    }
}

impl GameTerms {
    fn rule(&self) -> Rule {
        Rule {
            variant: self.rule.unwrap_or(Variant::Freestyle),
            first_player_forbidden: self.fb_check,
            continuous: self.continuous,
        }
    }

    fn size(&self) -> Result<BoardSize> {
        if self.game == KindName::Five {
            return Ok(self.size.unwrap_or(BoardSize::FIFTEEN));
        }
        let free = self.size.is_none() && self.rule.is_none() && !self.continuous && !self.fb_check;
        ensure!(
            free,
            "{} has one board and one rule: --size, --rule, --continuous and --fb-check are for five in a row",
            self.game.title()
        );
        Ok(match self.game {
            KindName::Dots => dots::size(),
            _ => connect6::size(),
        })
    }

    fn draw_after(&self, size: BoardSize, rule: Rule) -> Option<usize> {
        let said = self.draw_after.map(|moves| moves as usize);
        said.or_else(|| usual_draw(rule, size))
    }

    /// The protocol of brains that do not name one.
    fn dialect(&self) -> &'static dyn Dialect {
        match self.game {
            KindName::Five => &Gomocup,
            KindName::Connect6 | KindName::Dots => &Sau,
        }
    }

    /// Checks that the brain's protocol supports the game.
    fn check_dialect(&self, spec: &Spec) -> Result<()> {
        let wanted = Wanted {
            other: self.game.other(),
            size: self.size()?,
            rule: self.rule(),
            opening: self.openings != "none",
        };
        match spec.dialect.unsupported(&wanted) {
            Some(why) => bail!(why),
            None => Ok(()),
        }
    }

    fn openings(&self, size: BoardSize, rule: Rule) -> Result<Openings> {
        if self.balance.is_some() && self.openings != "balanced" {
            bail!("--balance is about generated openings; say --openings balanced");
        }
        let by_rule = OpeningRule::from_name(&self.openings);
        if let Some(rule) = by_rule.filter(|&rule| rule != OpeningRule::Swap2) {
            Opening::new(rule, size).map_err(anyhow::Error::msg)?;
            return Ok(Openings::ByRule(rule, self.seed));
        }
        Ok(match self.openings.as_str() {
            "none" => Openings::Empty,
            "swap2" => Openings::Swap2,
            "balanced" => Openings::Balanced {
                size,
                rule: Rule { continuous: false, ..rule },
                seed: self.seed,
                nodes: self.balance,
            },
            file => {
                let text = files::read_list(file.as_ref()).with_context(|| format!("openings {file}"))?;
                let mut openings = openings::read(&text, size, rule).with_context(|| file.to_string())?;
                if self.shuffle {
                    openings.shuffle(self.seed);
                }
                openings
            }
        })
    }
}

impl LimitOptions {
    /// A brain without name and command.
    fn spec(&self, dialect: &'static dyn Dialect) -> Spec {
        let limits = Limits {
            turn: self.turn,
            game: self.of_match,
            increment: self.inc,
            margin: self.margin,
            patience: self.start,
        };
        let memory = Some(self.memory.saturating_mul(1 << 20));
        Spec { dialect, memory, nodes: self.nodes, fresh: self.fresh, ..Spec::new("", "", limits) }
    }
}

/// Limits a brain without any limit to one second per move.
fn limit_somehow(spec: &mut Spec) {
    let limits = &mut spec.limits;
    if !limits.has_clock() && spec.nodes.is_none() {
        limits.turn = Some(Duration::from_secs(1));
    }
}

/// Serves the games to browsers until the tournament is stopped or the program exits.
fn watched(stop: &Arc<AtomicBool>) -> Result<Arc<Spectators>> {
    let table = Arc::new(Spectators::default());
    show_at(&table, stop)?;
    Ok(table)
}

/// Shows the running games to browsers, and on the terminal.
fn observer(table: Option<Arc<Spectators>>, drawn: Option<Arc<Scoreboard>>) -> Option<Observer> {
    if table.is_none() && drawn.is_none() {
        return None;
    }
    Some(Observer(Arc::new(move |number, game| {
        if let Some(table) = &table {
            table.show(number, game, game.ending, None, None);
        }
        if let Some(scoreboard) = &drawn {
            scoreboard.draw(number, game);
        }
    })))
}

pub fn run(arguments: &Match) -> Result<ExitCode> {
    let mut options = arguments.options()?;
    options.check_programs()?;
    let output = &arguments.output;
    let csv = output.table()?;
    let [psq, sgf, log] = [&output.psq, &output.sgf, &output.log].map(|path| path.as_deref());
    let (mut recorder, played) = Recorder::open(&options, Paths { psq, sgf, log })?;
    let stop = interruptible()?;
    let table = if output.watch { Some(watched(&stop)?) } else { None };
    let scoreboard = Arc::new(Scoreboard::new(&options, output.quiet, output.show));
    options.observer = observer(table.clone(), output.show.then(|| scoreboard.clone()));
    if !played.is_empty() {
        scoreboard.resume(&Standings::after(&options, &played));
    }
    let watch = |finished: &Finished, standings: &Standings| {
        scoreboard.show(finished, standings);
        if let Some(table) = &table {
            table.say(Remark::Standings { text: report::text(standings, options.sprt) });
        }
        recorder.record(finished)
    };
    let (standings, outcome) = play(&options, &played, &stop, watch)?;
    scoreboard.clear();
    if let Some((mut table, file)) = csv {
        report::csv(&standings, &mut table)?;
        finish(table, file)?;
    }
    print(report::text(&standings, options.sprt))?;
    if outcome == SeriesOutcome::Stopped && output.sgf.is_some() && !output.quiet {
        let missing = options.games() - standings.games();
        tell(format_args!("stopped; the same command plays the {missing} games that are missing"));
    }
    let faults = standings.faults() > arguments.schedule.tolerate;
    Ok(ExitCode::from(exit_code(outcome, faults, options.sprt.is_some())))
}

fn exit_code(outcome: SeriesOutcome, faults: bool, sprt: bool) -> u8 {
    match outcome {
        SeriesOutcome::Stopped => 130,
        _ if faults => 2,
        SeriesOutcome::Decided(Decision::H0) => 3,
        SeriesOutcome::Complete if sprt => 4,
        SeriesOutcome::Complete | SeriesOutcome::Decided(_) => 0,
    }
}
