//! A game that was read from a file or pasted text, and the file that is continued with it.

use super::defaults::Assumed;
use super::source::Source;
use super::{Game, Note, ReadError};

/// A game, and the file it was read from if the format stores more than the moves.
#[derive(Clone, Debug)]
pub struct Opened {
    pub game: Game,
    pub source: Option<Source>,
    /// Warnings about parts that were skipped or read differently than written.
    pub doubts: Vec<Note>,
    pub assumed: Assumed,
    /// The number of moves after which a link opens the game.
    pub shown: Option<usize>,
}

impl Opened {
    /// A game without source or warnings.
    pub(super) fn alone((game, assumed): (Game, Assumed)) -> Opened {
        Opened { game, source: None, doubts: Vec::new(), assumed, shown: None }
    }

    /// The game with the result of its moves, with a note if its record names another one.
    pub(super) fn judged(mut self) -> Opened {
        if let Some(ending) = self.game.other_result() {
            self.game.ending = Some(ending);
            self.doubts.push(Note::OtherResult { rule: self.game.rule });
        }
        self
    }

    pub(super) fn of(read: Result<(Source, Vec<Note>), ReadError>) -> Result<Opened, ReadError> {
        let (source, doubts) = read?;
        let alone = Opened::alone((source.game().clone(), source.assumed()));
        Ok(Opened { source: Some(source), doubts, ..alone })
    }
}
