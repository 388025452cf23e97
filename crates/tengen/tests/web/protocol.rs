//! The messages between the page and `tengen web`.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tengen_e2e::web::{Page, PageServer, game};
use tengen_testkit::stopwatch::Stopwatch;

/// The judged positions of the review that was asked for last, from the last position to the first.
fn judged(page: &mut Page) -> Vec<Value> {
    let replies = std::iter::repeat_with(|| page.hear());
    replies.take_while(|reply| reply["reply"] == "judged").collect()
}

#[test]
fn a_board_shows_forbidden_points_winner_and_row() {
    let (_server, mut page) = PageServer::with_page();
    // Two open twos of black cross at h8.
    let moves = "g8a1f8c1h7e1h6g1";
    let reply = page.answer(json!({"ask": "look", "game": game("renju", 15, moves)}));
    let forbidden = json!({"point": "h8", "kind": "double three"});
    assert!(reply["forbidden"].as_array().unwrap().contains(&forbidden), "{reply}");
    let free = page.answer(json!({"ask": "look", "game": game("freestyle", 15, moves)}));
    assert_eq!(free["forbidden"], json!([]));
    let lost = page.answer(json!({"ask": "look", "game": game("renju", 15, &format!("{moves}h8"))}));
    assert_eq!(lost["ending"]["winner"], "white");
    assert_eq!(lost["ending"]["reason"], "foul: double three");
    let five = "h8a1i8c1j8e1k8g1l8";
    let won = page.answer(json!({"ask": "look", "game": game("freestyle", 15, five)}));
    assert_eq!(won["ending"]["winner"], "black");
    assert_eq!(won["row"], "h8i8j8k8l8");
    let after = page.answer(json!({"ask": "look", "game": game("freestyle", 15, &format!("{five}a5"))}));
    assert!(after["why"]["text"].as_str().unwrap().contains("the game is already over"), "{after}");
}

#[test]
fn every_level_plays_under_every_rule() {
    let (_server, mut page) = PageServer::with_page();
    let hello = page.answer(json!({"ask": "hello"}));
    let levels = hello["levels"].as_array().unwrap().len();
    for rule in hello["rules"].as_array().unwrap() {
        for level in 1..=levels {
            let reply = page.result(json!({
                "ask": "play", "game": game(rule.as_str().unwrap(), 9, "e5f6d4"),
                "level": level, "time": 50, "clock": null,
            }));
            assert_eq!(reply["reply"], "chosen", "{reply}");
            assert!(reply["point"].is_string(), "{reply}");
        }
    }
}

#[test]
fn a_short_clock_makes_a_quick_move() {
    let (server, mut page) = PageServer::with_page();
    let play = json!({"ask": "play", "game": game("freestyle", 15, "h8"), "level": 8, "time": 60_000, "clock": 900});
    page.result(play.clone()); // the first search prepares the tables
    let in_time = (0..3).any(|_| {
        let watch = Stopwatch::of(server.process());
        page.result(play.clone());
        let took = watch.read();
        println!("{took:?}");
        took.own() < Duration::from_millis(900)
    });
    assert!(in_time, "three times late");
}

#[test]
fn lines_are_reported_during_the_search() {
    let (_server, mut page) = PageServer::with_page();
    let ask = json!({"ask": "analyse", "game": game("freestyle", 15, "h8i9"), "lines": 3, "blocked": "h9"});
    let id = page.ask(ask);
    let mut reply = page.hear();
    while reply["lines"][0]["depth"].as_u64() < Some(4) {
        assert_eq!((&reply["id"], &reply["last"]), (&json!(id), &json!(false)));
        reply = page.hear();
    }
    page.ask(json!({"ask": "now", "of": id}));
    while reply["last"] == false {
        reply = page.hear();
    }
    let lines = reply["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for line in lines {
        assert!(!line["moves"].as_str().unwrap().starts_with("h9"), "{line}");
        let rate = line["rate"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&rate));
    }
}

#[test]
fn an_analysis_gets_the_threads_it_wants_and_no_more_than_there_are() {
    let (_server, mut page) = PageServer::with_page();
    let hello = page.answer(json!({"ask": "hello"}));
    assert!(hello["threads"].as_u64().unwrap() >= 1, "{hello}");
    for threads in [json!(null), json!(0), json!(1), json!(2), json!(1_000_000)] {
        let id = page.ask(json!({
            "ask": "analyse", "game": game("freestyle", 15, "h8i9"), "lines": 2, "threads": threads,
        }));
        let lines = |reply: &Value| reply["lines"].as_array().map_or(0, Vec::len);
        while lines(&page.hear()) < 2 {}
        page.ask(json!({"ask": "now", "of": id}));
        let mut reply = std::iter::repeat_with(|| page.hear());
        let last = reply.find(|reply| reply["last"] == true).unwrap();
        assert_eq!(lines(&last), 2, "{last}");
    }
    let reply = page.result(json!({
        "ask": "analyse", "game": game("freestyle", 15, "h8i9"), "lines": 2, "threads": "many",
    }));
    assert_eq!(reply["reply"], "refused", "{reply}");
}

#[test]
fn a_new_search_ends_the_old_one() {
    let (_server, mut page) = PageServer::with_page();
    let ask = |moves: &str| json!({"ask": "analyse", "game": game("freestyle", 15, moves), "lines": 1});
    let old = page.ask(ask("h8i9"));
    page.hear();
    let new = page.ask(ask("h8i8"));
    let start = Instant::now();
    while page.hear()["id"] != new {
        assert!(start.elapsed() < Duration::from_secs(5));
    }
    for _ in 0..5 {
        assert_ne!(page.hear()["id"], old);
    }
}

#[test]
fn a_win_by_fours_is_found() {
    let (_server, mut page) = PageServer::with_page();
    let reply = page.result(json!({
        "ask": "solve", "game": game("renju", 9, "e5a1f5c1g5e1"), "fours": true, "time": 10_000,
    }));
    assert_eq!((&reply["what"], &reply["finding"]), (&json!("VCF"), &json!("win")), "{reply}");
    let quiet = page.result(json!({
        "ask": "solve", "game": game("renju", 15, "h8"), "fours": true, "time": 1_000,
    }));
    assert_eq!(quiet["finding"], "none");
}

#[test]
fn a_pair_of_even_moves_is_found() {
    let (_server, mut page) = PageServer::with_page();
    let reply = page.result(json!({"ask": "balance", "game": game("freestyle", 15, "h8"), "pair": true, "time": 500}));
    assert_eq!((&reply["reply"], &reply["stones"]), (&json!("even"), &json!(2)), "{reply}");
}

#[test]
fn a_review_judges_every_position() {
    let (_server, mut page) = PageServer::with_page();
    let moves = "h8a1i8c1j8e1k8g1l8";
    let id = page.ask(json!({"ask": "review", "game": game("freestyle", 15, moves), "nodes": 500}));
    let mut judged = Vec::new();
    loop {
        let reply = page.hear();
        assert_eq!(reply["id"], id);
        match reply["reply"].as_str() {
            Some("done") => break,
            _ => judged.push(reply["after"].as_u64().unwrap()),
        }
        let over = reply["after"] == 9;
        assert_eq!(reply["line"].is_null(), over, "{reply}");
    }
    assert_eq!(judged, (0..=9).rev().collect::<Vec<u64>>());
}

/// In the game, White does not stop black's open three.
#[test]
fn a_review_grades_moves_and_gives_reasons() {
    let (_server, mut page) = PageServer::with_page();
    let moves = "h8a1i8c1j8e1k8g1l8";
    page.ask(json!({"ask": "review", "game": game("freestyle", 15, moves), "nodes": 500}));
    let judged = judged(&mut page);
    let verdict = |after: u64| {
        let found = judged.iter().find(|reply| reply["after"] == after);
        &found.expect("it is judged")["verdict"]
    };
    assert!(verdict(9).is_null());
    assert_eq!((&verdict(8)["grade"], &verdict(8)["better"]), (&json!("best"), &json!("")));
    assert_eq!(verdict(8)["reason"]["why"], "five");
    let missed = verdict(5);
    assert!(["inaccuracy", "missed defence"].map(Value::from).contains(&missed["grade"]), "{missed}");
    assert_eq!((&missed["reason"]["why"], &missed["reason"]["what"]), (&json!("lets"), &json!("open four")));
    assert_ne!(missed["better"], "");
}

#[test]
fn the_last_move_is_judged_alone() {
    let (_server, mut page) = PageServer::with_page();
    let mut verdict = |moves: &str| {
        page.ask(json!({"ask": "judge", "game": game("freestyle", 15, moves), "nodes": 500, "time": 60_000}));
        let judged = judged(&mut page);
        assert_eq!(judged.iter().map(|reply| reply["after"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 0]);
        judged[1]["verdict"].clone()
    };
    let missed = verdict("h8a1i8c1j8e1");
    assert_eq!((&missed["reason"]["why"], &missed["reason"]["what"]), (&json!("lets"), &json!("open four")));
    assert_eq!(verdict("h8a1i8c1j8e1k8g1l8")["reason"]["why"], "five");
    let reply = page.result(json!({"ask": "judge", "game": game("freestyle", 15, ""), "nodes": 500, "time": 1000}));
    assert_eq!(reply["why"]["code"], "GameEmpty");
}

/// Black completes a row, then White does, and the next row would only make it 2:1.
#[test]
fn a_row_in_a_continuous_game_does_not_decide_it() {
    let (_server, mut page) = PageServer::with_page();
    let moves = "a1a6b1b6c1c6d1d6e1e6a3k10b3l5c3m2d3n12";
    let game = game("freestyle+continuous", 15, moves);
    page.ask(json!({"ask": "review", "game": game, "nodes": 300}));
    let judged = judged(&mut page);
    let line = |after: usize| &judged[judged.len() - 1 - after]["line"];
    for (after, rates) in [(8, 0.55..0.8), (9, 0.49..0.51), (18, 0.55..0.8)] {
        let rate = line(after)["rate"].as_f64().expect("a number");
        assert!(line(after)["score"]["win_in"] == 1 && rates.contains(&rate), "{}", line(after));
    }
    let before = line(10)["rate"].as_f64().expect("a number");
    assert!(before < 0.8, "1:1: {}", line(10));
}

#[test]
fn all_games_of_a_file_are_read() {
    let (_server, mut page) = PageServer::with_page();
    let mut read = |text: &str| page.answer(json!({"ask": "open_all", "file": BASE64_STANDARD.encode(text)}));
    let file = "(;GM[4]SZ[15]PB[Ann];B[hh];W[ig])(;GM[2]SZ[9];B[aa])(;GM[4]SZ[9];B[ee])(;GM[4]SZ[9])";
    let reply = read(file);
    assert_eq!((&reply["reply"], &reply["skipped"]), (&json!("records"), &json!(2)));
    let games = reply["games"].as_array().expect("games");
    let points = games.iter().map(|tree| tree["nodes"][0]["point"].as_str().unwrap());
    assert_eq!(points.collect::<Vec<_>>(), ["h8", "e5"]);
    assert_eq!(games[0]["players"][0], "Ann");
    assert_eq!(read("h8i9\nh8h9\n")["games"].as_array().map(Vec::len), Some(2));
    let none = read("(;GM[4]SZ[9])");
    assert_eq!((&none["games"], &none["skipped"]), (&json!([]), &json!(1)));
}

/// After `…f7d6` white must block a four at c5, and black wins by force. For the position with only one reply, the review
/// shows the win that is proven one move later. An evaluation there would be a dip of the graph in the middle of the win.
#[test]
fn a_review_keeps_a_proven_win_where_a_four_must_be_blocked() {
    let (_server, mut page) = PageServer::with_page();
    let moves = "i8h8g9i9g7k6f8h10g6g8h7f5h6e9i7j7e7f7d6c5";
    page.ask(json!({"ask": "review", "game": game("freestyle", 15, moves), "nodes": 20_000}));
    let scores: Vec<Value> = judged(&mut page).iter().map(|reply| reply["line"]["score"].clone()).collect();
    let win = scores[0]["win_in"].as_u64().expect("black wins after c5");
    assert_eq!(scores[1]["loss_in"], win + 1, "{scores:?}");
    let before = scores[2]["win_in"].as_u64().expect("black wins before d6");
    assert!(before <= win + 2, "{scores:?}");
}

/// The scores that a review reports for each position, from a server with these options.
fn reviewed(options: &[&str]) -> Vec<Value> {
    let server = PageServer::with(options);
    let mut page = server.page();
    page.ask(json!({"ask": "review", "game": game("freestyle", 15, "h8i9g7"), "nodes": 2_000}));
    judged(&mut page).iter().map(|reply| reply["line"]["score"].clone()).collect()
}

#[test]
fn a_review_uses_the_evaluation_of_the_option() {
    let usual = reviewed(&[]);
    assert_eq!(usual.len(), 4);
    assert_eq!(usual, reviewed(&["--eval", "net"]));
    assert_ne!(usual, reviewed(&["--eval", "tables"]));
}

/// A review and an analysis run at the same time.
#[test]
fn a_review_does_not_stop_the_analysis() {
    let (_server, mut page) = PageServer::with_page();
    let review = page.ask(json!({"ask": "review", "game": game("freestyle", 15, "h8i9g7"), "nodes": 5_000}));
    let lines = page.ask(json!({"ask": "analyse", "game": game("freestyle", 15, "h8"), "lines": 1}));
    let (mut done, mut seen) = (false, false);
    while !(done && seen) {
        let reply = page.hear();
        done |= reply["id"] == review && reply["reply"] == "done";
        seen |= reply["id"] == lines;
    }
}

#[test]
fn an_opening_proceeds_step_by_step() {
    let (_server, mut page) = PageServer::with_page();
    let start = game("renju", 15, "");
    let mut step = |rule: &str, answers: Value, fifths: &str| {
        let opening = json!({"rule": rule, "answers": answers});
        page.answer(json!({"ask": "opening", "game": start, "opening": opening, "fifths": fifths}))
    };
    let first = step("swap2", json!([]), "");
    assert_eq!(first["asked"]["zone"], "anywhere", "{first}");
    let three = ["a1", "b3", "c2"];
    let colour = step("swap2", json!(three), "");
    assert_eq!((&colour["asked"]["player"], &colour["asked"]["instead"]), (&json!(1), &json!("two")));
    let two = ["a1", "b3", "c2", "two", "d4", "e6", "white"];
    let over = step("swap2", json!(two), "");
    assert_eq!((&over["black"], &over["asked"]), (&json!(1), &Value::Null));
    assert_eq!(over["stones"], "a1b3c2d4e6");
    let rif = json!(["h8", "i9", "i7", "black", "g9"]);
    let fifths = step("rif", rif.clone(), "h10");
    assert_eq!((&fifths["asked"]["count"], &fifths["offered"]), (&json!(2), &json!("h10")));
    for (answers, fifths, why) in [
        (rif.clone(), "h10h10", "offered already"),
        (json!(["h9"]), "", "middle of the board"),
        (json!(["h8", "i9", "i7", "green"]), "", "neither black nor white"),
    ] {
        let refused = step("rif", answers, fifths);
        assert!(refused["why"]["text"].as_str().unwrap().contains(why), "{refused}");
    }
    assert_eq!(step("chess", json!([]), "")["reply"], "refused");
}

#[test]
fn tengen_answers_in_an_opening() {
    let (_server, mut page) = PageServer::with_page();
    let mut answers: Vec<Value> = Vec::new();
    let mut stones = String::new();
    for turn in 0.. {
        let opening = json!({"rule": "soosyrv-8", "answers": answers});
        let game = game("renju", 15, &stones);
        let asked = page.answer(json!({"ask": "opening", "game": game, "opening": opening}));
        stones = asked["stones"].as_str().unwrap().into();
        if asked["asked"].is_null() {
            assert_eq!(turn, 6, "{answers:?}");
            break;
        }
        let question = json!({"ask": "open_game", "game": game, "opening": opening, "level": 3, "time": 500});
        let reply = page.result(question);
        answers.extend(reply["answers"].as_array().expect("answers").clone());
    }
    let board = page.answer(json!({"ask": "look", "game": game("renju", 15, &stones)}));
    assert!(board["pattern"]["name"].is_string(), "{board}");
}

#[test]
fn a_saved_game_opens_as_the_same_game() {
    let (_server, mut page) = PageServer::with_page();
    let nodes = json!([
        {"after": null, "point": "h8", "comment": "天元"},
        {"after": 0, "point": "i9"},
        {"after": 0, "point": "g9", "comment": "a ] \\ b"},
    ]);
    let tree = json!({"width": 15, "height": 15, "rule": "renju", "nodes": nodes, "players": ["A", "B"]});
    let file = page.answer(json!({"ask": "save", "tree": tree, "format": "sgf"}));
    let back = page.answer(json!({"ask": "open", "file": file["file"]}));
    assert_eq!(back["tree"]["rule"], "renju");
    assert_eq!(back["tree"]["players"], json!(["A", "B"]));
    for number in 0..3 {
        let (new, old) = (&back["tree"]["nodes"][number], &nodes[number]);
        assert_eq!((&new["point"], &new["after"]), (&old["point"], &old["after"]));
        let comment = old["comment"].as_str().unwrap_or_default();
        assert_eq!(new["comment"], comment);
    }
    let psq = page.answer(json!({"ask": "save", "tree": tree, "format": "psq"}));
    let notes = psq["notes"].to_string();
    assert!(notes.contains("variations") && notes.contains("rule"), "{notes}");
}
