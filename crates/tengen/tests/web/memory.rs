//! The memory of `tengen web` with many pages.

use super::door::most_memory;
use serde_json::json;
use std::time::{Duration, Instant};
use tengen_e2e::web::{PageServer, game};

/// The memory given to the searches of all pages, in MiB.
const GIVEN: usize = 128;
/// What a page needs besides: two searches with their networks, and the least memory of each.
const EACH: u64 = 12;
/// What the server needs before.
const SERVER: u64 = 64;

#[test]
fn sixteen_pages_search_in_the_memory_that_was_given() {
    let server = PageServer::with_memory(GIVEN, &["--port", "0"]);
    let mut pages: Vec<_> = (0..16).map(|_| server.page()).collect();
    let most = GIVEN as u64 + SERVER + 16 * EACH;
    let start = Instant::now();
    for round in 1..=2 {
        for (number, page) in pages.iter_mut().enumerate() {
            let game = game("freestyle", 15, &format!("h8i9g{}", (number + round) % 7 + 1));
            page.ask(json!({"ask": "analyse", "game": game, "lines": 1}));
            page.ask(json!({"ask": "review", "game": game, "nodes": 500_000}));
        }
        while start.elapsed() < Duration::from_secs(4 * round as u64) {
            std::thread::sleep(Duration::from_millis(200));
            let peak = most_memory(server.process());
            assert!(peak <= most, "{peak} MiB, where {most} are allowed");
        }
    }
    println!("{} MiB of {most}", most_memory(server.process()));
    let found = pages[15].result(json!({
        "ask": "solve", "game": game("freestyle", 15, "h8a1i8a3j8a5"), "fours": true, "time": 20_000
    }));
    assert_eq!(found["finding"], "win", "{found}");
}
