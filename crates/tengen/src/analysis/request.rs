//! Requests, and their JSON in Tengen's own dialect; [`kata`](super::kata) reads KataGo's.

use super::kata_answer;
use super::proof_answer::ProofForm;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Number, Value};
use std::fmt::{self, Display};
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use std::str::FromStr;
use std::time::Duration;
use tengen_common::{Limits, duration};
use tengen_core::board::{BoardSize, Colour, PointSet, Stone, notation};
use tengen_core::game::Game;
use tengen_core::rules::Rule;
use tengen_records::defaults::Defaults;
use tengen_records::moves::size_by;
use tengen_records::turns::{self, Course, parts};
use tengen_session::level::Level;
use tengen_session::service::{Task, Work};
use tengen_terminal::analyse;
use tengen_terminal::answer::Object;

#[derive(Clone, Debug)]
pub enum Request {
    /// Analyse positions of a game; first print the warnings.
    Analyse(Box<Query>, Vec<Rejected>),
    Act(Action),
}

/// Something other than an analysis.
#[derive(Clone, Debug)]
pub struct Action {
    pub verb: Verb,
    /// The request to stop; `None` for all.
    pub id: Option<String>,
    /// The turns to stop; `None` for all.
    pub turns: Option<Vec<usize>>,
    /// The action as it was read.
    pub echo: Object,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    Prove,
    Stop,
    Version,
    Rules,
    Terminate,
    TerminateAll,
    QueryVersion,
    QueryModels,
    ClearCache,
}

#[derive(Clone, Debug)]
pub struct Query {
    /// Its name, repeated in each answer.
    pub id: String,
    /// The game; no move comes after its end.
    pub course: Course,
    /// The positions to analyse, as numbers of moves, ascending.
    pub turns: Vec<usize>,
    /// The priority of each of them; higher ones start first.
    pub priorities: Vec<i64>,
    /// The points that black and white do not consider for the first move.
    pub blocked: [PointSet; 2],
    /// What to do with each position; its own is that at the start.
    pub task: Task,
    pub form: Form,
}

impl Query {
    pub fn task(&self, board: &Game) -> Task {
        let position = board.position().clone();
        let side = position.to_move();
        let limits = Limits { blocked: self.blocked[side.index()], ..self.task.limits.clone() };
        Task { position, lead: board.lead(side), limits, ..self.task.clone() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    Own,
    Kata(kata_answer::Form),
    Proof(ProofForm),
}

/// A request that is not executed, or a part of one that is not used.
#[derive(Clone, PartialEq, Debug)]
pub struct Rejected {
    /// The `id` of the request, if it could be read.
    pub id: Option<Value>,
    /// The field that is wrong, if it is a single one.
    pub field: Option<String>,
    pub error: String,
}

impl Rejected {
    pub(super) fn of_field(field: &str, error: impl fmt::Display) -> Rejected {
        Rejected { id: None, field: Some(field.into()), error: error.to_string() }
    }

    pub fn json(&self) -> Value {
        self.named("error")
    }

    /// The answer to a request that is executed without this part.
    pub fn warning(&self) -> Value {
        self.named("warning")
    }

    fn named(&self, name: &str) -> Value {
        let mut object = Object::new();
        object.insert(name.into(), self.error.clone().into());
        if let Some(field) = &self.field {
            object.insert("field".into(), field.clone().into());
        }
        if let Some(id) = &self.id {
            object.insert("id".into(), id.clone());
        }
        object.into()
    }
}

/// The fields of a [`Query`] in Tengen's own dialect.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    id: String,
    moves: Option<Points>,
    black: Option<Points>,
    white: Option<Points>,
    #[serde(default, deserialize_with = "side")]
    to_move: Option<Colour>,
    #[serde(default, deserialize_with = "parsed")]
    rule: Option<Rule>,
    #[serde(default, deserialize_with = "parsed")]
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
    reuse: Option<bool>,
    #[serde(default, deserialize_with = "parsed")]
    level: Option<Level>,
    seed: Option<u64>,
}

/// The names of fields that KataGo's queries do not have.
pub(super) const OWN_FIELDS: [&str; 15] = [
    "black", "white", "to_move", "rule", "board", "nodes", "depth", "time", "lines", "turns", "report_every",
    "blocked", "reuse", "level", "seed",
];

#[derive(Deserialize)]
#[serde(untagged, expecting = "points must be a list like [\"h8\", \"i9\"] or a text like \"h8i9\"")]
pub(super) enum Points {
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

fn scalar<'de, D: Deserializer<'de>, T, E: Display>(
    deserializer: D,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Option<T>, D::Error> {
    let text = match Option::deserialize(deserializer)? {
        None => return Ok(None),
        Some(Scalar::Number(number)) => number.to_string(),
        Some(Scalar::Text(text)) => text,
    };
    read(&text).map(Some).map_err(D::Error::custom)
}

pub(super) fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    scalar(deserializer, str::parse::<T>)
}

fn side<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Colour>, D::Error> {
    scalar(deserializer, |name| {
        let side = Colour::BOTH.into_iter().find(|side| side.to_string() == name);
        side.ok_or("the sides are black and white")
    })
}

pub(super) fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    scalar(deserializer, duration::read)
}

pub(super) fn fields<T: DeserializeOwned>(object: Object) -> Result<T, Rejected> {
    serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner().to_string();
        // A missing field has no path, but its name is quoted.
        let quoted = error.split('`').nth(1).map(str::to_string);
        let field = if path == "." { quoted } else { Some(path) };
        Rejected { id: None, field, error }
    })
}

pub(super) fn query(object: Object) -> Result<Query, Rejected> {
    let fields: &Fields = &fields(object)?;
    let course = course(fields)?;
    let turns = turns(fields.turns.as_deref(), course.count(), "turns")?;
    let start = course.board(0);
    let size = start.position().size();
    let (nodes, depth) = (fields.nodes.map(u64::from), fields.depth.map(u32::from));
    let (work, limits) = match player(fields)? {
        Some(player) => (player, Limits::time(fields.time.unwrap_or(analyse::USUAL_TIME))),
        None => {
            let lines = fields.lines.map_or(1, |lines| lines.get().into());
            (Work::Lines(lines), analyse::limits(fields.time, nodes, depth))
        }
    };
    let blocked = fields.blocked.as_ref().map_or(Ok(PointSet::EMPTY), |points| {
        let points = notation::read(&points.text(), size);
        points.map(PointSet::from_iter).map_err(|error| Rejected::of_field("blocked", error))
    })?;
    let is_by_nodes = fields.level.is_some_and(|level| !level.is_for_time());
    let afresh = fields.reuse.map_or(nodes.is_some() || depth.is_some() || is_by_nodes, |reuse| !reuse);
    let every = fields.report_every.unwrap_or(Duration::MAX);
    Ok(Query {
        id: fields.id.clone(),
        course,
        priorities: vec![fields.priority; turns.len()],
        turns,
        blocked: [blocked; 2],
        task: Task { limits, afresh, every, ..Task::new(start.position().clone(), start.rule(), work) },
        form: Form::Own,
    })
}

/// The positions after these moves.
pub(super) fn game(moves: Points, rule: Option<Rule>, board: Option<BoardSize>) -> Result<Course, Rejected> {
    course(&Fields { moves: Some(moves), rule, board, ..Fields::default() })
}

/// The stones, and the moves after them.
fn course(fields: &Fields) -> Result<Course, Rejected> {
    let text = |points: &Option<Points>| points.as_ref().map(Points::text);
    let [moves, black, white] = [&fields.moves, &fields.black, &fields.white].map(text);
    if moves.is_none() && black.is_none() && white.is_none() {
        return Err(Rejected::of_field("moves", "missing field `moves`"));
    }
    let [moves, black, white] = [moves, black, white].map(Option::unwrap_or_default);
    let parts = parts(&moves);
    let points: Vec<&str> = parts.iter().copied().flatten().chain([&*black, &*white]).collect();
    let defaults = Defaults { rule: fields.rule, size: fields.board, other: None };
    let size = size_by(&points.join(" "), defaults);
    let stones = [("black", &black, Colour::Black), ("white", &white, Colour::White)];
    let stones = stones_of(&stones, size)?;
    let first = turns::side_to_move(&stones, fields.to_move, "to_move");
    let first = first.map_err(|error| Rejected::of_field("to_move", error))?;
    let start = start(size, defaults.rule(), stones, first)?;
    let wrong = |error| Rejected::of_field("moves", error);
    let turns = turns::of_parts(&parts, size, first).map_err(|error| wrong(error.into()))?;
    Course::new(start, turns).map_err(wrong)
}

fn stones_of(fields: &[(&str, &String, Colour)], size: BoardSize) -> Result<Vec<Stone>, Rejected> {
    let (mut stones, mut taken) = (Vec::new(), PointSet::EMPTY);
    for &(field, text, colour) in fields {
        let points = notation::read(text, size);
        for point in points.map_err(|error| Rejected::of_field(field, error))? {
            if taken.contains(point) {
                let name = notation::write(point, size);
                return Err(Rejected::of_field(field, format!("two stones are on {name}")));
            }
            taken.insert(point);
            stones.push(Stone { point, colour });
        }
    }
    Ok(stones)
}

/// The board with these stones, on different points.
fn start(size: BoardSize, rule: Rule, stones: Vec<Stone>, first: Colour) -> Result<Game, Rejected> {
    let of = |side| stones.iter().copied().filter(move |stone: &Stone| stone.colour == side).collect();
    for side in Colour::BOTH {
        let alone = turns::set_up(size, rule, of(side), first);
        alone.map_err(|error| Rejected::of_field(&side.to_string(), error))?;
    }
    turns::set_up(size, rule, stones, first).map_err(|error| Rejected::of_field("black", error))
}

/// The work of a player, if a level is given: it sets the limits itself.
fn player(fields: &Fields) -> Result<Option<Work>, Rejected> {
    let Some(level) = fields.level else {
        let unused = fields.seed.map(|_| Rejected::of_field("seed", "seed is for a level"));
        return unused.map_or(Ok(None), Err);
    };
    let others = [
        ("nodes", fields.nodes.is_some()),
        ("depth", fields.depth.is_some()),
        ("lines", fields.lines.is_some()),
        ("blocked", fields.blocked.is_some()),
        ("report_every", fields.report_every.is_some()),
    ];
    if let Some((field, _)) = others.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Rejected::of_field(field, format!("a level sets {field} itself")));
    }
    Ok(Some(Work::Move { level, seed: Some(fields.seed.unwrap_or(0)) }))
}

/// The positions to analyse of a game with this many moves: the last one, unless `field` names some.
pub(super) fn turns(named: Option<&[usize]>, moves: usize, field: &str) -> Result<Vec<usize>, Rejected> {
    let mut turns = named.map_or(vec![moves], <[usize]>::to_vec);
    turns.sort_unstable();
    turns.dedup();
    let wrong = |error: String| Err(Rejected::of_field(field, error));
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
    use crate::analysis::read::read;

    fn query_of(line: &str) -> Query {
        match read(line.as_bytes()) {
            Ok(Request::Analyse(query, _)) => *query,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_limit_by_nodes_or_depth_starts_afresh() {
        for (fields, reuse) in [
            ("", true),
            (r#","time":1"#, true),
            (r#","nodes":9"#, false),
            (r#","depth":9,"time":1"#, false),
            (r#","nodes":9,"reuse":true"#, true),
            (r#","time":1,"reuse":false"#, false),
            (r#","level":2"#, false),
            (r#","level":"full""#, true),
        ] {
            let query = query_of(&format!(r#"{{"id":"a","moves":""{fields}}}"#));
            assert_eq!(!query.task.afresh, reuse, "{fields}");
        }
    }

    #[test]
    fn a_field_that_is_given_twice_is_refused() {
        for (line, twice) in [
            (r#"{"id":"a","moves":"h8","moves":"i9"}"#, "moves"),
            (r#"{"id":"a","id":"b","moves":"h8"}"#, "id"),
            (r#"{"action":"version","id":"a","action":"stop"}"#, "action"),
            (r#"{"id":"a","boardXSize":15,"boardYSize":15,"rules":"renju","moves":[],"rules":"caro"}"#, "rules"),
        ] {
            let Rejected { id, field, .. } = read(line.as_bytes()).expect_err(line);
            assert_eq!((id, field.as_deref()), (Some("a".into()), Some(twice)), "{line}");
        }
    }

    #[test]
    fn own_fields_are_all_named() {
        let error = read(br#"{"id":"a","unknown":1}"#).expect_err("an unknown field").error;
        let known: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        let shared = ["id", "moves", "priority"];
        let own: Vec<&str> = known.into_iter().filter(|name| !shared.contains(name)).collect();
        assert_eq!(own, OWN_FIELDS);
    }
}
