//! The dialect of KataGo's analysis engine, for clients that were written for it. `docs/src/reference/analysis.md`
//! lists what differs.

use super::kata_answer::Form;
use super::request::{self, OWN_FIELDS, Query, Rejected, fields};
use crate::gtp::parse::{self, VertexError};
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Display;
use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;
use tengen_core::board::{BoardSize, Colour, Point, PointSet, Stone};
use tengen_core::messages;
use tengen_core::rules::{Rule, RuleError, Variant};
use tengen_records::turns::{self, Course, SideError, Turn};
use tengen_session::service::{Task, Work};
use tengen_terminal::analyse;
use tengen_terminal::answer::Object;

const LINES: usize = 5;

/// Fields that no query of Tengen's own dialect has; each of KataGo's queries has all of them.
const REQUIRED: [&str; 3] = ["boardXSize", "boardYSize", "rules"];

/// Fields that change nothing; a warning says so unless they are `false`.
const UNUSED: [&str; 10] = [
    "whiteHandicapBonus", "rootPolicyTemperature", "rootFpuReductionMax", "firstReportDuringSearchAfter",
    "includeOwnership", "includeOwnershipStdev", "includeMovesOwnership", "includeMovesOwnershipStdev",
    "includePVVisits", "includeNoResultValue",
];

const USED: [&str; 18] = [
    "id", "moves", "initialStones", "initialPlayer", "rules", "komi", "boardXSize", "boardYSize", "analyzeTurns",
    "maxVisits", "analysisPVLen", "includePolicy", "avoidMoves", "allowMoves", "overrideSettings",
    "reportDuringSearchEvery", "priority", "priorities",
];

type KataPlayer = String;
type Vertex = String;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Fields {
    id: String,
    #[serde(rename = "boardXSize")]
    width: u32,
    #[serde(rename = "boardYSize")]
    height: u32,
    rules: Value,
    moves: Vec<(KataPlayer, Vertex)>,
    #[serde(default)]
    initial_stones: Vec<(KataPlayer, Vertex)>,
    initial_player: Option<KataPlayer>,
    #[serde(rename = "komi")]
    _komi: Option<f64>,
    analyze_turns: Option<Vec<usize>>,
    max_visits: Option<NonZeroU64>,
    #[serde(rename = "analysisPVLen")]
    longest_line: Option<NonZeroU32>,
    #[serde(default)]
    include_policy: bool,
    #[serde(default)]
    avoid_moves: Vec<Restriction>,
    #[serde(default)]
    allow_moves: Vec<Restriction>,
    #[serde(default)]
    override_settings: Object,
    report_during_search_every: Option<f64>,
    priority: Option<i64>,
    priorities: Option<Vec<i64>>,
}

/// Moves that a player must not choose, or the only ones.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Restriction {
    player: KataPlayer,
    moves: Vec<Vertex>,
    until_depth: NonZeroU32,
}

#[derive(Default)]
struct KataSettings {
    visits: Option<u64>,
    time: Option<Duration>,
    view: Option<Colour>,
}

messages! {
    enum KataError from Vertex(VertexError), Side(SideError) {
        OffBoardOf { word: String, size: BoardSize } = "\"{word}\" is not on the board of {size}",
        NoSeconds = "must be a number of seconds from 0.001 to 1000000",
        MustBeNumber = "must be a number",
        NoRule { name: String; known: RuleError } = "\"{name}\" is not a rule of five in a row: {known}",
        NoRuleName { names: String } = "must be the name of a rule of five in a row: {names}",
        PlayerTwice = "has a player twice",
    }
}

/// Whether an object is a query of KataGo's dialect: it has one of the fields that only those queries must have, or its
/// moves are pairs.
pub fn is_query(object: &Object) -> bool {
    let has_pairs = || match object.get("moves") {
        Some(Value::Array(moves)) => moves.first().is_some_and(Value::is_array),
        _ => false,
    };
    REQUIRED.iter().any(|field| object.contains_key(*field)) || has_pairs()
}

/// Reads a query. Parts that are not used give warnings.
pub fn query(mut object: Object) -> Result<(Query, Vec<Rejected>), Rejected> {
    if let Some(field) = OWN_FIELDS.iter().find(|field| object.contains_key(**field)) {
        let error = format!("{field} is a field of Tengen's own requests, the others are KataGo's");
        return Err(Rejected::of_field(field, error));
    }
    let id = object.get("id").cloned();
    let mut warnings = unused(&mut object)?;
    let fields: Fields = fields(object).map_err(whole_field)?;
    let (query, more) = query_of(fields)?;
    warnings.extend(more);
    for warning in &mut warnings {
        warning.id.clone_from(&id);
    }
    Ok((query, warnings))
}

/// Names the field of the query instead of a place in it.
pub(super) fn whole_field(refusal: Rejected) -> Rejected {
    let name = |field: String| field.split(['.', '[']).next().unwrap_or_default().to_string();
    Rejected { field: refusal.field.map(name), ..refusal }
}

/// Removes the fields that are not used.
fn unused(object: &mut Object) -> Result<Vec<Rejected>, Rejected> {
    let mut warnings = Vec::new();
    let names: Vec<String> = object.keys().cloned().collect();
    for name in names.iter().filter(|name| !USED.contains(&name.as_str())) {
        let value = object.remove(name);
        let is_known = UNUSED.contains(&name.as_str());
        if is_known && name.starts_with("include") && !value.as_ref().is_some_and(Value::is_boolean) {
            return Err(Rejected::of_field(name, "must be true or false"));
        }
        match (is_known, value) {
            (true, Some(Value::Bool(false))) => {}
            (true, _) => warnings.push(Rejected::of_field(name, "five in a row does not use this")),
            (false, _) => warnings.push(Rejected::of_field(name, "unknown field: not used")),
        }
    }
    Ok(warnings)
}

fn query_of(fields: Fields) -> Result<(Query, Vec<Rejected>), Rejected> {
    let size = BoardSize::new(fields.width, fields.height).ok_or_else(|| {
        let field = if BoardSize::new(fields.width, 15).is_none() { REQUIRED[0] } else { REQUIRED[1] };
        Rejected::of_field(field, "sides are from 5 to 32")
    })?;
    let rule = rule(&fields.rules).map_err(|error| Rejected::of_field("rules", error))?;
    let course = course_of(&fields, rule, size)?;
    let turns = request::turns(fields.analyze_turns.as_deref(), course.count(), "analyzeTurns")?;
    let priorities = priorities(&fields, &turns)?;
    let mut warnings = Vec::new();
    let blocked = blocked(&fields, size, &mut warnings)?;
    let settings = settings(&fields.override_settings, &mut warnings)?;
    let visits = fields.max_visits.map(u64::from).or(settings.visits);
    let every = fields.report_during_search_every.map_or(Ok(Duration::MAX), seconds);
    let start = course.board(0);
    let task = Task {
        limits: analyse::limits(settings.time, visits, None),
        every: every.map_err(|error| Rejected::of_field("reportDuringSearchEvery", error))?,
        afresh: visits.is_some(),
        ..Task::new(start.position().clone(), rule, Work::Lines(LINES))
    };
    let query = Query {
        id: fields.id,
        course,
        turns,
        priorities,
        blocked,
        task,
        form: request::Form::Kata(Form {
            includes_policy: fields.include_policy,
            // KataGo's limit does not count the first move.
            longest_line: fields.longest_line.map_or(usize::MAX, |most| most.get() as usize + 1),
            view: settings.view,
        }),
    };
    Ok((query, warnings))
}

fn seconds(number: f64) -> Result<Duration, KataError> {
    let is_time = (0.001..=1e6).contains(&number);
    let time = Some(number).filter(|_| is_time).map(Duration::from_secs_f64);
    time.ok_or(KataError::NoSeconds)
}

fn rule(rules: &Value) -> Result<Rule, KataError> {
    match rules {
        Value::String(name) => name
            .to_ascii_lowercase()
            .parse()
            .map_err(|known: RuleError| KataError::NoRule { name: name.clone(), known: known.into() }),
        _ => Err(KataError::NoRuleName { names: Variant::ALL.map(Variant::name).join(", ") }),
    }
}

/// Reads a vertex, or `(x,y)` counted from 0 at the top left.
fn vertex(word: &str, size: BoardSize) -> Result<Point, KataError> {
    let Some(pair) = word.strip_prefix('(').and_then(|word| word.strip_suffix(')')) else {
        return Ok(parse::vertex(word, size)?);
    };
    let point = pair.split_once(',').and_then(|(x, y)| {
        let number = |text: &str| text.trim().parse::<i32>().ok();
        size.point(number(x)?, number(y)?)
    });
    point.ok_or_else(|| KataError::OffBoardOf { word: word.into(), size })
}

/// Reads a vertex or `pass`.
fn move_of(word: &str, size: BoardSize) -> Result<Option<Point>, KataError> {
    if word.eq_ignore_ascii_case("pass") {
        return Ok(None);
    }
    vertex(word, size).map(Some)
}

fn course_of(fields: &Fields, rule: Rule, size: BoardSize) -> Result<Course, Rejected> {
    let stone = |(player, word): &(KataPlayer, Vertex)| {
        Ok(Stone { colour: parse::colour(player)?, point: vertex(word, size)? })
    };
    let stones = fields.initial_stones.iter().map(stone).collect::<Result<Vec<_>, KataError>>();
    let stones = stones.map_err(|error| Rejected::of_field("initialStones", error))?;
    let turn =
        |(player, word): &(KataPlayer, Vertex)| Ok(Turn { side: parse::colour(player)?, point: move_of(word, size)? });
    let turns = fields.moves.iter().map(turn).collect::<Result<Vec<_>, KataError>>();
    let turns = turns.map_err(|error| Rejected::of_field("moves", error))?;
    let start = turns::set_up(size, rule, stones.clone(), Colour::Black);
    let mut start = start.map_err(|error| Rejected::of_field("initialStones", error))?;
    let given = fields.initial_player.as_deref().map(parse::colour).transpose();
    let given = given.map(|given| given.or(turns.first().map(|turn| turn.side)));
    let first =
        given.map_err(KataError::from).and_then(|given| Ok(turns::side_to_move(&stones, given, "initialPlayer")?));
    start.set_to_move(first.map_err(|error| Rejected::of_field("initialPlayer", error))?);
    Course::new(start, turns).map_err(|error| Rejected::of_field("moves", error))
}

fn priorities(fields: &Fields, turns: &[usize]) -> Result<Vec<i64>, Rejected> {
    let wrong = |error: &str| Rejected::of_field("priorities", error);
    let Some(priorities) = &fields.priorities else { return Ok(vec![fields.priority.unwrap_or(0); turns.len()]) };
    if fields.priority.is_some() {
        return Err(wrong("priority and priorities exclude each other"));
    }
    let named = fields.analyze_turns.as_ref().ok_or_else(|| wrong("analyzeTurns is missing"))?;
    if named.len() != priorities.len() {
        return Err(wrong("analyzeTurns has another length"));
    }
    // Of a turn that is named twice, the last priority counts, as in KataGo.
    let of = |turn: &usize| named.iter().rposition(|named| named == turn).map(|at| priorities[at]);
    Ok(turns.iter().filter_map(of).collect())
}

/// The points that black and white do not consider.
fn blocked(fields: &Fields, size: BoardSize, warnings: &mut Vec<Rejected>) -> Result<[PointSet; 2], Rejected> {
    let lists = [("avoidMoves", &fields.avoid_moves), ("allowMoves", &fields.allow_moves)];
    let both = lists.iter().all(|(_, list)| !list.is_empty());
    if both {
        return Err(Rejected::of_field("allowMoves", "avoidMoves and allowMoves exclude each other"));
    }
    let mut blocked = [PointSet::EMPTY; 2];
    for (field, list) in lists {
        let wrong = |error: KataError| Rejected::of_field(field, error);
        let mut allowed = [None; 2];
        for restriction in list {
            let side = parse::colour(&restriction.player).map_err(|error| wrong(error.into()))?.index();
            let points = restriction.moves.iter().map(|word| move_of(word, size));
            let points: Vec<_> = points.collect::<Result<_, _>>().map_err(wrong)?;
            let points = points.into_iter().flatten().collect::<PointSet>();
            if field == "avoidMoves" {
                blocked[side] = blocked[side].union(&points);
            } else if allowed[side].replace(points).is_some() {
                return Err(wrong(KataError::PlayerTwice));
            }
        }
        for (blocked, allowed) in blocked.iter_mut().zip(allowed) {
            if let Some(allowed) = allowed {
                *blocked = size.points().filter(|&point| !allowed.contains(point)).collect();
            }
        }
        if list.iter().any(|restriction| restriction.until_depth.get() > 1) {
            warnings.push(Rejected::of_field(field, "only the first move of a line is restricted"));
        }
    }
    Ok(blocked)
}

/// The settings that the query overrides; a warning names those that are not used.
fn settings(given: &Object, warnings: &mut Vec<Rejected>) -> Result<KataSettings, Rejected> {
    let mut settings = KataSettings::default();
    let mut others = Vec::new();
    for (name, value) in given {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let wrong = |error: &dyn Display| Rejected::of_field("overrideSettings", format!("{name} {error}"));
        match name.as_str() {
            "maxVisits" => {
                let visits = text.parse().ok().filter(|&visits| visits > 0);
                settings.visits = Some(visits.ok_or_else(|| wrong(&"must be a whole number"))?);
            }
            "maxTime" => {
                let time = text.parse().map_err(|_| KataError::MustBeNumber);
                settings.time = Some(time.and_then(seconds).map_err(|error| wrong(&error))?);
            }
            "reportAnalysisWinratesAs" => {
                settings.view = view(&text).ok_or_else(|| wrong(&"must be BLACK, WHITE or SIDETOMOVE"))?;
            }
            _ => others.push(name.as_str()),
        }
    }
    if !others.is_empty() {
        let error = format!("not used: {}", others.join(", "));
        warnings.push(Rejected::of_field("overrideSettings", error));
    }
    Ok(settings)
}

/// The side whose win rates are reported; inside, `None` is the side to move.
fn view(name: &str) -> Option<Option<Colour>> {
    match name.to_ascii_uppercase().as_str() {
        "SIDETOMOVE" => Some(None),
        name => parse::colour(name).ok().map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::read::read;
    use crate::analysis::request::Request;

    #[test]
    fn names_of_used_fields_are_complete() {
        let error = fields::<Fields>(Object::from_iter([("x".into(), 1.into())]));
        let Err(Rejected { error, .. }) = error else { panic!("an unknown field") };
        let known: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        assert_eq!(known.len(), 18);
        for name in known {
            assert!(USED.contains(&name), "{name}");
        }
    }

    #[test]
    fn priorities_belong_to_turns() {
        let board = r#""id":"x","boardXSize":15,"boardYSize":15,"rules":"Renju""#;
        let moves = r#""moves":[["B","H8"],["W","J9"]],"analyzeTurns":[2,0,2],"priorities":[1,5,3]"#;
        match read(format!("{{{board},{moves}}}").as_bytes()) {
            Ok(Request::Analyse(query, _)) => assert_eq!((query.turns, query.priorities), (vec![0, 2], vec![5, 3])),
            other => panic!("{other:?}"),
        }
    }
}
