//! An engine inside the page sends the same messages as `tengen web`.

use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use tengen_e2e::web::{Page, PageServer, game};
use tengen_web::alone::{Alone, Resources, StopRequest};
use tengen_web::wire::{Message, Reply};

/// Questions whose answers depend neither on the clock nor on chance. The browser tests put them to the engine inside a
/// page, except for the last one, whose network the page does not have.
fn questions() -> Vec<Value> {
    let mut questions: Vec<Value> = serde_json::from_str(include_str!("questions.json")).expect("JSON");
    let game = json!({"width": 15, "height": 15, "rule": "caro-exact", "moves": "h8i9g7"});
    questions.push(json!({"ask": "play", "game": game, "level": 6, "time": 1, "clock": null}));
    questions
}

/// Whether a message is the last answer to a question or an intermediate one that must not be omitted.
fn is_certain(reply: &Value) -> bool {
    reply["last"] == true || reply["reply"] == "judged"
}

/// Whether a message is the last answer.
fn is_last(reply: &Value) -> bool {
    reply["last"] == true
}

/// Removes what differs each time: the identifiers of questions, and times.
fn without_times(mut reply: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("time");
                fields.remove("id");
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut reply);
    reply
}

/// The answers of an engine that runs inside its page.
fn answers_alone(question: &Value, megabytes: usize) -> Vec<Value> {
    let (sender, receiver) = channel();
    let pass_on = move |message| {
        let text = serde_json::to_string(&message).expect("messages are JSON");
        let value = serde_json::from_str(&text).expect("JSON");
        sender.send(value).expect("the test hears it");
    };
    let most = Resources { threads: 1, memory: megabytes << 20 };
    let mut engine = Alone::new(most, || StopRequest::GoOn, pass_on, || Box::new(()));
    let mut question = question.clone();
    question["id"] = json!(1);
    engine.hear(&question.to_string());
    receiver.try_iter().filter(is_certain).map(without_times).collect()
}

/// The messages of a server about a question.
fn answers_of(page: &mut Page, question: &Value) -> Vec<Value> {
    let id = page.ask(question.clone());
    let mut all = Vec::new();
    while !all.last().is_some_and(is_last) {
        let reply = page.hear();
        if reply["id"] == id && is_certain(&reply) {
            all.push(reply);
        }
    }
    all.into_iter().map(without_times).collect()
}

#[test]
fn both_engines_answer_alike() {
    const MEGABYTES: usize = 64;
    let server = PageServer::with_memory(MEGABYTES, &["--port", "0"]);
    for question in questions() {
        // On a new page, since earlier searches are remembered.
        let served = answers_of(&mut server.page(), &question);
        assert!(!served.is_empty());
        assert_eq!(answers_alone(&question, MEGABYTES), served, "{question}");
    }
}

#[test]
fn an_engine_reports_its_threads() {
    let replies = replies_from_start(StopRequest::GoOn, json!({"ask": "hello"}));
    let Reply::Hello(hello) = &replies[0].reply else { panic!("{replies:?}") };
    assert_eq!(hello.threads, 3);
}

/// The messages about a search with this request from the moment a line has been seen.
fn replies_when(wished: StopRequest, question: Value) -> Vec<Message> {
    replies_after(0, wished, question)
}

/// The same with this request from the earliest possible moment.
fn replies_from_start(wished: StopRequest, question: Value) -> Vec<Message> {
    replies_after(1, wished, question)
}

fn replies_after(seen: u32, wished: StopRequest, mut question: Value) -> Vec<Message> {
    let (seen, reply) = (Arc::new(AtomicU32::new(seen)), Arc::new(Mutex::new(Vec::new())));
    let (has_seen, messages) = (seen.clone(), reply.clone());
    let wish = move || match seen.load(Ordering::Relaxed) {
        0 => StopRequest::GoOn,
        _ => wished,
    };
    let send = move |message| {
        has_seen.store(1, Ordering::Relaxed);
        messages.lock().unwrap().push(message);
    };
    let most = Resources { threads: 3, memory: 32 << 20 };
    let mut engine = Alone::new(most, wish, send, || Box::new(()));
    question["id"] = json!(1);
    engine.hear(&question.to_string());
    drop(engine);
    Arc::into_inner(reply).unwrap().into_inner().unwrap()
}

#[test]
fn a_search_ends_when_that_is_wished() {
    let game = game("freestyle", 15, "h8i9g7");
    let analyse = json!({"ask": "analyse", "game": game, "lines": 2});
    let reply = replies_when(StopRequest::MoveNow, analyse.clone());
    let end = reply.last().unwrap();
    assert!(end.last && matches!(end.reply, Reply::Lines { .. }), "{reply:?}");
    let reply = replies_when(StopRequest::Abandon, analyse);
    let [only] = &reply[..] else { panic!("{reply:?}") };
    assert!(!only.last && matches!(only.reply, Reply::Lines { .. }), "{reply:?}");
    let play = json!({"ask": "play", "game": game, "level": 8, "time": 60_000, "clock": null});
    let reply = replies_when(StopRequest::MoveNow, play);
    let end = reply.last().unwrap();
    assert!(end.last && matches!(end.reply, Reply::Chosen { point: Some(_), .. }), "{reply:?}");
}

/// The request persists as long as the search runs, so code that polls until there are no more requests would loop
/// forever.
#[test]
fn an_opening_that_is_laid_ends_when_that_is_wished() {
    for (rule, answers) in openings() {
        let game = game("renju", 15, "");
        let opening = json!({"rule": rule, "answers": answers});
        let open = json!({"ask": "open_game", "game": game, "opening": opening, "level": 8, "time": 600_000});
        let reply = replies_from_start(StopRequest::MoveNow, open.clone());
        let [only] = &reply[..] else { panic!("{reply:?}") };
        assert!(only.last && matches!(only.reply, Reply::Opened { .. }), "{reply:?}");
        assert!(replies_from_start(StopRequest::Abandon, open).is_empty());
    }
}

/// Openings in which a choice takes long.
pub fn openings() -> [(&'static str, Vec<&'static str>); 3] {
    [("swap2", vec![]), ("swap2", vec!["h8", "i9", "g7"]), ("soosyrv-8", vec!["h8", "i9", "i7", "white"])]
}
