//! `tengen analysis` in the dialect of KataGo's analysis engine; further queries are in `tests/transcripts/analysis`.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread::{self, JoinHandle};
use tengen_e2e::brain::Brain;
use tengen_e2e::toolbox::tengen;

struct Kata(Brain);

impl Kata {
    /// Started as clients for KataGo start it.
    fn start() -> Kata {
        let files = ["-config", "analysis.cfg", "-model", "model.bin.gz"];
        let command = tengen(&["analysis"]);
        let options = [&files[..], &["-analysis-threads", "1", "--hash", "8"]].concat();
        let mut kata = Kata(Brain::start_command(command, &[], &options));
        for option in ["--config", "--model"] {
            let warning = kata.0.line();
            assert!(warning.contains(&format!("{option} is an option of KataGo")), "{warning}");
        }
        kata
    }

    fn send(&mut self, query: &Value) {
        self.0.send(&query.to_string());
    }

    fn answer(&mut self) -> Value {
        let line = self.0.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    fn ask(&mut self, query: &Value) -> Value {
        self.send(query);
        self.answer()
    }

    fn last_answer(&mut self) -> Value {
        let mut answer = self.answer();
        while answer["isDuringSearch"] == true {
            answer = self.answer();
        }
        answer
    }
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

/// KataGo's example client: it talks to the program over three pipes, and a thread reads standard error.
struct ExampleClient {
    program: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    errors: JoinHandle<Vec<String>>,
}

impl ExampleClient {
    fn start() -> ExampleClient {
        let mut command = tengen(&["analysis", "-config", "analysis.cfg", "-model", "model.bin.gz"]);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = command.spawn().expect("the program starts");
        let errors = BufReader::new(program.stderr.take().expect("a pipe"));
        ExampleClient {
            input: program.stdin.take().expect("a pipe"),
            output: BufReader::new(program.stdout.take().expect("a pipe")),
            errors: thread::spawn(|| errors.lines().map(|line| line.expect("a line")).collect()),
            program,
        }
    }

    /// Sends a line; the first line that is not blank is the answer.
    fn query(&mut self, query: &str) -> Value {
        writeln!(self.input, "{query}").and_then(|()| self.input.flush()).expect("an open pipe");
        let mut lines = self.output.by_ref().lines().map(|line| line.expect("a line"));
        let line = lines.find(|line| !line.trim().is_empty()).expect("an answer");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    /// Closes the input; returns the rest of the output, the lines of standard error and whether the program succeeded.
    fn close(self) -> (String, Vec<String>, bool) {
        let ExampleClient { mut program, input, output, errors } = self;
        drop(input);
        let rest = std::io::read_to_string(output).expect("text");
        let status = program.wait().expect("a status");
        (rest, errors.join().expect("lines"), status.success())
    }
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
    let mut client = ExampleClient::start();
    let query = |id: u32, rules: &str, limit: &str| {
        let position = r#""moves": [["b", "D4"]], "initialStones": []"#;
        let board = r#""komi": 6.5, "boardXSize": 19, "boardYSize": 19"#;
        format!(r#"{{"id": "{id}", {position}, "rules": "{rules}", {board}, "includePolicy": true{limit}}}"#)
    };
    assert_answers(&client.query(&query(0, "Renju", "")), "0");
    let limited = client.query(&query(1, "Renju", r#", "maxVisits": 500"#));
    assert_answers(&limited, "1");
    let visits = limited["rootInfo"]["visits"].as_u64().expect("a number");
    assert!((400..=502).contains(&visits), "{visits}");
    let refused = client.query(&query(2, "Chinese", ""));
    assert_eq!((&refused["id"], &refused["field"]), (&json!("2"), &json!("rules")), "{refused}");
    let (rest, errors, succeeded) = client.close();
    assert_eq!((rest.as_str(), errors.len(), succeeded), ("", 2, true), "{errors:?}");
    assert!(errors.iter().all(|line| line.contains("[WARN]") && line.contains("is an option of KataGo")), "{errors:?}");
}

#[test]
fn stones_and_the_side_to_move_are_given() {
    let mut kata = Kata::start();
    // Four black stones in a row that the sides did not play in turn.
    let stones = json!([["B", "H8"], ["B", "J8"], ["B", "K8"], ["B", "L8"], ["W", "G8"]]);
    let mut fields = json!({"initialStones": stones, "initialPlayer": "W"});
    let white = kata.ask(&query(fields.clone()));
    assert_eq!(white["moveInfos"][0]["move"], "M8", "{white}");
    fields["overrideSettings"] = json!({"reportAnalysisWinratesAs": "BLACK"});
    let turned = kata.ask(&query(fields.clone()));
    let [own, other] = [&white, &turned].map(|answer| &answer["moveInfos"][0]["winrate"]);
    let sum = own.as_f64().expect("a share") + other.as_f64().expect("a share");
    assert!((sum - 1.0).abs() < 1e-3, "{white} {turned}");
    fields["initialPlayer"] = json!("B");
    let black = kata.ask(&query(fields.clone()));
    assert_eq!(black["moveInfos"][0]["score"], json!({"win_in": 1}), "{black}");
    fields["avoidMoves"] = json!([{"player": "B", "moves": ["M8"], "untilDepth": 1}]);
    let other = kata.ask(&query(fields.clone()));
    assert!(other["moveInfos"][0]["move"] != "M8", "{other}");
    fields.as_object_mut().expect("an object").remove("avoidMoves");
    fields["moves"] = json!([["B", "M8"]]);
    let over = kata.ask(&query(fields));
    assert_eq!(over["outcome"], json!({"winner": "black", "reason": "five"}), "{over}");
    assert_eq!((&over["moveInfos"], &over["rootInfo"]["winrate"]), (&json!([]), &json!(1.0)));
}

#[test]
fn a_five_in_a_continuous_game_is_a_point() {
    let mut kata = Kata::start();
    let mut after = |points: &str| {
        let sides = ["B", "W"].into_iter().cycle();
        let moves: Vec<_> = sides.zip(points.split(' ')).collect();
        kata.ask(&query(json!({"rules": "freestyle+continuous", "moves": moves})))
    };
    let first = after("A1 A6 B1 D8 C1 K10 D1 L5");
    assert_eq!(first["moveInfos"][0]["score"], json!({"point_in": 1}), "{first}");
    let rate = first["rootInfo"]["winrate"].as_f64().expect("a number");
    assert!((0.6..0.8).contains(&rate), "{first}");
    let equal = after("A1 A6 B1 B6 C1 C6 D1 D6 E1");
    assert_eq!(equal["moveInfos"][0]["score"], json!({"point_in": 1}), "{equal}");
    assert_eq!(equal["rootInfo"]["winrate"], 0.5, "{equal}");
}

#[test]
fn queries_are_terminated() {
    let mut kata = Kata::start();
    let long = json!({
        "id": "long", "maxVisits": 1_u64 << 50, "reportDuringSearchEvery": 0.01,
        "moves": [["B", "H8"], ["W", "J9"], ["B", "G7"]], "analyzeTurns": [1, 2, 3],
    });
    let during = kata.ask(&query(long));
    assert_eq!((&during["isDuringSearch"], &during["turnNumber"]), (&json!(true), &json!(1)));
    assert!(during["moveInfos"][0]["pv"].is_array(), "{during}");
    let some = json!({"id": "t", "action": "terminate", "terminateId": "long", "turnNumbers": [3]});
    kata.send(&some);
    assert_eq!(kata.last_answer(), some);
    let all = json!({"id": "a", "action": "terminate_all"});
    kata.send(&all);
    assert_eq!(kata.last_answer(), all);
    let first = kata.last_answer();
    assert!(first["turnNumber"] == 1 && first["moveInfos"][0]["move"].is_string(), "{first}");
    for turn in [2, 3] {
        let none = json!({"id": "long", "isDuringSearch": false, "noResults": true, "turnNumber": turn});
        assert_eq!(kata.last_answer(), none);
    }
}

#[test]
fn the_version_is_named() {
    let version = Kata::start().ask(&json!({"id": "v", "action": "query_version"}));
    let expected = json!({
        "id": "v", "action": "query_version", "git_hash": "<omitted>",
        "version": env!("CARGO_PKG_VERSION"),
    });
    assert_eq!(version, expected);
}

#[test]
fn a_line_is_as_long_as_the_query_wants_it() {
    let silent = json!({"includeOwnership": false, "komi": 0.5, "analysisPVLen": 1});
    let answer = Kata::start().ask(&query(silent));
    let lines = answer["moveInfos"].as_array().expect("moves");
    assert!(lines.iter().all(|info| info["pv"].as_array().is_some_and(|pv| pv.len() <= 2)));
}
