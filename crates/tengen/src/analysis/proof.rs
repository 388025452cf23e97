//! The action `prove`.

use super::proof_answer::ProofForm;
use super::request::{Form, Points, Query, Rejected, fields, game, parsed, time};
use serde::Deserialize;
use std::time::Duration;
use tengen_certificate::{CertificateError, Head, opening_named};
use tengen_core::board::BoardSize;
use tengen_core::rules::Rule;
use tengen_session::service::{Task, Work};
use tengen_terminal::answer::Object;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofFields {
    id: String,
    moves: Points,
    #[serde(default, deserialize_with = "parsed")]
    rule: Option<Rule>,
    opening_rule: Option<String>,
    #[serde(default, deserialize_with = "parsed")]
    board: Option<BoardSize>,
    #[serde(default, deserialize_with = "time")]
    time: Option<Duration>,
    #[serde(default, deserialize_with = "time")]
    report_every: Option<Duration>,
    #[serde(default)]
    priority: i64,
    memory: Option<u32>,
    plies: Option<u16>,
}

const USUAL_TIME: Duration = Duration::from_secs(60);
const USUAL_MEMORY: u32 = 1024;
const USUAL_PLIES: u16 = 5;

/// Reads the action's other fields.
pub fn query(object: Object) -> Result<Query, Rejected> {
    let ProofFields { id, moves, rule, opening_rule, board, time, report_every, priority, memory, plies } =
        fields(object)?;
    let course = game(moves, rule, board)?;
    let end = course.board(course.count());
    if end.ending().is_some() {
        return Err(Rejected::of_field("moves", "the game is over"));
    }
    let field = if end.rule().continuous { "rule" } else { "moves" };
    let mut head = Head::of(end.position(), end.rule()).map_err(|error| Rejected::of_field(field, error))?;
    if let Some(name) = opening_rule {
        head = under(head, name)?;
    }
    let task = Task::new(end.position().clone(), end.rule(), Work::Lines(1));
    let form = ProofForm {
        head,
        time: time.unwrap_or(USUAL_TIME),
        every: report_every.unwrap_or(Duration::MAX),
        memory: (memory.unwrap_or(USUAL_MEMORY) as usize) << 20,
        plies: plies.unwrap_or(USUAL_PLIES).into(),
    };
    Ok(Query {
        id,
        turns: vec![course.count()],
        course,
        priorities: vec![priority],
        blocked: Default::default(),
        task,
        form: Form::Proof(form),
    })
}

/// A proof under the opening rule of this name.
fn under(head: Head, opening: String) -> Result<Head, Rejected> {
    let Some(rule) = opening_named(&opening) else {
        return Err(Rejected::of_field("opening_rule", CertificateError::UnknownOpening { opening }));
    };
    head.under(rule).map_err(|error| Rejected::of_field("moves", error))
}
