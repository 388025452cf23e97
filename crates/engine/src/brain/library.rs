//! The brain's database: lookups and edits of graphical boards, and the results of our searches.

use super::settings::Settings;
use super::{Edit, Engine, Lookup, PASS, Place, Refusal, Reply, Verdict, point_on};
use crate::search::record_of;
use std::sync::Arc;
use std::time::Duration;
use tengen_common::{Report, Score};
use tengen_core::board::Position;
use tengen_core::printable;
use tengen_core::rules::Rule;
use tengen_database::{
    Bound, Explored, LABEL, Library, Place as Keyed, Proof, Record, Value, note,
};

/// What a record says of where it came from.
const SOURCE: &str = "games";
/// Plies of a win that somebody has marked and nobody has counted.
const UNCOUNTED: u16 = 100;

/// The conditions of a search, as they were when it began: INFO can change the settings meanwhile.
pub(super) struct Conditions {
    rule: Rule,
    /// Moves were left out at the root.
    restricted: bool,
}

impl Conditions {
    /// Those of a search that begins now.
    pub fn now(position: &Position, settings: &Settings) -> Conditions {
        let blocked = |point| settings.blocked.contains(point);
        Conditions {
            rule: settings.rule(),
            restricted: position.empty_points().any(blocked),
        }
    }

    /// What a search under these conditions has found out about the position, for the database.
    ///
    /// A win by one of the moves that were free is a win of the position. Any other result of a restricted search says
    /// nothing about the position, because the moves that were left out may be better. The best of several lines is
    /// not restricted: the others are searched in addition.
    pub fn learned(&self, position: &Position, report: &Report) -> Option<Learned> {
        let is_valid = !self.restricted || report.score.win_distance().is_some();
        (is_valid && !self.rule.continuous).then(|| Learned {
            place: Keyed::of(position, self.rule),
            record: record_of(report, SOURCE),
        })
    }
}

/// A record that waits to be queued for the database.
pub(super) struct Learned {
    place: Keyed,
    record: Record,
}

/// How long the end of a session waits for the database: managers end a brain 700 ms after END.
const LAST_PATIENCE: Duration = Duration::from_millis(400);

impl Engine {
    /// The database, if there is one and it is to be used.
    pub(super) fn library(&self) -> Option<Arc<dyn Library>> {
        let library = self.config.library.clone();
        library.filter(|_| self.settings.uses_library())
    }

    /// Queues the result of the last search for the database, which writes it in the background.
    pub fn write_down(&mut self) {
        let Some(Learned { place, mut record }) = self.learned.take() else {
            return;
        };
        let Some(library) = self.library().filter(|library| library.is_writable()) else {
            return;
        };
        record.best = record.best.map(|point| place.to_key(point));
        let join = move |known: Record| known.joined(record.clone());
        if let Err(error) = library.change(place.key(), Arc::new(join)) {
            log::warn!("{error:#}");
        }
    }

    /// Waits a moment until everything is in the database.
    ///
    /// # Errors
    /// What is not in it.
    pub fn finish(&mut self) -> Result<(), String> {
        self.write_down();
        match self.config.library.as_deref() {
            Some(library) => library.flush(LAST_PATIENCE),
            None => Ok(()),
        }
        .map_err(|error| error.to_string())
    }

    /// What is known of the position after these moves.
    pub(super) fn look_up(&self, moves: &[Place], lookup: Lookup) -> Result<Reply, Refusal> {
        let position = self.position_after(moves)?;
        let explored = match self.config.library.as_deref() {
            None if lookup == Lookup::Moves => Explored::default(),
            None => return Err(Refusal::NoDatabase),
            Some(library) => {
                let explored = library.explore(&position, self.rule());
                explored.map_err(|error| Refusal::Database(error.to_string()))?
            }
        };
        Ok(Reply::Known(lookup, explored))
    }

    /// Changes what is known of the position after these moves.
    pub(super) fn edit(&self, moves: &[Place], edits: &[Edit]) -> Result<Reply, Refusal> {
        for edit in edits {
            self.edit_once(moves, edit)?;
        }
        let shows_itself =
            |edit: &Edit| matches!(edit, Edit::Result(_) | Edit::Score(_) | Edit::Depth(_));
        if edits.iter().any(shows_itself) {
            return self.look_up(moves, Lookup::Value);
        }
        Ok(Reply::Silence)
    }

    fn edit_once(&self, moves: &[Place], edit: &Edit) -> Result<(), Refusal> {
        let mut position = self.position_after(moves)?;
        let library = self.config.library.as_deref();
        let library = library.ok_or(Refusal::NoDatabase)?;
        if let Edit::Label(Some(place), _) = edit {
            self.play_at(&mut position, *place)?;
        }
        let place = Keyed::of(&position, self.rule());
        let edit = edit.clone();
        let changed = library.change(place.key(), Arc::new(move |record| edited(record, &edit)));
        changed.map_err(|error| Refusal::Database(error.to_string()))
    }

    fn play_at(&self, position: &mut Position, place: Place) -> Result<(), Refusal> {
        if place == PASS {
            position.set_to_move(!position.to_move());
            return Ok(());
        }
        let point = point_on(position.shape(), place)?;
        let empty = position.check_empty(point);
        empty.map_err(|error| Refusal::Point(place, error))?;
        position.play(point, &mut ());
        Ok(())
    }

    /// The position that these moves lead to on the board of the game, black first.
    fn position_after(&self, moves: &[Place]) -> Result<Position, Refusal> {
        let mut position = Position::new(self.shape()?);
        for &place in moves {
            self.play_at(&mut position, place)?;
        }
        Ok(position)
    }
}

fn edited(record: Record, edit: &Edit) -> Record {
    let searched = Value {
        score: 0,
        depth: 0,
        bound: Bound::Exact,
    };
    let value = record.value.unwrap_or(searched);
    match edit {
        Edit::Result(verdict) => Record {
            proof: verdict.map(|verdict| match verdict {
                Verdict::Won => Proof::Loss(UNCOUNTED),
                Verdict::Lost => Proof::Win(UNCOUNTED),
                Verdict::Drawn => Proof::Draw,
            }),
            ..record
        },
        Edit::Score(score) => Record {
            value: Some(Value {
                score: Score::new(*score).value(),
                ..value
            }),
            ..record
        },
        Edit::Depth(depth) => Record {
            value: Some(Value {
                depth: *depth,
                ..value
            }),
            ..record
        },
        Edit::Comment(comment) => Record {
            comment: note::shortened(comment),
            ..record
        },
        Edit::Label(_, label) => Record {
            label: printable::line(label).chars().take(LABEL).collect(),
            ..record
        },
        Edit::Forget => Record::default(),
    }
}
