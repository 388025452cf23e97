//! Database commands of graphical boards: queries, edits and replies. Introduced by Yixin-Board.
//!
//! ```text
//! MESSAGE DATABASE REFRESH
//! MESSAGE DATABASE 7 8 119 -29995 1 3 0 A      a move: point, tag, then of the position after it, as its side
//! MESSAGE DATABASE DONE                        to move sees it: value, depth, bound, has it a comment; its label
//! MESSAGE DATABASE ONE 119 -29995 1 3          the position itself: tag, value, depth, bound
//! MESSAGE DATABASE TEXT "…"                    its comment
//! ```
//!
//! A tag is one or two characters; the number is the first one times 256 plus the second. `w5` and `l4` mark a move
//! that wins or loses in that many plies (the number is omitted if it has several digits), `d` a draw; otherwise the
//! tag is the win rate of the side that moves in percent, or -1 if unknown. Bounds are 1 at most, 2 at least, 3 exact.

use super::error::GomocupError;
use super::numbers::{integer, place};
use std::fmt::Write;
use tengen_common::Score;
use tengen_core::printable;
use tengen_database::{Bound, Explored, Known, Proof, Record};
use tengen_engine::eval::chances::Chances;
use tengen_line_io::words::split_word;
use tengen_session::brain::{Edit, Lookup, Verdict};

/// Parses `MASK TAG VALUE DEPTH`: which fields of a position to change (1 tag, 2 value, 4 depth), and the new values.
pub(super) fn values(arguments: &str) -> Result<Vec<Edit>, GomocupError> {
    let numbers: Option<Vec<i64>> = arguments.split_whitespace().map(integer).collect();
    let [mask, tag, value, depth] = numbers.and_then(|n| n.try_into().ok()).ok_or(GomocupError::NoRecord)?;
    let mut edits = Vec::new();
    if mask & 1 != 0 {
        edits.push(tagged(tag));
    }
    if mask & 2 != 0 {
        edits.push(Edit::Score(value.clamp(-30_000, 30_000) as i32));
    }
    if mask & 4 != 0 {
        edits.push(Edit::Depth(depth.clamp(0, 1000) as u16));
    }
    Ok(edits)
}

/// The meaning of a tag typed by the user: the result for the side that has just moved, or a label.
fn tagged(tag: i64) -> Edit {
    let letter = u8::try_from(tag).ok().filter(u8::is_ascii_graphic);
    match letter.map(|letter| letter.to_ascii_lowercase()) {
        None => Edit::Result(None),
        Some(b'w') => Edit::Result(Some(Verdict::Won)),
        Some(b'l') => Edit::Result(Some(Verdict::Lost)),
        Some(b'd') => Edit::Result(Some(Verdict::Drawn)),
        Some(_) => Edit::Label(None, letter.map(char::from).into_iter().collect()),
    }
}

/// Parses `"a comment"`, or one word.
pub(super) fn comment(arguments: &str) -> Result<Vec<Edit>, GomocupError> {
    let text = match arguments.strip_prefix('"') {
        None => arguments.to_string(),
        Some(rest) => unquoted(rest).ok_or(GomocupError::OpenText)?,
    };
    Ok(vec![Edit::Comment(text)])
}

/// The text before the closing `"`; `\` escapes a character.
fn unquoted(text: &str) -> Option<String> {
    let mut read = String::new();
    let mut letters = text.chars();
    loop {
        match letters.next()? {
            '"' => return Some(read),
            '\\' => read.push(letters.next()?),
            letter => read.push(letter),
        }
    }
}

/// Parses `X,Y LABEL`.
pub(super) fn label(arguments: &str) -> Result<Vec<Edit>, GomocupError> {
    let (point, label) = split_word(arguments);
    let point = place(point).ok_or(GomocupError::NoLabel)?;
    Ok(vec![Edit::Label(Some(point), label.into())])
}

pub(super) fn known(lookup: Lookup, explored: &Explored, chances: Chances) -> String {
    let record = explored.record.as_ref();
    match lookup {
        Lookup::Moves => moves(&explored.moves, chances),
        Lookup::MovesAndComment => moves(&explored.moves, chances) + &text(record),
        Lookup::Value => value(record, chances),
        Lookup::Comment => text(record),
    }
}

fn moves(moves: &[Known], chances: Chances) -> String {
    let mut text = String::from("MESSAGE DATABASE REFRESH\n");
    for Known { point, record, .. } in moves {
        let (x, y) = (point.x(), point.y());
        let has_comment = u8::from(!record.comment.is_empty());
        let (tag, after) = (tag(record, chances), record.clone().after_the_move());
        let line = format!(
            "MESSAGE DATABASE {x} {y} {tag} {} {has_comment} {}",
            figures(&after),
            printable::line(&record.label)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text + "MESSAGE DATABASE DONE\n"
}

fn value(record: Option<&Record>, chances: Chances) -> String {
    let record = record.cloned().unwrap_or_default();
    let tag = tag(&record.clone().of_the_move(), chances);
    format!("MESSAGE DATABASE ONE {tag} {}\n", figures(&record))
}

fn text(record: Option<&Record>) -> String {
    let comment = record.map_or("", |record| &record.comment);
    let quoted = comment.replace('\\', "\\\\").replace('"', "\\\"");
    format!("MESSAGE DATABASE TEXT \"{}\"\n", printable::line(quoted))
}

/// Value, depth and bound of a record, from the view of its side to move.
fn figures(record: &Record) -> String {
    let (value, depth) = match (record.proof, record.value) {
        (Some(Proof::Win(plies)), _) => (Score::win_in(plies.into()).value(), plies),
        (Some(Proof::Loss(plies)), _) => (Score::loss_in(plies.into()).value(), plies),
        (Some(Proof::Draw), _) => (0, 0),
        (None, value) => value.map_or((0, 0), |value| (value.score, value.depth)),
    };
    let bound = match (record.proof, record.value.map(|value| value.bound)) {
        (Some(_), _) | (None, Some(Bound::Exact)) => 3,
        (None, Some(Bound::Lower)) => 2,
        (None, Some(Bound::Upper)) => 1,
        (None, None) => 0,
    };
    format!("{value} {depth} {bound}")
}

/// The tag of a move with this record, by the chances of the opponent after it.
fn tag(record: &Record, chances: Chances) -> i32 {
    let hundredths = |share: f32| ((share * 100.0) as u32).min(99).to_string();
    let counted = |letter: char, plies: u16| match plies {
        0..=9 => format!("{letter}{plies}"),
        _ => letter.to_string(),
    };
    let text = match (record.proof, record.value) {
        (Some(Proof::Win(plies)), _) => counted('w', plies),
        (Some(Proof::Loss(plies)), _) => counted('l', plies),
        (Some(Proof::Draw), _) => "d".into(),
        (None, Some(value)) => hundredths(1.0 - chances.win_rate(-Score::new(value.score))),
        (None, None) => return -1,
    };
    text.bytes().fold(0, |number, letter| number << 8 | i32::from(letter))
}
