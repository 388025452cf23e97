//! What a database knows of the board that a page shows.

use super::game::{GameText, named};
use super::wire::Worth;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tengen_core::board::{Position, Shape, notation};
use tengen_core::rules::Rule;
use tengen_database::{Alike, Bound, LABEL, Library, Place, Proof, Record, Results};

/// What somebody says of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// A comment.
    pub comment: String,
    /// What stands upon the move that leads to it.
    pub label: String,
}

/// What is known of a position and of its moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredText {
    /// What is known of the position itself; value and proof are those of the side to move.
    pub position: Option<RecordText>,
    /// Its moves, the ones to look at first.
    pub moves: Vec<KnownText>,
}

/// A move of which something is known.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KnownText {
    /// The move, and behind it those that are its images.
    pub points: String,
    /// Value and proof are those of the side that makes the move.
    #[serde(flatten)]
    pub record: RecordText,
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordText {
    /// Games that black won, that nobody won, that white won, and that have no result.
    pub games: [u64; 4],
    /// What is proven, or else what a search made of it.
    pub score: Option<Worth>,
    /// It is proven to be drawn.
    pub drawn: bool,
    /// How deep the search looked.
    pub depth: Option<u16>,
    /// What a score says of the true one: `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// The best move, or nothing.
    pub best: String,
    /// What somebody wrote about it.
    pub comment: String,
    /// What somebody wrote upon the move that leads to it.
    pub label: String,
    /// Where it was seen first.
    pub source: String,
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
/// [`NOTE_PATIENCE`].
///
/// # Errors
/// When the page has no such board, the label is too long, or the database may not be written. When it could not be
/// written in time: the note is kept, and written later.
pub fn note(library: &dyn Library, game: &GameText, note: Note) -> Result<(), String> {
    let (position, rule) = position_of(game)?;
    if note.label.chars().count() > LABEL {
        return Err(format!("a label has {LABEL} characters at most"));
    }
    let change = move |record| Record {
        comment: note.comment.clone(),
        label: note.label.clone(),
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
