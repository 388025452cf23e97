//! A game that was read from a file or pasted text, and the file that is continued with it.

use super::Game;
use super::defaults::Assumed;
use super::sgf::source::Unread;
use super::source::Source;
use std::fmt;

/// A game, and the file it was read from if the format stores more than the moves.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The game.
    pub game: Game,
    /// The file.
    pub source: Option<Source>,
    /// Warnings about parts that were skipped or read differently than written.
    pub doubts: Vec<String>,
    /// Which properties were assumed.
    pub assumed: Assumed,
    /// The number of moves after which a link opens the game.
    pub shown: Option<usize>,
}

/// The reason why no game was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unopened {
    /// The file claims to hold another game; it can still be read as five in a row.
    OtherGame(String),
    /// An error message.
    Wrong(String),
}

impl fmt::Display for Unopened {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (Unopened::OtherGame(why) | Unopened::Wrong(why)) = self;
        f.write_str(why)
    }
}

impl std::error::Error for Unopened {}

impl Opened {
    /// A game without source or warnings.
    pub(super) fn alone((game, assumed): (Game, Assumed)) -> Opened {
        Opened { game, source: None, doubts: Vec::new(), assumed, shown: None }
    }

    /// The game of a record.
    ///
    /// # Errors
    /// If the record was not read.
    pub(super) fn of(read: Result<(Source, Vec<String>), Unread>) -> Result<Opened, Unopened> {
        let (source, doubts) = read.map_err(|error| match error {
            Unread::OtherGame(error) => Unopened::OtherGame(error.to_string()),
            Unread::Wrong(error) => Unopened::Wrong(error.to_string()),
        })?;
        let alone = Opened::alone((source.game().clone(), source.assumed()));
        Ok(Opened { source: Some(source), doubts, ..alone })
    }
}
