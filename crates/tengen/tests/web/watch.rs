//! The page shows games that are played elsewhere: a match between programs, and games of the course's referee.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;
use tengen_e2e::web::PageServer;

/// A child process that is killed at the end of the test.
struct KilledChild(Child);

impl Drop for KilledChild {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts `tengen`. Returns it and its first line with these words, on standard error (`on_error`) or on standard output.
fn start(arguments: &[&str], words: &str, on_error: bool) -> (KilledChild, String) {
    let mut command = Command::new(tengen_e2e::program("tengen"));
    command.args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let stream: Box<dyn std::io::Read + Send> = if on_error {
        Box::new(child.stderr.take().expect("a pipe"))
    } else {
        Box::new(child.stdout.take().expect("a pipe"))
    };
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let line = lines.by_ref().find(|line| line.contains(words));
    std::thread::spawn(move || lines.count());
    (KilledChild(child), line.expect("a line with these words"))
}

fn last_word(line: &str) -> &str {
    line.rsplit(' ').next().expect("a word")
}

/// Starts a referee of one game. Returns the folder of its log, the referee, and its address.
fn referee(time: &str) -> (TempDir, KilledChild, String) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("referee.log");
    let log = log.to_str().unwrap();
    let arguments = ["referee", "--listen", "127.0.0.1:0", "--games", "1", "--log", log, "--time", time];
    let (referee, line) = start(&arguments, "waiting for two players", false);
    (folder, referee, last_word(&line).to_string())
}

#[test]
fn a_match_is_watched() {
    let brain = tengen_e2e::program("pbrain-tengen");
    let [one, two] = ["A", "B"].map(|name| format!("name={name},cmd={brain}"));
    let arguments = [
        "match", "--watch", "--quiet", "--size", "7", "--games", "20", "--nodes", "2000", "--brain", &one, "--brain",
        &two,
    ];
    let (_running, line) = start(&arguments, "watch at", true);
    let server = PageServer::at(last_word(&line));
    let mut page = server.page();
    assert_eq!(page.answer(json!({"ask": "hello"}))["watch"], true);
    page.ask(json!({"ask": "watch"}));
    let (mut grown, mut ended) = (false, false);
    while !(grown && ended) {
        let live = page.hear();
        assert_eq!(live["reply"], "live");
        for game in live["games"].as_array().unwrap() {
            grown |= !game["game"]["moves"].as_str().unwrap().is_empty() && game["ending"].is_null();
            ended |= game["ending"].is_object() && live["news"]["text"].as_str().is_some_and(|news| news.contains('A'));
        }
    }
    let refused = page.ask(json!({"ask": "lay", "point": "a1"}));
    let reply = std::iter::repeat_with(|| page.hear()).find(|reply| reply["id"] == refused);
    assert!(reply.unwrap()["why"]["text"].as_str().unwrap().contains("only be watched"));
}

/// The first empty point, column by column, in every other row.
fn free_point(game: &Value) -> String {
    let moves = game["game"]["moves"].as_str().unwrap();
    let taken = |name: &str| {
        moves.match_indices(name).any(|(at, _)| {
            let after = moves[at + name.len()..].chars().next();
            after.is_none_or(|c| !c.is_ascii_digit())
        })
    };
    let points = ('a'..='o').flat_map(|column| (1..=15).step_by(2).map(move |row| format!("{column}{row}")));
    points.into_iter().find(|name| !taken(name)).unwrap()
}

#[test]
fn a_person_plays_a_game_of_the_courses_referee() {
    let (_folder, _referee, address) = referee("20s");
    let server = PageServer::with(&["--port", "0", "--join", &address, "--go-first"]);
    let (_course, _) = start(&["course", "--connect", &address, "--nodes", "300", "--hash", "8"], "connected", false);
    let mut page = server.page();
    let watch = page.ask(json!({"ask": "watch"}));
    let ending = loop {
        let live = page.hear();
        if live["id"] != watch {
            assert_eq!(live["reply"], "done", "{live}");
            continue;
        }
        let Some(game) = live["games"].as_array().unwrap().last() else { continue };
        if game["ending"].is_object() {
            break game["ending"].clone();
        }
        assert_eq!(game["yours"], "black", "{game}");
        let moves = game["game"]["moves"].as_str().unwrap();
        let count = moves.chars().filter(char::is_ascii_alphabetic).count();
        if count % 2 == 0 {
            page.ask(json!({"ask": "lay", "point": free_point(game)}));
        }
    };
    assert_eq!((&ending["winner"], &ending["reason"]), (&json!("white"), &json!("five")));
}

#[test]
fn a_person_sees_the_referees_clock_and_that_time_was_lost() {
    let (_folder, _referee, address) = referee("2s");
    let join = ["--port", "0", "--join", &address, "--go-second", "--time", "2s"];
    let server = PageServer::with(&join);
    let course = ["course", "--connect", &address, "--nodes", "300", "--hash", "8", "--time", "2s"];
    let (_course, _) = start(&course, "connected", false);
    let mut page = server.page();
    page.ask(json!({"ask": "watch"}));
    let mut clocks = Vec::new();
    let (ending, clock) = loop {
        let live = page.hear();
        let Some(game) = live["games"].as_array().unwrap().last() else { continue };
        if game["ending"].is_object() {
            break (game["ending"].clone(), game["clock"].clone());
        }
        clocks.push(game["clock"].clone());
    };
    assert_eq!(ending, json!({"winner": "black", "reason": "time"}));
    assert_eq!(clock, Value::Null, "no clock runs after the game");
    assert!(clocks.iter().all(|clock| clock["turn"] == 2000), "{clocks:?}");
    assert!(clocks.last().unwrap()["used"].as_u64() < Some(1000), "{clocks:?}");
}
