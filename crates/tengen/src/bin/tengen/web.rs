//! `tengen web`: a board in the browser.

use super::database::position_book;
use super::interrupt::interruptible;
use super::join::{connect, side};
use anyhow::{Context, Result};
use clap::Args;
use std::io::{IsTerminal, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tengen::command_line::error::ValueError;
use tengen::command_line::options::EvalOptions;
use tengen_certificate::ProofBook;
use tengen_common::player::Guest;
use tengen_common::{duration, pages};
use tengen_core::board::{BoardSize, Colour, Position};
use tengen_core::rules::{Rule, Variant};
use tengen_course::client::{self, ClientGame, ClientUpdate, Ending as Outcome, Wishes};
use tengen_course::message::SIDE;
use tengen_line_io::output::{print, print_line};
use tengen_records::{Ending, Game, Move, Reason};
use tengen_server::person::Person;
use tengen_server::spectators::{LiveClock, Spectators};
use tengen_server::{Remark, Server, ServerOptions, token};
use tengen_terminal::qr;

#[derive(Args)]
pub struct Web {
    /// Port to listen on [default: 7515, or any free port if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Address to listen on, 0.0.0.0 for all; anyone who can reach it and knows the token can use the page,
    /// unencrypted
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// File that keeps the token of the address, or `off` for a new address at each start [default: in the
    /// system's folder for application data]
    #[arg(long, value_name = "FILE", env = "TENGEN_TOKEN", hide_env_values = true)]
    token: Option<PathBuf>,
    /// Address of a page without a server, for links to positions
    #[arg(long, value_name = "ADDRESS", value_parser = public_address)]
    public: Option<String>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Maximum memory for the searches of all pages, in MB; a search uses 128, or less if there are many, unless the
    /// page's settings say otherwise
    #[arg(long, value_name = "MB", default_value = "1024", value_parser = pages::megabytes)]
    hash: usize,
    /// Position database (`tengen database`) for the page
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Allow the page to write comments and labels; creates the database if needed
    #[arg(long, requires = "database")]
    database_write: bool,
    /// Offer an opponent that plays the moves of a proof (`tengen prove`) in games that it covers; check the file with
    /// `tengen prove check` first
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    #[command(flatten)]
    eval: EvalOptions,
    /// Play from the page with the course protocol's referee at this address
    #[arg(long, value_name = "HOST:PORT")]
    join: Option<String>,
    /// Rule, the same on both sides: freestyle, standard, renju, caro or caro-exact
    #[arg(long, value_name = "RULE", default_value = "renju", requires = "join")]
    rule: Variant,
    /// The referee's time limit per move, like 10s, the same on both sides; the page shows it as a clock
    #[arg(long, value_parser = duration::read, default_value = "10s", requires = "join")]
    time: Duration,
    /// Ask the referee to go first (black) [default: the referee chooses]
    #[arg(long, requires = "join", conflicts_with = "go_second")]
    go_first: bool,
    /// Ask the referee to go second (white)
    #[arg(long, requires = "join")]
    go_second: bool,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1, requires = "join")]
    games: usize,
}

/// Serves the games at a table until the flag is set or the program exits, and prints the URL on standard error.
pub fn show_at(table: &Arc<Spectators>, stop: &Arc<AtomicBool>) -> Result<()> {
    let server = Server::bind(ServerOptions { table: Some(table.clone()), ..ServerOptions::default() })?;
    let _ = writeln!(std::io::stderr(), "watch at {}", server.url());
    let stop = stop.clone();
    std::thread::Builder::new().name("web".into()).spawn(move || server.serve(&stop))?;
    Ok(())
}

/// Serves until it is interrupted.
pub fn run(arguments: &Web) -> Result<()> {
    let table = match &arguments.join {
        Some(address) => Some(arguments.join(address)?),
        None => None,
    };
    let server = Server::bind(ServerOptions {
        bind: arguments.bind,
        port: arguments.port,
        token: arguments.token()?,
        memory: arguments.hash,
        networks: arguments.eval.networks()?,
        table,
        public: arguments.public.clone(),
        database: Some(position_book(arguments.database.as_deref(), arguments.database_write)?),
        proof: ProofBook::open(arguments.proof.as_deref())?,
        ..ServerOptions::default()
    })?;
    let stop = interruptible()?;
    let url = server.url();
    print_line(&url)?;
    if !arguments.bind.is_loopback() {
        tell_others(&server)?;
    }
    if !arguments.no_open
        && let Err(error) = open::that_detached(server.invite())
    {
        log::warn!("no browser was opened ({error}); open {url}");
    }
    server.serve(&stop)
}

/// Prints the URLs for other machines, and the first one as a QR code.
fn tell_others(server: &Server) -> Result<()> {
    let urls = server.urls_for_others();
    for url in &urls {
        print_line(format_args!("for others: {url}"))?;
    }
    match urls.first() {
        None => log::warn!("this machine has no address that others could reach"),
        Some(url) if std::io::stdout().is_terminal() => {
            print(qr::code(url).unwrap_or_default())?;
        }
        Some(_) => {}
    }
    Ok(())
}

/// Parses a URL for links.
fn public_address(text: &str) -> Result<String, ValueError> {
    let is_web = text.starts_with("http://") || text.starts_with("https://");
    let is_bare = !text.contains(|c: char| c == '#' || c.is_whitespace());
    if is_web && is_bare { Ok(text.to_string()) } else { Err(ValueError::PublicAddress) }
}

fn usual_token_file() -> Option<PathBuf> {
    let ours = directories::ProjectDirs::from("", "", "tengen")?;
    Some(ours.data_local_dir().join("web-token"))
}

impl Web {
    /// The token of the last start; none if it is not kept.
    fn token(&self) -> Result<Option<String>> {
        match &self.token {
            None => Ok(usual_token_file().and_then(|file| {
                let kept = token::kept(&file);
                kept.map_err(|error| log::warn!("the address is new: {error:#}")).ok()
            })),
            Some(file) if file.as_os_str() == "off" || file.as_os_str().is_empty() => Ok(None),
            Some(file) => token::kept(file).map(Some),
        }
    }

    /// Connects to a referee as a player whose moves come from the page.
    fn join(&self, address: &str) -> Result<Arc<Spectators>> {
        let size = BoardSize::square(SIDE).context("the board of the course")?;
        let rule = Rule::new(self.rule);
        let stream = connect(address)?;
        let (touched, points) = channel();
        let chair = Arc::new(Chair {
            table: Arc::new(Spectators::with_seat(touched)),
            limit: self.time,
            shown: Mutex::new(Shown::before_the_first(Game::new(size, rule, Default::default()))),
        });
        let mut person = Person::new(size, rule, points);
        let wishes = Wishes { side: side(self.go_first, self.go_second), games: self.games, swap: false };
        let table = chair.table.clone();
        table.say(Remark::Connected { address: address.to_string() });
        std::thread::Builder::new().name("course".into()).spawn(move || {
            let mut watch = |player: &dyn Guest, update| match update {
                ClientUpdate::Ended(played) => chair.end(&played),
                _ => chair.show(player.colour(), player.position()),
            };
            let over = match client::play(stream, &mut person, wishes, &mut watch) {
                Ok(()) => Remark::AllPlayed,
                Err(error) => Remark::RefereeGone { why: error.to_string() },
            };
            chair.table.say(over);
        })?;
        Ok(table)
    }
}

/// A person's games with the referee, as shown on the page.
struct Chair {
    table: Arc<Spectators>,
    /// The referee's time limit per move.
    limit: Duration,
    shown: Mutex<Shown>,
}

/// The current game.
struct Shown {
    number: usize,
    game: Game,
    over: bool,
    /// When each move was asked for, the first one first.
    asked: Vec<Instant>,
}

impl Shown {
    fn before_the_first(game: Game) -> Shown {
        Shown { number: 0, game, over: true, asked: Vec::new() }
    }

    /// Takes the position after a move, at the beginning of a game, or after a stone was taken back.
    fn follow(&mut self, position: &Position) {
        if std::mem::take(&mut self.over) {
            self.number += 1;
            self.asked.clear();
        }
        let moves = position.stones().iter().map(|stone| Move::new(stone.point));
        self.game.moves = moves.collect();
        // A rejected stone does not stop the referee's clock.
        self.asked.resize(self.game.moves.len() + 1, Instant::now());
    }
}

impl Chair {
    fn show(&self, us: Colour, position: &Position) {
        let Ok(mut shown) = self.shown.lock() else { return };
        shown.follow(position);
        let clock = shown.asked.last().map(|&asked| LiveClock::since(asked, self.limit));
        self.table.show(shown.number, &shown.game, None, Some(us), clock);
    }

    /// Shows the result reported by the referee.
    fn end(&self, played: &ClientGame) {
        let Ok(mut shown) = self.shown.lock() else { return };
        shown.over = true;
        let judged = shown.game.played().ok().and_then(|board| board.ending());
        let reason = match (played.ending, judged) {
            (Outcome::LostOnTime, _) => Reason::Time,
            (_, Some(judged)) => judged.reason,
            (Outcome::Drawn, None) => Reason::FullBoard,
            _ => Reason::Unknown,
        };
        let winner = match played.ending {
            Outcome::Won => Some(played.us),
            Outcome::Lost | Outcome::LostOnTime => Some(!played.us),
            Outcome::Drawn => None,
        };
        let ending = Ending { winner, reason };
        self.table.show(shown.number, &shown.game, Some(ending), Some(played.us), None);
    }
}
