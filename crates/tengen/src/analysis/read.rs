//! Reads requests of either dialect: one JSON object a line.

use super::request::{self, Action, Rejected, Request, Verb, fields};
use super::{kata, proof};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt;
use tengen_terminal::answer::Object;

/// Reads a request. A refusal names the request if it has a name.
pub fn read(line: &[u8]) -> Result<Request, Rejected> {
    let nameless =
        |error: serde_json::Error| Rejected { id: None, field: None, error: format!("not a JSON object: {error}") };
    let RequestLine { object, twice } = serde_json::from_slice(line).map_err(nameless)?;
    let id = object.get("id").cloned();
    let refused = twice.map(|field| Rejected::of_field(&field, "is given twice"));
    let request = refused.map_or_else(|| read_object(object), Err);
    request.map_err(|refusal| Rejected { id, ..refusal })
}

/// The object of a line. Of fields with the same name it has the first, and `twice` is such a name.
#[derive(Default)]
struct RequestLine {
    object: Object,
    twice: Option<String>,
}

impl<'de> Deserialize<'de> for RequestLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RequestLine, D::Error> {
        deserializer.deserialize_map(RequestVisitor)
    }
}

struct RequestVisitor;

impl<'de> Visitor<'de> for RequestVisitor {
    type Value = RequestLine;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<RequestLine, A::Error> {
        let mut line = RequestLine::default();
        while let Some((name, value)) = fields.next_entry::<String, Value>()? {
            if line.object.contains_key(&name) {
                line.twice.get_or_insert(name);
            } else {
                line.object.insert(name, value);
            }
        }
        Ok(line)
    }
}

fn read_object(object: Object) -> Result<Request, Rejected> {
    if object.contains_key("action") {
        return action(object);
    }
    if kata::is_query(&object) {
        let (query, warnings) = kata::query(object)?;
        return Ok(Request::Analyse(Box::new(query), warnings));
    }
    let query = request::query(object)?;
    Ok(Request::Analyse(Box::new(query), Vec::new()))
}

/// The action alone, so that its name is checked first.
#[derive(Deserialize)]
struct Named {
    action: Verb,
}

/// The other fields of one of Tengen's own actions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    id: Option<String>,
}

/// The other fields of KataGo's.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kata {
    #[serde(rename = "id")]
    _id: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct All {
    #[serde(rename = "id")]
    _id: String,
    turn_numbers: Option<Vec<usize>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct One {
    #[serde(rename = "id")]
    _id: String,
    terminate_id: String,
    turn_numbers: Option<Vec<usize>>,
}

fn action(mut object: Object) -> Result<Request, Rejected> {
    let echo = object.clone();
    let name = object.remove_entry("action").expect("an action");
    let Named { action: verb } = fields(Object::from_iter([name]))?;
    let (id, turns) = match verb {
        Verb::Prove => return Ok(Request::Analyse(Box::new(proof::query(object)?), Vec::new())),
        Verb::Stop | Verb::Version | Verb::Rules => fields(object).map(|Own { id }| (id, None)),
        Verb::Terminate => {
            let both = |One { terminate_id, turn_numbers, .. }| (Some(terminate_id), turn_numbers);
            fields(object).map(both).map_err(kata::whole_field)
        }
        Verb::TerminateAll => {
            fields(object).map(|All { turn_numbers, .. }| (None, turn_numbers)).map_err(kata::whole_field)
        }
        Verb::QueryVersion | Verb::QueryModels | Verb::ClearCache => fields(object).map(|Kata { .. }| (None, None)),
    }?;
    Ok(Request::Act(Action { verb, id, turns, echo }))
}
