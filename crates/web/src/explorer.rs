//! What a database knows of the board that a page shows.

use super::game::{GameText, named};
use super::wire::{ExploredText, KnownText, RecordText, Worth};
use std::sync::Arc;
use std::time::Duration;
use tengen_core::board::{Position, Shape, notation};
use tengen_core::rules::Rule;
use tengen_database::{Alike, Bound, Library, Place, Proof, Record, Results, note};

/// What somebody says of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// A comment.
    pub comment: String,
    /// What stands upon the move that leads to it.
    pub label: String,
}

/// What is known of the board of a page.
///
/// # Errors
/// When the page has no such board, or the database cannot be read.
pub fn explore(library: &dyn Library, game: &GameText) -> Result<ExploredText, String> {
    let (position, rule) = position_of(game)?;
    let explored = library.explore(&position, rule);
    let explored = explored.map_err(|error| error.to_string())?;
    let shape = position.shape();
    let known = |Alike { points, record }| KnownText {
        points: named(points, shape),
        record: record_text(record, shape),
    };
    let moves = explored.alike().into_iter().map(known).collect();
    Ok(ExploredText {
        position: explored.record.map(|record| record_text(record, shape)),
        moves,
    })
}

/// How long the answer to a note waits for the file.
const NOTE_PATIENCE: Duration = Duration::from_secs(2);

/// Writes a comment and a label on the board of a page. While another program holds the file this waits for
/// two seconds.
///
/// # Errors
/// When the page has no such board, the label is too long, or the database may not be written. When it could not be
/// written in time: the note is kept, and written later.
pub fn note(library: &dyn Library, game: &GameText, note: Note) -> Result<(), String> {
    let (position, rule) = position_of(game)?;
    let comment = note::comment(&note.comment).map_err(|error| error.to_string())?;
    let label = note::label(&note.label).map_err(|error| error.to_string())?;
    let change = move |record| Record {
        comment: comment.clone(),
        label: label.clone(),
        ..record
    };
    let place = Place::of(&position, rule);
    let queued = library.change(place.key(), Arc::new(change));
    queued.map_err(|error| error.to_string())?;
    let written = library.flush(NOTE_PATIENCE);
    written.map_err(|error| format!("kept, to be written later: {error}"))
}

fn position_of(game: &GameText) -> Result<(Position, Rule), String> {
    let board = game.board()?;
    if board.rule().continuous {
        return Err("continuous games are not kept in databases".into());
    }
    Ok((board.position().clone(), board.rule()))
}

fn record_text(record: Record, shape: Shape) -> RecordText {
    let Results {
        black,
        drawn,
        white,
        open,
    } = record.results;
    let best = record.best.map(|best| notation::write(best, shape));
    RecordText {
        games: [black, drawn, white, open],
        score: match record.proof {
            Some(Proof::Win(plies)) => Some(Worth::WinIn(plies.into())),
            Some(Proof::Loss(plies)) => Some(Worth::LossIn(plies.into())),
            Some(Proof::Draw) => None,
            None => record.value.map(|value| Worth::Points(value.score)),
        },
        drawn: record.proof == Some(Proof::Draw),
        depth: record.value.map(|value| value.depth),
        bound: match record.value.map(|value| value.bound) {
            Some(Bound::Lower) => "lower",
            Some(Bound::Upper) => "upper",
            Some(Bound::Exact) | None => "exact",
        },
        best: best.unwrap_or_default(),
        comment: record.comment,
        label: record.label,
        source: record.source,
    }
}
