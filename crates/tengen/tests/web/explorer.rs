//! `tengen web` with a position database.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use tengen_e2e::toolbox::{run, tengen};
use tengen_e2e::web::{Page, PageServer, game};

/// A game that black won, its mirror image (counted once), and one that white won after the same opening.
const GAMES: &str = "(;GM[4]SZ[15]RE[B+R];B[hh];W[ii];B[gi])(;GM[4]SZ[15]RE[B+R];B[hh];W[gg];B[ig])\
    (;GM[4]SZ[15]RE[W+R];B[hh];W[ii];B[jj])";

fn database() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.sgf"), GAMES).unwrap();
    let mut import = tengen(&["database", "import", "a.db", "games.sgf"]);
    assert_eq!(run(import.current_dir(&folder), "").status, 0);
    let file = folder.path().join("a.db");
    (folder, file)
}

fn serve(database: &Path, options: &[&str]) -> PageServer {
    let file = database.to_str().unwrap();
    PageServer::with(&[&["--port", "0", "--database", file], options].concat())
}

fn explored(page: &mut Page, moves: &str) -> Value {
    page.answer(json!({"ask": "explore", "game": game("freestyle", 15, moves)}))
}

fn noted(page: &mut Page, moves: &str, comment: &str, label: &str) -> Value {
    let game = game("freestyle", 15, moves);
    page.answer(json!({"ask": "note", "game": game, "comment": comment, "label": label}))
}

#[test]
fn a_page_asks_a_database_and_writes_into_it() {
    let (_folder, file) = database();
    let server = serve(&file, &["--database-write"]);
    let mut page = server.page();
    let hello = page.answer(json!({"ask": "hello"}));
    assert_eq!(hello["database"], json!({"name": "a.db", "writable": true}));
    let reply = explored(&mut page, "h8");
    assert_eq!(reply["position"]["games"], json!([1, 0, 1, 0]), "{reply:#}");
    assert_eq!(reply["position"]["rate"], Value::Null);
    // All four diagonal replies are one move.
    assert_eq!(reply["moves"].as_array().unwrap().len(), 1);
    let points = reply["moves"][0]["points"].as_str().unwrap();
    assert_eq!(points.len(), 8, "{points}");

    let done = noted(&mut page, "h8i9", "an indirect opening", "I");
    assert_eq!(done["reply"], "done", "{done}");
    let reply = explored(&mut page, "h8");
    assert_eq!(reply["moves"][0]["label"], "I");
    assert_eq!(reply["moves"][0]["comment"], "an indirect opening");
    assert_eq!(reply["moves"][0]["games"], json!([1, 0, 1, 0]));
    // It is one position in any orientation; and notes can be removed.
    assert_eq!(explored(&mut page, "h8g7")["position"]["label"], "I");
    noted(&mut page, "h8g9", "", "");
    assert_eq!(explored(&mut page, "h8g7")["position"]["label"], "");
    // A note on an unknown position leaves nothing behind when it is removed.
    noted(&mut page, "a1", "a corner", "");
    assert_eq!(explored(&mut page, "o15")["position"]["comment"], "a corner");
    noted(&mut page, "a1", "", "");
    assert_eq!(explored(&mut page, "o15")["position"], Value::Null);
}

#[test]
fn the_openings_that_come_along_are_explored_and_written_out() {
    let (_server, mut page) = PageServer::with_page();
    let hello = page.answer(json!({"ask": "hello"}));
    let along = json!({"name": "openings.db", "writable": false});
    assert_eq!(hello["database"], along);
    let ask = |moves| json!({"ask": "explore", "game": game("renju", 15, moves)});
    let reply = page.answer(ask("h8i9"));
    let third = reply["moves"].as_array().unwrap();
    assert!(third.len() >= 4, "{reply:#}");
    assert!(third.iter().all(|known| known["depth"].as_u64() > Some(5)));
    // Chances to win as in an analysis.
    let good = third.iter().filter(|known| (400..500).contains(&known["score"]["points"].as_i64().unwrap()));
    assert!(good.clone().count() > 0);
    assert!(good.clone().all(|known| (0.69..0.74).contains(&known["rate"].as_f64().unwrap())), "{reply:#}");
    assert_ne!(page.answer(ask("h8h9i9"))["position"]["best"], "");

    let (folder, _) = database();
    let openings = |name: &str| {
        let mut write = tengen(&["database", "openings", name]);
        run(write.current_dir(&folder), "")
    };
    assert_eq!(openings("mine.db").status, 0);
    let mut check = tengen(&["database", "check", "mine.db"]);
    let whole = run(check.current_dir(&folder), "").out;
    assert!(whole.contains("mine.db is intact"), "{whole}");
    let again = openings("mine.db");
    assert_eq!(again.status, 1);
    assert!(again.err.contains("mine.db"), "{}", again.err);
}

#[test]
fn what_cannot_be_asked_or_written_is_refused() {
    let why = |reply: Value| {
        assert_eq!(reply["reply"], "refused", "{reply}");
        reply["why"]["text"].as_str().unwrap().to_string()
    };
    let without = PageServer::with(&["--port", "0"]);
    let mut page = without.page();
    let reply = noted(&mut page, "", "", "");
    assert_eq!(why(reply), "openings.db is read-only");

    let (_folder, file) = database();
    let reader = serve(&file, &[]);
    let mut page = reader.page();
    assert_eq!(why(noted(&mut page, "", "a", "")), "a.db is read-only");
    let continuous = game("freestyle+continuous", 15, "");
    let reply = page.answer(json!({"ask": "explore", "game": continuous}));
    assert!(why(reply).contains("continuous"));

    let writer = serve(&file, &["--database-write"]);
    let mut page = writer.page();
    assert!(why(noted(&mut page, "", "", "a long label")).contains("4 characters"));
    assert!(why(explored(&mut page, "h8h8")).contains("h8"));

    let mut none = tengen(&["web", "--no-open", "--port", "0", "--database", "none.db"]);
    let ran = run(&mut none, "");
    assert_ne!(ran.status, 0);
    assert!(ran.err.contains("there is no file none.db"), "{}", ran.err);
}
