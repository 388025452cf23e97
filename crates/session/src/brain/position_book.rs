//! The engine's database: lookups and edits of board programs, and the results of its own searches.

use super::settings::ManagerSettings;
use super::{Brain, Edit, Lookup, PASS, Place, Refusal, Reply, Verdict, point_on};
use crate::advice::record_of;
use std::sync::Arc;
use std::time::Duration;
use tengen_common::{Report, Score};
use tengen_core::board::Position;
use tengen_core::printable;
use tengen_core::rules::Rule;
use tengen_database::{
    BookError, Bound, Explored, LABEL, Place as Keyed, PositionBook, Proof, Record, Value, check_rule, note,
};
use tengen_engine::eval::chances::Chances;

const SOURCE: &str = "games";
/// The assumed number of plies of a win that was marked by hand.
const UNCOUNTED: u16 = 100;

/// The settings of a search when it started; INFO may change them meanwhile.
pub(super) struct SearchConditions {
    rule: Rule,
    /// Moves were blocked at the root.
    restricted: bool,
}

impl SearchConditions {
    pub fn now(position: &Position, settings: &ManagerSettings) -> SearchConditions {
        let blocked = |point| settings.blocked.contains(point);
        SearchConditions { rule: settings.rule(), restricted: position.empty_points().any(blocked) }
    }

    /// The record of a search under these settings, for the database.
    ///
    /// A win by an unblocked move is a win of the position. Any other result of a restricted search says nothing
    /// about the position, because the blocked moves may be better. In a search for several lines the best one is not
    /// restricted: the others are searched in addition.
    pub fn learned(&self, position: &Position, report: &Report) -> Option<Learned> {
        let is_unrestricted = !self.restricted || report.score.win_distance().is_some();
        let is_valid = is_unrestricted && !report.is_forced();
        (is_valid && check_rule(self.rule).is_ok())
            .then(|| Learned { place: Keyed::of(position, self.rule), record: record_of(report, SOURCE) })
    }
}

/// A record to be queued for the database.
pub(super) struct Learned {
    place: Keyed,
    record: Record,
}

/// How long the end of a session waits for the database: managers kill an engine 700 ms after END.
const LAST_PATIENCE: Duration = Duration::from_millis(400);

impl Brain {
    /// The database for a search, if it stores games of the rule.
    pub(super) fn book_to_search(&self) -> Option<Arc<dyn PositionBook>> {
        self.book().filter(|_| check_rule(self.rule()).is_ok())
    }

    /// The database, if there is one and it is enabled.
    fn book(&self) -> Option<Arc<dyn PositionBook>> {
        self.config.book.clone().filter(|_| self.settings.uses_book())
    }

    /// Queues the result of the last search for the database, which writes it in the background.
    pub fn write_down(&mut self) {
        let Some(Learned { place, mut record }) = self.learned.take() else { return };
        let Some(book) = self.book().filter(|book| book.is_writable()) else { return };
        record.best = record.best.map(|point| place.to_key(point));
        let join = move |known: Record| known.joined(record.clone());
        if let Err(error) = book.change(place.key(), Arc::new(join)) {
            log::warn!("{error:#}");
        }
    }

    /// Waits a moment until all queued records have been written.
    pub fn finish(&mut self) -> Result<(), BookError> {
        self.write_down();
        match self.config.book.as_deref() {
            Some(book) => book.flush(LAST_PATIENCE),
            None => Ok(()),
        }
    }

    /// The records of the position after these moves.
    pub(super) fn look_up(&self, moves: &[Place], lookup: Lookup) -> Result<Reply, Refusal> {
        let position = self.position_after(moves)?;
        let explored = match self.requested_book() {
            Err(Refusal::NoDatabase) if lookup == Lookup::Moves => Explored::default(),
            book => book?.explore(&position, self.rule()).map_err(refusal)?,
        };
        let played = usize::from(lookup != Lookup::Value);
        let chances = Chances::with_stones(position.stones().len() + played, self.rule());
        Ok(Reply::Known { lookup, explored, chances })
    }

    /// Edits the record of the position after these moves.
    pub(super) fn edit(&self, moves: &[Place], edits: &[Edit]) -> Result<Reply, Refusal> {
        for edit in edits {
            self.edit_once(moves, edit)?;
        }
        let shows_itself = |edit: &Edit| matches!(edit, Edit::Result(_) | Edit::Score(_) | Edit::Depth(_));
        if edits.iter().any(shows_itself) {
            return self.look_up(moves, Lookup::Value);
        }
        Ok(Reply::Silence)
    }

    fn edit_once(&self, moves: &[Place], edit: &Edit) -> Result<(), Refusal> {
        let mut position = self.position_after(moves)?;
        let book = self.requested_book()?;
        if let Edit::Label(Some(place), _) = edit {
            self.play_at(&mut position, *place)?;
        }
        let place = Keyed::of(&position, self.rule());
        let edit = edit.clone();
        let changed = book.change(place.key(), Arc::new(move |record| edited(record, &edit)));
        changed.map_err(refusal)
    }

    /// The database for a look-up or an edit of this game.
    fn requested_book(&self) -> Result<&dyn PositionBook, Refusal> {
        let book = self.config.book.as_deref().ok_or(Refusal::NoDatabase)?;
        check_rule(self.rule()).map_err(refusal)?;
        Ok(book)
    }

    fn play_at(&self, position: &mut Position, place: Place) -> Result<(), Refusal> {
        if place == PASS {
            position.set_to_move(!position.to_move());
            return Ok(());
        }
        let point = point_on(position.size(), place)?;
        let empty = position.check_empty(point);
        empty.map_err(|error| Refusal::Point(place, error))?;
        position.play(point, &mut ());
        Ok(())
    }

    /// The position after these moves on the game's board, Black first.
    fn position_after(&self, moves: &[Place]) -> Result<Position, Refusal> {
        let mut position = Position::new(self.size()?);
        for &place in moves {
            self.play_at(&mut position, place)?;
        }
        Ok(position)
    }
}

fn refusal(error: impl std::fmt::Display) -> Refusal {
    Refusal::Database(error.to_string())
}

fn edited(record: Record, edit: &Edit) -> Record {
    let searched = Value { score: 0, depth: 0, bound: Bound::Exact };
    let value = record.value.unwrap_or(searched);
    match edit {
        Edit::Result(verdict) => Record {
            proof: verdict.map(|verdict| match verdict {
                Verdict::Won => Proof::Loss(UNCOUNTED),
                Verdict::Lost => Proof::Win(UNCOUNTED),
                Verdict::Drawn => Proof::Draw,
            }),
            is_shortest: false,
            ..record
        },
        Edit::Score(score) => Record { value: Some(Value { score: Score::new(*score).value(), ..value }), ..record },
        Edit::Depth(depth) => Record { value: Some(Value { depth: *depth, ..value }), ..record },
        Edit::Comment(comment) => Record { comment: note::shortened(comment), ..record },
        Edit::Label(_, label) => Record { label: printable::line(label).chars().take(LABEL).collect(), ..record },
        Edit::Forget => Record::default(),
    }
}
