//! Reads requests of either dialect: one JSON object a line.

use super::answer::Object;
use super::kata;
use super::request::{self, Action, Refusal, Request, Verb, fields};
use serde::Deserialize;

/// Reads a request.
///
/// # Errors
/// If it is not a request; the refusal names it if it has a name.
pub fn read(line: &[u8]) -> Result<Request, Refusal> {
    let nameless =
        |error: serde_json::Error| Refusal { id: None, field: None, error: format!("not a JSON object: {error}") };
    let object: Object = serde_json::from_slice(line).map_err(nameless)?;
    let id = object.get("id").cloned();
    read_object(object).map_err(|refusal| Refusal { id, ..refusal })
}

fn read_object(object: Object) -> Result<Request, Refusal> {
    if object.contains_key("action") {
        return action(object).map(Request::Act);
    }
    if kata::is_query(&object) {
        let (query, warnings) = kata::query(object)?;
        return Ok(Request::Analyse(Box::new(query), warnings));
    }
    let query = request::query(object)?;
    Ok(Request::Analyse(Box::new(query), Vec::new()))
}

fn action(mut object: Object) -> Result<Action, Refusal> {
    /// The action alone, so that its name is checked first.
    #[derive(Deserialize)]
    struct Named {
        action: Verb,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Own {
        id: Option<String>,
    }
    let echo = object.clone();
    let name = object.remove_entry("action").expect("an action");
    let Named { action } = fields(Object::from_iter([name]))?;
    let own = |object| fields(object).map(|Own { id }| id);
    match action {
        Verb::Stop => own(object).map(Action::Stop),
        Verb::Version => own(object).map(Action::Version),
        Verb::Rules => own(object).map(Action::Rules),
        verb => kata::action(verb, object).map(|action| Action::Kata(action, echo)),
    }
}
