//! Questions to which the same is told wherever the engine is, and an engine to answer them.

use serde_json::{Value, json};
use std::sync::mpsc::channel;
use tengen_web::alone::{Alone, StopRequest};

/// A game for the wire.
fn game(rule: &str, size: u32, moves: &str) -> Value {
    json!({"width": size, "height": size, "rule": rule, "moves": moves})
}

/// Questions whose answers no clock and no chance decides.
pub fn questions() -> Vec<Value> {
    // "(;GM[4]SZ[15]RU[caro];B[hh](;W[ih])(;W[hi]))"
    let file = "KDtHTVs0XVNaWzE1XVJVW2Nhcm9dO0JbaGhdKDtXW2loXSkoO1dbaGldKSk=";
    let tree = json!({"width": 15, "height": 15, "rule": "renju", "nodes": [
        {"after": null, "point": "h8"}, {"after": 0, "point": "i9", "comment": "五"}, {"after": 0, "point": "h9"},
    ]});
    let renju = "g8a1f8c1h7e1h6g1";
    let mut all = vec![
        json!({"ask": "look", "game": game("renju", 15, renju)}),
        json!({"ask": "look", "game": game("renju", 15, &format!("{renju}h8"))}),
        json!({"ask": "look", "game": game("freestyle", 15, "h8h8")}),
        json!({"ask": "look", "game": game("go", 15, "")}),
        json!({"ask": "dance"}),
        json!({"ask": "watch"}),
        json!({"ask": "opening", "stones": 3, "decided": []}),
        json!({"ask": "opening", "stones": 4, "decided": ["black"]}),
        json!({"ask": "open", "file": file}),
        json!({"ask": "open", "file": "AAE=", "rule": "renju", "size": "15x15"}),
        json!({"ask": "save", "tree": tree, "format": "sgf"}),
        json!({"ask": "save", "tree": tree, "format": "psq"}),
        json!({"ask": "solve", "game": game("renju", 9, "e5a1f5c1g5e1"), "fours": true, "time": 60_000, "threads": 1}),
        json!({"ask": "solve", "game": game("freestyle", 15, "h8h9i8g9"), "time": 60_000, "threads": 1, "memory": 16}),
        json!({"ask": "resist", "game": game("freestyle", 15, "h8a1i8c1j8"), "time": 60_000}),
        json!({"ask": "play", "game": game("freestyle", 15, "h8h8"), "level": 6, "time": 1, "clock": null}),
        json!({"ask": "play", "game": game("freestyle", 15, "h8"), "level": 9, "time": 1, "clock": null}),
        json!({"ask": "analyse", "game": game("freestyle", 9, "e5d4f5d5f4"), "lines": 2, "blocked": "e9z1"}),
        json!({"ask": "review", "game": game("standard", 15, "h8i9g7f6i7"), "nodes": 3000}),
    ];
    // The networks of renju and caro are too much to fetch with a page, which judges them by freestyle's.
    for rule in ["freestyle", "standard", "caro-exact"] {
        all.push(json!({"ask": "play", "game": game(rule, 15, "h8i9g7"), "level": 6, "time": 1, "clock": null}));
    }
    all
}

/// What is told about a question at last, and on the way there where nothing may be left out.
pub fn is_certain(told: &Value) -> bool {
    told["last"] == true || told["tell"] == "judged"
}

/// Whether that ends it.
pub fn is_last(told: &Value) -> bool {
    told["last"] == true
}

/// Without what is another thing each time: numbers of questions, and times.
pub fn without_times(mut told: Value) -> Value {
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
    strip(&mut told);
    told
}

/// What an engine inside its page tells about a question.
pub fn told_alone(question: &Value, megabytes: usize) -> Vec<Value> {
    let (tell, told) = channel();
    let pass_on = move |telling| {
        let text = serde_json::to_string(&telling).expect("tellings are JSON");
        let value = serde_json::from_str(&text).expect("JSON");
        tell.send(value).expect("the test hears it");
    };
    let mut engine = Alone::new(
        megabytes << 20,
        || StopRequest::GoOn,
        pass_on,
        || Box::new(()),
    );
    let mut question = question.clone();
    question["id"] = json!(1);
    engine.hear(&question.to_string());
    told.try_iter()
        .filter(is_certain)
        .map(without_times)
        .collect()
}
