//! `tengen course` and `tengen referee`: the client and the referee of the course protocol.

use super::join::{connect, side};
use super::web::show_at;
use anyhow::{Context, Result};
use clap::Args;
use std::fmt;
use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen::command_line::options::EvalOptions;
use tengen_common::duration;
use tengen_common::pages;
use tengen_core::board::{BoardSize, Point, Stone, notation};
use tengen_core::rules::{Forbidden, Rule, Variant, forbidden_at};
use tengen_course::client::{self, ClientGame, ClientUpdate, Ending, Wishes};
use tengen_course::message::SIDE;
use tengen_course::referee::{self, Cause, CourseEvent, GameEnd, LogBook, Terms};
use tengen_records::{self, Game, Move, Reason};
use tengen_server::spectators::{LiveClock, Spectators};
use tengen_session::brain::Config;
use tengen_session::player::{Gomoku, Setup};
use tengen_terminal::wording;

/// What both ends must agree on.
#[derive(Args)]
struct Agreed {
    /// Rule, the same on both sides: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "renju")]
    rule: Variant,
    /// Time limit per move, like 10s or 500ms, the same on both sides
    #[arg(long, value_parser = duration::read, default_value = "10s")]
    time: Duration,
}

#[derive(Args)]
pub struct Course {
    #[command(flatten)]
    agreed: Agreed,
    /// Address of the referee
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:9527")]
    connect: String,
    /// Ask the referee to go first (black) [default: the referee chooses]
    #[arg(long, conflicts_with = "go_second")]
    go_first: bool,
    /// Ask the referee to go second (white)
    #[arg(long)]
    go_second: bool,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: usize,
    /// Change sides after each game; needed for one of the two players only
    #[arg(long)]
    swap: bool,
    /// Hash table size
    #[arg(long, value_name = "MB", value_parser = pages::megabytes)]
    hash: Option<usize>,
    /// Node limit per move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    eval: EvalOptions,
}

#[derive(Args)]
pub struct RefereeOptions {
    #[command(flatten)]
    agreed: Agreed,
    /// Address to listen on; the default accepts players on this machine only
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:9527")]
    listen: SocketAddr,
    /// Exit after N games [default: never]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Log file of the first game, or a folder for it; later ones are FILE-2, FILE-3. Existing files are
    /// not overwritten
    #[arg(long, value_name = "FILE", default_value = "referee.log")]
    log: PathBuf,
    /// Show the running games in the browser; the address is printed on standard error
    #[arg(long)]
    watch: bool,
    /// Disconnect two players who ask for no game for this long
    #[arg(long, value_name = "TIME", value_parser = duration::read, default_value = "60s")]
    wait: Duration,
}

/// The reserve for communication with the referee: one part in this many of the limit.
const ON_THE_WAY: u32 = 20;

/// Prints a line; games continue if standard output is closed.
fn say(line: fmt::Arguments) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

pub fn play(arguments: &Course) -> Result<()> {
    let limit = arguments.agreed.time;
    let mut player = Gomoku::new(Setup {
        size: BoardSize::square(SIDE).context("the board of the course")?,
        rule: Rule::new(arguments.agreed.rule),
        time: limit - limit / ON_THE_WAY,
        config: Config {
            hash: arguments.hash,
            nodes: arguments.nodes,
            networks: Some(arguments.eval.networks()?),
            ..Config::default()
        },
    });
    let wishes =
        Wishes { side: side(arguments.go_first, arguments.go_second), games: arguments.games, swap: arguments.swap };
    let address = &arguments.connect;
    let stream = connect(address)?;
    say(format_args!("connected to {address}"));
    let mut since = Instant::now();
    client::play(stream, &mut player, wishes, &mut |player, update| match update {
        ClientUpdate::Began => {
            since = Instant::now();
            say(format_args!("a game begins, we play {}", player.colour()));
        }
        ClientUpdate::Stone => {
            let took = std::mem::replace(&mut since, Instant::now()).elapsed();
            let stones = player.position().stones();
            if let Some(stone) = stones.last() {
                say(format_args!("{}", in_line(stones.len(), *stone, player.position().size(), took)));
            }
        }
        ClientUpdate::Rejected => say(format_args!("    the referee rejects this stone")),
        ClientUpdate::TakenBack => say(format_args!("    this stone is taken back")),
        ClientUpdate::Ended(game) => say(format_args!("{}", in_words(&game))),
    })?;
    Ok(())
}

/// `  3 black h8 (row 7, column 7), 0.042 s`.
fn in_line(number: usize, stone: Stone, size: BoardSize, took: Duration) -> String {
    let Stone { point, colour } = stone;
    let name = notation::write(point, size);
    let (row, column) = (point.y(), point.x());
    format!("{number:>3} {colour} {name} (row {row}, column {column}), {:.3} s", took.as_secs_f64())
}

fn in_words(game: &ClientGame) -> String {
    let ending = match game.ending {
        Ending::Won => "won",
        Ending::Lost => "lost",
        Ending::LostOnTime => "lost on time",
        Ending::Drawn => "drawn",
    };
    format!("game {}: {ending} as {}, {}", game.number, game.us, wording::stones(game.stones))
}

pub fn referee(arguments: &RefereeOptions) -> Result<()> {
    let series = referee::Series {
        terms: Terms { rule: Rule::new(arguments.agreed.rule), time: arguments.agreed.time, wait: arguments.wait },
        games: arguments.games,
    };
    let size = BoardSize::square(SIDE).context("the board of the course")?;
    let book = LogBook::new(&arguments.log)?;
    let listener =
        TcpListener::bind(arguments.listen).with_context(|| format!("cannot listen on {}", arguments.listen))?;
    let address = listener.local_addr()?;
    say(format_args!("waiting for two players on {address}"));
    let mut show =
        if arguments.watch { Some(Shown::new(Rule::new(arguments.agreed.rule), arguments.agreed.time)?) } else { None };
    let mut number = 0;
    let mut watch = |event| {
        match event {
            CourseEvent::Began => {
                number += 1;
                say(format_args!("game {number} begins"));
            }
            CourseEvent::Stone(entry) => {
                let point = Point::new(entry.column, entry.row);
                let stone = Stone { point, colour: entry.colour };
                say(format_args!("{}", in_line(entry.index, stone, size, entry.time)));
            }
            CourseEvent::Ended(_) => {} // its report follows
        }
        if let Some(shown) = &mut show {
            shown.see(event);
        }
    };
    let mut report = |game: &referee::SeriesGame| {
        say(format_args!(
            "game {}: {}; {}, log in {}",
            game.number,
            game.verdict,
            wording::stones(game.stones),
            game.log.display()
        ));
    };
    referee::serve_before(listener, series, book, &mut report, &mut watch)?;
    Ok(())
}

/// Shows the games on pages that watch them.
struct Shown {
    table: Arc<Spectators>,
    number: usize,
    game: Game,
    /// The time limit per move.
    limit: Duration,
}

impl Shown {
    fn new(rule: Rule, limit: Duration) -> Result<Shown> {
        let size = BoardSize::square(SIDE).context("the board of the course")?;
        let table = Arc::new(Spectators::default());
        show_at(&table, &Arc::default())?;
        Ok(Shown { table, number: 0, game: Game::new(size, rule, Default::default()), limit })
    }

    fn see(&mut self, event: CourseEvent) {
        let mut ending = None;
        match event {
            CourseEvent::Began => {
                self.number += 1;
                self.game.moves.clear();
            }
            CourseEvent::Stone(stone) => {
                let point = Point::new(stone.column, stone.row);
                self.game.moves.push(Move::new(point));
            }
            CourseEvent::Ended(verdict) => ending = Some(self.ending(verdict)),
        }
        let clock = LiveClock::since(Instant::now(), self.limit);
        self.table.show(self.number, &self.game, ending, None, Some(clock));
    }

    /// The kind of the forbidden move that black would have to play.
    fn forbidden_left(&self) -> Option<Forbidden> {
        let board = self.game.played().ok()?;
        let mut points = board.position().empty_points();
        points.find_map(|point| forbidden_at(board.position(), point, self.game.rule))
    }

    /// The result in the terms of game records.
    fn ending(&self, verdict: GameEnd) -> tengen_records::Ending {
        let judged = self.game.played().ok().and_then(|b| b.ending());
        let reason = match verdict.cause {
            Cause::Five => judged.map_or(Reason::Five, |judged| judged.reason),
            Cause::Full => Reason::FullBoard,
            Cause::Stuck => self.forbidden_left().map_or(Reason::Unknown, Reason::Forbidden),
            Cause::Time => Reason::Time,
            Cause::Left => Reason::Crash,
            Cause::Flood => Reason::Flood,
        };
        tengen_records::Ending { winner: verdict.winner, reason }
    }
}
