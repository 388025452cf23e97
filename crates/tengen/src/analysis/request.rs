//! Requests: one JSON object a line.

use super::answer::Object;
use crate::terminal::analyse;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Number, Value};
use std::fmt;
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use std::time::Duration;
use tengen_common::{Limits, duration};
use tengen_core::board::{BoardSize, notation};
use tengen_core::rules::Rule;
use tengen_records::Game;
use tengen_records::defaults::Defaults;
use tengen_records::judged::Board;
use tengen_records::moves::game_by;

/// A request.
#[derive(Clone, Debug)]
pub enum Request {
    /// Analyse positions of a game.
    Analyse(Box<Query>),
    /// Do something else.
    Act(Action),
}

/// Something other than an analysis.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// What to do.
    pub action: Verb,
    /// For [`Verb::Stop`] the request to stop, or all; otherwise repeated in the answer.
    pub id: Option<String>,
}

/// The name of an action.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Verb {
    /// Stop requests.
    Stop,
    /// Print the version.
    Version,
    /// List the rules.
    Rules,
}

/// An analysis of positions of a game.
#[derive(Clone, Debug)]
pub struct Query {
    /// Its name, repeated in each answer.
    pub id: String,
    /// The game; no move comes after its end.
    pub game: Game,
    /// The positions to analyse, as numbers of moves, ascending.
    pub turns: Vec<usize>,
    /// The limits for each position.
    pub limits: Limits,
    /// The number of lines.
    pub lines: usize,
    /// The interval of intermediate results.
    pub report_every: Option<Duration>,
    /// Requests with a higher priority start first.
    pub priority: i64,
}

/// A request that is not executed.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// The `id` of the request, if it could be read.
    pub id: Option<Value>,
    /// The field that is wrong, if it is a single one.
    pub field: Option<String>,
    /// The reason.
    pub error: String,
}

impl Refusal {
    fn of_field(field: &str, error: impl fmt::Display) -> Refusal {
        Refusal { id: None, field: Some(field.into()), error: error.to_string() }
    }

    /// The answer.
    pub fn json(&self) -> Value {
        let mut object = Object::new();
        object.insert("error".into(), self.error.clone().into());
        if let Some(field) = &self.field {
            object.insert("field".into(), field.clone().into());
        }
        if let Some(id) = &self.id {
            object.insert("id".into(), id.clone());
        }
        object.into()
    }
}

/// The fields of a [`Query`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    id: String,
    moves: Points,
    #[serde(default, deserialize_with = "rule")]
    rule: Option<Rule>,
    #[serde(default, deserialize_with = "board")]
    board: Option<BoardSize>,
    nodes: Option<NonZeroU64>,
    depth: Option<NonZeroU32>,
    #[serde(default, deserialize_with = "time")]
    time: Option<Duration>,
    lines: Option<NonZeroU16>,
    turns: Option<Vec<usize>>,
    #[serde(default, deserialize_with = "time")]
    report_every: Option<Duration>,
    #[serde(default)]
    priority: i64,
    blocked: Option<Points>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "points must be a list like [\"h8\", \"i9\"] or a text like \"h8i9\""
)]
enum Points {
    Text(String),
    List(Vec<String>),
}

impl Points {
    fn text(&self) -> String {
        match self {
            Points::Text(text) => text.clone(),
            Points::List(points) => points.join(" "),
        }
    }
}

/// A number, or a text as on the command line.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number or a text")]
enum Scalar {
    Number(Number),
    Text(String),
}

fn scalar<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, D::Error> {
    let text = match Option::deserialize(deserializer)? {
        None => return Ok(None),
        Some(Scalar::Number(number)) => number.to_string(),
        Some(Scalar::Text(text)) => text,
    };
    read(&text).map(Some).map_err(D::Error::custom)
}

fn rule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Rule>, D::Error> {
    scalar(deserializer, str::parse)
}

fn board<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<BoardSize>, D::Error> {
    scalar(deserializer, str::parse)
}

fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    scalar(deserializer, duration::read)
}

/// Reads a request.
///
/// # Errors
/// If it is not a request; the refusal names it if it has a name.
pub fn read(line: &[u8]) -> Result<Request, Refusal> {
    let nameless = |error: serde_json::Error| Refusal {
        id: None,
        field: None,
        error: format!("not a JSON object: {error}"),
    };
    let object: Object = serde_json::from_slice(line).map_err(nameless)?;
    let id = object.get("id").cloned();
    read_object(object).map_err(|refusal| Refusal { id, ..refusal })
}

fn read_object(object: Object) -> Result<Request, Refusal> {
    if object.contains_key("action") {
        return fields(object).map(Request::Act);
    }
    let query = query(&fields(object)?)?;
    Ok(Request::Analyse(Box::new(query)))
}

fn fields<T: DeserializeOwned>(object: Object) -> Result<T, Refusal> {
    serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner().to_string();
        // A missing field has no path, but its name is quoted.
        let quoted = error.split('`').nth(1).map(str::to_string);
        let field = if path == "." { quoted } else { Some(path) };
        Refusal { id: None, field, error }
    })
}

fn query(fields: &Fields) -> Result<Query, Refusal> {
    let defaults = Defaults { rule: fields.rule, size: fields.board };
    let wrong_moves = |error: String| Refusal::of_field("moves", error);
    let game = game_by(&fields.moves.text(), defaults).map_err(wrong_moves)?;
    Board::of_game(&game).map_err(wrong_moves)?;
    let (nodes, depth) = (fields.nodes.map(u64::from), fields.depth.map(u32::from));
    let mut limits = analyse::limits(fields.time, nodes, depth);
    if let Some(blocked) = &fields.blocked {
        let points = notation::read(&blocked.text(), game.size);
        let points = points.map_err(|error| Refusal::of_field("blocked", error))?;
        limits.blocked = points.into_iter().collect();
    }
    Ok(Query {
        id: fields.id.clone(),
        turns: turns(fields.turns.as_deref(), game.moves.len())?,
        game,
        limits,
        lines: fields.lines.map_or(1, |lines| lines.get().into()),
        report_every: fields.report_every,
        priority: fields.priority,
    })
}

/// The positions to analyse of a game with this many moves: the last one, unless some are named.
fn turns(named: Option<&[usize]>, moves: usize) -> Result<Vec<usize>, Refusal> {
    let mut turns = named.map_or(vec![moves], <[usize]>::to_vec);
    turns.sort_unstable();
    turns.dedup();
    let wrong = |error: String| Err(Refusal::of_field("turns", error));
    match turns.last() {
        None => wrong("names no position".into()),
        Some(&last) if last > moves => {
            wrong(format!("turn {last} is beyond the last move: turns are from 0 to {moves}"))
        }
        Some(_) => Ok(turns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_a_list_or_a_text() {
        for moves in [r#""h8i9""#, r#"["h8","i9"]"#, r#""h8 i9""#] {
            let line = format!(r#"{{"id":"a","moves":{moves},"turns":[2,0,2],"board":"20x15"}}"#);
            let Ok(Request::Analyse(query)) = read(line.as_bytes()) else {
                panic!("{line}");
            };
            assert_eq!(query.game.moves_text(), "h8i9");
            assert_eq!((query.game.size.width(), query.game.size.height()), (20, 15));
            assert_eq!((query.turns, query.lines), (vec![0, 2], 1));
        }
    }
}
