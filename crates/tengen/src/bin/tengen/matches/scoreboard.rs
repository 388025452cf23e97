//! The progress of a match on standard error: on a terminal a table, or with `--show` a game, redrawn as the match goes;
//! elsewhere a line per game, with `--show` also a board per turn.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tengen_arena::stats::Sprt;
use tengen_arena::tournament::recorder::verdict;
use tengen_arena::tournament::standings::Standings;
use tengen_arena::tournament::{Finished, TournamentOptions, report};
use tengen_core::printable;
use tengen_line_io::output;
use tengen_picture::{Marks, Numbers};
use tengen_records::Game;
use tengen_terminal::drawing::{Ink, Scene};
use tengen_terminal::wording;

pub struct Scoreboard {
    games: usize,
    sprt: Option<Sprt>,
    bar: ProgressBar,
    quiet: bool,
    /// Whether a game is drawn, which leaves no room for a table.
    draws: bool,
    ink: Ink,
    live: Mutex<Live>,
}

#[derive(Default)]
struct Live {
    score: String,
    board: String,
    /// The game that is shown until it ends; with `--concurrency` there are several.
    followed: Option<usize>,
}

impl Scoreboard {
    /// The progress before the first game.
    pub fn new(options: &TournamentOptions, quiet: bool, draws: bool) -> Scoreboard {
        let bar = if quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(options.games() as u64) // hidden without a terminal
        };
        let style = ProgressStyle::with_template("{msg}{wide_bar} {pos}/{len} games, {elapsed}, {eta} left");
        bar.set_style(style.expect("the template is right"));
        bar.enable_steady_tick(Duration::from_secs(1));
        Scoreboard {
            games: options.games(),
            sprt: options.sprt,
            bar,
            quiet,
            draws,
            ink: Ink::of_stderr(),
            live: Mutex::default(),
        }
    }

    /// Shows the games that were played before.
    pub fn resume(&self, standings: &Standings) {
        let played = standings.games();
        if !self.bar.is_hidden() {
            let (first, second) = standings.meetings[0].0;
            self.change(|live| live.score = self.score(standings, [first, second]));
            self.bar.set_position(played as u64);
            self.bar.reset_eta();
        } else if !self.quiet {
            output::report(format_args!("{played} of {} games are played already", self.games));
        }
    }

    pub fn show(&self, finished: &Finished, standings: &Standings) {
        if !self.bar.is_hidden() {
            self.change(|live| live.score = self.score(standings, finished.brains));
            self.bar.set_position(standings.games() as u64);
        } else if !self.quiet {
            let played = &finished.played;
            let [black, white] = &played.game.players;
            output::report(format_args!(
                "{}/{} {black} - {white}: {}, {}; {}",
                standings.games(),
                self.games,
                verdict(finished),
                wording::moves(played.game.moves.len()),
                report::running(standings, finished.brains, self.sprt),
            ));
        }
    }

    fn score(&self, standings: &Standings, brains: [usize; 2]) -> String {
        if self.draws {
            report::running(standings, brains, self.sprt) + "\n"
        } else {
            report::live(standings, self.sprt)
        }
    }

    /// Draws a running game after a turn.
    pub fn draw(&self, number: usize, game: &Game) {
        let mut drawn = None;
        self.change(|live| {
            if *live.followed.get_or_insert(number) == number {
                live.board = diagram(number, game, self.ink);
                live.followed = live.followed.filter(|_| game.ending.is_none());
                drawn = Some(live.board.clone());
            }
        });
        if let Some(board) = drawn.filter(|_| self.bar.is_hidden() && !self.quiet) {
            board.lines().for_each(output::report);
        }
    }

    fn change(&self, change: impl FnOnce(&mut Live)) {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut live);
        self.bar.set_message(format!("{}{}", live.score, live.board));
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A game as a line of text and a board.
fn diagram(number: usize, game: &Game, ink: Ink) -> String {
    let [black, white] = game.players.each_ref().map(printable::line);
    let state = match game.ending {
        None => wording::moves(game.moves.len()),
        Some(ending) => ending.reason.to_string(),
    };
    let [first, second] = if ink == Ink::Ascii { ["X", "O"] } else { ["black", "white"] };
    let head = format!("game {number}: {black} ({first}) - {white} ({second}), {state}\n");
    match game.played() {
        Ok(board) => {
            let marks = Marks::of_game(&board, Numbers::None);
            head + &Scene::new(board.position(), &marks).text(ink)
        }
        Err(why) => format!("{head}{why}\n"),
    }
}
