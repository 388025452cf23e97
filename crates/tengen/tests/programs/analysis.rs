//! `tengen analysis`: JSON requests in, JSON answers out.
//!
//! In the transcripts, `…` stands for further fields or elements, and `"?"` for any value. A line `- NAME…` lists fields
//! that the last answer must not have.

use crate::book;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use tengen_e2e::brain::Brain;
use tengen_e2e::toolbox::{Ran, run, tengen};
use tengen_e2e::transcript;

pub struct AnalysisProgram(pub Brain);

impl AnalysisProgram {
    pub fn start(options: &[&str]) -> AnalysisProgram {
        let command = tengen(&["analysis", "--hash", "8"]);
        AnalysisProgram(Brain::start_command(command, &[], options))
    }

    pub fn send(&mut self, request: Value) {
        self.0.send(&request.to_string());
    }

    fn answer(&mut self) -> Value {
        json_of(&self.0.line())
    }

    /// Sends a request and returns the next answer.
    pub fn ask(&mut self, request: Value) -> Value {
        self.send(request);
        self.answer()
    }

    /// Starts a search without a limit and waits until it has begun.
    fn begin_endless(&mut self, id: &str) {
        let answer = self.ask(endless(id));
        assert_eq!((&answer["id"], &answer["is_during_search"]), (&json!(id), &json!(true)));
    }

    pub fn last_answer(&mut self) -> Value {
        let mut answer = self.answer();
        while answer["is_during_search"] == true || answer["isDuringSearch"] == true {
            answer = self.answer();
        }
        answer
    }
}

pub fn json_of(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn endless(id: &str) -> Value {
    json!({"id": id, "moves": QUIET, "time": 1000, "report_every": 0.001})
}

/// Neither side has a threat.
const QUIET: &str = "h8i9g7i7j10";
/// White must prevent an open four: only g8 and k8 do.
const OPEN_THREE: &str = "h8h14i8c14j8";
/// Black, to move, has an open three. At h8 a double four is forbidden.
const FORBIDDEN: &str = "h9a1h10a3f8a5g8a7";

/// Whether a value matches the one in a transcript.
fn fits(value: &Value, expected: &Value) -> bool {
    match (value, expected) {
        (_, Value::String(any)) if any == "?" => true,
        (Value::Object(value), Value::Object(expected)) => {
            let mut fields = expected.iter().filter(|(name, _)| *name != "…");
            (value.len() == expected.len() || expected.contains_key("…"))
                && fields.all(|(name, expected)| value.get(name).is_some_and(|value| fits(value, expected)))
        }
        (Value::Array(value), Value::Array(expected)) => {
            let is_open = expected.last().is_some_and(|last| last == "…");
            let count = expected.len() - usize::from(is_open);
            let is_long = if is_open { value.len() >= count } else { value.len() == count };
            is_long && value.iter().zip(&expected[..count]).all(|(value, expected)| fits(value, expected))
        }
        _ => value == expected,
    }
}

#[test]
fn transcripts_are_followed() {
    for transcript in transcript::all("analysis", 14) {
        let mut analysis = AnalysisProgram::start(&transcript.arguments());
        let mut answer = Value::Null;
        for (at, sign, text) in transcript.lines("<>-") {
            match sign {
                '>' => analysis.0.send(text),
                '<' => {
                    answer = analysis.answer();
                    let expected = text.replace(",…}", ",\"…\":0}").replace(",…]", ",\"…\"]");
                    assert!(fits(&answer, &json_of(&expected)), "{at}: {answer}");
                }
                _ => assert!(text.split(' ').all(|name| answer.get(name).is_none()), "{at}: {answer}"),
            }
        }
        analysis.0.close_input();
        assert_eq!(analysis.0.rest(), [""; 0], "{}", transcript.name);
    }
}

#[test]
fn answers_have_the_fields_and_values_of_analyse() {
    let request = json!({"id": "a", "moves": QUIET, "nodes": 4000, "lines": 3, "rule": "renju"});
    let mut answer = AnalysisProgram::start(&[]).ask(request);
    let options = "--hash 8 --nodes 4000 --lines 3 --rule renju --json --position";
    let options = options.split(' ').chain([QUIET]);
    let ran = run(tengen(&["analyse"]).args(options), "");
    let mut expected = json_of(&ran.out);
    for value in [&mut answer, &mut expected] {
        value["milliseconds"] = Value::Null;
    }
    let object = answer.as_object_mut().expect("an object");
    for field in ["id", "turn", "is_during_search"] {
        assert!(object.remove(field).is_some(), "{field}");
    }
    assert_eq!(answer, expected);
    assert_eq!(answer["lines"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_stopped_request_is_answered_with_its_results_so_far() {
    let mut analysis = AnalysisProgram::start(&[]);
    let mut request = endless("long");
    request["turns"] = json!([3, 4, 5]);
    assert_eq!(analysis.ask(request)["turn"], 3);
    analysis.send(json!({"id": "short", "moves": QUIET, "depth": 2}));
    analysis.send(json!({"action": "stop", "id": "long"}));
    assert_eq!(analysis.last_answer(), json!({"action": "stop", "id": "long", "stopped": 1}));
    let first = analysis.last_answer();
    assert_eq!((&first["turn"], &first["stopped"]), (&json!(3), &json!(true)), "{first}");
    assert!(first["lines"][0]["moves"].is_array(), "{first}");
    for turn in [4, 5] {
        let dropped = json!({"id": "long", "turn": turn, "is_during_search": false, "stopped": true});
        assert_eq!(analysis.answer(), dropped);
    }
    let short = analysis.answer();
    assert!(short["id"] == "short" && short.get("stopped").is_none(), "{short}");
    assert_eq!(analysis.ask(json!({"action": "stop"})), json!({"action": "stop", "stopped": 0}));
}

#[test]
fn stop_without_an_id_stops_all_requests() {
    let mut analysis = AnalysisProgram::start(&[]);
    analysis.begin_endless("a");
    analysis.send(endless("b"));
    analysis.send(json!({"action": "stop"}));
    assert_eq!(analysis.last_answer()["stopped"], 2);
    let mut ids = [analysis.last_answer(), analysis.last_answer()].map(|answer| answer["id"].clone());
    ids.sort_by_key(Value::to_string);
    assert_eq!(ids, ["a", "b"]);
}

#[test]
fn requests_of_higher_priority_start_first() {
    let mut analysis = AnalysisProgram::start(&[]);
    analysis.begin_endless("running");
    for (id, priority) in [("low", -1), ("usual", 0), ("high", 5)] {
        analysis.send(json!({"id": id, "moves": QUIET, "nodes": 300, "priority": priority}));
    }
    analysis.send(json!({"action": "stop", "id": "running"}));
    assert_eq!(analysis.last_answer()["action"], "stop");
    let mut next = || analysis.last_answer()["id"].clone();
    assert_eq!([next(), next(), next(), next()], ["running", "high", "usual", "low"]);
}

#[test]
fn searches_run_in_parallel() {
    let mut analysis = AnalysisProgram::start(&["--parallel", "2"]);
    analysis.begin_endless("a");
    analysis.send(endless("b"));
    // Both searches are endless, so the second one can only begin next to the first.
    while analysis.answer()["id"] != "b" {}
    while analysis.answer()["id"] != "a" {}
}

#[test]
fn an_id_is_refused_while_its_request_runs() {
    let mut analysis = AnalysisProgram::start(&[]);
    analysis.begin_endless("a");
    analysis.send(json!({"id": "a", "moves": "h8"}));
    let refused = analysis.last_answer();
    assert_eq!((&refused["id"], &refused["field"]), (&json!("a"), &json!("id")), "{refused}");
    analysis.send(json!({"action": "stop", "id": "a"}));
    assert_eq!(analysis.last_answer()["stopped"], 1);
    assert_eq!(analysis.last_answer()["stopped"], true);
    assert!(analysis.ask(json!({"id": "a", "moves": "h8", "depth": 1}))["lines"].is_array());
}

/// Requests with several rules, board sizes, node limits and numbers of lines.
fn sixty_requests() -> Vec<Value> {
    let moves = [QUIET, OPEN_THREE, "h8", "h8i9", "h8a1i8c1j8e1", "h8 pass i9"];
    let nodes = [5, 700, 4_000, 90_000];
    let request = |number: usize| {
        let rule = ["freestyle", "renju", "standard", "caro"][number / 6 % 4];
        json!({
            "id": number.to_string(), "moves": moves[number % 6], "rule": rule,
            "board": 15 + number / 30 * 5, "lines": 1 + number % 2 * 2,
            // The hash table has another size for the few large limits.
            "nodes": nodes[if number % 20 == 7 { 3 } else { number % 3 }],
        })
    };
    (0..60).map(request).collect()
}

/// The answers to these requests by id, without their times.
fn answers(requests: &[Value], options: &[&str]) -> std::collections::BTreeMap<String, Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let Ran { out, err, status } = run(tengen(&["analysis"]).args(options), &lines.join("\n"));
    assert_eq!((err.as_str(), status), ("", 0));
    let answer = |line: &str| {
        let mut answer = json_of(line);
        answer["milliseconds"] = Value::Null;
        (answer["id"].as_str().expect("an id").to_string(), answer)
    };
    out.lines().map(answer).collect()
}

#[test]
fn an_answer_by_nodes_does_not_depend_on_other_requests() {
    let mut requests = sixty_requests();
    let options = ["--hash", "16"];
    let expected = answers(&requests, &options);
    assert_eq!(expected.len(), 60);
    requests.reverse();
    requests.rotate_left(17);
    // One search fills the hash table, and another one is allowed to reuse earlier results.
    requests.insert(9, json!({"id": "long", "moves": QUIET, "time": 0.5}));
    requests.insert(30, json!({"id": "depth", "moves": QUIET, "depth": 7}));
    requests.insert(31, json!({"id": "shared", "moves": "h8", "nodes": 9000, "reuse": true}));
    for more in [&["--parallel", "2"][..], &["--threads", "2"]] {
        let mut found = answers(&requests, &[&options, more].concat());
        for id in ["long", "depth", "shared"] {
            assert!(found.remove(id).is_some(), "{id}");
        }
        assert_eq!(found, expected, "{more:?}");
    }
}

#[test]
fn the_node_limit_is_kept() {
    let mut analysis = AnalysisProgram::start(&[]);
    for limit in [1, 5, 100, 1_000] {
        let answer = analysis.ask(json!({"id": "a", "moves": QUIET, "nodes": limit}));
        let nodes = answer["nodes"].as_u64().expect("a number");
        assert!((limit..=limit + 2).contains(&nodes), "{limit}: {nodes}");
        let rate = answer["lines"][0]["win_rate"].as_f64().expect("a number");
        assert!((0.0..=1.0).contains(&rate), "{answer}");
    }
}

#[test]
fn a_request_may_reuse_the_results_of_earlier_ones() {
    let mut analysis = AnalysisProgram::start(&[]);
    let mut ask = |reuse: bool| {
        let request = json!({"id": "1", "moves": "h8", "nodes": 20000, "reuse": reuse});
        analysis.ask(request)["lines"].clone()
    };
    let [first, second, third] = [ask(false), ask(false), ask(true)];
    assert_eq!(first, second);
    assert_ne!(second, third);
}

#[test]
fn a_level_chooses_a_move() {
    let mut analysis = AnalysisProgram::start(&[]);
    let mut ask = |level: Value, seed: u64| {
        let answer = analysis.ask(json!({"id": "a", "moves": QUIET, "level": level, "seed": seed}));
        assert!(answer["move"].is_string(), "{answer}");
        answer
    };
    let club = ask(json!("club"), 0);
    assert_eq!(club["level"], "4 club");
    assert_eq!(ask(json!(4), 0)["move"], club["move"]);
    let expert = ask(json!("expert"), 0);
    assert_eq!(expert["lines"][0]["moves"][0], expert["move"], "{expert}");
    let beginner = (0..20).map(|seed| ask(json!("beginner"), seed));
    let moves: std::collections::HashSet<String> = beginner.map(|answer| answer["move"].to_string()).collect();
    assert!(moves.len() > 3, "{moves:?}");
}

#[test]
fn the_version_is_named() {
    let mut analysis = AnalysisProgram::start(&[]);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(analysis.ask(json!({"action": "version"})), json!({"action": "version", "version": version}));
    let of_kata = json!({"id": "v", "action": "query_version", "git_hash": "<omitted>", "version": version});
    assert_eq!(analysis.ask(json!({"id": "v", "action": "query_version"})), of_kata);
}

#[test]
fn it_quits_without_waiting_with_the_option() {
    let mut analysis = AnalysisProgram::start(&["--quit-without-waiting"]);
    analysis.begin_endless("a");
    analysis.0.close_input();
    let (status, waited) = analysis.0.wait();
    assert!(status.success() && waited < Duration::from_secs(10), "{status} {waited:?}");
}

#[test]
fn a_closed_output_ends_the_program() {
    let mut child =
        tengen(&["analysis"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    drop(child.stdout.take());
    let input = child.stdin.as_mut().expect("a pipe");
    let request = json!({"id": "a", "moves": QUIET, "nodes": 100});
    std::io::Write::write_all(input, format!("{request}\n").as_bytes()).expect("it is read");
    // The input stays open: the closed output alone ends the program.
    let _input = child.stdin.take();
    assert_eq!(child.wait().expect("a status").code(), Some(141));
}

fn page(name: &str) -> PathBuf {
    tengen_e2e::repository().join("docs/src/reference").join(name)
}

/// The conversation on a page, with the current answers. Lines of `>` are requests, those of `<` answers.
fn with_answers(text: &str) -> (String, usize) {
    let mut analysis = AnalysisProgram::start(&[]);
    let mut count = 0;
    let lines = text.lines().map(|line| {
        if let Some(request) = line.strip_prefix("> ") {
            analysis.0.send(request);
        } else if line.starts_with("< ") {
            count += 1;
            return format!("< {}\n", analysis.0.line());
        }
        format!("{line}\n")
    });
    (lines.collect(), count)
}

/// After a change of the search, `TENGEN_BOOK=write` writes the current answers into the page.
#[test]
fn the_conversation_in_the_book_has_the_current_answers() {
    let writing = book::writing();
    let path = page("analysis.md");
    let text = std::fs::read_to_string(&path).expect("the page");
    let (now, count) = with_answers(&text);
    assert!(count >= 3, "{count} answers");
    if writing.is_some() {
        return std::fs::write(&path, now).expect("it can be written");
    }
    for (line, now) in text.lines().zip(now.lines()).filter(|(line, _)| line.starts_with("< ")) {
        let [mut line, mut now] = [line, now].map(|line| json_of(&line[2..]));
        for value in [&mut line, &mut now].into_iter().filter(|value| value["lines"].is_array()) {
            value["milliseconds"] = Value::Null;
        }
        assert_eq!(line, now, "the page is on the left; try TENGEN_BOOK=write");
    }
}

/// The names in backticks in an error message.
fn quoted(error: &Value) -> Vec<String> {
    let words = error.as_str().expect("an error").split('`').skip(1).step_by(2);
    words.map(str::to_string).collect()
}

#[test]
fn every_field_is_in_the_book() {
    let text = std::fs::read_to_string(page("analysis.md")).expect("the page");
    let mut analysis = AnalysisProgram::start(&["--parallel", "2"]);
    let fields = quoted(&analysis.ask(json!({"id": "a", "unknown": 1}))["error"]);
    let actions = quoted(&analysis.ask(json!({"action": "unknown"}))["error"]);
    assert!(fields.len() > 10 && actions.len() > 3, "{fields:?} {actions:?}");
    let answer = analysis.ask(json!({"id": "a", "moves": FORBIDDEN, "rule": "renju", "depth": 1}));
    let line = answer["lines"][0].as_object().expect("a line");
    let answered = answer.as_object().expect("an object").keys().chain(line.keys());
    for name in fields.iter().skip(1).chain(answered) {
        assert!(text.contains(&format!("`{name}`")), "{name}");
    }
    for name in &actions[1..] {
        assert!(text.contains(&format!("\"{name}\"")), "{name}");
    }
}

#[test]
fn the_client_on_the_page_works() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is missing");
        return;
    }
    let moves = ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"];
    let review = |moves: &[&str]| {
        let program = tengen_e2e::program("tengen");
        run(Command::new("python3").arg(page("analysis_client.py")).arg(program).args(moves), "")
    };
    let Ran { out, err, status } = review(&moves);
    assert_eq!((err.as_str(), status), ("", 0));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 10, "{out}");
    assert!(lines[0].starts_with("0 h9 "), "{out}");
    assert!(["8 g8 1.0", "8 l8 1.0"].contains(&lines[8]), "{out}");
    assert_eq!(lines[9], "9 winner: black");
    let Ran { err, status, .. } = review(&["h8", "z9"]);
    assert!(status == 1 && err.contains("\"z9\" is not a point"), "{err}");
}
