//! `tengen analysis` in the dialect of KataGo's analysis engine; further queries are in `tests/transcripts/analysis`.

use crate::analysis::{AnalysisProgram, json_of};
use serde_json::{Value, json};
use tengen_e2e::toolbox::{Ran, run, tengen};

const FILES: [&str; 4] = ["-config", "analysis.cfg", "-model", "model.bin.gz"];

/// Started as clients for KataGo start it.
fn start() -> AnalysisProgram {
    let mut kata = AnalysisProgram::start(&[&FILES[..], &["-analysis-threads", "1"]].concat());
    for option in ["--config", "--model"] {
        let warning = kata.0.line();
        assert!(warning.contains(&format!("{option} is an option of KataGo")), "{warning}");
    }
    kata
}

/// A query of a small client: these fields on a board of 15x15.
fn query(fields: Value) -> Value {
    let mut query = json!({
        "id": "x", "moves": [], "rules": "freestyle", "boardXSize": 15, "boardYSize": 15,
        "maxVisits": 300,
    });
    let Value::Object(fields) = fields else { panic!("fields") };
    query.as_object_mut().expect("an object").extend(fields);
    query
}

/// Asserts that an answer to KataGo's example client has all that it should have.
fn assert_answers(answer: &Value, id: &str) {
    assert_eq!((&answer["id"], &answer["turnNumber"]), (&json!(id), &json!(1)), "{answer}");
    assert_eq!(answer["isDuringSearch"], false);
    assert_eq!(answer["rootInfo"]["currentPlayer"], "W");
    let infos = answer["moveInfos"].as_array().expect("moves");
    assert_eq!(infos.len(), 5);
    for (order, info) in infos.iter().enumerate() {
        assert_eq!((&info["order"], &info["pv"][0]), (&json!(order), &info["move"]), "{info}");
        for share in ["winrate", "prior"] {
            let share = info[share].as_f64().expect("a number");
            assert!((0.0..=1.0).contains(&share), "{info}");
        }
    }
    assert_eq!(answer["rootInfo"]["winrate"], infos[0]["winrate"]);
    let policy: Vec<f64> = serde_json::from_value(answer["policy"].clone()).expect("numbers");
    assert_eq!(policy.len(), 19 * 19 + 1);
    // D4 is in the 16th row from the top; it is taken, and a pass is not considered.
    assert_eq!((policy[15 * 19 + 3], policy[19 * 19]), (-1.0, -1.0));
    let sum: f64 = policy.iter().filter(|share| **share >= 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
}

/// The first query is the client's own, but for the rule: without a limit. The second has its optional field.
#[test]
fn the_queries_of_the_example_client_are_answered() {
    let query = |id: u32, rules: &str, limit: &str| {
        let position = r#""moves": [["b", "D4"]], "initialStones": []"#;
        let board = r#""komi": 6.5, "boardXSize": 19, "boardYSize": 19"#;
        format!(r#"{{"id": "{id}", {position}, "rules": "{rules}", {board}, "includePolicy": true{limit}}}"#)
    };
    let queries = [query(0, "Renju", ""), query(1, "Renju", r#", "maxVisits": 500"#), query(2, "Chinese", "")];
    let Ran { out, err, status } = run(tengen(&["analysis"]).args(FILES), &queries.join("\n"));
    let mut answers: Vec<Value> = out.lines().map(json_of).collect();
    answers.sort_by_key(|answer| answer["id"].to_string());
    let [first, limited, refused] = &answers[..] else { panic!("{out}") };
    assert_answers(first, "0");
    assert_answers(limited, "1");
    let visits = limited["rootInfo"]["visits"].as_u64().expect("a number");
    assert!((400..=502).contains(&visits), "{visits}");
    assert_eq!((&refused["id"], &refused["field"]), (&json!("2"), &json!("rules")), "{refused}");
    assert_eq!((err.lines().count(), status), (2, 0), "{err}");
    assert!(err.lines().all(|line| line.contains("[WARN]") && line.contains("is an option of KataGo")), "{err}");
}

#[test]
fn queries_are_terminated() {
    let mut kata = start();
    let long = json!({
        "id": "long", "maxVisits": 1_u64 << 50, "reportDuringSearchEvery": 0.01,
        "moves": [["B", "H8"], ["W", "J9"], ["B", "G7"]], "analyzeTurns": [1, 2, 3],
    });
    let during = kata.ask(query(long));
    assert_eq!((&during["isDuringSearch"], &during["turnNumber"]), (&json!(true), &json!(1)));
    assert!(during["moveInfos"][0]["pv"].is_array(), "{during}");
    let some = json!({"id": "t", "action": "terminate", "terminateId": "long", "turnNumbers": [3]});
    kata.send(some.clone());
    assert_eq!(kata.last_answer(), some);
    let all = json!({"id": "a", "action": "terminate_all"});
    kata.send(all.clone());
    assert_eq!(kata.last_answer(), all);
    let first = kata.last_answer();
    assert!(first["turnNumber"] == 1 && first["moveInfos"][0]["move"].is_string(), "{first}");
    for turn in [2, 3] {
        let none = json!({"id": "long", "isDuringSearch": false, "noResults": true, "turnNumber": turn});
        assert_eq!(kata.last_answer(), none);
    }
}

#[test]
fn a_line_is_as_long_as_the_query_wants_it() {
    let silent = json!({"includeOwnership": false, "komi": 0.5, "analysisPVLen": 1});
    let answer = start().ask(query(silent));
    let lines = answer["moveInfos"].as_array().expect("moves");
    assert!(lines.iter().all(|info| info["pv"].as_array().is_some_and(|pv| pv.len() <= 2)));
}
