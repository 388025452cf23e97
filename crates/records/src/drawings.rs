//! Board diagrams as text: from people, forums, other programs and `tengen picture`.
//!
//! ```text
//!   X=Black O=White
//!
//!    A B C D E       letters of the columns above, below, on both sides or nowhere
//!  5 . . . . . 5     numbers of the rows on the left, on the right, on both sides or nowhere
//!  4 . . X o . 4     X x ● black, O o ○ white, # ■ dead, . + - · ┼ and other crossings empty
//!  3 . 1(2). . 3     numbered stones: the moves of a game; stones without a number were there before
//!  2 . . . . . 2     ( ) [ ] * | mark stones and mean nothing
//!  1 . . . . . 1
//! ```
//!
//! Commas may separate the points. Quotes (`> `), fences of Markdown and tags like `[code]` around a diagram are ignored. Any other
//! character is an error; it is never read as an empty point.
//!
//! The labels of a frame may be single signs: last digits (`8 9 0 1`), or letters behind 9 (`8 9 a b`). A matrix of numbers is a
//! diagram too, with 0 empty, 1 black, and 2 or -1 white, and so is a list of its rows (`[[0, 1, …], …]`).

mod board;
mod cells;
mod frame;
mod legend;
mod parts;
mod quoting;
mod signs;
#[cfg(test)]
mod tests;

use self::board::DrawnBoard;
use self::frame::{DrawnFrame, without_labels};
use self::parts::Parts;
use self::quoting::{unlisted, unwrapped};
use self::signs::Signs;
use super::defaults::Defaults;
use super::moves::{Turn, game_of_turns, list};
use super::{Game, Move, Note, ReadError};
use tengen_core::board::{BoardError, BoardSize, Position, Stone, notation};
use tengen_core::rules::Rule;

#[derive(Clone, Debug)]
pub(super) enum Drawn {
    Position(Box<Position>),
    /// A game: its moves are numbered.
    Game(Box<Game>),
}

/// Whether `text` contains a diagram, possibly a malformed one: it has at least five rows, and enough of its characters
/// are stones, empty points or column letters.
pub(super) fn is(text: &str) -> bool {
    let text = unlisted(text);
    let signs = Signs::of(&text);
    let parts = Parts::of(&text, &signs);
    signs.are_a_board(&parts.rows, &parts.columns)
}

/// A note on the diagrams of a text besides the one that is read.
pub(super) fn left_out(text: &str) -> Option<Note> {
    let text = unlisted(text);
    match Parts::of(&text, &Signs::of(&text)).left_out {
        0 => None,
        1 => Some(Note::OtherDrawing),
        n => Some(Note::OtherDrawings { n }),
    }
}

/// Whether `text` is a diagram with too few rows for a board, and nothing else.
pub(super) fn is_too_small(text: &str) -> bool {
    let signs = Signs::of(text);
    let rows: Vec<&str> = text.lines().map(unwrapped).filter(|row| !row.is_empty()).collect();
    let is_drawn =
        |row: &&str| row.len() > 1 && row.split_whitespace().all(|word| word.chars().all(|c| signs.cell(c).is_some()));
    rows.len() > 1 && rows.iter().all(is_drawn)
}

/// Parses a diagram. The letters and numbers of its frame name the points; without a frame, `a1` is at the bottom left.
/// Lines like `X=Black O=White` or `White: X` name the signs of the stones, `White to move` or `O to play` the side, a list
/// of moves their order. Other text around the diagram is ignored; of several diagrams the longest is read.
pub(super) fn read(text: &str, rule: Rule) -> Result<Drawn, ReadError> {
    let text = unlisted(text);
    let signs = Signs::of(&text);
    let parts = Parts::of(&text, &signs);
    if parts.are_an_answer() {
        return Err(ReadError::DrawnAnswer);
    }
    let rows = parts.rows.iter().enumerate();
    let rows: Result<Vec<_>, _> = rows.map(|(y, row)| signs.words(row, y + 1)).collect();
    let (rows, labels) = without_labels(rows?)?;
    let (width, height) = (usual_length(&rows), rows.len());
    if let Some((y, row)) = (1..).zip(&rows).find(|(_, row)| row.len() != width) {
        return Err(BoardError::Row { n: y, count: row.len(), width }.into());
    }
    let size = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    let size = size.and_then(|(width, height)| BoardSize::new(width, height));
    let size = size.ok_or(BoardError::CannotBe { width, height })?;
    let frame = DrawnFrame { size, columns: parts.column_labels(width)?, rows: labels };
    let crosses_are_empty = text.contains(['●', '◆']);
    let mut found = DrawnBoard::new(frame.named_size()?);
    for (y, row) in (0..).zip(&rows) {
        for (x, word) in (0..).zip(row) {
            let known = found.add(&signs, word, frame.point(x, y), crosses_are_empty);
            known.ok_or_else(|| signs.nothing(word, usize::from(y) + 1))?;
        }
    }
    if signs.numbers.is_some() && found.is_unclear() {
        return Err(ReadError::DrawnNumbers);
    }
    let drawn = found.finish(rule)?;
    match (list(&parts.moves())?, parts.to_move(&signs), drawn) {
        (Some(turns), _, drawn) => in_order(drawn, &turns, rule),
        (None, Some(side), Drawn::Position(position)) if position.dead().is_empty() => {
            Ok(Drawn::Game(Game { first: side, ..Game::from_position(&position, rule) }.into()))
        }
        (None, Some(side), Drawn::Position(mut position)) => {
            position.set_to_move(side);
            Ok(Drawn::Position(position))
        }
        (None, _, drawn) => Ok(drawn),
    }
}

/// A diagram as the game of the list of moves next to it, which must lead to its stones.
fn in_order(drawn: Drawn, turns: &[Turn], rule: Rule) -> Result<Drawn, ReadError> {
    let (size, is_numbered) = match &drawn {
        Drawn::Position(position) => (position.size(), None),
        Drawn::Game(game) => (game.size, Some(game.moves_text())),
    };
    let (game, _) = game_of_turns(turns, Defaults::of(rule, size))?;
    let mut listed = stones(&game);
    let mut shown = match &drawn {
        Drawn::Position(position) => position.stones().to_vec(),
        Drawn::Game(game) => stones(game),
    };
    let by_place = |stone: &Stone| (stone.point.y(), stone.point.x(), stone.colour.index());
    listed.sort_by_key(by_place);
    shown.sort_by_key(by_place);
    let differs = |stone: &&Stone| !(listed.contains(stone) && shown.contains(stone));
    let other = listed.iter().chain(&shown).find(differs).map(|stone| stone.point);
    let is_other_order = is_numbered.is_some_and(|moves| moves != game.moves_text());
    let other = other.or(game.points().next().filter(|_| is_other_order));
    match other {
        Some(point) => Err(ReadError::ListDrawing { point: notation::write(point, size) }),
        None if matches!(&drawn, Drawn::Position(position) if !position.dead().is_empty()) => Err(ReadError::DeadGame),
        None => Ok(Drawn::Game(game.into())),
    }
}

fn stones(game: &Game) -> Vec<Stone> {
    let moves = game.points().enumerate().map(|(number, point)| Stone { point, colour: game.side(number) });
    game.setup.iter().copied().chain(moves).collect()
}

fn usual_length(rows: &[Vec<String>]) -> usize {
    let count = |length: usize| rows.iter().filter(|row| row.len() == length).count();
    let lengths = rows.iter().map(Vec::len);
    lengths.max_by_key(|length| count(*length)).unwrap_or(0)
}
