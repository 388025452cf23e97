//! Games that are played elsewhere, for pages to watch, and perhaps to take part in.
//!
//! Whoever has the game (a match between programs, a game with the referee of the course) shows it here
//! after each move; every page that watches is told what stands there, the newest only if it is slow. Where
//! somebody is to play from a page, the points that pages touch go out through a channel.

use std::sync::Mutex;
use std::sync::mpsc::Sender;
use tengen_core::board::{Colour, Point, notation};
use tengen_core::records::{Ending, Game};
use tengen_web::game::{GameText, Side, ending_text};
use tengen_web::wire::{Live, LiveGame};
use tokio::sync::watch;

/// Games that are remembered.
const REMEMBERED: usize = 16;

/// Where games are shown.
#[derive(Debug)]
pub struct Spectators {
    live: watch::Sender<Live>,
    points: Option<Mutex<Sender<Point>>>,
}

impl Spectators {
    /// A table for onlookers.
    pub fn new() -> Spectators {
        Spectators {
            live: watch::Sender::new(Live::default()),
            points: None,
        }
    }

    /// A table where somebody plays from a page: the points that are touched go to `points`.
    pub fn with_seat(points: Sender<Point>) -> Spectators {
        Spectators {
            points: Some(Mutex::new(points)),
            ..Spectators::new()
        }
    }

    /// Shows a game as it stands now. `yours` is the side that is played from the page.
    pub fn show(&self, number: usize, game: &Game, ending: Option<Ending>, yours: Option<Colour>) {
        let shown = LiveGame {
            number,
            game: GameText::with_moves(game),
            players: game.players.clone(),
            ending: ending.map(ending_text),
            yours: yours.map(Side::from),
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

    /// Tells how the match stands.
    pub fn say(&self, news: String) {
        self.live.send_modify(|live| live.news = news);
    }

    /// What is shown, and whatever comes.
    pub(super) fn watch(&self) -> watch::Receiver<Live> {
        let mut receiver = self.live.subscribe();
        receiver.mark_changed();
        receiver
    }

    /// A point that was touched on a page.
    ///
    /// # Errors
    /// A sentence when it is nobody's turn here.
    pub(super) fn touch(&self, name: &str) -> Result<(), String> {
        let points = self
            .points
            .as_ref()
            .ok_or("this game can only be watched")?;
        let live = self.live.borrow();
        let game = live.games.last().ok_or("no game has begun")?;
        let read = game.game.read()?;
        if game.ending.is_some() || game.yours != Some(read.to_move().into()) {
            return Err("it is not your turn".into());
        }
        let found = notation::read(name, read.shape)?;
        let &[point] = &found[..] else {
            return Err(format!("{name:?} is not one point"));
        };
        drop(live);
        let points = points.lock().map_err(|_| "a fault of this program")?;
        points.send(point).map_err(|_| "the game is over".into())
    }
}

impl Default for Spectators {
    fn default() -> Spectators {
        Spectators::new()
    }
}
