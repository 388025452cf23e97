//! Records of the Chinese computer games championship (CCGC), one game per file:
//!
//! ```text
//! {[C5][first B][second W][先手胜][2017.08.01 place][2017 CCGC];B(J,10);W(L,10);B(K,9)}
//! ```
//!
//! The fields are the game (C5 is five in a row, C6 Connect6), the players, the result (先手胜: first player wins, 后手胜:
//! second player wins, 和棋: draw), date and place, the event, and the moves as column letter and row number on a 15x15
//! board.

use super::sgf::tree::Tree;
use super::sgf::tree_of;
use super::{Ending, Game, Move, ReadError, Reason, Taken, WriteError};
use encoding_rs::GB18030;
use tengen_core::board::{BoardSize, Colour};
use tengen_core::printable;
use tengen_core::rules::Rule;

const SIDE: u32 = 15;

pub(super) fn is(text: &str) -> bool {
    let text = text.strip_prefix('{').map(str::trim_start);
    text.is_some_and(|text| text.starts_with("[C"))
}

/// Converts the game to an SGF tree, which can also store date, place and event.
pub fn tree(text: &str, rule: Rule) -> Result<Tree, ReadError> {
    let inside = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let mut rest = inside.ok_or(ReadError::Record)?.trim();
    let mut heads = Vec::new();
    while let Some(opened) = rest.strip_prefix('[') {
        let (head, after) = opened.split_once(']').ok_or(ReadError::Bracket)?;
        heads.push(head.trim());
        rest = after.trim_start();
    }
    let head = |number: usize| heads.get(number).copied().unwrap_or_default();
    if head(0) != "C5" {
        return Err(ReadError::Contest { what: head(0).into() });
    }
    let players = [player(head(1), 'B'), player(head(2), 'W')];
    let size = BoardSize::square(SIDE).expect("a board");
    let mut game = Game::new(size, rule, players);
    game.ending = ending(head(3))?;
    game.moves = moves(rest, size)?;
    let mut tree = tree_of(&game);
    let root = tree.root();
    let (date, place) = date_and_place(head(4));
    for (name, value) in [("DT", date.as_str()), ("PC", place), ("EV", head(5))] {
        if !value.is_empty() {
            tree.set(root, name, &[value]);
        }
    }
    if game.ending.is_some() {
        tree.unset(root, "GC"); // the record does not give the reason
    }
    // The record does not name the rule either.
    tree.unset(root, "RU");
    Ok(tree)
}

/// Writes a game in GB 18030; `details` are its date, place and event, which may be empty.
pub fn write(game: &Game, details: [&str; 3]) -> Result<Vec<u8>, WriteError> {
    let size = game.size;
    if game.other.is_some() || BoardSize::square(SIDE) != Some(size) {
        return Err(WriteError::ContestBoard { side: SIDE, size });
    }
    if !game.setup.is_empty() || game.first != Colour::Black {
        return Err(WriteError::ContestSetUp);
    }
    let [date, place, event] = details.map(field);
    let [black, white] = [0, 1].map(|side| field(&game.players[side]));
    let judged = || game.played().ok().and_then(|board| board.ending());
    let result = game.ending.or_else(judged).map_or("", |ending| match ending.winner {
        Some(Colour::Black) => "先手胜",
        Some(Colour::White) => "后手胜",
        None => "和棋",
    });
    let when = format!("{} {place}", date.replace('-', "."));
    let mut text = format!("{{[C5][{black} B][{white} W][{result}][{}][{event}]", when.trim());
    for (number, point) in game.points().enumerate() {
        let side = ['B', 'W'][number % 2];
        let column = char::from(b'A' + point.x());
        text += &format!(";{side}({column},{})", size.height() - point.y());
    }
    text.push('}');
    Ok(GB18030.encode(&text).0.into_owned())
}

/// A text without the brackets of fields.
fn field(text: &str) -> String {
    printable::line(text).replace(['[', ']', '{', '}'], " ").trim().into()
}

/// A player's name without the trailing letter of the side.
fn player(head: &str, side: char) -> String {
    head.strip_suffix(side).unwrap_or(head).trim_end().into()
}

fn ending(result: &str) -> Result<Option<Ending>, ReadError> {
    Ok(Some(match result {
        "" => return Ok(None),
        "先手胜" => Ending::won(Colour::Black, Reason::Unknown),
        "后手胜" => Ending::won(Colour::White, Reason::Unknown),
        "和棋" | "平局" | "和局" => Ending::drawn(Reason::Unknown),
        other => return Err(ReadError::NoResult { what: other.into() }),
    }))
}

/// Splits `2017.08.01 place` and converts the date to SGF format.
fn date_and_place(head: &str) -> (String, &str) {
    let (date, place) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
    match date.chars().all(|c| c.is_ascii_digit() || c == '.') {
        true => (date.replace('.', "-"), place.trim()),
        false => (String::new(), head),
    }
}

fn moves(text: &str, size: BoardSize) -> Result<Vec<Move>, ReadError> {
    let mut taken = Taken::new(size);
    let mut moves = Vec::new();
    let written = text.split(';').map(str::trim);
    for (number, text) in written.filter(|text| !text.is_empty()).enumerate() {
        let wrong = |why: ReadError| ReadError::Move { n: number + 1, point: text.into(), why: why.into() };
        let (side, column, row) = read_move(text).ok_or_else(|| wrong(ReadError::NoContestMove))?;
        if side != ['B', 'W'][number % 2] {
            return Err(wrong(ReadError::OutOfTurn));
        }
        let y = i32::from(size.height()) - row;
        let point = taken.take(column, y).map_err(|error| wrong(error.into()))?;
        moves.push(Move::new(point));
    }
    Ok(moves)
}

/// `B(J,10)`: side, column from 0, row from 1.
fn read_move(text: &str) -> Option<(char, i32, i32)> {
    let (side, place) = text.split_once('(')?;
    let (column, row) = place.strip_suffix(')')?.split_once(',')?;
    let &[letter] = column.trim().to_ascii_uppercase().as_bytes() else { return None };
    let column = letter.is_ascii_uppercase().then(|| i32::from(letter - b'A'));
    let side = side.trim().parse().ok()?;
    Some((side, column?, row.trim().parse().ok().filter(|row| (0..99).contains(row))?))
}
