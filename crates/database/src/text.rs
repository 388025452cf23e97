//! Positions as text: a line of JSON each, which [`crate::Import`] reads again.
//!
//! ```text
//!   {"rule":"renju","size":"15x15","black":"h8i9","white":"h9","to_move":"white","score":-35,"depth":18,
//!    "bound":"exact","best":"g10","games":{"black":2,"drawn":0,"white":1,"open":0},"source":"a.sgf"}
//! ```

use crate::record::{Bound, Proof, Record, Results, Value};
use crate::{Key, Place};
use anyhow::{Error, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use tengen_core::board::{Colour, Point, Position, Shape, notation};
use tengen_core::rules::Rule;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    rule: String,
    size: String,
    black: String,
    white: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    dead: String,
    to_move: Side,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bound: Option<BoundName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    win_in: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loss_in: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawn: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(default)]
    games: Games,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    source: String,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BoundName {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Games {
    black: u64,
    drawn: u64,
    white: u64,
    open: u64,
}

/// The line of a position.
pub fn line(key: &Key, record: &Record) -> String {
    let (position, rule) = key.position();
    let shape = position.shape();
    let text = |points: &mut dyn Iterator<Item = Point>| {
        points
            .map(|point| notation::write(point, shape))
            .collect::<String>()
    };
    let stones = |colour| {
        let stones = position.stones().iter();
        text(&mut stones.filter(|s| s.colour == colour).map(|s| s.point))
    };
    let results = record.results;
    let line = Line {
        rule: rule.to_string(),
        size: shape.to_string(),
        black: stones(Colour::Black),
        white: stones(Colour::White),
        dead: text(&mut position.dead().iter().copied()),
        to_move: match position.to_move() {
            Colour::Black => Side::Black,
            Colour::White => Side::White,
        },
        score: record.value.map(|value| value.score),
        depth: record.value.map(|value| value.depth),
        bound: record.value.map(|value| match value.bound {
            Bound::Exact => BoundName::Exact,
            Bound::Lower => BoundName::Lower,
            Bound::Upper => BoundName::Upper,
        }),
        win_in: match record.proof {
            Some(Proof::Win(plies)) => Some(plies),
            _ => None,
        },
        loss_in: match record.proof {
            Some(Proof::Loss(plies)) => Some(plies),
            _ => None,
        },
        drawn: matches!(record.proof, Some(Proof::Draw)).then_some(true),
        best: record.best.map(|point| notation::write(point, shape)),
        games: Games {
            black: results.black,
            drawn: results.drawn,
            white: results.white,
            open: results.open,
        },
        comment: record.comment.clone(),
        source: record.source.clone(),
    };
    serde_json::to_string(&line).expect("numbers and texts are JSON")
}

/// The position of a line, and what it says of it; the best move lies as the place's key does.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<(Place, Record)> {
    let line: Line = serde_json::from_str(text)?;
    let shape: Shape = line.size.parse().map_err(Error::msg)?;
    let rule: Rule = line.rule.parse().map_err(Error::msg)?;
    if rule.continuous {
        bail!("continuous games are not kept in databases");
    }
    let position = position_of(&line, shape)?;
    let value = match (line.score, line.depth, line.bound) {
        (None, None, None) => None,
        (Some(score), Some(depth), bound) => Some(Value {
            score,
            depth,
            bound: match bound {
                None | Some(BoundName::Exact) => Bound::Exact,
                Some(BoundName::Lower) => Bound::Lower,
                Some(BoundName::Upper) => Bound::Upper,
            },
        }),
        _ => bail!("score and depth go together"),
    };
    let proof = match (line.win_in, line.loss_in, line.drawn) {
        (None, None, None | Some(false)) => None,
        (Some(plies), None, None) => Some(Proof::Win(plies)),
        (None, Some(plies), None) => Some(Proof::Loss(plies)),
        (None, None, Some(true)) => Some(Proof::Draw),
        _ => bail!("a position is won, lost or drawn"),
    };
    let place = Place::of(&position, rule);
    let best = match &line.best {
        Some(best) => Some(only_point(best, &position)?),
        None => None,
    };
    let record = Record {
        value,
        proof,
        best: best.map(|point| place.to_key(point)),
        results: Results {
            black: line.games.black,
            drawn: line.games.drawn,
            white: line.games.white,
            open: line.games.open,
        },
        comment: line.comment,
        source: line.source,
    };
    Ok((place, record))
}

fn position_of(line: &Line, shape: Shape) -> Result<Position> {
    let mut position = Position::new(shape);
    let points = |text: &str| notation::read(text, shape).map_err(Error::msg);
    let taken = |point, error| anyhow!("{}: {error}", notation::write(point, shape));
    for (text, colour) in [(&line.black, Colour::Black), (&line.white, Colour::White)] {
        for point in points(text)? {
            let free = position.check_empty(point);
            free.map_err(|error| taken(point, error.to_string()))?;
            position.place(point, colour, &mut ());
        }
    }
    for point in points(&line.dead)? {
        let dead = position.kill(point);
        dead.map_err(|error| taken(point, error.to_string()))?;
    }
    position.set_to_move(match line.to_move {
        Side::Black => Colour::Black,
        Side::White => Colour::White,
    });
    Ok(position)
}

fn only_point(text: &str, position: &Position) -> Result<Point> {
    let points = notation::read(text, position.shape()).map_err(Error::msg)?;
    let &[point] = points.as_slice() else {
        bail!("the best move is one point");
    };
    let free = position.check_empty(point);
    free.map_err(|error| anyhow!("{text}: {error}"))?;
    Ok(point)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"rule":"renju","size":"15x15","black":"h8i9","white":"h9","to_move":"white","score":-35,"depth":18,"bound":"upper","win_in":7,"best":"g10","games":{"black":2,"drawn":0,"white":1,"open":0},"comment":"two\nlines","source":"a.sgf"}"#;

    #[test]
    fn a_line_is_read_and_written_again() {
        let (place, record) = read(LINE).unwrap();
        let again = line(place.key(), &record);
        let (same, known) = read(&again).unwrap();
        assert_eq!((same.key(), &known), (place.key(), &record));
        assert_eq!(line(same.key(), &known), again, "as the key lies");
        assert_eq!(record.proof, Some(Proof::Win(7)));
    }

    #[test]
    fn a_wrong_line_is_refused_in_a_sentence() {
        for (right, wrong, why) in [
            ("h8i9", "h8h9", "h9: point already taken"),
            ("renju", "chess", "the rules are"),
            ("\"depth\":18,", "", "score and depth go together"),
            (
                "\"win_in\":7",
                "\"win_in\":7,\"loss_in\":6",
                "won, lost or drawn",
            ),
            (
                "\"best\":\"g10\"",
                "\"best\":\"h9\"",
                "h9: point already taken",
            ),
            ("\"best\":\"g10\"", "\"best\":\"\"", "one point"),
            ("source", "sauce", "unknown field"),
        ] {
            let error = read(&LINE.replace(right, wrong)).unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        }
    }
}
