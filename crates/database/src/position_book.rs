//! The interface to an open database that several threads use.

use crate::error::Result;
use crate::{BookError, Key, Place, PlayedBefore, Record, Records, Stored};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A change of a record. Applying it twice must give the same record as applying it once.
pub type Change = Arc<dyn Fn(Record) -> Record + Send + Sync>;

/// A database shared by the threads of a program. No call waits for other programs for more than a few milliseconds,
/// except [`PositionBook::flush`] and [`PositionBook::add_game`].
pub trait PositionBook: Records + Send + Sync {
    /// The file name.
    fn name(&self) -> &str;

    fn is_writable(&self) -> bool;

    /// Changes the record of a position; an empty result removes it. Reads through this object see the change at once.
    /// It is written to the file in the background, as soon as other programs allow it.
    fn change(&self, key: &Key, change: Change) -> Result<(), BookError>;

    /// Waits until all changes are in the file, at most for `patience`. Changes that are not in the file then stay
    /// queued.
    fn flush(&self, _patience: Duration) -> Result<(), BookError> {
        Ok(())
    }

    /// Adds a game unless it, or an image of it, is there; returns whether it is new. Waits at most for `patience` while
    /// other programs write.
    fn add_game(&self, _game: PlayedBefore, _source: &str, _patience: Duration) -> Result<bool> {
        Err(BookError::ReadOnly { name: self.name().into() }.into())
    }

    /// At most `most` of the games with this position, by default none. Reads the games until these are found, so a
    /// search must not ask.
    fn games_with(&self, _place: &Place, _most: usize) -> Result<Vec<Stored>> {
        Ok(Vec::new())
    }
}

impl fmt::Debug for dyn PositionBook {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
