//! `tengen course` and `tengen referee`: the two ends of the course protocol.

use super::web::show_at;
use anyhow::{Context, Result};
use clap::Args;
use std::fmt;
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tengen::command_line::options::EvalOptions;
use tengen::terminal::wording;
use tengen_arena::referee::course::{self as referees, Cause, LogBook, Sight, Terms, Verdict};
use tengen_common::duration;
use tengen_common::pages;
use tengen_core::board::{Colour, Point, Shape};
use tengen_core::course::SIDE;
use tengen_core::judged::Board;
use tengen_core::records::{self, Game, Move, Reason};
use tengen_core::rules::{Foul, Rule, Variant, foul_at};
use tengen_engine::brain::Config;
use tengen_engine::player::{Gomoku, Setup};
use tengen_protocol::course::{self as client, Ending, Played, Wishes};
use tengen_server::spectators::Spectators;

/// What both ends must agree on.
#[derive(Args)]
struct Agreed {
    /// The rule: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "renju")]
    rule: Variant,
    /// The referee's limit for a move, like 10s or 500ms
    #[arg(long, value_parser = duration::read, default_value = "10s")]
    time: Duration,
}

/// Play games of the course protocol.
#[derive(Args)]
pub struct Course {
    #[command(flatten)]
    agreed: Agreed,
    /// The referee
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:9527")]
    connect: String,
    /// Ask to go first (black) [default: what the referee deals]
    #[arg(long, conflicts_with = "go_second")]
    go_first: bool,
    /// Ask to go second (white)
    #[arg(long)]
    go_second: bool,
    /// Play this many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: usize,
    /// Change sides after each game (one of the two players is enough)
    #[arg(long)]
    swap: bool,
    /// Memory for the search tables in MB
    #[arg(long, value_name = "MB", value_parser = pages::megabytes)]
    hash: Option<usize>,
    /// Search at most this many nodes a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    eval: EvalOptions,
}

/// Referee games of the course protocol.
#[derive(Args)]
pub struct Referee {
    #[command(flatten)]
    agreed: Agreed,
    /// Where to wait for players; only this machine unless told otherwise
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:9527")]
    listen: SocketAddr,
    /// Leave after this many games [default: never]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// The log of the first game; those of later games are numbered after it. None is written over. A
    /// folder gets its referee.log inside
    #[arg(long, value_name = "FILE", default_value = "referee.log")]
    log: PathBuf,
    /// Show the games in the browser as they are played; the address is printed on standard error
    #[arg(long)]
    watch: bool,
    /// How long two players may sit there without asking for a game
    #[arg(long, value_parser = duration::read, default_value = "60s")]
    wait: Duration,
}

/// What the way to the referee and back may cost, as a share of the limit.
const ON_THE_WAY: u32 = 20;

/// Prints a line; games go on when nobody reads it any more.
fn tell(line: fmt::Arguments) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Plays.
///
/// # Errors
/// When there is no referee or it goes away.
pub fn play(arguments: &Course) -> Result<()> {
    let limit = arguments.agreed.time;
    let mut player = Gomoku::new(Setup {
        shape: Shape::square(SIDE).context("the board of the course")?,
        rule: Rule::new(arguments.agreed.rule),
        time: limit - limit / ON_THE_WAY,
        config: Config {
            hash: arguments.hash,
            nodes: arguments.nodes,
            networks: Some(arguments.eval.networks()?),
            ..Config::default()
        },
    });
    let wishes = Wishes {
        side: match (arguments.go_first, arguments.go_second) {
            (true, _) => Some(Colour::Black),
            (_, true) => Some(Colour::White),
            _ => None,
        },
        games: arguments.games,
        swap: arguments.swap,
    };
    let address = &arguments.connect;
    let stream = TcpStream::connect(address)
        .with_context(|| format!("no referee answers at {address}; start it first"))?;
    tell(format_args!("connected to {address}"));
    client::play(stream, &mut player, wishes, &mut |game| {
        tell(format_args!("{}", in_words(game)))
    })?;
    Ok(())
}

fn in_words(game: &Played) -> String {
    let ending = match game.ending {
        Ending::Won => "won",
        Ending::Lost => "lost",
        Ending::LostOnTime => "lost on time",
        Ending::Drawn => "drawn",
    };
    format!(
        "game {}: {ending} as {}, {}",
        game.number,
        game.us,
        wording::stones(game.stones)
    )
}

/// Referees.
///
/// # Errors
/// When the port is taken or the log cannot be written.
pub fn referee(arguments: &Referee) -> Result<()> {
    let series = referees::Series {
        terms: Terms {
            rule: Rule::new(arguments.agreed.rule),
            time: arguments.agreed.time,
            wait: arguments.wait,
        },
        games: arguments.games,
    };
    let book = LogBook::new(&arguments.log)?;
    let listener = TcpListener::bind(arguments.listen)
        .with_context(|| format!("cannot listen on {}", arguments.listen))?;
    let address = listener.local_addr()?;
    tell(format_args!("waiting for two players on {address}"));
    let mut show = if arguments.watch {
        Some(Shown::new(Rule::new(arguments.agreed.rule))?)
    } else {
        None
    };
    let mut watch = |sight| {
        if let Some(shown) = &mut show {
            shown.see(sight);
        }
    };
    let mut report = |game: &referees::Played| {
        tell(format_args!(
            "game {}: {}; {}, log in {}",
            game.number,
            game.verdict,
            wording::stones(game.stones),
            game.log.display()
        ));
    };
    referees::serve_before(listener, series, book, &mut report, &mut watch)?;
    Ok(())
}

/// The games on pages that watch.
struct Shown {
    table: Arc<Spectators>,
    number: usize,
    game: Game,
}

impl Shown {
    fn new(rule: Rule) -> Result<Shown> {
        let shape = Shape::square(SIDE).context("the board of the course")?;
        let table = Arc::new(Spectators::new());
        show_at(&table, &Arc::default())?;
        Ok(Shown {
            table,
            number: 0,
            game: Game::new(shape, rule, Default::default()),
        })
    }

    fn see(&mut self, sight: Sight) {
        let mut ending = None;
        match sight {
            Sight::Began => {
                self.number += 1;
                self.game.moves.clear();
            }
            Sight::Stone(stone) => {
                let point = Point::new(stone.column, stone.row);
                self.game.moves.push(Move::new(point));
            }
            Sight::Ended(verdict) => ending = Some(self.ending(verdict)),
        }
        self.table.show(self.number, &self.game, ending, None);
    }

    /// What black would have to play.
    fn foul_left(&self) -> Option<Foul> {
        let board = Board::of_game(&self.game).ok()?;
        let mut points = board.position().empty_points();
        points.find_map(|point| foul_at(board.position(), point, self.game.rule))
    }

    /// The verdict in the words of records.
    fn ending(&self, verdict: Verdict) -> records::Ending {
        let judged = Board::of_game(&self.game).ok().and_then(|b| b.ending());
        let reason = match verdict.cause {
            Cause::Five => judged.map_or(Reason::Five, |judged| judged.reason),
            Cause::Full => Reason::FullBoard,
            Cause::Stuck => self.foul_left().map_or(Reason::Unknown, Reason::Foul),
            Cause::Time => Reason::Time,
            Cause::Left => Reason::Crash,
            Cause::Flood => Reason::Garbage,
        };
        records::Ending {
            winner: verdict.winner,
            reason,
        }
    }
}
