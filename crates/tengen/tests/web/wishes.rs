//! `now` and `stop` while a search of a page runs, for every kind of search.
#![cfg(target_os = "linux")]

use crate::alone::openings;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tengen_e2e::web::{Page, PageServer, game};
use tengen_testkit::clock::assert_in_time;

/// A thread of a process, found by its name.
struct Thread(PathBuf);

impl Thread {
    /// Waits for the thread: that of a new page may not have started yet.
    fn of(process: u32, name: &str) -> Thread {
        let start = Instant::now();
        loop {
            let tasks = std::fs::read_dir(format!("/proc/{process}/task")).expect("it runs");
            let mut folders = tasks.flatten().map(|task| task.path());
            let is =
                |folder: &PathBuf| std::fs::read_to_string(folder.join("comm")).is_ok_and(|comm| comm.trim() == name);
            if let Some(folder) = folders.find(is) {
                return Thread(folder);
            }
            assert!(start.elapsed() < Duration::from_secs(60), "no such thread");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The processor time that the thread has used.
    fn used(&self) -> Duration {
        let times = std::fs::read_to_string(self.0.join("schedstat")).expect("its times");
        let nanoseconds = times.split(' ').next().and_then(|text| text.parse().ok());
        Duration::from_nanos(nanoseconds.expect("a number"))
    }

    /// Waits until the thread has used this much more processor time.
    fn work(&self, time: Duration) {
        let (start, before) = (Instant::now(), self.used());
        while self.used() < before + time {
            assert!(start.elapsed() < Duration::from_secs(60), "it is idle");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A position with a VCF of 155 plies and none shorter.
fn hard() -> Value {
    let mut hard = game("renju", 15, "");
    hard["black"] = json!("g1h1k1a2d2k2m2o2a3e3l3h4d5c6g6o6l7a8h8n8h9a10g11k11b12c12e12o12b13h14m14o14i15m15o15");
    hard["white"] = json!("b1c1l1m1n1o1k3m3n3o3f4b5f5i5o5b6j6g7h7b8g8o8j9k9l9g10l10o10f12g12f14l14n14a15d15");
    hard
}

/// All kinds of searches of a page; none of them would end soon.
fn long_searches() -> Vec<Value> {
    let later = game("freestyle", 15, "h8i9g7f6");
    let long = 600_000;
    let [three, colour, fourth] = openings().map(|(rule, answers)| {
        let opening = json!({"rule": rule, "answers": answers});
        let start = game("renju", 15, "");
        json!({"ask": "open_game", "game": start, "opening": opening, "level": 8, "time": long})
    });
    vec![
        three,
        colour,
        fourth,
        json!({"ask": "play", "game": later, "level": 8, "time": long, "clock": null}),
        json!({"ask": "analyse", "game": later, "lines": 3}),
        json!({"ask": "balance", "game": later, "time": long}),
        json!({"ask": "balance", "game": later, "pair": true, "time": long}),
        json!({"ask": "solve", "game": hard(), "fours": false, "time": long}),
        json!({"ask": "solve", "game": hard(), "fours": true, "time": long}),
        json!({"ask": "review", "game": later, "nodes": 100_000_000}),
    ]
}

/// The processor time that a thread still uses after it has searched for `early` and is then asked to move now or to
/// stop.
fn work_after(page: &mut Page, thread: &Thread, question: &Value, wish: &str, early: Duration) -> Duration {
    let of = page.ask(question.clone());
    thread.work(early);
    let before = thread.used();
    page.ask(json!({"ask": wish, "of": of}));
    match wish {
        "stop" => drop(page.result(next(question))), // the thread is free again
        _ => drop(page.last(of)),
    }
    thread.used() - before
}

/// A short search for the thread that works on `question`.
fn next(question: &Value) -> Value {
    let small = game("freestyle", 9, "");
    if question["ask"] == "review" {
        json!({"ask": "review", "game": small, "nodes": 1})
    } else {
        json!({"ask": "play", "game": small, "level": 4, "time": 1, "clock": null})
    }
}

/// `now` and `stop` take effect within 50 ms of processor time, for every kind of search and after it has worked for 3,
/// 5, … or 17 ms. Processor time is measured because a busy machine gives a thread less of it. The limit is three times
/// as long in builds with debug assertions.
fn eighty_are_heard(wish: &str) {
    let limit = Duration::from_millis(if cfg!(debug_assertions) { 150 } else { 50 });
    let (server, mut page) = PageServer::with_page();
    let mut heard = 0;
    for question in long_searches() {
        let is_review = question["ask"] == "review";
        let thread = Thread::of(server.process(), if is_review { "reviewer" } else { "searcher" });
        // The first search of a kind has to allocate its memory.
        work_after(&mut page, &thread, &question, wish, Duration::from_millis(3));
        for early in (3..19).step_by(2).map(Duration::from_millis) {
            let name = format!("{wish} {} after {early:?}", question["ask"]);
            assert_in_time(&name, limit, || work_after(&mut page, &thread, &question, wish, early));
            heard += 1;
        }
    }
    assert_eq!(heard, 80);
}

#[test]
fn eighty_wishes_to_move_now_are_heard() {
    eighty_are_heard("now");
}

#[test]
fn eighty_wishes_to_stop_are_heard() {
    eighty_are_heard("stop");
}
