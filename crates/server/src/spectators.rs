//! Games played elsewhere, for pages to watch and possibly to take part in.
//!
//! The program that runs the game (a match, a game with the course referee) shows it here after each move; pages that
//! watch get the current state, slow ones only the newest. If a person plays from a page, the points clicked there are
//! sent through a channel.

use std::sync::Mutex;
use std::sync::mpsc::Sender;
use tengen_core::board::{Colour, Point, notation};
use tengen_core::message::Quoted;
use tengen_core::rules::opening::OpeningError;
use tengen_records::{Ending, Game};
use tengen_web::Remark;
use tengen_web::game::{GameText, Side, ending_text};
pub use tengen_web::wire::LiveClock;
use tengen_web::wire::{Live, LiveGame, RemarkText};
use tokio::sync::watch;

const REMEMBERED: usize = 16;

/// A table on which games are shown.
#[derive(Default, Debug)]
pub struct Spectators {
    live: watch::Sender<Live>,
    points: Option<Mutex<Sender<Point>>>,
}

impl Spectators {
    /// A table where a person plays from a page: points clicked there are sent to `points`.
    pub fn with_seat(points: Sender<Point>) -> Spectators {
        Spectators { points: Some(Mutex::new(points)), ..Spectators::default() }
    }

    /// Shows the current state of a game. `yours` is the side played from the page, `clock` that of the side to move.
    pub fn show(
        &self,
        number: usize,
        game: &Game,
        ending: Option<Ending>,
        yours: Option<Colour>,
        clock: Option<LiveClock>,
    ) {
        let shown = LiveGame {
            number,
            game: GameText::with_moves(game),
            players: game.players.clone(),
            ending: ending.map(ending_text),
            yours: yours.map(Side::from),
            clock,
        };
        self.live.send_modify(|live| {
            match live.games.iter_mut().find(|game| game.number == number) {
                Some(game) => *game = shown,
                None => live.games.push(shown),
            }
            let over = live.games.len().saturating_sub(REMEMBERED);
            live.games.drain(..over);
        });
    }

    /// Shows the state of the match.
    pub fn say(&self, news: Remark) {
        self.live.send_modify(|live| live.news = Some(RemarkText::of(news)));
    }

    /// Subscribes to the current state and all updates.
    pub(super) fn watch(&self) -> watch::Receiver<Live> {
        let mut receiver = self.live.subscribe();
        receiver.mark_changed();
        receiver
    }

    /// Handles a point clicked on a page.
    pub(super) fn touch(&self, name: &str) -> Result<(), Remark> {
        let points = self.points.as_ref().ok_or(Remark::OnlyWatched)?;
        let live = self.live.borrow();
        let game = live.games.last().ok_or(Remark::NotBegun)?;
        let read = game.game.read()?;
        if game.ending.is_some() || game.yours != Some(read.to_move().into()) {
            return Err(Remark::NotYourTurn);
        }
        let found = notation::read(name, read.size)?;
        let &[point] = &found[..] else { return Err(OpeningError::OnePoint { what: Quoted(name.into()) }.into()) };
        drop(live);
        let points = points.lock().map_err(|_| Remark::Internal)?;
        points.send(point).map_err(|_| Remark::GameOver)
    }
}
