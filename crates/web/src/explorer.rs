//! Looks up the board of a page in a database.

use super::game::{GameText, TreeText};
use super::line_text::{rate, worth};
use super::wire::{ExploredText, KnownText, RecordText, StoredText};
use crate::Remark;
use std::sync::Arc;
use std::time::Duration;
use tengen_common::Score;
use tengen_core::board::{BoardSize, Position, notation};
use tengen_core::rules::Rule;
use tengen_database::{
    Alike, Bound, Place, PlayedBefore, PositionBook, Proof, Record, Results, Stored, check_rule, note,
};
use tengen_engine::eval::chances::Chances;
use tengen_records::{Ending, Game, Move, Reason};
use tengen_session::service::may_be_fewer;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionNote {
    pub comment: String,
    /// The label of the move that leads to the position.
    pub label: String,
}

/// The records of the page's board and its moves.
pub fn explore(book: &dyn PositionBook, game: &GameText) -> Result<ExploredText, Remark> {
    let (position, rule) = position_of(game)?;
    let explored = book.explore(&position, rule)?;
    let size = position.size();
    let chances = Chances::of(&position, rule);
    let text = |record| record_text(record, size, chances);
    let known = |Alike { points, record }| KnownText { points: notation::list(points, size), record: text(record) };
    let moves = explored.alike().into_iter().map(known).collect();
    Ok(ExploredText { position: explored.record.map(text), moves })
}

/// How long a note waits for the file before it is answered.
const NOTE_PATIENCE: Duration = Duration::from_secs(2);

/// Writes a comment and a label for the page's board. Waits up to two seconds if another program holds the file. After
/// that time the note stays queued, to be written later.
pub fn note(book: &dyn PositionBook, game: &GameText, note: PositionNote) -> Result<(), Remark> {
    let (position, rule) = position_of(game)?;
    let comment = note::comment(&note.comment)?;
    let label = note::label(&note.label)?;
    let change = move |record| Record { comment: comment.clone(), label: label.clone(), ..record };
    let place = Place::of(&position, rule);
    book.change(place.key(), Arc::new(change))?;
    let written = book.flush(NOTE_PATIENCE);
    written.map_err(|why| Remark::KeptForLater { why: why.into() })
}

const OWN_GAMES: &str = "own games";
const MOST_GAMES: usize = 50;

/// Adds the main line of a page's game; returns whether it is new.
pub fn add_game(book: &dyn PositionBook, tree: &TreeText) -> Result<bool, Remark> {
    let game = tree.main_line()?;
    if game.moves.is_empty() {
        return Err(Remark::GameEmpty);
    }
    let start = game.start()?.position().clone();
    let winner = game.ending.map(|ending| ending.winner);
    let played = PlayedBefore::new(&start, game.rule, game.points(), winner)?;
    Ok(book.add_game(played, OWN_GAMES, NOTE_PATIENCE)?)
}

/// Lists games with the position on the page's board.
pub fn games(book: &dyn PositionBook, game: &GameText) -> Result<Vec<StoredText>, Remark> {
    let (position, rule) = position_of(game)?;
    let found = book.games_with(&Place::of(&position, rule), MOST_GAMES)?;
    let text = |stored: Stored| {
        let game = Game {
            moves: stored.moves.into_iter().map(Move::new).collect(),
            ending: stored.winner.map(|winner| Ending { winner, reason: Reason::Unknown }),
            ..Game::from_position(&stored.start, rule)
        };
        StoredText { tree: TreeText::of_game(&game), after: stored.moves_before, source: stored.source }
    };
    Ok(found.into_iter().map(text).collect())
}

fn position_of(game: &GameText) -> Result<(Position, Rule), Remark> {
    let board = game.board()?;
    check_rule(board.rule())?;
    Ok((board.position().clone(), board.rule()))
}

fn record_text(record: Record, size: BoardSize, chances: Chances) -> RecordText {
    let Results { black, drawn, white, open } = record.results;
    let best = record.best.map(|best| notation::write(best, size));
    let score = match record.proof {
        Some(Proof::Win(plies)) => Some(Score::win_in(plies.into())),
        Some(Proof::Loss(plies)) => Some(Score::loss_in(plies.into())),
        Some(Proof::Draw) => None,
        None => record.value.map(|value| Score::new(value.score)),
    };
    RecordText {
        games: [black, drawn, white, open],
        score: score.map(worth),
        at_most: !record.is_shortest && score.and_then(Score::distance).is_some_and(may_be_fewer),
        rate: score.map(|score| rate(chances.win_rate(score))),
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
