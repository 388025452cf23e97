//! An engine that runs inside its page is told and tells the same as the one of `tengen web`.

use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use tengen_testing::questions::{is_certain, is_last, questions, told_alone, without_times};
use tengen_testing::web::{Page, PageServer, game};
use tengen_web::alone::{Alone, StopRequest};
use tengen_web::wire::{Tell, Telling};

/// What is told about a question by a server.
fn told_by(page: &mut Page, question: &Value) -> Vec<Value> {
    let id = page.ask(question.clone());
    let mut all = Vec::new();
    while !all.last().is_some_and(is_last) {
        let told = page.hear();
        if told["id"] == id && is_certain(&told) {
            all.push(told);
        }
    }
    all.into_iter().map(without_times).collect()
}

#[test]
fn both_engines_tell_the_same() {
    const MEGABYTES: usize = 64;
    let server = PageServer::with_memory(MEGABYTES, &["--port", "0"]);
    for question in questions() {
        // Of a page that is new: what was searched before is remembered.
        let served = told_by(&mut server.page(), &question);
        assert!(!served.is_empty());
        assert_eq!(told_alone(&question, MEGABYTES), served, "{question}");
    }
}

/// What an engine tells about a search when this is wished of it from the moment on that something is seen.
fn told_when(wished: StopRequest, question: Value) -> Vec<Telling> {
    told_after(0, wished, question)
}

/// The same when it is wished from the first moment on that something can be.
fn told_from_start(wished: StopRequest, question: Value) -> Vec<Telling> {
    told_after(1, wished, question)
}

fn told_after(seen: u32, wished: StopRequest, mut question: Value) -> Vec<Telling> {
    let (seen, told) = (
        Arc::new(AtomicU32::new(seen)),
        Arc::new(Mutex::new(Vec::new())),
    );
    let (tell, hears) = (seen.clone(), told.clone());
    let wish = move || match seen.load(Ordering::Relaxed) {
        0 => StopRequest::GoOn,
        _ => wished,
    };
    let tell = move |telling| {
        tell.store(1, Ordering::Relaxed);
        hears.lock().unwrap().push(telling);
    };
    let mut engine = Alone::new(32 << 20, wish, tell, || Box::new(()));
    question["id"] = json!(1);
    engine.hear(&question.to_string());
    drop(engine);
    Arc::into_inner(told).unwrap().into_inner().unwrap()
}

#[test]
fn a_search_ends_when_that_is_wished() {
    let game = game("freestyle", 15, "h8i9g7");
    let analyse = json!({"ask": "analyse", "game": game, "lines": 2});
    let told = told_when(StopRequest::MoveNow, analyse.clone());
    let end = told.last().unwrap();
    assert!(
        end.last && matches!(end.tell, Tell::Lines { .. }),
        "{told:?}"
    );
    let told = told_when(StopRequest::Abandon, analyse);
    let [only] = &told[..] else {
        panic!("{told:?}")
    };
    assert!(
        !only.last && matches!(only.tell, Tell::Lines { .. }),
        "{told:?}"
    );
    let play = json!({"ask": "play", "game": game, "level": 8, "time": 60_000, "clock": null});
    let told = told_when(StopRequest::MoveNow, play);
    let end = told.last().unwrap();
    assert!(
        end.last && matches!(end.tell, Tell::Chosen { point: Some(_), .. }),
        "{told:?}"
    );
}

/// The wish stands for as long as the search runs, and whoever asks for news until none is left asks for ever.
#[test]
fn an_opening_that_is_laid_ends_when_that_is_wished() {
    for (rule, answers) in openings() {
        let game = game("renju", 15, "");
        let opening = json!({"rule": rule, "answers": answers});
        let open = json!({"ask": "open_game", "game": game, "opening": opening, "level": 8, "time": 600_000});
        let told = told_from_start(StopRequest::MoveNow, open.clone());
        let [only] = &told[..] else {
            panic!("{told:?}")
        };
        assert!(
            only.last && matches!(only.tell, Tell::Opened { .. }),
            "{told:?}"
        );
        assert!(told_from_start(StopRequest::Abandon, open).is_empty());
    }
}

/// Openings in which something takes long to choose.
pub fn openings() -> [(&'static str, Vec<&'static str>); 3] {
    [
        ("swap2", vec![]),
        ("swap2", vec!["h8", "i9", "g7"]),
        ("soosyrv-8", vec!["h8", "i9", "i7", "white"]),
    ]
}
